// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>

#include "core/elementary.hpp"
#include "core/host_and_device.hpp"
#include "core/random.hpp"

// How poisson.hpp draws, for the host and the GPU.
namespace bitvox::draw {

using elementary::exp_of;
using elementary::log_of;

// Between 0 and 1, neither.
BITVOX_BOTH inline double uniform(Random& random) {
  return (static_cast<double>(random.next() >> 11) + 0.5) * 0x1p-53;
}

BITVOX_BOTH inline double by_inversion(double mean, Random& random) {
  double left = uniform(random);
  double chance = exp_of(-mean);
  double number = 0;
  // What is left by the roundings of all chances has none.
  while (left > chance && number < 1000) {
    left -= chance;
    number += 1;
    chance *= mean / number;
  }
  return number;
}

// log of k! / (k^k exp(-k) sqrt(2 pi k)), by Stirling's series: from 10 on off by 1e-13.
BITVOX_BOTH inline double stirling_rest(double k) {
  const double z = 1 / (k * k);
  return (1 / 12.0 - z * (1 / 360.0 - z * (1 / 1260.0 - z * (1 / 1680.0 - z / 1188.0)))) / k;
}

// log of mean^k exp(-mean) / k!. No large numbers of k cancel, so that means may be large.
BITVOX_BOTH inline double log_chance(double k, double mean) {
  constexpr double kTwoPi = 0x1.921fb54442d18p+2;
  if (k < 10) {
    constexpr double kFactorials[] = {1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880};
    return k * log_of(mean) - mean - log_of(kFactorials[static_cast<int>(k)]);
  }
  return k * log_of(mean / k) + (k - mean) - 0.5 * log_of(kTwoPi * k) - stirling_rest(k);
}

BITVOX_BOTH inline double by_rejection(double mean, Random& random) {
  const double b = 0.931 + 2.53 * std::sqrt(mean);
  const double a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  const double within = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const double u = uniform(random) - 0.5;
    const double v = uniform(random);
    const double edge = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / edge + b) * u + mean + 0.43);
    if (edge >= 0.07 && v <= within) return k;
    if (k < 0 || (edge < 0.013 && v > edge)) continue;
    if (log_of(v * inverse_alpha / (a / (edge * edge) + b)) <= log_chance(k, mean)) return k;
  }
}

// See poisson.hpp.
BITVOX_BOTH inline double poisson(double mean, Random& random) {
  if (!(mean > 0)) return 0;
  return mean < 10 ? by_inversion(mean, random) : by_rejection(mean, random);
}

}  // namespace bitvox::draw
