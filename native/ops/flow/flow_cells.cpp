// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_cells.hpp"

#include <cmath>

namespace bitvox::flow {

float at_rest(int slot, const Rates& rates) {
  if (slot == 0) return 0;
  const float half = 0.5F * rates.push[(slot - 1) / 2];
  return slot % 2 == 1 ? half : -half;
}

Totals totals_of(const std::array<double, 6>& sums, double largest_square) {
  Totals totals;
  for (std::size_t a = 0; a < 3; ++a) totals.velocity[a] = sums[a] / sums[4];
  totals.excess = sums[3] / sums[5];
  totals.speed = std::sqrt(largest_square);
  const double all = totals.velocity[0] + totals.velocity[1] + totals.velocity[2] + totals.excess;
  totals.finite = std::isfinite(all);
  return totals;
}

double change_of(const std::array<double, 2>& squares) {
  return squares[1] > 0 ? std::sqrt(squares[0] / squares[1]) : 0;
}

}  // namespace bitvox::flow
