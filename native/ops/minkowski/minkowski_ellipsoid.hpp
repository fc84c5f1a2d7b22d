// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "ops/minkowski/minkowski_weights.hpp"

namespace bitvox::minkowski {

// u' M u = 1, by the eigenvalues of M, smallest first and not below 0, and unit vectors x, y, z
// along its axes.
struct Ellipsoid {
  std::array<double, 3> eigenvalues{};
  std::array<double, 9> axes{};
};

// A symmetric matrix: xx, yy, zz, yz, xz, xy. Eigenvalues as they are, by Jacobi's rotations.
Ellipsoid principal_axes(const std::array<double, 6>& symmetric);

// M so that u' M u is nearest to the squares of the values along the directions, by weighted least
// squares. Needs 6 directions at least that are no cone. Of eigenvalues within a hundredth of the
// largest below 0, which is no more than digital lines are wrong by, 0 is made; where one is lower,
// no ellipsoid fits, and there is none.
std::optional<Ellipsoid> fit_ellipsoid(const std::vector<Vector3>& directions,
                                       const std::vector<double>& weights,
                                       const std::vector<double>& values);

}  // namespace bitvox::minkowski
