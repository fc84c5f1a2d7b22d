// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/label/label.hpp"
#include "ops/label/label_run_source.hpp"

namespace bitvox::label {

// Throws InvalidInput where the volume is so large that sums of squares could overflow.
void require_sums(const Shape& shape);

// The ranks of the slices' first runs, and the number of runs.
std::vector<std::uint32_t> ranks_of_slices(const BitVolume& volume, int threads,
                                           Progress& progress);

// Bytes of so many objects.
std::int64_t bytes_of_objects(std::int64_t count, bool second);

// Measures `count` objects from the labels of the runs, by their ranks.
void measure_objects(const BitVolume& volume, const std::vector<std::uint32_t>& labels_of_runs,
                     std::int64_t count, const GreySource* second, int threads, Objects& objects,
                     Progress& progress);
void measure_objects(const LabelVolume& volume, std::int64_t count, const GreySource* second,
                     int threads, Objects& objects, Progress& progress);

// Of what is in a box of the volume, with coordinates from its first voxel and the box's faces. The
// second image is of the box alone; where its means will be are sums.
void measure_objects(const RankedRuns& runs, const Box& box, std::int64_t count,
                     const GreySource* second, int threads, Objects& objects, Progress& progress);

}  // namespace bitvox::label
