// SPDX-License-Identifier: BSD-2-Clause
#include "cpu/lanes.inl"
typedef Vector<float> Floats;
constexpr int kLanes = kVectorLanes<float>;

// Of one number; those of vectors are in cpu/lanes.inl.
static inline float multiply_add(float a, float b, float c) { return fused(a, b, c); }

// kVectors sums at a time stay in registers.
template <int kVectors>
static inline void sum_block(const float* const* rows, int64_t row_count, const float* coefficients,
                             int64_t taps, float scale, int64_t at, float* out) {
  Floats sums[kVectors];
  for (int v = 0; v < kVectors; ++v) sums[v] = Floats{};
  for (int64_t row = 0; row < row_count; ++row) {
    const float* from = rows[row] + at;
    for (int64_t tap = 0; tap < taps; ++tap, ++from) {
      const Floats coefficient = filled<Floats>(*coefficients++);
      for (int v = 0; v < kVectors; ++v) {
        sums[v] = multiply_add(coefficient, load<Floats>(from + v * kLanes), sums[v]);
      }
    }
  }
  const Floats factor = filled<Floats>(scale);
  for (int v = 0; v < kVectors; ++v) {
    store(out + at + v * kLanes, sums[v] * factor);
  }
}

static void correlate(const float* const* rows, int64_t row_count, const float* coefficients,
                      int64_t taps, float scale, int64_t count, float* out) {
  constexpr int kVectors = 8;
  constexpr int64_t kBlock = kVectors * kLanes;
  const int64_t padded = (count + kRowGroup - 1) / kRowGroup * kRowGroup;
  int64_t at = 0;
  for (; at + kBlock <= padded; at += kBlock) {
    sum_block<kVectors>(rows, row_count, coefficients, taps, scale, at, out);
  }
  for (; at < padded; at += kLanes) {
    sum_block<1>(rows, row_count, coefficients, taps, scale, at, out);
  }
}

// The sums of kOuts neighbouring rows, kVectors of each, stay in registers.
template <int kOuts, int kVectors>
static inline void sum_stack_block(const float* const* rows, const float* coefficients,
                                   int64_t taps, float scale, int64_t at, float* const* outs) {
  Floats sums[kOuts][kVectors];
  for (int out = 0; out < kOuts; ++out) {
    for (int v = 0; v < kVectors; ++v) sums[out][v] = Floats{};
  }
  const auto add_row = [&](int64_t row, auto is_tap) __attribute__((always_inline)) {
    Floats values[kVectors];
    for (int v = 0; v < kVectors; ++v) {
      values[v] = load<Floats>(rows[row] + at + v * kLanes);
    }
    for (int out = 0; out < kOuts; ++out) {
      if (!is_tap(row - out)) continue;
      const Floats coefficient = filled<Floats>(coefficients[row - out]);
      for (int v = 0; v < kVectors; ++v) {
        sums[out][v] = multiply_add(coefficient, values[v], sums[out][v]);
      }
    }
  };
  const auto check = [taps](int64_t tap) { return tap >= 0 && tap < taps; };
  int64_t row = 0;
  for (; row < kOuts - 1; ++row) add_row(row, check);
  for (; row < taps; ++row) add_row(row, [](int64_t) { return true; });
  for (; row < taps + kOuts - 1; ++row) add_row(row, check);
  const Floats factor = filled<Floats>(scale);
  for (int out = 0; out < kOuts; ++out) {
    for (int v = 0; v < kVectors; ++v) {
      store(outs[out] + at + v * kLanes, sums[out][v] * factor);
    }
  }
}

static void correlate_stack(const float* const* rows, const float* coefficients, int64_t taps,
                            float scale, int64_t count, int64_t out_count, float* const* outs) {
  constexpr int kOuts = 4;
  constexpr int kVectors = kRegisters / 8;
  constexpr int64_t kBlock = kVectors * kLanes;
  const int64_t padded = (count + kRowGroup - 1) / kRowGroup * kRowGroup;
  // Columns outside, so that the rows are still in the first cache for the next sums.
  for (int64_t at = 0; at < padded;) {
    const int wide = at + kBlock <= padded;
    int64_t out = 0;
    for (; out + kOuts <= out_count; out += kOuts) {
      if (wide) {
        sum_stack_block<kOuts, kVectors>(rows + out, coefficients, taps, scale, at, outs + out);
      } else {
        sum_stack_block<kOuts, 1>(rows + out, coefficients, taps, scale, at, outs + out);
      }
    }
    for (; out < out_count; ++out) {
      if (wide) {
        sum_stack_block<1, kVectors>(rows + out, coefficients, taps, scale, at, outs + out);
      } else {
        sum_stack_block<1, 1>(rows + out, coefficients, taps, scale, at, outs + out);
      }
    }
    at += wide ? kBlock : kLanes;
  }
}

static void add_squares(const float* values, int64_t count, float* sums) {
  for (int64_t i = 0; i < count; ++i) sums[i] = fused(values[i], values[i], sums[i]);
}

static void take_roots(int64_t count, float* sums) {
  for (int64_t i = 0; i < count; ++i) sums[i] = __builtin_sqrtf(sums[i]);
}

constexpr Rows kRows = {
    .correlate = correlate,
    .correlate_stack = correlate_stack,
    .add_squares = add_squares,
    .take_roots = take_roots,
};
