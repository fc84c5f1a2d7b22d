// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/threads/progress.hpp"
#include "rays/scene.hpp"

namespace bitvox::rays {

// Where a ray meets a triangle, as one number: the distance as a float, above the triangle, above
// whether it leaves there. Numbers are in the order of the ray; what is equally far comes in that
// of the triangles.
struct Hit {
  std::uint64_t key;

  // Of the ray's length; of a parallel beam, in steps.
  float distance() const { return std::bit_cast<float>(static_cast<std::uint32_t>(key >> 32)); }
  std::uint32_t triangle() const { return static_cast<std::uint32_t>(key) >> 1; }
  bool leaves() const { return (key & 1) != 0; }
};
inline constexpr std::int64_t kMostTriangles = (std::int64_t{1} << 31) - 1;

// All hits of some rays, sorted.
class RayHits {
 public:
  std::span<const Hit> of(std::int64_t ray) const;
  std::int64_t rays() const;
  std::int64_t hits() const;
  std::int64_t deepest() const;   // the most hits of a ray
  std::int64_t odd_rays() const;  // whose signed number of hits is not the expected one
};

}  // namespace bitvox::rays
