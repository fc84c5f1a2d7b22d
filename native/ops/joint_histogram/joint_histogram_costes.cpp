// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram_costes.hpp"

#include <algorithm>
#include <cmath>

namespace bitvox::joint_histogram {

CostesSearch::CostesSearch(const Moments& all, const LevelAxis& a, const LevelAxis& b) {
  const double unit = b.step / a.step;
  const auto aa = static_cast<double>(all.a_variance());
  const double bb = unit * unit * static_cast<double>(all.b_variance());
  const double ab = unit * static_cast<double>(all.covariance());
  // The larger root of ab s^2 + (aa - bb) s - ab = 0, without a difference of like numbers.
  const double difference = bb - aa;
  const double root = std::sqrt(difference * difference + 4 * ab * ab);
  slope_ = difference >= 0 ? (difference + root) / (2 * ab) : 2 * ab / (root - difference);

  const auto n = static_cast<double>(all.n);
  const double a_mean = static_cast<double>(all.a) / n;
  const double b_mean = static_cast<double>(all.b) / n;
  intercept_ = b.shown(b_mean) - slope_ * a.shown(a_mean);

  const double level_slope = slope_ / unit;
  step_a_ = level_slope <= 1;
  flat_slope_ = step_a_ ? level_slope : 1 / level_slope;
  stepped_mean_ = step_a_ ? a_mean : b_mean;
  other_mean_ = step_a_ ? b_mean : a_mean;

  const int steps = step_a_ ? a.levels : b.levels;
  const int others = step_a_ ? b.levels : a.levels;
  sums_.resize(static_cast<std::size_t>(steps));
  below_from_.resize(static_cast<std::size_t>(others));
  int k = 0;
  for (int level = 0; level < others; ++level) {
    while (k < steps - 1 && line_at(k) < level) ++k;
    below_from_[static_cast<std::size_t>(level)] = line_at(k) < level ? steps - 1 : k;
  }
}

void CostesSearch::merge(const CostesSearch& other) {
  for (std::size_t k = 0; k < sums_.size(); ++k) sums_[k] += other.sums_[k];
}

CostesSearch::Thresholds CostesSearch::find(const Used& a, const Used& b) const {
  const Used& stepped = step_a_ ? a : b;
  Moments below;
  for (const Moments& sums : sums_) below += sums;
  // All voxels are below the largest level, and their covariance is above 0.
  int k = stepped.largest;
  while (k > stepped.smallest && below.covariance() > 0) {
    below -= sums_[static_cast<std::size_t>(k)];
    --k;
  }
  const Costes end = below.covariance() > 0 ? Costes::kLowest : Costes::kFound;
  return {end, step_a_ ? k : line_at(k), step_a_ ? line_at(k) : k, below};
}

}  // namespace bitvox::joint_histogram
