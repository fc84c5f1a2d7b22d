// SPDX-License-Identifier: BSD-2-Clause
#if defined(__AVX512F__)
constexpr int kConvolutionVector = 16;
typedef __m512 ConvolutionVector;
static inline ConvolutionVector convolution_load(const float* p) { return _mm512_loadu_ps(p); }
static inline void convolution_store(float* p, ConvolutionVector v) { _mm512_storeu_ps(p, v); }
static inline ConvolutionVector convolution_fill(float v) { return _mm512_set1_ps(v); }
static inline ConvolutionVector convolution_fma(ConvolutionVector a, ConvolutionVector b,
                                                ConvolutionVector c) {
  return _mm512_fmadd_ps(a, b, c);
}
static inline ConvolutionVector convolution_times(ConvolutionVector a, ConvolutionVector b) {
  return _mm512_mul_ps(a, b);
}
#elif defined(__AVX2__)
constexpr int kConvolutionVector = 8;
typedef __m256 ConvolutionVector;
static inline ConvolutionVector convolution_load(const float* p) { return _mm256_loadu_ps(p); }
static inline void convolution_store(float* p, ConvolutionVector v) { _mm256_storeu_ps(p, v); }
static inline ConvolutionVector convolution_fill(float v) { return _mm256_set1_ps(v); }
static inline ConvolutionVector convolution_fma(ConvolutionVector a, ConvolutionVector b,
                                                ConvolutionVector c) {
  return _mm256_fmadd_ps(a, b, c);
}
static inline ConvolutionVector convolution_times(ConvolutionVector a, ConvolutionVector b) {
  return _mm256_mul_ps(a, b);
}
#else
constexpr int kConvolutionVector = 1;
typedef float ConvolutionVector;
static inline float convolution_load(const float* p) { return *p; }
static inline void convolution_store(float* p, float v) { *p = v; }
static inline float convolution_fill(float v) { return v; }
static inline float convolution_fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
static inline float convolution_times(float a, float b) { return a * b; }
#endif

// kVectors sums at a time stay in registers.
template <int kVectors>
static inline void convolution_block(const float* const* rows, int64_t row_count,
                                     const float* coefficients, int64_t taps, float scale,
                                     int64_t at, float* out) {
  ConvolutionVector sums[kVectors];
  for (int v = 0; v < kVectors; ++v) sums[v] = convolution_fill(0);
  for (int64_t row = 0; row < row_count; ++row) {
    const float* from = rows[row] + at;
    for (int64_t tap = 0; tap < taps; ++tap, ++from) {
      const ConvolutionVector coefficient = convolution_fill(*coefficients++);
      for (int v = 0; v < kVectors; ++v) {
        sums[v] =
            convolution_fma(coefficient, convolution_load(from + v * kConvolutionVector), sums[v]);
      }
    }
  }
  const ConvolutionVector factor = convolution_fill(scale);
  for (int v = 0; v < kVectors; ++v) {
    convolution_store(out + at + v * kConvolutionVector, convolution_times(sums[v], factor));
  }
}

static void convolution_correlate(const float* const* rows, int64_t row_count,
                                  const float* coefficients, int64_t taps, float scale,
                                  int64_t count, float* out) {
  constexpr int kVectors = 8;
  constexpr int64_t kBlock = kVectors * kConvolutionVector;
  const int64_t padded = (count + kRowGroup - 1) / kRowGroup * kRowGroup;
  int64_t at = 0;
  for (; at + kBlock <= padded; at += kBlock) {
    convolution_block<kVectors>(rows, row_count, coefficients, taps, scale, at, out);
  }
  for (; at < padded; at += kConvolutionVector) {
    convolution_block<1>(rows, row_count, coefficients, taps, scale, at, out);
  }
}

