// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/bit_volume.hpp"
#include "core/progress.hpp"

namespace bitvox::sample_foam {

// Sample data: balls at random places, overlapping freely (a Boolean model of balls), added one
// after another until at least `fraction` of the volume is foreground. The pores between them, or
// the balls themselves, make an open foam. Integer arithmetic and an own random generator: the same
// volume everywhere for the same options.
//
// CPU only: it is made once, and its cost is the number of balls times their rows.
struct Options {
  Shape shape;
  int radius_min = 5;     // of the balls, in voxels, 1 to 1000; uniform between the two
  int radius_max = 50;    // at least radius_min
  double fraction = 0.5;  // above 0, at most 0.95
  std::uint64_t seed = 1;
};

// Throws InvalidInput, Cancelled, std::bad_alloc.
BitVolume fill(const Options& options, Progress& progress);

// Fills a volume of options.shape that is all background.
void fill_cpu(const Options& options, BitVolume& volume, Progress& progress);

}  // namespace bitvox::sample_foam
