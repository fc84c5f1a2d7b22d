// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

// A quadric through values around a place, and where it is highest.
namespace bitvox::register_mi {

// Places in units of the steps: the middle, one step to either side along each of so many axes, and
// one step to either side along two axes at once.
std::vector<std::vector<double>> quadric_places(std::size_t axes);

// The quadric that is nearest to values at those places: value + gradient * x + x * curvature * x
// / 2.
struct Quadric {
  double value = 0;
  std::vector<double> gradient;
  std::vector<std::vector<double>> curvature;
};
Quadric fit_quadric(std::size_t axes, const std::vector<double>& values);

// The highest place at most so many steps from the middle; `bounded` where it would be farther
// away, or where the quadric has no highest place.
struct Summit {
  std::vector<double> place;
  bool bounded = false;
};
Summit summit_of(const Quadric& quadric, double most);

// A direction of length 1 in which a quadric curves by itself, whatever it does in the others.
struct PrincipalAxis {
  double curvature = 0;  // negative: there is a top that way
  std::vector<double> direction;
};
// All of them, at right angles to one another, of a symmetric matrix: by Jacobi's rotations.
std::vector<PrincipalAxis> principal_axes(std::vector<std::vector<double>> curvature);

}  // namespace bitvox::register_mi
