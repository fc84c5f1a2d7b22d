// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/distance_map/distance_map_block.hpp"
#include "ops/local_thickness/local_thickness.hpp"

// One block, for who goes through those of a volume elsewhere, twice: for the radius of the largest
// ball of the whole, and then for the thickness.
namespace bitvox::local_thickness {

// How the distances are measured that say how large balls are.
distance_map::Options distances_for(const Options& options);

// in: what the block reads, as a volume of its own. The numbers are those of the distance map.
distance_map::BlockDistances measure_radius(const VolumeSource& in, const Block& block,
                                            const Options& options, Progress& progress);

// In the unit of the spacing, somewhat more than that of the largest ball; it may be infinite.
double largest_radius(const distance_map::Found& found);

// The same. Throws InvalidInput if it is infinite.
double radius_of(const distance_map::Found& found, const Options& options);

// radius: as radius_of() says. Throws InvalidInput if it is no number, or below 0, and as
// measure().
Job job_of(const VolumeSource& in, const VolumeSource* mask, const Options& options, double radius);

// How many voxels of the core have which thickness; the job's inputs are placed volumes. The map is
// that of the core.
Counts measure_block(const Job& job, const Block& block, const Options& options, SliceSink* map,
                     RunReport& report, Progress& progress);

// The result of the whole, from such counts of all cores. Throws InvalidInput (no object voxel, or
// none in the mask: the radius says whether there is one).
Result finish(const Counts& counts, const Options& options, double radius);

}  // namespace bitvox::local_thickness
