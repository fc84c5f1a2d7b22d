// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstddef>

namespace bitvox::flow {

// Sums along a row of cells: lane x % 32 adds up its numbers, then lanes are added in pairs, as a
// warp of the GPU does. Those of rows are then added by sum_of_rows().
inline constexpr std::size_t kSumLanes = 32;

struct RowSum {
  std::array<double, kSumLanes> lanes{};

  double total() {
    for (std::size_t half = kSumLanes / 2; half > 0; half /= 2) {
      for (std::size_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
    }
    return lanes[0];
  }
};

}  // namespace bitvox::flow
