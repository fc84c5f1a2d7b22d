// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/progress.hpp"

namespace bitvox::sample_motif {

// The usual test of motif searches: random sequences, into each of which a random word is planted
// once, at a random place, with exactly `distance` of its letters replaced by others. CPU only:
// linear in a small output.
//
// P. A. Pevzner, S.-H. Sze, "Combinatorial approaches to finding subtle signals in DNA sequences",
// ISMB 2000 (there called the FM model).

struct Options {
  int sequences = 20;  // 1 to 65535
  int letters = 600;   // of each; length to 10,000,000, of all to 250,000,000
  int length = 15;     // of the motif, 2 to 31
  int distance = 4;    // 0 to length
  double gc = 0.5;     // how many letters are C or G, 0 to 1; half of them each
  std::uint64_t seed = 1;
};

struct Result {
  std::string motif;
  std::vector<std::string> sequences;
  std::vector<std::int64_t> positions;  // of the planted words, from 0
};

// The same for the same options everywhere. Throws InvalidInput, Cancelled, HostOutOfMemory.
Result make(const Options& options, Progress& progress);

// ---- The work ---------------------------------------------------------------------------------

Result make_cpu(const Options& options, Progress& progress);

}  // namespace bitvox::sample_motif
