// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/options/range.hpp"
#include "core/random.hpp"
#include "core/threads/progress.hpp"

namespace bitvox::sample_motif {

// The usual test of motif searches: random sequences, into each of which a random word is planted
// once, at a random place, with exactly `distance` of its letters replaced by others. CPU only:
// linear in a small output.
//
// P. A. Pevzner, S.-H. Sze, "Combinatorial approaches to finding subtle signals in DNA sequences",
// ISMB 2000 (there called the FM model).

inline constexpr int kLeastLength = 2;
inline constexpr int kLargestLength = 31;
inline constexpr int kMostLettersOfEach = 10'000'000;

struct Options {
  int sequences = 20;
  int letters = 600;  // of each, at least length; of all to 250,000,000
  int length = 15;    // of the motif
  int distance = 4;   // at most length
  double gc = 0.5;    // how many letters are C or G; half of them each
  std::int64_t seed = 1;

  template <class Each>
  static void fields(Each&& field) {
    field("sequences", &Options::sequences, within(1, 65535));
    field("letters", &Options::letters, within(kLeastLength, kMostLettersOfEach));
    field("length", &Options::length, within(kLeastLength, kLargestLength));
    field("distance", &Options::distance, within(0, kLargestLength));
    field("gc", &Options::gc, within(0, 1));
    field("seed", &Options::seed, within(0, kLargestSeed));
  }
};

struct Result {
  std::string motif;
  std::vector<std::string> sequences;
  std::vector<std::int64_t> positions;  // of the planted words, from 0

  template <class Each>
  static void fields(Each&& field) {
    field("motif", &Result::motif);
    field("sequences", &Result::sequences);
    field("positions", &Result::positions);
  }
};

// The same for the same options everywhere. Throws InvalidInput, Cancelled, HostOutOfMemory.
Result make(const Options& options, Progress& progress);

// ---- The work ---------------------------------------------------------------------------------

Result make_cpu(const Options& options, Progress& progress);

}  // namespace bitvox::sample_motif
