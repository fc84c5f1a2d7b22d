// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>

#include "colour/mixture.hpp"
#include "colour/prepare_gaussian.hpp"
#include "core/host_and_device.hpp"
#include "core/jacobi.hpp"
#include "ops/colour_classes/colour_classes_rows.hpp"

// The second half of a step of EM, for one Gaussian, on the CPU and the GPU: the same bits.
namespace bitvox::colour_classes {

using colour::Covariance;
using colour::Space;

// Least standard deviation along each of the three numbers: half a level of 8 bits. Of hue, and of
// Lab in tenths, half of what a level changes in middling colours.
struct Deviations {
  double each[3];
};
BITVOX_BOTH constexpr Deviations least_deviations(Space space) {
  return space == Space::kHsv   ? Deviations{{3, 0.5, 0.5}}
         : space == Space::kLab ? Deviations{{2, 2, 2}}
                                : Deviations{{0.5, 0.5, 0.5}};
}

// Numbers as in colour::Model.
struct Mixture {
  std::int32_t gaussians = 0;
  double weights[colour::kMostGaussians] = {};
  double means[colour::kMostGaussians][3] = {};
  double covariances[colour::kMostGaussians][6] = {};
};

BITVOX_BOTH inline void copy_gaussian(const Mixture& from, int g, Mixture& to) {
  to.weights[g] = from.weights[g];
  for (int d = 0; d < 3; ++d) to.means[g][d] = from.means[g][d];
  for (int i = 0; i < 6; ++i) to.covariances[g][i] = from.covariances[g][i];
}

// Whether all eigenvalues are above 1: so if the pivots of the matrix less 1 are above 0.
BITVOX_BOTH inline bool is_above_one(const jacobi::Matrix3& m) {
  const double first = m.at[0][0] - 1;
  if (!(first > 0)) return false;
  const double second = m.at[1][1] - 1 - m.at[0][1] * m.at[0][1] / first;
  if (!(second > 0)) return false;
  const double beside = m.at[1][2] - m.at[0][1] * m.at[0][2] / first;
  return m.at[2][2] - 1 - m.at[0][2] * m.at[0][2] / first - beside * beside / second > 0;
}

// Brings every variance, along any direction, to that of the least deviations at least: in units of
// these, eigenvalues below 1 become 1, which is the likeliest covariance of those that are allowed.
BITVOX_BOTH inline void widen(Space space, double* covariance) {
  const Deviations least = least_deviations(space);
  jacobi::Matrix3 scaled{};
  int at = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      scaled.at[i][j] = covariance[at++] / (least.each[i] * least.each[j]);
      scaled.at[j][i] = scaled.at[i][j];
    }
  }
  if (is_above_one(scaled)) return;
  const jacobi::Matrix3 axes = jacobi::diagonalise(scaled);
  at = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      double sum = 0;
      for (int axis = 0; axis < 3; ++axis) {
        sum += std::fmax(scaled.at[axis][axis], 1.0) * axes.at[i][axis] * axes.at[j][axis];
      }
      covariance[at++] = sum * least.each[i] * least.each[j];
    }
  }
}

BITVOX_BOTH inline void widen_diagonal(Space space, double* covariance) {
  const Deviations least = least_deviations(space);
  constexpr int kDiagonal[] = {0, 3, 5};
  for (int d = 0; d < 3; ++d) {
    const double variance = least.each[d] * least.each[d];
    covariance[kDiagonal[d]] = std::fmax(covariance[kDiagonal[d]], variance);
  }
  covariance[1] = covariance[2] = covariance[4] = 0;
}

// Within the numbers of the space, which a mean leaves by rounding alone, and hue within its
// circle.
BITVOX_BOTH inline double brought_within(Space space, int d, double mean) {
  if (space == Space::kHsv && d == 0) return mean - 1536 * std::floor(mean / 1536);
  const colour::SpaceRange range = colour::range_of(space);
  return std::fmin(std::fmax(mean, double{range.least[d]}), double{range.most[d]});
}

// The mean and the covariance that are likeliest for these sums about the present mean.
BITVOX_BOTH inline void maximise_gaussian(Space space, Covariance kind, const GaussianSums& sums,
                                          double* mean, double* covariance) {
  constexpr double kLeastNumber = 1e-3;  // of samples: a Gaussian of fewer keeps its shape
  if (sums.number < kLeastNumber) return;
  double shift[3];
  for (int d = 0; d < 3; ++d) {
    shift[d] = sums.distances[d] / sums.number;
    mean[d] = brought_within(space, d, mean[d] + shift[d]);
  }
  int at = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j, ++at) {
      covariance[at] = sums.products[at] / sums.number - shift[i] * shift[j];
    }
  }
  if (kind == Covariance::kDiagonal) {
    widen_diagonal(space, covariance);
  } else {
    widen(space, covariance);
  }
}

BITVOX_BOTH inline double sum_of(const double* numbers, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += numbers[i];
  return sum;
}

}  // namespace bitvox::colour_classes
