// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "test_volumes.hpp"

namespace bitvox::test {

// A cube without overlapping balls of radius 8 anywhere, as many as leave this part of a large
// volume. The side is a multiple of 64.
inline BitVolume ball_voids(std::int64_t side, double part) {
  constexpr std::int64_t kRadius = 8;
  const auto radius = static_cast<double>(kRadius);
  const double of_ball = 4.0 / 3.0 * 3.14159265358979 * radius * radius * radius;
  const auto reach = static_cast<double>(side + 2 * kRadius);
  const auto count = static_cast<std::int64_t>(-std::log(part) * reach * reach * reach / of_ball);
  const Shape shape{side, side, side};
  BitVolume volume(shape);
  std::fill_n(volume.words(), shape.word_count(), ~std::uint64_t{0});
  Random random(1);
  for (std::int64_t i = 0; i < count; ++i) {
    const auto anywhere = [&] { return random.below(side + 2 * kRadius) - kRadius; };
    const std::int64_t cx = anywhere(), cy = anywhere(), cz = anywhere();
    for (std::int64_t z = std::max<std::int64_t>(0, cz - kRadius);
         z <= std::min(side - 1, cz + kRadius); ++z)
      for (std::int64_t y = std::max<std::int64_t>(0, cy - kRadius);
           y <= std::min(side - 1, cy + kRadius); ++y)
        for (std::int64_t x = std::max<std::int64_t>(0, cx - kRadius);
             x <= std::min(side - 1, cx + kRadius); ++x) {
          const std::int64_t dx = x - cx, dy = y - cy, dz = z - cz;
          if (dx * dx + dy * dy + dz * dz > kRadius * kRadius) continue;
          volume.slice(z)[y * shape.words_per_row() + x / 64] &= ~(std::uint64_t{1} << (x % 64));
        }
  }
  return volume;
}

}  // namespace bitvox::test
