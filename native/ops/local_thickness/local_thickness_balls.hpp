// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

namespace bitvox::local_thickness {

// Which balls matter, where voxels are cubes. The ball of squared radius s at c (|v|^2 < s) lies in
// that of squared radius t at its neighbour c + e if t > |v - e|^2 for all v of the ball, so if
//
//     t >= least_around(s) for a neighbour across a face, an edge or a corner.
//
// Dropping a ball for one that it lies in is safe: that one is larger, or lies in another one in
// its turn; and balls that are equal have one centre.
class BallTable {
 public:
  // For squared radii up to `largest`, of which those from kMost on are always kept.
  static constexpr std::int64_t kMost = std::int64_t{1} << 16;
  explicit BallTable(std::int64_t largest);

  // Index 3 s + |e|^2 - 1, for s < count().
  const std::vector<std::uint32_t>& least() const { return least_; }
  std::int64_t count() const { return static_cast<std::int64_t>(least_.size()) / 3; }

 private:
  std::vector<std::uint32_t> least_;
};

}  // namespace bitvox::local_thickness
