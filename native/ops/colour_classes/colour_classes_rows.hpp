// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "colour/prepared_model.hpp"

namespace bitvox::colour_classes {

// Colours as points of a space, and how often each was sampled.
struct CountedPoints {
  const float* first;
  const float* second;
  const float* third;
  const float* counts;
  int64_t count;
};

// So many colours are added up in fp32.
inline constexpr int64_t kColoursOfSum = 512;

// Of one Gaussian, with each colour's count and the share of it that this one makes: the number,
// the distances from its present mean, and their products 11, 12, 13, 22, 23, 33.
struct GaussianSums {
  double number;
  double distances[3];
  double products[6];
};

struct MixtureSums {
  double bits;  // what the samples take, -log2 of their densities
  GaussianSums gaussians[colour::kMostGaussians];
};

struct Rows {
  static const Rows scalar, avx2, avx512;

  // Adds the points to sums. Of a model of one class. The same bits for every instruction set.
  void (*add)(const colour::PreparedModel& mixture, const CountedPoints& points, MixtureSums* sums);
};

}  // namespace bitvox::colour_classes
