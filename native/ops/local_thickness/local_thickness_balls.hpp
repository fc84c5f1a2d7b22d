// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

namespace bitvox::local_thickness {

// Which balls matter, where voxels are cubes. The ball of squared radius s at c (|v|^2 < s) lies in
// that of squared radius t at c + e if t > |v - e|^2 for all v of the ball, so if
//
//     t >= least(s, e).
//
// Dropping a ball for one that it lies in is safe: that one is larger, or lies in another one in
// its turn; and balls that are equal have one centre.
class BallTable {
 public:
  // For squared radii up to `largest`, at most those below kMost.
  static constexpr std::int64_t kMost = std::int64_t{1} << 16;
  explicit BallTable(std::int64_t largest);

  std::int64_t count() const { return count_; }

  // least(s, e) for the neighbours across faces, edges and corners: index 3 s + |e|^2 - 1.
  const std::vector<std::uint32_t>& least() const { return least_; }

  // Longer steps e. All that differ from these in signs and the order of the axes alone have the
  // same least squared radius: that of number i has index kFarSteps s + i.
  struct Step {
    int x, y, z;
  };
  static constexpr Step kFar[] = {{2, 1, 0}, {2, 1, 1}, {2, 2, 1}, {3, 1, 0}, {3, 1, 1},
                                  {3, 2, 1}, {3, 2, 0}, {3, 2, 2}, {4, 1, 1}, {4, 1, 0}};
  static constexpr std::int64_t kFarSteps = sizeof(kFar) / sizeof(kFar[0]);
  static constexpr std::int64_t kFarthest = 4;
  const std::vector<std::uint32_t>& least_far() const { return least_far_; }

 private:
  std::int64_t count_;
  std::vector<std::uint32_t> least_;
  std::vector<std::uint32_t> least_far_;
};

}  // namespace bitvox::local_thickness
