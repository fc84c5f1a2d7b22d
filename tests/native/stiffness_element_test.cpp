// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_element.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <bit>
#include <cmath>

#include "stiffness_reference.hpp"

namespace bitvox::stiffness {
namespace {

using test::Box;
using test::gauss_element;
using Matrix24 = Eigen::Matrix<double, 24, 24>;

// Of to_forces(): a column a node and component, node x + 2 y + 4 z, three components each. In the
// units of the reference: displacements and forces in their own, not in voxels.
Matrix24 element(const Box& box, double lambda, double mu, bool mean_dilatation) {
  const double h[3] = {box.x, box.y, box.z};
  const double scale = box.x * box.y * box.z / 16;
  const Lame<double> lame{lambda * scale, mean_dilatation ? 0 : lambda * scale, mu * scale};
  const auto ratios = ratios_of<double>(box.x, box.y, box.z);
  const auto sign = [](int mode, int node) {
    return std::popcount(static_cast<unsigned>(mode & ~node & 7)) % 2 == 0 ? 1 : -1;
  };
  Matrix24 out;
  for (int of = 0; of < 24; ++of) {
    double w[3][kModes] = {};
    for (int mode = 0; mode < kModes; ++mode) w[of % 3][mode] = sign(mode, of / 3) / h[of % 3];
    to_forces(w, lame, ratios);
    for (int i = 0; i < 24; ++i) {
      double force = 0;
      for (int mode = 1; mode < kModes; ++mode) force += sign(mode, i / 3) * w[i % 3][mode];
      out(i, of) = force / h[i % 3];
    }
  }
  return out;
}

struct Trial {
  Box box;
  double lambda, mu;
  bool mean_dilatation;
};
const Trial kTrials[] = {{{1, 1, 1}, 1.3, 0.7, false},   {{1, 1, 1}, 60, 0.7, true},
                         {{0.5, 2, 3}, 0.4, 1.1, false}, {{0.5, 2, 3}, 0.4, 1.1, true},
                         {{2, 1, 1}, -0.3, 1.5, false},  {{0.01, 0.012, 0.05}, 2, 1, false}};

TEST(StiffnessElement, IsTheIntegralByGauss) {
  for (const Trial& t : kTrials) {
    const Matrix24 expected = gauss_element(t.box, t.lambda, t.mu, t.mean_dilatation);
    const Matrix24 found = element(t.box, t.lambda, t.mu, t.mean_dilatation);
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-13 * expected.cwiseAbs().maxCoeff())
        << t.box.x << ' ' << t.box.y << ' ' << t.lambda;
    EXPECT_LT((found - found.transpose()).cwiseAbs().maxCoeff(),
              1e-14 * found.cwiseAbs().maxCoeff());
  }
}

TEST(StiffnessElement, RigidMotionsNeedNoForce) {
  for (const Trial& t : kTrials) {
    const Matrix24 matrix = element(t.box, t.lambda, t.mu, t.mean_dilatation);
    const double h[3] = {t.box.x, t.box.y, t.box.z};
    for (int motion = 0; motion < 6; ++motion) {
      Eigen::Matrix<double, 24, 1> u;
      for (int node = 0; node < 8; ++node) {
        const Eigen::Vector3d at((node & 1) * h[0], (node >> 1 & 1) * h[1], (node >> 2) * h[2]);
        const Eigen::Vector3d axis = Eigen::Vector3d::Unit(motion % 3);
        u.segment<3>(3 * node) = motion < 3 ? axis : Eigen::Vector3d(axis.cross(at));
      }
      EXPECT_LT((matrix * u).cwiseAbs().maxCoeff(),
                1e-14 * matrix.cwiseAbs().maxCoeff() * u.cwiseAbs().maxCoeff());
    }
  }
}

TEST(StiffnessElement, DiagonalAndLargestEigenvalue) {
  for (const Trial& t : kTrials) {
    const Matrix24 matrix = element(t.box, t.lambda, t.mu, t.mean_dilatation);
    const double scale = t.box.x * t.box.y * t.box.z / 16;
    const Lame<double> lame{t.lambda * scale, t.mean_dilatation ? 0 : t.lambda * scale,
                            t.mu * scale};
    const auto r = ratios_of<double>(t.box.x, t.box.y, t.box.z);
    const double sums[3] = {r.xy + r.xz, r.yx + r.yz, r.zx + r.zy};
    const double h[3] = {t.box.x, t.box.y, t.box.z};
    for (int i = 0; i < 24; ++i) {
      const double own = diagonal_of(lame, sums[i % 3]) / (h[i % 3] * h[i % 3]);
      EXPECT_NEAR(own, matrix(i, i), 1e-13 * matrix(i, i));
    }
    const Eigen::Matrix<double, 24, 1> root = matrix.diagonal().cwiseSqrt().cwiseInverse();
    const Matrix24 scaled = root.asDiagonal() * matrix * root.asDiagonal();
    const double largest = Eigen::SelfAdjointEigenSolver<Matrix24>(scaled).eigenvalues().maxCoeff();
    const double bound = highest_eigenvalue(lame, r);
    EXPECT_GE(bound, largest * (1 - 1e-12));
    EXPECT_LE(bound, largest * 1.5);
  }
  // (Lambda and mu of a Poisson's ratio of 0.3.)
  EXPECT_NEAR(highest_eigenvalue({1.5, 1.5, 1}, ratios_of<double>(1, 1, 1)),
              9 * (3 * 1.5 + 2) / (2 * 1.5 + 8), 1e-12);
}

}  // namespace
}  // namespace bitvox::stiffness
