// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_tensor.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace bitvox::stiffness {
namespace {

constexpr Rotation kNone{1, 0, 0, 0, 1, 0, 0, 0, 1};
// Of Voigt's order.
constexpr std::size_t kPair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};

std::size_t voigt(std::size_t a, std::size_t b) { return a == b ? a : 6 - a - b; }

Rotation product(const Rotation& a, const Rotation& b) {
  Rotation out{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) out[3 * i + j] += a[3 * i + k] * b[3 * k + j];
  return out;
}

// By about this angle: twice the one with half its size for a tangent. Without sines, whose last
// bits depend on the machine.
Rotation turn_about(std::size_t axis, double angle) {
  Rotation out = kNone;
  const std::size_t a = (axis + 1) % 3, b = (axis + 2) % 3;
  const double tangent = angle / 2, square = tangent * tangent;
  out[3 * a + a] = out[3 * b + b] = (1 - square) / (1 + square);
  out[3 * a + b] = 2 * tangent / (1 + square);
  out[3 * b + a] = -2 * tangent / (1 + square);
  return out;
}

// The squared norm of the whole tensor of 81 numbers, or of what is not orthotropic of it.
double square(const Tensor& tensor, bool is_rest) {
  double sum = 0;
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) {
      const bool is_orthotropic = i == j || (i < 3 && j < 3);
      if (is_rest && is_orthotropic) continue;
      const double times = (i < 3 ? 1 : 2) * (j < 3 ? 1 : 2);
      sum += times * tensor[6 * i + j] * tensor[6 * i + j];
    }
  return sum;
}

// Down to the least around a rotation.
Rotation descend(const Tensor& tensor, Rotation at, double& least) {
  least = square(turned(tensor, at), true);
  constexpr int kMostRounds = 16;  // by one angle; along a flat valley there is no end
  constexpr int kHalvings = 29;    // to less than 1e-9
  double angle = 0.3;
  for (int halving = 0; halving < kHalvings; ++halving, angle /= 2)
    for (int round = 0; round < kMostRounds; ++round) {
      bool better = false;
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (const double signed_angle : {angle, -angle}) {
          const Rotation next = product(turn_about(axis, signed_angle), at);
          const double value = square(turned(tensor, next), true);
          if (value < least) {
            least = value;
            at = next;
            better = true;
          }
        }
      if (!better) break;
    }
  return at;
}

// The same axes with other names and directions, of which as much as can be is along x, y, z.
Rotation named(const Rotation& axes) {
  Rotation best = axes;
  double most = -4;
  std::array<std::size_t, 3> order{0, 1, 2};
  do {
    for (unsigned signs = 0; signs < 8; ++signs) {
      Rotation next{};
      double along = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
          next[3 * i + j] = (signs >> i & 1U ? -1 : 1) * axes[3 * order[i] + j];
        }
        along += next[4 * i];
      }
      const double handed = next[0] * (next[4] * next[8] - next[5] * next[7]) -
                            next[1] * (next[3] * next[8] - next[5] * next[6]) +
                            next[2] * (next[3] * next[7] - next[4] * next[6]);
      if (handed > 0 && along > most) {
        most = along;
        best = next;
      }
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

// From the compliance of the three normal strains, and the shears.
std::array<double, 9> constants_of(const Tensor& t) {
  std::array<double, 9> out{};
  for (std::size_t i = 0; i < 3; ++i) out[6 + i] = t[7 * (3 + i)];
  const auto c = [&](std::size_t i, std::size_t j) { return (t[6 * i + j] + t[6 * j + i]) / 2; };
  const auto cofactor = [&](std::size_t i, std::size_t j) {
    const std::size_t a = (i + 1) % 3, b = (i + 2) % 3, d = (j + 1) % 3, e = (j + 2) % 3;
    return c(a, d) * c(b, e) - c(a, e) * c(b, d);
  };
  const double determinant =
      c(0, 0) * cofactor(0, 0) + c(0, 1) * cofactor(0, 1) + c(0, 2) * cofactor(0, 2);
  if (!(determinant > 1e-12 * c(0, 0) * c(1, 1) * c(2, 2))) return out;
  for (std::size_t i = 0; i < 3; ++i) {
    out[i] = determinant / cofactor(i, i);
    const std::size_t a = kPair[3 + i][0], b = kPair[3 + i][1];
    out[3 + i] = -cofactor(a, b) / cofactor(a, a);
  }
  return out;
}

}  // namespace

Tensor turned(const Tensor& tensor, const Rotation& r) {
  // Both pairs of indices, one after the other: what a pair becomes.
  std::array<double, 36> pairs{};
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b) {
        pairs[6 * i + voigt(a, b)] += r[3 * kPair[i][0] + a] * r[3 * kPair[i][1] + b];
      }
  Tensor half{}, out{};
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j)
      for (std::size_t k = 0; k < 6; ++k) half[6 * i + j] += pairs[6 * i + k] * tensor[6 * k + j];
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j)
      for (std::size_t k = 0; k < 6; ++k) out[6 * i + j] += half[6 * i + k] * pairs[6 * j + k];
  return out;
}

Orthotropic best_orthotropic(const Tensor& tensor) {
  const double all = square(tensor, false);
  Orthotropic out;
  out.axes = kNone;
  if (!(all > 0)) return out;
  double least = square(tensor, true);
  std::vector<Rotation> starts{kNone};
  for (const double a : {0.0, 0.5, 1.0})
    for (const double b : {0.0, 0.5, 1.0})
      for (const double c : {0.0, 0.5, 1.0}) {
        starts.push_back(product(turn_about(0, a), product(turn_about(1, b), turn_about(2, c))));
      }
  for (const Rotation& start : starts) {
    double found = 0;
    const Rotation axes = descend(tensor, start, found);
    if (found < least - 1e-12 * all) {
      least = found;
      out.axes = axes;
    }
  }
  out.axes = named(out.axes);
  out.rest = std::sqrt(least / all);
  out.constants = constants_of(turned(tensor, out.axes));
  return out;
}

}  // namespace bitvox::stiffness
