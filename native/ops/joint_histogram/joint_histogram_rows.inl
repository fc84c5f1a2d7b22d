// SPDX-License-Identifier: BSD-2-Clause
template <class Pixel>
static inline void joint_histogram_table_bins(const Pixel* pixels, int64_t count,
                                              const uint16_t* table, uint16_t* bins) {
  for (int64_t i = 0; i < count; ++i) bins[i] = table[pixels[i]];
}

// A table of 8-bit values that maps each to itself is common, and nothing but a widening.
static inline int joint_histogram_is_identity(const uint16_t* table) {
  int same = 1;
  for (int i = 0; i < 256; ++i) same &= table[i] == i;
  return same;
}

static void joint_histogram_bins_u8(const uint8_t* pixels, int64_t count, const uint16_t* table,
                                    uint16_t* bins) {
  if (joint_histogram_is_identity(table)) {
    for (int64_t i = 0; i < count; ++i) bins[i] = pixels[i];
  } else {
    joint_histogram_table_bins(pixels, count, table, bins);
  }
}

static void joint_histogram_bins_u16(const uint16_t* pixels, int64_t count, const uint16_t* table,
                                     uint16_t* bins) {
  joint_histogram_table_bins(pixels, count, table, bins);
}

static void joint_histogram_bins_f32(const float* pixels, int64_t count, double low, double high,
                                     int bin_count, uint16_t* bins) {
  const double bins_in_all = bin_count;
  const double length = high - low;
  for (int64_t i = 0; i < count; ++i) {
    const double v = pixels[i];
    const int inside = (v >= low) & (v <= high);
    const int finite = (v - v) == 0;
    const int bin = static_cast<int>(((inside ? v : low) - low) * bins_in_all / length);
    const int clipped = bin < bin_count ? bin : bin_count - 1;
    const int other = bin_count + (finite ? kOutsideBin : kNotFiniteBin);
    bins[i] = static_cast<uint16_t>(inside ? clipped : other);
  }
}

static void joint_histogram_count_pairs(const uint16_t* first, const uint16_t* second,
                                        const uint8_t* mask, int64_t count, int64_t stride,
                                        uint32_t* table) {
  if (mask != nullptr) {
    for (int64_t i = 0; i < count; ++i) {
      table[second[i] * stride + first[i]] += mask[i] != 0;
    }
    return;
  }
  constexpr int64_t kRun = 512;
  const auto step = static_cast<uint32_t>(stride);
  uint32_t keys[kRun];
  for (; count > 0; first += kRun, second += kRun, count -= kRun) {
    const int64_t run = count < kRun ? count : kRun;
    uint32_t changes = 0;
    for (int64_t i = 0; i < run; ++i) keys[i] = second[i] * step + first[i];
    for (int64_t i = 0; i < run; ++i) changes |= keys[i] ^ keys[0];
    if (changes == 0) {  // flat background: one address would be a chain of waiting additions
      table[keys[0]] += static_cast<uint32_t>(run);
      continue;
    }
    for (int64_t i = 0; i < run; ++i) ++table[keys[i]];
  }
}

template <class Pixel>
static inline void joint_histogram_values(const Pixel* pixels, int64_t count, double* values) {
  for (int64_t i = 0; i < count; ++i) values[i] = static_cast<double>(pixels[i]);
}

static void joint_histogram_values_u8(const uint8_t* pixels, int64_t count, double* values) {
  joint_histogram_values(pixels, count, values);
}

static void joint_histogram_values_u16(const uint16_t* pixels, int64_t count, double* values) {
  joint_histogram_values(pixels, count, values);
}

static void joint_histogram_values_f32(const float* pixels, int64_t count, double* values) {
  joint_histogram_values(pixels, count, values);
}

static void joint_histogram_use_pairs(const uint16_t* first, const uint16_t* second,
                                      const uint8_t* mask, int64_t count, int first_bins,
                                      int second_bins, int64_t* use) {
  for (int64_t i = 0; i < count; ++i) {
    use[i] = -static_cast<int64_t>((first[i] < first_bins) & (second[i] < second_bins));
  }
  if (mask != nullptr) {
    for (int64_t i = 0; i < count; ++i) use[i] &= -static_cast<int64_t>(mask[i] != 0);
  }
}

// GCC's vectors, since its loops do not keep the sums in registers.
#if defined(__AVX512F__)
constexpr int kJointHistogramLanes = 8;
#elif defined(__AVX2__)
constexpr int kJointHistogramLanes = 4;
#else
constexpr int kJointHistogramLanes = 2;
#endif
typedef double JointHistogramDoubles __attribute__((vector_size(8 * kJointHistogramLanes)));
typedef int64_t JointHistogramMasks __attribute__((vector_size(8 * kJointHistogramLanes)));

static void joint_histogram_sum_pairs(const double* a_values, const double* b_values,
                                      const int64_t* use, int64_t count, double a_threshold,
                                      double b_threshold, double* lanes) {
  typedef JointHistogramDoubles Doubles;
  typedef JointHistogramMasks Masks;
  for (int part = 0; part < kSumLanes; part += kJointHistogramLanes) {
    Doubles sums[kPairSums - 2] = {};
    Masks a_overs = {};
    Masks b_overs = {};
    for (int64_t i = part; i < count; i += kSumLanes) {
      Masks used;
      Masks a;
      Masks b;
      __builtin_memcpy(&used, use + i, sizeof(used));
      __builtin_memcpy(&a, a_values + i, sizeof(a));
      __builtin_memcpy(&b, b_values + i, sizeof(b));
      a &= used;
      b &= used;
      const Doubles da = (Doubles)a;
      const Doubles db = (Doubles)b;
      const Masks a_over = used & (da > a_threshold);
      const Masks b_over = used & (db > b_threshold);
      // Products of two floats are exact in double, so fused or not makes no difference.
      sums[0] += da;
      sums[1] += db;
      sums[2] += da * da;
      sums[3] += db * db;
      sums[4] += da * db;
      sums[5] += (Doubles)(a & b_over);
      sums[6] += (Doubles)(b & a_over);
      b_overs -= b_over;
      a_overs -= a_over;
    }
    for (int lane = 0; lane < kJointHistogramLanes; ++lane) {
      for (int sum = 0; sum < kPairSums - 2; ++sum) {
        lanes[sum * kSumLanes + part + lane] += sums[sum][lane];
      }
      lanes[7 * kSumLanes + part + lane] += static_cast<double>(b_overs[lane]);
      lanes[8 * kSumLanes + part + lane] += static_cast<double>(a_overs[lane]);
    }
  }
}

constexpr JointHistogramRows kJointHistogramRows = {
    .bins_u8 = joint_histogram_bins_u8,
    .bins_u16 = joint_histogram_bins_u16,
    .bins_f32 = joint_histogram_bins_f32,
    .count_pairs = joint_histogram_count_pairs,
    .values_u8 = joint_histogram_values_u8,
    .values_u16 = joint_histogram_values_u16,
    .values_f32 = joint_histogram_values_f32,
    .use_pairs = joint_histogram_use_pairs,
    .sum_pairs = joint_histogram_sum_pairs,
};
