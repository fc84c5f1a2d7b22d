// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/threads/progress.hpp"

namespace bitvox {

// The parts of a progress, one after the other, each as long as its weight says. Together they are
// the whole, and where each is reported in turn nothing falls back; a part of weight 0 has no
// length. Not all weights are 0.
//
//     auto [reading, thinning, writing] = progress_parts(progress, 1, 8, 1);
//
// A lambda captures a reference to what is bound so, as Clang captures no binding before
// version 16.
template <class... Weights>
std::array<PhaseProgress, sizeof...(Weights)> progress_parts(Progress& whole, Weights... weights) {
  const std::int64_t all = (std::int64_t{0} + ... + weights);
  std::int64_t end = 0;
  const auto next = [&](std::int64_t weight) {
    const std::int64_t begin = end;
    return PhaseProgress(whole, begin, end += weight, all);
  };
  return {next(weights)...};  // braces: from left to right
}

}  // namespace bitvox
