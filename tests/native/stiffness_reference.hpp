// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <Eigen/Dense>
#include <cmath>

namespace bitvox::stiffness::test {

struct Box {
  double x = 1, y = 1, z = 1;
};

// The strains (xx, yy, zz, yz, xz, xy, shear engineering) of the displacements of the nodes at a
// point of an element, from -1 to 1 along each axis: a row each; node x + 2 y + 4 z, three
// components each.
inline Eigen::Matrix<double, 6, 24> strains_at(const Box& box, double x, double y, double z) {
  Eigen::Matrix<double, 6, 24> b = Eigen::Matrix<double, 6, 24>::Zero();
  for (int node = 0; node < 8; ++node) {
    const double i = (node & 1) != 0 ? 1 : -1, j = (node & 2) != 0 ? 1 : -1,
                 k = (node & 4) != 0 ? 1 : -1;
    const double dx = i * (1 + j * y) * (1 + k * z) / 4 / box.x;
    const double dy = j * (1 + i * x) * (1 + k * z) / 4 / box.y;
    const double dz = k * (1 + i * x) * (1 + j * y) / 4 / box.z;
    const int at = 3 * node;
    b(0, at) = b(5, at + 1) = b(4, at + 2) = dx;
    b(1, at + 1) = b(5, at) = b(3, at + 2) = dy;
    b(2, at + 2) = b(4, at) = b(3, at + 1) = dz;
  }
  return b;
}

// An element's stiffness by 2 x 2 x 2 points of Gauss. Mean dilatation: the change of volume is
// that in the middle.
inline Eigen::Matrix<double, 24, 24> gauss_element(const Box& box, double lambda, double mu,
                                                   bool mean_dilatation) {
  Eigen::Matrix<double, 24, 24> out = Eigen::Matrix<double, 24, 24>::Zero();
  const double at = 1 / std::sqrt(3.0), weight = box.x * box.y * box.z / 8;
  Eigen::Matrix<double, 6, 1> shear;
  shear << 2, 2, 2, 1, 1, 1;
  for (int point = 0; point < 8; ++point) {
    const auto b = strains_at(box, (point & 1) != 0 ? at : -at, (point & 2) != 0 ? at : -at,
                              (point & 4) != 0 ? at : -at);
    const Eigen::Matrix<double, 1, 24> volume =
        (mean_dilatation ? strains_at(box, 0, 0, 0) : b).topRows<3>().colwise().sum();
    out += weight *
           (lambda * volume.transpose() * volume + mu * b.transpose() * shear.asDiagonal() * b);
  }
  return out;
}

}  // namespace bitvox::stiffness::test
