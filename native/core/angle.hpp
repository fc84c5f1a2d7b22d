// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>

namespace bitvox {

// The angle from the x axis to (x, y), as std::atan2, whose last bits differ between C libraries:
// -pi to pi, within 2 units of the last place, the same bits everywhere. 0 with the sign of y if x
// and y are 0. For finite numbers below 2^1023.
inline double angle_of(double y, double x) {
  constexpr double kPi = 0x1.921fb54442d18p+1;
  constexpr double kRestOfPi = 0x1.1a62633145c07p-53;
  constexpr double kTangentOfPi8 = 0x1.a827999fcef32p-2;
  const double wide = std::abs(x);
  const double high = std::abs(y);
  const double larger = wide > high ? wide : high;
  const double smaller = wide > high ? high : wide;
  if (larger == 0) return y;

  // The angle to the nearer axis is a quarter of a right angle at most, or that of u more than half
  // of one: tan(a - pi/4) = (tan(a) - 1) / (tan(a) + 1).
  const bool is_diagonal = smaller > kTangentOfPi8 * larger;
  const double u = is_diagonal ? (smaller - larger) / (smaller + larger) : smaller / larger;
  const double z = u * u;  // 0.172 at most
  double series = 0;       // Taylor's: the next term is below 1e-18
  for (int k = 43; k >= 3; k -= 2) series = (series + (k % 4 == 1 ? 1.0 : -1.0) / k) * z;
  double angle = u + u * series;
  double rest = 0;
  const auto add_to = [&](double parts) {  // so many eighths of a full turn
    angle += parts * kPi / 4;
    rest += parts * kRestOfPi / 4;
  };
  if (is_diagonal) add_to(1);
  if (high > wide) {
    angle = -angle;
    rest = -rest;
    add_to(2);
  }
  if (x < 0) {
    angle = -angle;
    rest = -rest;
    add_to(4);
  }
  return std::copysign(angle + rest, y);
}

}  // namespace bitvox
