// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::convolution {

// Rows are computed in whole groups of this many floats, so buffers are padded to it.
constexpr int64_t kRowGroup = 16;

// The inner loops of the CPU twin.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // out[i] = scale * sum over row, tap of coefficients[row * taps + tap] * rows[row][i + tap], by
  // fused multiply-adds in this order from 0. Takes count rounded up to whole groups.
  void (*correlate)(const float* const* rows, int64_t row_count, const float* coefficients,
                    int64_t taps, float scale, int64_t count, float* out);
  // outs[k][i] = scale * sum over tap of coefficients[tap] * rows[k + tap][i], likewise, for
  // out_count rows of outs: a pass along y or z. Each value is loaded once for several sums.
  void (*correlate_stack)(const float* const* rows, const float* coefficients, int64_t taps,
                          float scale, int64_t count, int64_t out_count, float* const* outs);
  // sums[i] += values[i]^2, fused; and sums[i] = sqrt(sums[i]).
  void (*add_squares)(const float* values, int64_t count, float* sums);
  void (*take_roots)(int64_t count, float* sums);
};

}  // namespace bitvox::convolution
