// SPDX-License-Identifier: BSD-2-Clause
#include "ops/minkowski/minkowski_ellipsoid.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/jacobi.hpp"

namespace bitvox::minkowski {
namespace {

constexpr std::size_t kUnknowns = 6;
// Less of a unit vector, or of the largest eigenvalue, is what rounding left.
constexpr double kRounding = 1e-12;
// So far below 0, in parts of the largest, an eigenvalue counts as 0.
constexpr double kMostBelow = 0.01;

// Solves a x = b by elimination with pivots.
std::array<double, kUnknowns> solve(std::array<std::array<double, kUnknowns + 1>, kUnknowns> a) {
  for (std::size_t i = 0; i < kUnknowns; ++i) {
    std::size_t pivot = i;
    for (std::size_t r = i + 1; r < kUnknowns; ++r) {
      if (std::abs(a[r][i]) > std::abs(a[pivot][i])) pivot = r;
    }
    std::swap(a[i], a[pivot]);
    for (std::size_t r = 0; r < kUnknowns; ++r) {
      if (r == i) continue;
      const double factor = a[r][i] / a[i][i];
      for (std::size_t c = i; c <= kUnknowns; ++c) a[r][c] -= factor * a[i][c];
    }
  }
  std::array<double, kUnknowns> x{};
  for (std::size_t i = 0; i < kUnknowns; ++i) x[i] = a[i][kUnknowns] / a[i][i];
  return x;
}

}  // namespace

Ellipsoid principal_axes(const std::array<double, 6>& v) {
  jacobi::Matrix3 matrix{{{v[0], v[5], v[4]}, {v[5], v[1], v[3]}, {v[4], v[3], v[2]}}};
  const jacobi::Matrix3 turned = jacobi::diagonalise(matrix);
  const auto& m = matrix.at;
  const auto& axes = turned.at;
  std::array<std::size_t, 3> order{0, 1, 2};
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return m[a][a] < m[b][b]; });
  Ellipsoid result;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t from = order[i];
    result.eigenvalues[i] = m[from][from];
    double largest = 0;  // its coordinate is made positive: of two opposite vectors one is taken
    for (std::size_t k = 0; k < 3; ++k) {
      if (std::abs(axes[k][from]) > std::abs(largest) + 1e-9) largest = axes[k][from];
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const double coordinate = largest < 0 ? -axes[k][from] : axes[k][from];
      result.axes[3 * i + k] = std::abs(coordinate) < kRounding ? 0 : coordinate;
    }
  }
  return result;
}

std::optional<Ellipsoid> fit_ellipsoid(const std::vector<Vector3>& directions,
                                       const std::vector<double>& weights,
                                       const std::vector<double>& values) {
  std::array<std::array<double, kUnknowns + 1>, kUnknowns> normal{};
  for (std::size_t i = 0; i < directions.size(); ++i) {
    const double l = length(directions[i]);
    const double x = directions[i].x / l;
    const double y = directions[i].y / l;
    const double z = directions[i].z / l;
    const std::array<double, kUnknowns> row{x * x, y * y, z * z, 2 * y * z, 2 * x * z, 2 * x * y};
    for (std::size_t r = 0; r < kUnknowns; ++r) {
      for (std::size_t c = 0; c < kUnknowns; ++c) normal[r][c] += weights[i] * row[r] * row[c];
      normal[r][kUnknowns] += weights[i] * row[r] * values[i] * values[i];
    }
  }
  Ellipsoid ellipsoid = principal_axes(solve(normal));
  const double largest = ellipsoid.eigenvalues[2];
  if (ellipsoid.eigenvalues[0] < -kMostBelow * largest) {
    return std::nullopt;
  }
  for (double& value : ellipsoid.eigenvalues) {
    if (value < kRounding * largest) value = 0;
  }
  return ellipsoid;
}

}  // namespace bitvox::minkowski
