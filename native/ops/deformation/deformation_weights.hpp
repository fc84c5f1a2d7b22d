// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/elementary.hpp"
#include "ops/deformation/deformation.hpp"

namespace bitvox::deformation {

// w(q), see Weight.
inline double weight_at(Weight weight, double q) {
  if (q >= 1) return 0;
  const double rest = 1 - q;
  switch (weight) {
    case Weight::kLinear:
      break;
    case Weight::kGaussian:
      return elementary::exp_of(-4.5 * q * q);
    case Weight::kCubic:
      return q <= 0.5 ? 1 - 6 * q * q * rest : 2 * rest * rest * rest;
    case Weight::kQuartic:
      return 1 - q * q * (6 - q * (8 - 3 * q));
    case Weight::kPolynomial:
      return (1 - q * q) * (1 - q * q) * (1 - q * q);
  }
  return rest;
}

}  // namespace bitvox::deformation
