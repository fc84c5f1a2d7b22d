// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/host_and_device.hpp"

// The arithmetic of a pair of nodes and of a node, on floats or on vectors of floats: the same bits
// for both, as nothing may be fused or reordered. Freestanding, see cpu/rows.cpp.in.
//
// Sums over the neighbours of a node: one for each k mod 4, in the order of k, and then
// (0 + 1) + (2 + 3).
namespace bitvox::deformation {

#define BITVOX_PART BITVOX_BOTH inline __attribute__((always_inline))

template <class T>
struct Three {
  T x, y, z;
};

template <class T>
BITVOX_PART Three<T> operator+(const Three<T>& a, const Three<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
BITVOX_PART Three<T> operator-(const Three<T>& a, const Three<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T, class S>
BITVOX_PART Three<T> operator*(const S& scale, const Three<T>& a) {
  return {scale * a.x, scale * a.y, scale * a.z};
}
template <class T>
BITVOX_PART T dot(const Three<T>& a, const Three<T>& b) {
  return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

// The square of a length, never 0: nodes at one place do not pull.
template <class T>
BITVOX_PART T square_above_0(const Three<T>& apart) {
  constexpr float kTiny = 1e-30F;
  return dot(apart, apart) + kTiny;
}
BITVOX_PART float inverse_length(const Three<float>& apart) {
  return 1.0F / __builtin_sqrtf(square_above_0(apart));
}

// A pair in mass-spring, the neighbour being at `apart` from the node and faster by `faster`, over
// k_s; `inverse` is one over the length of `apart`, `damping` k_d over k_s.
template <class T>
BITVOX_PART Three<T> spring(const T& weight, const T& rest, float damping, const T& inverse,
                            const Three<T>& apart, const Three<T>& faster) {
  const T length = dot(apart, apart) * inverse;
  const T pull = (length - rest) + damping * (dot(faster, apart) * inverse);
  return ((weight * pull) * inverse) * apart;
}

// A node in shape matching, over k: `mean` is the mean of the u_ij, `from_centre` the node's place
// at rest from the mean place of its neighbourhood, and `turn` the rotation less 1, row after row.
template <class T>
BITVOX_PART Three<T> match(const float* turn, const Three<T>& from_centre, const Three<T>& mean) {
  const auto row = [&](int i) {
    return (turn[i] * from_centre.x + turn[i + 1] * from_centre.y) + turn[i + 2] * from_centre.z;
  };
  return {row(0) + mean.x, row(3) + mean.y, row(6) + mean.z};
}

// A pair in the meshless method: `all` is c_1 w / L, and `along` the direction at rest times the
// root of c_2 w / L.
template <class T>
BITVOX_PART Three<T> meshless(const T& all, const Three<T>& along, const Three<T>& apart) {
  return all * apart + dot(apart, along) * along;
}

// Three rows.
template <class T>
struct Matrix {
  Three<T> rows[3];
};

template <class T>
BITVOX_PART Matrix<T> operator+(const Matrix<T>& a, const Matrix<T>& b) {
  return {{a.rows[0] + b.rows[0], a.rows[1] + b.rows[1], a.rows[2] + b.rows[2]}};
}
// a b^T.
template <class T>
BITVOX_PART Matrix<T> outer(const Three<T>& a, const Three<T>& b) {
  return {{a.x * b, a.y * b, a.z * b}};
}

template <class T>
BITVOX_PART Three<T> times(const Three<T>& row, const Matrix<T>& b) {
  const auto column = [&](T Three<T>::*of) {
    return (row.x * b.rows[0].*of + row.y * b.rows[1].*of) + row.z * b.rows[2].*of;
  };
  return {column(&Three<T>::x), column(&Three<T>::y), column(&Three<T>::z)};
}
template <class T>
BITVOX_PART Matrix<T> times(const Matrix<T>& a, const Matrix<T>& b) {
  return {{times(a.rows[0], b), times(a.rows[1], b), times(a.rows[2], b)}};
}

// Of a node in the point-based method, B over V from the sum of w u_ij X^T and from M^-1.
template <class T>
BITVOX_PART Matrix<T> stress(float lambda, float two_mu, const Matrix<T>& sum,
                             const Matrix<T>& inverse) {
  const Matrix<T> g = times(sum, inverse);  // the gradient of u
  const Three<T>&x = g.rows[0], &y = g.rows[1], &z = g.rows[2];
  const auto squares = [&](T Three<T>::*a, T Three<T>::*b) {
    return (x.*a * x.*b + y.*a * y.*b) + z.*a * z.*b;
  };
  constexpr auto kX = &Three<T>::x, kY = &Three<T>::y, kZ = &Three<T>::z;
  const T xx = 0.5F * ((x.x + x.x) + squares(kX, kX));
  const T yy = 0.5F * ((y.y + y.y) + squares(kY, kY));
  const T zz = 0.5F * ((z.z + z.z) + squares(kZ, kZ));
  const T yz = two_mu * (0.5F * ((y.z + z.y) + squares(kY, kZ)));
  const T xz = two_mu * (0.5F * ((x.z + z.x) + squares(kX, kZ)));
  const T xy = two_mu * (0.5F * ((x.y + y.x) + squares(kX, kY)));
  const T volume = lambda * ((xx + yy) + zz);
  const Matrix<T> s = {{{two_mu * xx + volume, xy, xz},
                        {xy, two_mu * yy + volume, yz},
                        {xz, yz, two_mu * zz + volume}}};
  const Matrix<T> gs = times(g, s);
  return times(s + gs, inverse);
}

// A pair in the point-based method: `sum` is B_i + B_j over V, `vector` w X.
template <class T>
BITVOX_PART Three<T> point_force(const Matrix<T>& sum, const Three<T>& vector) {
  return {dot(sum.rows[0], vector), dot(sum.rows[1], vector), dot(sum.rows[2], vector)};
}

// A step of a node, `free` being 1, or 0 for one that is held.
template <class T>
BITVOX_PART void advance(const T& free, float keep, const Three<T>& acceleration, Three<T>& moving,
                         Three<T>& velocity) {
  velocity = free * (keep * velocity + acceleration);
  moving = moving + velocity;
}

}  // namespace bitvox::deformation
