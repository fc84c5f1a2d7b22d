// SPDX-License-Identifier: BSD-2-Clause
template <class Pixel>
static inline void joint_histogram_integer_bins(const Pixel* pixels, int64_t count,
                                                const IntegerBins* how, uint16_t* bins) {
  if (how->multiplier == 0) {
    const uint16_t* const table = how->table;
    for (int64_t i = 0; i < count; ++i) bins[i] = table[pixels[i]];
    return;
  }
  const IntegerBins rule = *how;
  // Every value its own bin is common, and nothing but a widening.
  if (rule.multiplier == uint32_t{1} << rule.shift && rule.first == 0 &&
      rule.last == static_cast<Pixel>(-1)) {
    for (int64_t i = 0; i < count; ++i) bins[i] = pixels[i];
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    const uint32_t above = static_cast<uint32_t>(pixels[i]) - rule.first;
    const uint32_t bin = above * rule.multiplier >> rule.shift;
    bins[i] = above <= static_cast<uint32_t>(rule.last - rule.first) ? static_cast<uint16_t>(bin)
                                                                     : rule.outside;
  }
}

static void joint_histogram_bins_u8(const uint8_t* pixels, int64_t count, const IntegerBins* how,
                                    uint16_t* bins) {
  joint_histogram_integer_bins(pixels, count, how, bins);
}

static void joint_histogram_bins_u16(const uint16_t* pixels, int64_t count, const IntegerBins* how,
                                     uint16_t* bins) {
  joint_histogram_integer_bins(pixels, count, how, bins);
}

// By the definition.
static inline void joint_histogram_divide_to_bins(const float* pixels, int64_t count, double low,
                                                  double high, int bin_count, uint16_t* bins) {
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

#if defined(__FMA__)
// The same without dividing, for pixels below the end of the range. The product with the inverse
// is wrong by less than the margin, so the bin is never too small; the sign of the remainder, which
// a fused multiply-add gives exactly, shows where it is too large, or so close below a whole number
// that the quotient might be rounded up to it. Returns whether there was any other or such a pixel.
static inline int joint_histogram_multiply_to_bins(const float* pixels, int64_t count, double low,
                                                   double high, int bin_count, uint16_t* bins) {
  constexpr double kMargin = 0x1p-38;  // bins are below 2^13, rounding errors below 2^-51 of them
  const double bins_in_all = bin_count;
  const double length = high - low;
  const double inverse = 1 / length;
  int other = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double scaled = (static_cast<double>(pixels[i]) - low) * bins_in_all;
    const int bin = static_cast<int>(scaled * inverse + kMargin);
    const double remainder = __builtin_fma(-static_cast<double>(bin), length, scaled);
    other |= static_cast<unsigned>(bin) >= static_cast<unsigned>(bin_count);
    other |= !(remainder >= 0);
    bins[i] = static_cast<uint16_t>(bin);
  }
  return other;
}
#endif

static void joint_histogram_bins_f32(const float* pixels, int64_t count, double low, double high,
                                     int bin_count, uint16_t* bins) {
#if defined(__FMA__)
  constexpr int64_t kRun = 64;
  for (int64_t start = 0; start < count; start += kRun) {
    const int64_t run = count - start < kRun ? count - start : kRun;
    if (joint_histogram_multiply_to_bins(pixels + start, run, low, high, bin_count, bins + start)) {
      joint_histogram_divide_to_bins(pixels + start, run, low, high, bin_count, bins + start);
    }
  }
#else
  joint_histogram_divide_to_bins(pixels, count, low, high, bin_count, bins);
#endif
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

template <class A, class B>
static inline void joint_histogram_sum_groups(const PairRun* run, const PairRule* rule,
                                              double* lanes) {
  typedef JointHistogramDoubles Doubles;
  typedef JointHistogramMasks Masks;
  const A* const first = static_cast<const A*>(run->first);
  const B* const second = static_cast<const B*>(run->second);
  for (int part = 0; part < kSumLanes; part += kJointHistogramLanes) {
    Doubles sums[kPairSums - 2] = {};
    Masks a_overs = {};
    Masks b_overs = {};
    for (int64_t i = part; i < run->count; i += kSumLanes) {
      const auto bins_a = joint_histogram_integers(run->first_bins + i);
      const auto bins_b = joint_histogram_integers(run->second_bins + i);
      Masks used = (bins_a < rule->first_bin_count) & (bins_b < rule->second_bin_count);
      if (run->mask != nullptr) {
        used &= joint_histogram_integers(run->mask + i) != 0;
      }
      const Doubles da = (Doubles)((Masks)joint_histogram_doubles(first + i) & used);
      const Doubles db = (Doubles)((Masks)joint_histogram_doubles(second + i) & used);
      const Masks a_over = used & (da > rule->first_threshold);
      const Masks b_over = used & (db > rule->second_threshold);
      // Products of two floats are exact in double, so fused or not makes no difference.
      sums[0] += da;
      sums[1] += db;
      sums[2] += da * da;
      sums[3] += db * db;
      sums[4] += da * db;
      sums[5] += (Doubles)((Masks)da & b_over);
      sums[6] += (Doubles)((Masks)db & a_over);
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

template <class A, class B>
static void joint_histogram_sum_pairs(const PairRun* run, const PairRule* rule, double* lanes) {
  const int64_t rest = run->count % kSumLanes;
  const int64_t whole = run->count - rest;
  PairRun groups = *run;
  groups.count = whole;
  joint_histogram_sum_groups<A, B>(&groups, rule, lanes);
  if (rest == 0) return;
  // The last group, filled up with pixels that have no bin.
  A first[kSumLanes] = {};
  B second[kSumLanes] = {};
  uint16_t first_bins[kSumLanes];
  uint16_t second_bins[kSumLanes];
  uint8_t mask[kSumLanes];
  for (int i = 0; i < kSumLanes; ++i) {
    const int there = i < rest;
    first_bins[i] = there ? run->first_bins[whole + i] : static_cast<uint16_t>(0xffff);
    second_bins[i] = there ? run->second_bins[whole + i] : static_cast<uint16_t>(0xffff);
    mask[i] = !there || run->mask == nullptr ? 1 : run->mask[whole + i];
    if (there) {
      first[i] = static_cast<const A*>(run->first)[whole + i];
      second[i] = static_cast<const B*>(run->second)[whole + i];
    }
  }
  const PairRun last = {first, second, first_bins, second_bins, mask, kSumLanes};
  joint_histogram_sum_groups<A, B>(&last, rule, lanes);
}

constexpr JointHistogramRows kJointHistogramRows = {
    .bins_u8 = joint_histogram_bins_u8,
    .bins_u16 = joint_histogram_bins_u16,
    .bins_f32 = joint_histogram_bins_f32,
    .count_pairs = joint_histogram_count_pairs,
    .sum_pairs = {{joint_histogram_sum_pairs<uint8_t, uint8_t>,
                   joint_histogram_sum_pairs<uint8_t, uint16_t>,
                   joint_histogram_sum_pairs<uint8_t, float>},
                  {joint_histogram_sum_pairs<uint16_t, uint8_t>,
                   joint_histogram_sum_pairs<uint16_t, uint16_t>,
                   joint_histogram_sum_pairs<uint16_t, float>},
                  {joint_histogram_sum_pairs<float, uint8_t>,
                   joint_histogram_sum_pairs<float, uint16_t>,
                   joint_histogram_sum_pairs<float, float>}},
};
