// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agent_photons.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/poisson_draw.hpp"

namespace bitvox::agents {

PoissonTable::PoissonTable(double mean) {
  // What is beyond has a chance of less than 1e-16 together.
  const double reach = 9 * std::sqrt(mean) + 40;
  first_ = std::max(0.0, std::floor(mean - reach));
  double sum = 0;
  const auto count = static_cast<std::int64_t>(mean + reach - first_) + 1;
  for (std::int64_t i = 0; i < count; ++i) {
    const double k = first_ + static_cast<double>(i);
    // No light has no photons for sure.
    sum += mean > 0 ? elementary::exp_of(bitvox::draw::log_chance(k, mean)) : (k == 0 ? 1 : 0);
    sums_.push_back(sum);
  }
  sums_.back() = 1;  // for what is left by roundings
  std::size_t at = 0;
  for (std::int64_t guide = 0; guide < kGuides; ++guide) {
    while (sums_[at] * kGuides <= static_cast<double>(guide) && at + 1 < sums_.size()) ++at;
    guides_.push_back(static_cast<std::uint32_t>(at));
  }
}

double PoissonTable::draw(Random& random) const {
  const double u = bitvox::draw::uniform(random);
  std::size_t at = guides_[static_cast<std::size_t>(u * kGuides)];
  while (sums_[at] < u) ++at;
  return first_ + static_cast<double>(at);
}

double Photons::draw(float light, Random& random) const {
  if (light == 0) return dark_.draw(random);
  if (light == 1) return bright_.draw(random);
  return bitvox::draw::poisson(options_.background + options_.photons * static_cast<double>(light),
                               random);
}

}  // namespace bitvox::agents
