// SPDX-License-Identifier: BSD-2-Clause
#include "core/threads/ordered_sum.hpp"

#include <cstddef>

namespace bitvox {

double sum_of_rows(const std::vector<double>& rows) {
  std::vector<double> lanes(kRowLanes);
  for (std::size_t i = 0; i < rows.size(); ++i) lanes[i % kRowLanes] += rows[i];
  for (std::size_t half = kRowLanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  }
  return lanes[0];
}

}  // namespace bitvox
