// SPDX-License-Identifier: BSD-2-Clause
#include "ops/tortuosity/tortuosity_error.hpp"

#include <cstddef>
#include <limits>

namespace bitvox::tortuosity {
namespace {

constexpr double kKeptBelow = 4;

}  // namespace

void ErrorEstimate::add(double alpha, double beta, double product) {
  if (beta == 0) {
    alphas_.clear();
    betas_.clear();
  }
  alphas_.push_back(alpha);
  betas_.push_back(beta);
  while (smallest_ > 0 && with_node(kKeptBelow * smallest_) == 0) smallest_ /= 2;
  const double factor = with_node(smallest_);
  energy_ = factor > 0 ? factor * product : std::numeric_limits<double>::infinity();
}

double ErrorEstimate::with_node(double node) const {
  double before = 1 / node;  // the energy of the error before an iteration, over its product
  double after = 0;
  for (std::size_t i = 0; i < alphas_.size(); ++i) {
    if (i > 0) before = after / (node * after + betas_[i]);
    after = before - alphas_[i];
    if (!(after > 0)) return 0;
  }
  return after;
}

}  // namespace bitvox::tortuosity
