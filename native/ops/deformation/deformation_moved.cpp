// SPDX-License-Identifier: BSD-2-Clause
#include "ops/deformation/deformation_moved.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/threads/parallel.hpp"
#include "ops/deformation/deformation_vectors.hpp"
#include "ops/deformation/deformation_weights.hpp"

namespace bitvox::deformation {
namespace {

// The gradient of the displacement at a node, by weighted least squares.
Matrix3 gradient_at(const Model& model, const std::vector<Vector>& moved, std::int64_t node,
                    double reach) {
  const Vector here = model.rest_of(node);
  Symmetric moment{};
  Matrix3 sums{};
  model.each_neighbour(node, [&](std::int64_t, std::int64_t other) {
    const Vector vector = difference(model.rest_of(other), here);
    const double length = std::sqrt(product(vector, vector));
    const double weight = weight_at(Weight::kPolynomial, length / reach);
    const Vector apart =
        difference(moved[static_cast<std::size_t>(other)], moved[static_cast<std::size_t>(node)]);
    add_square(weight, vector, moment);
    for (std::size_t i = 0; i < 9; ++i) sums[i / 3][i % 3] += weight * apart[i / 3] * vector[i % 3];
  });
  const Symmetric inverse = safe_inverse(moment);
  Matrix3 out{};
  for (std::size_t i = 0; i < 3; ++i) out[i] = times(inverse, sums[i]);
  return out;
}

// (1 + g)^-1 - 1, or 0 where that turns the body inside out, or nearly so.
Matrix3 change_back(Matrix3 g) {
  constexpr double kLeastVolume = 0.01;
  for (std::size_t i = 0; i < 3; ++i) g[i][i] += 1;
  Matrix3 cofactors{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      cofactors[i][j] = g[i1][j1] * g[i2][j2] - g[i1][j2] * g[i2][j1];
    }
  const double volume =
      g[0][0] * cofactors[0][0] + g[0][1] * cofactors[0][1] + g[0][2] * cofactors[0][2];
  Matrix3 out{};
  if (!(volume > kLeastVolume)) return out;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      out[i][j] = cofactors[j][i] / volume - (i == j ? 1 : 0);
    }
  return out;
}

}  // namespace

Cloud moved_nodes(const Model& model, const State& state, double reach, Way way, double cell,
                  int threads, Progress& progress) {
  const Units& units = model.units;
  const auto count = static_cast<std::size_t>(model.count);
  std::vector<Vector> moved(count);
  for (std::size_t node = 0; node < count; ++node) {
    moved[node] = model.displacement(static_cast<std::int64_t>(node), state.moving[node]);
  }
  std::vector<CloudPoint> points(count);
  parallel_for(
      (model.count + kNodesAtATime - 1) / kNodesAtATime, threads, progress, [&](std::int64_t part) {
        const std::int64_t end = std::min(model.count, (part + 1) * kNodesAtATime);
        for (std::int64_t node = part * kNodesAtATime; node < end; ++node) {
          CloudPoint& point = points[static_cast<std::size_t>(node)];
          const Vector& u = moved[static_cast<std::size_t>(node)];
          const Vector rest = model.rest_of(node);
          const Matrix3 gradient = gradient_at(model, moved, node, reach);
          const bool back = way == Way::kBack;
          point.change = back ? change_back(gradient) : gradient;
          for (std::size_t i = 0; i < 3; ++i) {
            point.offset[i] = (back ? -u[i] : u[i]) * units.spacing;
            point.place[i] = units.middle[i] + (rest[i] + (back ? u[i] : 0)) * units.spacing;
          }
        }
      });
  return {points, cell, progress};
}

}  // namespace bitvox::deformation
