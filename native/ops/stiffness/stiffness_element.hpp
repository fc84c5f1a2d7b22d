// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/host_and_device.hpp"

// Freestanding, see cpu/rows.cpp.in.
namespace bitvox::stiffness {

// An element in sums and differences: a box with eight nodes and trilinear displacements of an
// isotropic material.
//
// Displacements are in voxels: along each axis over the size h of a voxel there. Mode a + 2 b + 4 c
// of a component is the sum of its values at the nodes, each with the sign (-1)^(a (1 - i) + b
// (1 - j) + c (1 - k)) of the node (i, j, k), 0 or 1 along x, y, z: the difference along the axes
// whose bit is set, the sum along the others. These modes are orthogonal, and in them the 24 x 24
// matrix of the element falls into blocks of one to three.
//
// Stiffnesses are L = lambda V / 16 and M = mu V / 16, V the volume of the element in the unit of
// h^3. Then forces are the derivatives of the energy by displacements in voxels: h times the
// forces.

// (h_x / h_y)^2 and so on.
template <class Real>
struct Ratios {
  Real xy, xz, yx, yz, zx, zy;
};

template <class Real>
Ratios<Real> ratios_of(double x, double y, double z) {
  const auto of = [](double a, double b) { return static_cast<Real>(a / b * (a / b)); };
  return {of(x, y), of(x, z), of(y, x), of(y, z), of(z, x), of(z, y)};
}

constexpr int kModes = 8;
constexpr int kOddX = 1, kOddY = 2, kOddZ = 4;  // bits of a mode

// L on the change of volume in the middle of the element, `rest` on what of it varies within: L, or
// 0 for mean dilatation.
template <class T>
struct Lame {
  T mean, rest, shear;
};

// Modes of the displacements become those of the forces. Those without a difference stay what they
// are: nothing resists them, and nobody reads them.
//
// A sum of modes that enter together comes first, then what each adds by itself.
template <class T, class Real>
BITVOX_BOTH inline void to_forces(T (&w)[3][kModes], const Lame<T>& lame, const Ratios<Real>& r) {
  const Real third = Real(1) / Real(3), ninth = Real(1) / Real(9);
  T(&x)[kModes] = w[0];
  T(&y)[kModes] = w[1];
  T(&z)[kModes] = w[2];

  // Constant strain: normal, then shear.
  const T two = lame.shear + lame.shear;
  const T volume = lame.mean * ((x[kOddX] + y[kOddY]) + z[kOddZ]);
  x[kOddX] = volume + two * x[kOddX];
  y[kOddY] = volume + two * y[kOddY];
  z[kOddZ] = volume + two * z[kOddZ];
  const auto shear = [&](T& a, T& b, Real ab, Real ba) {
    const T before = a;
    a = lame.shear * (ab * a + b);
    b = lame.shear * (before + ba * b);
  };
  shear(x[kOddY], y[kOddX], r.xy, r.yx);
  shear(x[kOddZ], z[kOddX], r.xz, r.zx);
  shear(y[kOddZ], z[kOddY], r.yz, r.zy);

  // Strain that varies along one axis: of what stretches along two others,
  const T rest3 = third * lame.rest, shear3 = third * lame.shear;
  const auto bend = [&](T& a, T& b, Real of_a, Real of_b) {
    const T both = rest3 * (a + b);
    a = both + shear3 * (of_a * a);
    b = both + shear3 * (of_b * b);
  };
  bend(x[kOddX | kOddY], z[kOddY | kOddZ], 2 + r.xy, 2 + r.zy);
  bend(x[kOddX | kOddZ], y[kOddY | kOddZ], 2 + r.xz, 2 + r.yz);
  bend(y[kOddX | kOddY], z[kOddX | kOddZ], 2 + r.yx, 2 + r.zx);
  // and of what twists.
  T &p = x[kOddY | kOddZ], &q = y[kOddX | kOddZ], &s = z[kOddX | kOddY];
  const T p_q = p + q, p_s = p + s, q_s = q + s;
  p = shear3 * ((r.xy + r.xz) * p + q_s);
  q = shear3 * ((r.yx + r.yz) * q + p_s);
  s = shear3 * ((r.zx + r.zy) * s + p_q);

  // Strain that varies along two axes.
  const T rest9 = ninth * lame.rest, shear9 = ninth * lame.shear;
  const auto wring = [&](T& a, Real of_a) { a = rest9 * a + shear9 * (of_a * a); };
  wring(x[kOddX | kOddY | kOddZ], 2 + r.xy + r.xz);
  wring(y[kOddX | kOddY | kOddZ], 2 + r.yx + r.yz);
  wring(z[kOddX | kOddY | kOddZ], 2 + r.zx + r.zy);
}

// What a displacement of one node along an axis needs as a force there, the element's part of the
// diagonal: `sum` is that of the two ratios of the axis.
template <class T, class Real>
BITVOX_BOTH inline T diagonal_of(const Lame<T>& lame, Real sum) {
  return lame.mean + (Real(7) / Real(9)) * lame.rest +
         (Real(16) / Real(9)) * (2 + sum) * lame.shear;
}

// No eigenvalue of an element's matrix over its diagonal is above this, nor then of any matrix over
// its diagonal that such elements make: the largest sum of sizes in a row, in modes. Of a cube it
// is the eigenvalue of a change of volume. For materials of a positive mean or a negative one.
double highest_eigenvalue(const Lame<double>& lame, const Ratios<double>& ratios);

}  // namespace bitvox::stiffness
