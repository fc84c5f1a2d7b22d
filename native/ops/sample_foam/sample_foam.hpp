// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/options/range.hpp"
#include "core/random.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"

namespace bitvox::sample_foam {

// Sample data: balls at random places, overlapping freely (a Boolean model of balls), added one
// after another until at least `fraction` of the volume is foreground. The pores between them, or
// the balls themselves, make an open foam. Integer arithmetic and an own random generator: the same
// volume everywhere for the same options.
//
// CPU only: it is made once, and its cost is the number of balls times their rows.
inline constexpr int kLargestRadius = 1000;

struct Options {
  int radius_min = 5;   // of the balls, in voxels; uniform between the two
  int radius_max = 25;  // at least radius_min
  double fraction = 0.5;
  std::int64_t seed = 1;

  template <class Each>
  static void fields(Each&& field) {
    field("radius_min", &Options::radius_min, within(1, kLargestRadius));
    field("radius_max", &Options::radius_max, within(1, kLargestRadius));
    field("fraction", &Options::fraction, above_to(0, 0.95));
    field("seed", &Options::seed, within(0, kLargestSeed));
  }
};

// Throws InvalidInput, Cancelled, std::bad_alloc.
BitVolume fill(const Shape& shape, const Options& options, Progress& progress);

// Fills a volume that is all background.
void fill_cpu(const Options& options, BitVolume& volume, Progress& progress);

}  // namespace bitvox::sample_foam
