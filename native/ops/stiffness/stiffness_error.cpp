// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_error.hpp"

#include <algorithm>
#include <limits>

namespace bitvox::stiffness {
namespace {

// The smallest Ritz value is found to within a fiftieth, from above.
constexpr double kFinder = 0.98;
// By how much it is to fall at least: after few steps it may not have fallen yet.
constexpr double kLeastFall = 0.5;

}  // namespace

double EnergyError::inverse_pivot(double mu) const {
  double s = mu;
  for (std::size_t i = 0; i + 1 < steps_.size(); ++i) {
    const double left = 1 - steps_[i].alpha * s;
    if (!(left > 0)) return 0;
    s = mu + steps_[i + 1].product / steps_[i].product * (s / left);
  }
  return steps_.back().alpha * s < 1 ? 1 / s : 0;
}

void EnergyError::add(double alpha, double product) {
  steps_.push_back({alpha, product});
  double smallest = smallest_.empty() ? 1 / alpha : smallest_.back();
  while (!(inverse_pivot(smallest) > 0)) smallest *= kFinder;
  smallest_.push_back(smallest);
}

double EnergyError::estimate() const {
  const std::size_t count = smallest_.size();
  if (count < 2) return std::numeric_limits<double>::infinity();
  double fall = kLeastFall;
  for (std::size_t i = 1; 2 * i <= count; ++i) {
    fall = std::min(fall, smallest_[2 * i - 1] / smallest_[i - 1]);
  }
  const auto [alpha, product] = steps_.back();
  const double smallest = smallest_.back();
  return std::max(inverse_pivot(fall * smallest), 1 / smallest) * product - alpha * product;
}

}  // namespace bitvox::stiffness
