// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>

#include "core/host_and_device.hpp"

// Eigenvalues and axes of symmetric 3 x 3 matrices by Jacobi's rotations, on the CPU and the GPU.
namespace bitvox::jacobi {

struct Matrix3 {
  double at[3][3];
};

// Turns the plane of axes p and q so that m[p][q] becomes 0; the columns of `axes` turn along.
BITVOX_BOTH inline void rotate(Matrix3& matrix, Matrix3& axes, int p, int q) {
  auto& m = matrix.at;
  if (m[p][q] == 0) return;
  const double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
  const double t = (theta < 0 ? -1.0 : 1.0) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1);
  const double s = t * c;
  for (int i = 0; i < 3; ++i) {
    const double a = m[i][p];
    const double b = m[i][q];
    m[i][p] = c * a - s * b;
    m[i][q] = s * a + c * b;
  }
  for (int i = 0; i < 3; ++i) {
    const double a = m[p][i];
    const double b = m[q][i];
    m[p][i] = c * a - s * b;
    m[q][i] = s * a + c * b;
  }
  for (int i = 0; i < 3; ++i) {
    const double a = axes.at[i][p];
    const double b = axes.at[i][q];
    axes.at[i][p] = c * a - s * b;
    axes.at[i][q] = s * a + c * b;
  }
}

// Leaves the eigenvalues on the diagonal, in no order, and what rounding makes of 0 beside it.
// Returns the axes, unit vectors, as columns.
BITVOX_BOTH inline Matrix3 diagonalise(Matrix3& m) {
  constexpr int kSweeps = 30;  // it converges quadratically: six are enough
  constexpr double kNothing = 0x1p-64;
  Matrix3 axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    const double beside = std::fabs(m.at[0][1]) + std::fabs(m.at[0][2]) + std::fabs(m.at[1][2]);
    const double least =
        std::fmin(std::fmin(std::fabs(m.at[0][0]), std::fabs(m.at[1][1])), std::fabs(m.at[2][2]));
    if (beside <= kNothing * least) break;
    rotate(m, axes, 0, 1);
    rotate(m, axes, 0, 2);
    rotate(m, axes, 1, 2);
  }
  return axes;
}

}  // namespace bitvox::jacobi
