// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <span>
#include <vector>

#include "ops/ray_hits/ray_hits.hpp"

namespace bitvox::ray_hits {

// What the twins differ in: rays::find_hits() of the triangles of a Traced.
class HitFinder {
 public:
  virtual ~HitFinder() = default;
  virtual rays::RayHits find(const rays::RayGrid& grid, const std::vector<int>& winding,
                             const rays::HitLimits& limits, Progress& progress) = 0;
  virtual rays::RayHits find(std::span<const rays::Direction> ends, const std::vector<int>& winding,
                             const rays::HitLimits& limits, Progress& progress) = 0;
};

// See ray_hits.hpp.
void trace_in_batches(const Traced& traced, HitFinder& finder, std::int64_t& first, HitSink& sink,
                      Result& result, Progress& progress);

}  // namespace bitvox::ray_hits
