// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "colour/prepared_model.hpp"
#include "core/host_and_device.hpp"

namespace bitvox::colour_classes {

// The Gaussians of one class.
struct PreparedMixture {
  colour::Space space;
  int32_t gaussians;
  colour::PreparedGaussian each[colour::kMostGaussians];
};

// Colours as points of a space, and how often each was sampled.
struct CountedPoints {
  const float* first;
  const float* second;
  const float* third;
  const float* counts;
  int64_t count;
};

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

// In the order above, as a list of numbers.
inline constexpr int kSumsOfGaussian = 10;
BITVOX_BOTH constexpr int sums_of(int gaussians) { return 1 + kSumsOfGaussian * gaussians; }
static_assert(sizeof(MixtureSums) == sums_of(colour::kMostGaussians) * sizeof(double));

// The order in which all is added up, on the CPU and the GPU. Colours are in blocks, a block's in
// parts, a part's in lanes: colour i of a part is in lane i % 16. A lane of a part is added up in
// fp32, and so are lanes i and i + 8; all others in fp64: these of all parts one after the other,
// then i and i + 4, and so on. Block b goes to column b % 4, and the columns are added in pairs
// too. What samples take in bits is in fp64 from the start.
inline constexpr int kSumLanes = 16;
inline constexpr int kSumPairs = kSumLanes / 2;
inline constexpr int kColoursOfLane = 8;  // in a part
inline constexpr int kColoursOfPart = kSumLanes * kColoursOfLane;
inline constexpr int kPartsOfBlock = 8;
inline constexpr int kColoursOfBlock = kColoursOfPart * kPartsOfBlock;
inline constexpr int kSumColumns = 4;

struct Rows {
  static const Rows scalar, avx2, avx512;

  // Sums of one block; the last one of a class may have fewer colours. Of Gaussians that the
  // mixture has not, none. The same bits for every instruction set.
  void (*add_block)(const PreparedMixture& mixture, const CountedPoints& points, MixtureSums* sums);
};

}  // namespace bitvox::colour_classes
