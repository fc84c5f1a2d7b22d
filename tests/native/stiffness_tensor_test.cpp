// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_tensor.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

namespace bitvox::stiffness {
namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;

// From the nine constants: E, nu yz, xz, xy, G.
Tensor orthotropic_of(const std::array<double, 9>& c) {
  Matrix6 compliance = Matrix6::Zero();
  for (int i = 0; i < 3; ++i) {
    compliance(i, i) = 1 / c[static_cast<std::size_t>(i)];
    compliance(3 + i, 3 + i) = 1 / c[static_cast<std::size_t>(6 + i)];
  }
  compliance(1, 2) = compliance(2, 1) = -c[3] / c[1];
  compliance(0, 2) = compliance(2, 0) = -c[4] / c[0];
  compliance(0, 1) = compliance(1, 0) = -c[5] / c[0];
  const Matrix6 stiffness = compliance.inverse();
  Tensor out{};
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) out[static_cast<std::size_t>(6 * i + j)] = stiffness(i, j);
  return out;
}

Rotation rotation_of(const Eigen::Vector3d& axis, double angle) {
  const Eigen::Matrix3d m = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
  Rotation out{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out[static_cast<std::size_t>(3 * i + j)] = m(i, j);
  return out;
}

// By the tensor of 81 numbers.
Tensor turned_by_indices(const Tensor& tensor, const Rotation& r) {
  const auto voigt = [](int a, int b) { return a == b ? a : 6 - a - b; };
  const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
  const auto at = [&](int i, int a) { return r[static_cast<std::size_t>(3 * i + a)]; };
  Tensor out{};
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
          for (int c = 0; c < 3; ++c)
            for (int d = 0; d < 3; ++d) {
              out[static_cast<std::size_t>(6 * i + j)] +=
                  at(pair[i][0], a) * at(pair[i][1], b) * at(pair[j][0], c) * at(pair[j][1], d) *
                  tensor[static_cast<std::size_t>(6 * voigt(a, b) + voigt(c, d))];
            }
  return out;
}

const std::array<double, 9> kConstants{10, 4, 6, 0.2, 0.3, 0.25, 1.5, 2.5, 2};

TEST(StiffnessTensor, TurnsAsItsIndicesDo) {
  const Tensor tensor = orthotropic_of(kConstants);
  const Rotation rotation = rotation_of({1, 2, -0.5}, 0.7);
  const Tensor found = turned(tensor, rotation), expected = turned_by_indices(tensor, rotation);
  for (std::size_t i = 0; i < 36; ++i) EXPECT_NEAR(found[i], expected[i], 1e-13);
}

TEST(StiffnessTensor, FindsTheAxesOfTurnedOrthotropicBodies) {
  const Tensor tensor = orthotropic_of(kConstants);
  for (const double angle : {0.0, 0.2, 0.45, 0.6}) {
    const Rotation rotation = rotation_of({1, 2, -1}, angle);
    Rotation back{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) back[3 * i + j] = rotation[3 * j + i];
    const Orthotropic found = best_orthotropic(turned(tensor, rotation));
    EXPECT_LT(found.rest, 1e-7);
    for (std::size_t i = 0; i < 9; ++i) {
      EXPECT_NEAR(found.axes[i], back[i], 1e-6) << angle;
      EXPECT_NEAR(found.constants[i], kConstants[i], 1e-5) << angle;
    }
  }
}

TEST(StiffnessTensor, KeepsTheAxesOfIsotropicBodies) {
  const Orthotropic found =
      best_orthotropic(orthotropic_of({2.5, 2.5, 2.5, 0.25, 0.25, 0.25, 1, 1, 1}));
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(found.axes[i], i % 4 == 0 ? 1 : 0);
  EXPECT_LT(found.rest, 1e-12);
  EXPECT_NEAR(found.constants[3], 0.25, 1e-12);
}

// Carries along x alone.
TEST(StiffnessTensor, NothingCarriesAlongTwoAxes) {
  Tensor tensor{};
  tensor[0] = 3;
  const Orthotropic found = best_orthotropic(tensor);
  for (const double constant : found.constants) EXPECT_EQ(constant, 0);
  EXPECT_EQ(best_orthotropic(Tensor{}).rest, 0);
}

}  // namespace
}  // namespace bitvox::stiffness
