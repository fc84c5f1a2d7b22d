// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/threads/progress.hpp"
#include "rays/bins.hpp"
#include "rays/scene.hpp"

namespace bitvox::rays {

// Where a ray meets a triangle, as one number: the distance as a float, above the triangle, above
// whether it leaves there. Numbers are in the order of the ray; what is equally far, as floats go,
// comes in that of the triangles.
struct Hit {
  std::uint64_t key;

  // Of the ray's length; of a parallel beam, in steps.
  float distance() const { return std::bit_cast<float>(static_cast<std::uint32_t>(key >> 32)); }
  std::uint32_t triangle() const { return static_cast<std::uint32_t>(key) >> 1; }
  bool leaves() const { return (key & 1) != 0; }
};
inline constexpr std::int64_t kMostTriangles = (std::int64_t{1} << 31) - 1;

// All hits of some rays, sorted. A cone's rays end; what is at the end or beyond is no hit.
class RayHits {
 public:
  explicit RayHits(std::int64_t rays) : rays_(static_cast<std::size_t>(rays)) {}

  std::span<const Hit> of(std::int64_t ray) const { return rays_[static_cast<std::size_t>(ray)]; }
  std::int64_t rays() const { return static_cast<std::int64_t>(rays_.size()); }
  std::int64_t hits = 0;
  std::int64_t deepest = 0;  // the most hits of a ray
  // Whose signed number of hits of a material is not what it should be, on the whole line from the
  // source on.
  std::int64_t odd_rays = 0;

  // A block of hits, and those of rays that are in it.
  void keep(std::unique_ptr<Hit[]> block) { blocks_.push_back(std::move(block)); }
  void set(std::int64_t ray, std::span<const Hit> hits_of_ray) {
    rays_[static_cast<std::size_t>(ray)] = hits_of_ray;
  }

 private:
  std::vector<std::span<const Hit>> rays_;
  std::vector<std::unique_ptr<Hit[]>> blocks_;
};

struct HitLimits {
  PassLimits pass;
  std::int64_t hits = std::int64_t{1} << 40;
};
// There are more hits than limits.hits.
class TooManyHits {};

// Of all rays of a detector, row by row, or of rays to ends. winding: of each material, what the
// signed number of hits should be, which is how often its meshes wind around the source; empty: 0
// for all. The same for any threads and limits. Throws TooManyHits, Cancelled, HostOutOfMemory.
RayHits find_hits(const Triangles& triangles, const RayGrid& grid, const std::vector<int>& winding,
                  const HitLimits& limits, int threads, Progress& progress);
RayHits find_hits(const Triangles& triangles, std::span<const Direction> ends,
                  const std::vector<int>& winding, const HitLimits& limits, int threads,
                  Progress& progress);

}  // namespace bitvox::rays
