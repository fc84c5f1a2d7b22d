// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/label/label.hpp"
#include "ops/label/label_run_source.hpp"

namespace bitvox::label {

// Throws InvalidInput if shapes cannot be measured with the spacing.
void check_spacing(const Options& options, const Shape& whole);

// Adds surfaces and Euler numbers to `count` objects, from the labels of the runs, by their ranks.
void measure_shapes(const BitVolume& volume, const std::vector<std::uint32_t>& labels_of_runs,
                    std::int64_t count, const Options& options, int threads, Objects& objects,
                    Progress& progress);
void measure_shapes(const LabelVolume& volume, std::int64_t count, const Options& options,
                    int threads, Objects& objects, Progress& progress);

// The same in whole numbers, whose sums do not depend on their order; label i is at i - 1.
struct ShapeSums {
  std::vector<std::int64_t> surface;  // in surface_part(), which is the same all over a volume
  std::vector<std::int64_t> euler;    // empty if it is not defined
};

// Of what is in a box of a volume, as if there were nothing else. Both are additive: of two boxes
// that have a layer of voxels in common, the sum without that of the layer is that of both.
ShapeSums shapes_in_box(const RankedRuns& runs, const Box& box, const Shape& whole,
                        std::int64_t count, const Options& options, int threads,
                        Progress& progress);
double surface_part(const Options& options, const Shape& whole);
bool has_euler(const Options& options, const Shape& whole);

}  // namespace bitvox::label
