// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::joint_histogram {

// Bins are 0 .. bins - 1; these two follow.
constexpr int kOutsideBin = 0;    // bins + 0: a finite value out of range
constexpr int kNotFiniteBin = 1;  // bins + 1
constexpr int kExtraBins = 2;

// Sums over pairs, of the distances of a and b from their references: a, b, aa, bb, ab, a where b
// is over its threshold, b where a is; then numbers of pairs: all, b over, a over.
constexpr int kPairSums = 10;
// Pixel i of a block is added to lane i % kSumLanes, so every instruction set adds in one order.
constexpr int kSumLanes = 16;

// How integer pixels become bins: by a table, or where that gives the same, which is much faster,
// first <= pixel <= last ? (pixel - first) * multiplier >> shift : outside.
struct IntegerBins {
  const uint16_t* table;
  uint32_t multiplier;  // 0: by the table
  int shift;
  uint16_t first;
  uint16_t last;
  uint16_t outside;
};

// How 32-bit pixels become bins.
struct FloatBins {
  double low, high;
  float first, last;  // the least and the largest float from low to high; first > last: none
  int bins;
};

// Pairs of pixels with their bins. A pair counts where both have a bin and the mask is not 0.
struct PairRun {
  const void* first;
  const void* second;
  const uint16_t* first_bins;
  const uint16_t* second_bins;
  const uint8_t* mask;  // may be null
  int64_t count;
};

// What the sums need to know besides.
struct PairRule {
  int first_bin_count;
  int second_bin_count;
  double first_threshold;
  double second_threshold;
  double first_reference;
  double second_reference;
};

// The inner loops of the CPU twin, and of what the CPU does for the GPU.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // The bins of a run of pixels.
  void (*bins_u8)(const uint8_t* pixels, int64_t count, const IntegerBins* how, uint16_t* bins);
  void (*bins_u16)(const uint16_t* pixels, int64_t count, const IntegerBins* how, uint16_t* bins);
  void (*bins_f32)(const float* pixels, int64_t count, const FloatBins* how, uint16_t* bins);
  // ++table[second[i] * stride + first[i]], for every i with mask[i] != 0 (mask may be null).
  void (*count_pairs)(const uint16_t* first, const uint16_t* second, const uint8_t* mask,
                      int64_t count, int64_t stride, uint32_t* table);
  // Adds the pairs that count to lanes[kPairSums][kSumLanes]; for each two of the pixel types
  // uint8_t, uint16_t, float.
  void (*sum_pairs[3][3])(const PairRun* run, const PairRule* rule, double* lanes);
};

}  // namespace bitvox::joint_histogram
