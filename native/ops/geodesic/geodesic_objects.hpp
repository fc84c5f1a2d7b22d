// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/geodesic/geodesic_search.hpp"

namespace bitvox::geodesic {

// Of an object that may still get longer no more maps are made than these.
inline constexpr int kMostSweeps = 16;

// The connected objects of the voxels that are no walls, with the lengths that Objects has, in
// units of the grid. Ends and centres are voxels, counted in raster order.
struct MeasuredObjects {
  std::vector<std::int64_t> voxels, lengths;
  std::array<std::vector<std::int64_t>, 2> ends;  // the one that comes first, the other one
  std::vector<std::int64_t> centres;
};

// Costs are 0 or, all alike, 1. Throws InvalidInput where distances do not fit 64 bits.
MeasuredObjects measure_objects(const Terrain& terrain, const Options& options, RunReport& report,
                                Progress& progress);

// As who calls wants to see them. The memory of `measured` is given back on the way.
Objects objects_of(MeasuredObjects&& measured, const Shape& shape, double unit);

}  // namespace bitvox::geodesic
