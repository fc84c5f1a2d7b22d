// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.hpp.
#include <stdint.h>

namespace bitvox {

// Bins are 0 .. bins - 1; these two follow.
constexpr int kOutsideBin = 0;    // bins + 0: a finite value out of range
constexpr int kNotFiniteBin = 1;  // bins + 1
constexpr int kExtraBins = 2;

// Sums of PairSums in the order a, b, aa, bb, ab, a_where_b_over, b_where_a_over, b_over, a_over.
constexpr int kPairSums = 9;
// Pixel i of a block is added to lane i % kSumLanes, so every instruction set adds in one order.
constexpr int kSumLanes = 16;

// The inner loops of the CPU twin, and of what the CPU does for the GPU.
struct JointHistogramRows {
  // The bins of a run of pixels; integer pixels by table.
  void (*bins_u8)(const uint8_t* pixels, int64_t count, const uint16_t* table, uint16_t* bins);
  void (*bins_u16)(const uint16_t* pixels, int64_t count, const uint16_t* table, uint16_t* bins);
  void (*bins_f32)(const float* pixels, int64_t count, double low, double high, int bin_count,
                   uint16_t* bins);
  // ++table[second[i] * stride + first[i]], for every i with mask[i] != 0 (mask may be null).
  void (*count_pairs)(const uint16_t* first, const uint16_t* second, const uint8_t* mask,
                      int64_t count, int64_t stride, uint32_t* table);
  void (*values_u8)(const uint8_t* pixels, int64_t count, double* values);
  void (*values_u16)(const uint16_t* pixels, int64_t count, double* values);
  void (*values_f32)(const float* pixels, int64_t count, double* values);
  // use[i] = -1 where both are bins and the mask (which may be null) is set, else 0.
  void (*use_pairs)(const uint16_t* first, const uint16_t* second, const uint8_t* mask,
                    int64_t count, int first_bins, int second_bins, int64_t* use);
  // Adds the pairs with use[i] to lanes[kPairSums][kSumLanes]. count is a multiple of kSumLanes.
  void (*sum_pairs)(const double* a, const double* b, const int64_t* use, int64_t count,
                    double a_threshold, double b_threshold, double* lanes);
};

}  // namespace bitvox
