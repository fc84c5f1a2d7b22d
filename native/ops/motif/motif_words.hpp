// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <exception>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/threads/progress.hpp"
#include "ops/motif/motif.hpp"

namespace bitvox::motif {

// All words of a problem, in any order: their beginnings by one of the twins, then the words,
// letter by letter, on the CPU. Where there are more than so many beginnings, those with one letter
// more are taken. Throws TooManyMotifs where there are more than options.max_motifs.
class TooManyMotifs : public std::exception {};
inline constexpr std::int64_t kMostBeginnings = std::int64_t{1} << 20;
std::vector<std::uint64_t> find_words(const Problem& problem, const Options& options,
                                      RunReport& report, Progress& progress,
                                      std::int64_t most_beginnings = kMostBeginnings);

// The seconds that find_words() will take, extrapolated from a small part of it. Throws as that
// does.
double estimate_seconds(const Problem& problem, const Options& options, Progress& progress);

}  // namespace bitvox::motif
