// SPDX-License-Identifier: BSD-2-Clause
#include "ops/local_thickness/local_thickness_balls.hpp"

#include <algorithm>
#include <cstddef>

namespace bitvox::local_thickness {
namespace {

constexpr BallTable::Step kNear[] = {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}};

// |v - e|^2 is largest for a v on the other side of e, whose longest side lies along e's longest,
// and so on: it is then |v|^2 + 2 v.e + |e|^2 of the sides without their signs.
template <std::size_t kSteps>
std::vector<std::uint32_t> least_squares(const BallTable::Step (&steps)[kSteps],
                                         std::int64_t count) {
  std::vector<std::uint32_t> least(kSteps * static_cast<std::size_t>(count));
  const auto at = [&](std::int64_t square) {
    return least.begin() + static_cast<std::ptrdiff_t>(kSteps) * square;
  };
  for (std::int64_t a = 0; a * a + 1 < count; ++a) {
    for (std::int64_t b = 0; b <= a && a * a + b * b + 1 < count; ++b) {
      for (std::int64_t c = 0; c <= b && a * a + b * b + c * c + 1 < count; ++c) {
        const std::int64_t square = a * a + b * b + c * c;
        auto needed = at(square + 1);  // balls from this squared radius on have v
        for (const auto& [x, y, z] : steps) {
          const std::int64_t farthest =
              square + 2 * (a * x + b * y + c * z) + x * x + y * y + z * z;
          *needed = std::max(*needed, static_cast<std::uint32_t>(farthest + 1));
          ++needed;
        }
      }
    }
  }
  for (std::size_t i = kSteps; i < least.size(); ++i) {
    least[i] = std::max(least[i], least[i - kSteps]);
  }
  return least;
}

}  // namespace

BallTable::BallTable(std::int64_t largest)
    : count_(std::min(largest + 1, kMost)),
      least_(least_squares(kNear, count_)),
      least_far_(least_squares(kFar, count_)) {}

}  // namespace bitvox::local_thickness
