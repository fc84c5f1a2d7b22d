// SPDX-License-Identifier: BSD-2-Clause
#include "rays/beam_geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace bitvox::rays {
namespace {

// Of angles to 45 degrees: series whose first term that is left out is below 1e-19.
double sine_of(double x) {
  constexpr std::array<double, 8> kTerms{
      -1.0 / 6,        1.0 / 120,        -1.0 / 5040,          1.0 / 362880,
      -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000, 1.0 / 355687428096000};
  const double square = x * x;
  double sum = 0;
  for (std::size_t i = kTerms.size(); i-- > 0;) sum = (sum + kTerms[i]) * square;
  return x + x * sum;
}

double cosine_of(double x) {
  constexpr std::array<double, 9> kTerms{-1.0 / 2,
                                         1.0 / 24,
                                         -1.0 / 720,
                                         1.0 / 40320,
                                         -1.0 / 3628800,
                                         1.0 / 479001600,
                                         -1.0 / 87178291200,
                                         1.0 / 20922789888000,
                                         -1.0 / 6402373705728000};
  const double square = x * x;
  double sum = 0;
  for (std::size_t i = kTerms.size(); i-- > 0;) sum = (sum + kTerms[i]) * square;
  return 1 + sum;
}

// From (first, second, third) as the axis says.
Vec3 placed(Axis axis, double first, double second, double third) {
  switch (axis) {
    case Axis::kX:
      return {third, first, second};
    case Axis::kY:
      return {second, third, first};
    case Axis::kZ:
      break;
  }
  return {first, second, third};
}

double power_of_two_from(double least) {
  int exponent = 0;
  const double mantissa = std::frexp(least, &exponent);  // 0.5 to 1
  return std::ldexp(1.0, mantissa == 0.5 ? exponent - 1 : exponent);
}

}  // namespace

double scaled_length(const Vec3& a) {
  const double plain = length(a);
  constexpr double kLeast = 1e-140;
  if (plain >= kLeast && std::isfinite(plain)) return plain;
  // Squares that are no numbers any more, or lose digits.
  const double largest = std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)});
  if (!(largest > 0) || !std::isfinite(largest)) return largest;
  int exponent = 0;
  std::frexp(largest, &exponent);
  const auto scaled = [&](double side) { return std::ldexp(side, -exponent); };
  const double x = scaled(a.x);
  const double y = scaled(a.y);
  const double z = scaled(a.z);
  return std::ldexp(std::sqrt(x * x + y * y + z * z), exponent);
}

Turn turn_by(double degrees) {
  constexpr double kRadians = 3.141592653589793 / 180;
  const double within = std::fmod(degrees, 360.0);  // exact, as is what follows
  const double quarters = std::floor(within / 90 + 0.5);
  const double rest = (within - 90 * quarters) * kRadians;
  const double sine = sine_of(rest), cosine = cosine_of(rest);
  switch ((static_cast<int>(quarters) + 8) % 4) {
    case 1:
      return {cosine, -sine};
    case 2:
      return {-sine, -cosine};
    case 3:
      return {-cosine, sine};
    default:
      return {sine, cosine};
  }
}

View view_at(const Detector& detector, const Vec3& size, double angle) {
  const Turn turn = turn_by(angle);
  const Axis axis = detector.axis;
  const Vec3 across = placed(axis, turn.cosine, turn.sine, 0);
  const Vec3 along = placed(axis, -turn.sine, turn.cosine, 0);
  const Vec3 up = placed(axis, 0, 0, 1);
  const Vec3 middle = 0.5 * size;
  const double first_column =
      detector.offset_columns - 0.5 * (detector.columns - 1) * detector.pixel_width;
  const double first_row = detector.offset_rows - 0.5 * (detector.rows - 1) * detector.pixel_height;
  const Vec3 corner = first_column * across + first_row * up;  // of the first pixel's middle

  View view;
  view.beam = detector.beam;
  view.axis = axis;
  view.column = detector.pixel_width * across;
  view.row = detector.pixel_height * up;
  if (detector.beam == BeamKind::kCone) {
    view.source = middle - detector.source_object * along;
    view.first = detector.source_detector * along + corner;
  } else {
    const double reach = power_of_two_from(0.5 * length(size));
    view.source = middle + corner - reach * along;
    view.first = 2 * reach * along;
  }
  return view;
}

}  // namespace bitvox::rays
