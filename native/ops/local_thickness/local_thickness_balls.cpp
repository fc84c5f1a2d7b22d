// SPDX-License-Identifier: BSD-2-Clause
#include "ops/local_thickness/local_thickness_balls.hpp"

#include <algorithm>

namespace bitvox::local_thickness {

// |v - e|^2 is largest for a v on the other side of e; of v's sides a >= b >= c it is then
// |v|^2 + 2 (a), + 2 (a + b) or + 2 (a + b + c), + |e|^2.
BallTable::BallTable(std::int64_t largest) {
  const std::int64_t count = std::min(largest + 1, kMost);
  least_.resize(static_cast<std::size_t>(3 * count));
  for (std::int64_t a = 0; a * a < count; ++a) {
    for (std::int64_t b = 0; b <= a && a * a + b * b < count; ++b) {
      for (std::int64_t c = 0; c <= b && a * a + b * b + c * c < count; ++c) {
        const std::int64_t square = a * a + b * b + c * c;
        const std::int64_t reach[] = {a, a + b, a + b + c};
        for (std::int64_t e = 0; e < 3; ++e) {
          // Of balls that have v: those of squared radius square + 1 and more.
          const auto needed = static_cast<std::uint32_t>(square + 2 * reach[e] + e + 1 + 1);
          if (square + 1 < count) {
            std::uint32_t& least = least_[static_cast<std::size_t>(3 * (square + 1) + e)];
            least = std::max(least, needed);
          }
        }
      }
    }
  }
  for (std::size_t i = 3; i < least_.size(); ++i) least_[i] = std::max(least_[i], least_[i - 3]);
}

}  // namespace bitvox::local_thickness