// The sums of kOuts neighbouring rows, kVectors of each, stay in registers.
template <int kOuts, int kVectors>
static inline void convolution_stack_block(const float* const* rows, const float* coefficients,
                                           int64_t taps, float scale, int64_t at,
                                           float* const* outs) {
  ConvolutionVector sums[kOuts][kVectors];
  for (int out = 0; out < kOuts; ++out) {
    for (int v = 0; v < kVectors; ++v) sums[out][v] = convolution_fill(0);
  }
  const auto add_row = [&](int64_t row, auto is_tap) __attribute__((always_inline)) {
    ConvolutionVector values[kVectors];
    for (int v = 0; v < kVectors; ++v) {
      values[v] = convolution_load(rows[row] + at + v * kConvolutionVector);
    }
    for (int out = 0; out < kOuts; ++out) {
      if (!is_tap(row - out)) continue;
      const ConvolutionVector coefficient = convolution_fill(coefficients[row - out]);
      for (int v = 0; v < kVectors; ++v) {
        sums[out][v] = convolution_fma(coefficient, values[v], sums[out][v]);
      }
    }
  };
  const auto check = [taps](int64_t tap) { return tap >= 0 && tap < taps; };
  int64_t row = 0;
  for (; row < kOuts - 1; ++row) add_row(row, check);
  for (; row < taps; ++row) add_row(row, [](int64_t) { return true; });
  for (; row < taps + kOuts - 1; ++row) add_row(row, check);
  const ConvolutionVector factor = convolution_fill(scale);
  for (int out = 0; out < kOuts; ++out) {
    for (int v = 0; v < kVectors; ++v) {
      convolution_store(outs[out] + at + v * kConvolutionVector,
                        convolution_times(sums[out][v], factor));
    }
  }
}

static void convolution_correlate_stack(const float* const* rows, const float* coefficients,
                                        int64_t taps, float scale, int64_t count, int64_t out_count,
                                        float* const* outs) {
  constexpr int kOuts = 4;
#if defined(__AVX512F__)
  constexpr int kVectors = 4;
#else
  constexpr int kVectors = 2;  // 16 registers
#endif
  constexpr int64_t kBlock = kVectors * kConvolutionVector;
  const int64_t padded = (count + kRowGroup - 1) / kRowGroup * kRowGroup;
  // Columns outside, so that the rows are still in the first cache for the next sums.
  for (int64_t at = 0; at < padded;) {
    const int wide = at + kBlock <= padded;
    int64_t out = 0;
    for (; out + kOuts <= out_count; out += kOuts) {
      if (wide) {
        convolution_stack_block<kOuts, kVectors>(rows + out, coefficients, taps, scale, at,
                                                 outs + out);
      } else {
        convolution_stack_block<kOuts, 1>(rows + out, coefficients, taps, scale, at, outs + out);
      }
    }
    for (; out < out_count; ++out) {
      if (wide) {
        convolution_stack_block<1, kVectors>(rows + out, coefficients, taps, scale, at, outs + out);
      } else {
        convolution_stack_block<1, 1>(rows + out, coefficients, taps, scale, at, outs + out);
      }
    }
    at += wide ? kBlock : kConvolutionVector;
  }
}

static void convolution_add_squares(const float* values, int64_t count, float* sums) {
  for (int64_t i = 0; i < count; ++i) sums[i] = __builtin_fmaf(values[i], values[i], sums[i]);
}

static void convolution_take_roots(int64_t count, float* sums) {
  for (int64_t i = 0; i < count; ++i) sums[i] = __builtin_sqrtf(sums[i]);
}

template <class Pixel>
static inline void convolution_from(const Pixel* pixels, int64_t count, float* values) {
  for (int64_t i = 0; i < count; ++i) values[i] = static_cast<float>(pixels[i]);
}

template <class Pixel>
static inline void convolution_to(const float* values, int64_t count, Pixel* pixels) {
  constexpr float kLargest = static_cast<Pixel>(-1);
  for (int64_t i = 0; i < count; ++i) {
    const float low = values[i] > 0 ? values[i] : 0;
    const float cut = low < kLargest ? low : kLargest;
    // Half up, the same operations as on the GPU. NOLINTNEXTLINE(bugprone-incorrect-roundings)
    pixels[i] = static_cast<Pixel>(static_cast<int>(cut + 0.5F));
  }
}

static void convolution_from_u8(const uint8_t* pixels, int64_t count, float* values) {
  convolution_from(pixels, count, values);
}
static void convolution_from_u16(const uint16_t* pixels, int64_t count, float* values) {
  convolution_from(pixels, count, values);
}
static void convolution_to_u8(const float* values, int64_t count, uint8_t* pixels) {
  convolution_to(values, count, pixels);
}
static void convolution_to_u16(const float* values, int64_t count, uint16_t* pixels) {
  convolution_to(values, count, pixels);
}

constexpr ConvolutionRows kConvolutionRows = {
    .correlate = convolution_correlate,
    .correlate_stack = convolution_correlate_stack,
    .add_squares = convolution_add_squares,
    .take_roots = convolution_take_roots,
    .from_u8 = convolution_from_u8,
    .from_u16 = convolution_from_u16,
    .to_u8 = convolution_to_u8,
    .to_u16 = convolution_to_u16,
};
