// SPDX-License-Identifier: BSD-2-Clause
#include "cpu/lanes.inl"

// GCC's vectors, since its loops do not keep sums in registers; integers are masks.
typedef Register<double> Doubles;
typedef Register<int64_t> Masks;
constexpr int kLanes = kRegisterLanes<double>;

template <class Pixel>
static inline void integer_bins(const Pixel* pixels, int64_t count, const IntegerBins* how,
                                uint16_t* bins) {
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

static void bins_u8(const uint8_t* pixels, int64_t count, const IntegerBins* how, uint16_t* bins) {
  integer_bins(pixels, count, how, bins);
}

static void bins_u16(const uint16_t* pixels, int64_t count, const IntegerBins* how,
                     uint16_t* bins) {
  integer_bins(pixels, count, how, bins);
}

// By the definition, for all but extreme ranges.
static inline void divide_to_bins(const float* pixels, int64_t count, const FloatBins* how,
                                  uint16_t* bins) {
  const double low = how->low;
  const double high = how->high;
  const int bin_count = how->bins;
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

// The same for ranges so long or short that products overflow: above the last bin is the last bin.
static inline void extreme_to_bins(const float* pixels, int64_t count, const FloatBins* how,
                                   uint16_t* bins) {
  const double low = how->low;
  const double high = how->high;
  const int bin_count = how->bins;
  const double length = high - low;
  for (int64_t i = 0; i < count; ++i) {
    const double v = pixels[i];
    int bin = bin_count + (v - v == 0 ? kOutsideBin : kNotFiniteBin);
    if (v >= low && v <= high) {
      const double place = (v - low) * bin_count / length;
      bin = place < bin_count - 1 ? static_cast<int>(place) : bin_count - 1;
    }
    bins[i] = static_cast<uint16_t>(bin);
  }
}

#if defined(__FMA__)
// The same without dividing, for pixels in the range. The product with the inverse is wrong by less
// than the margin, so the bin is never too small; the sign of the remainder, which a fused
// multiply-add gives exactly, shows where it is too large, or so close below a whole number that
// the quotient might be rounded up to it. Returns whether there was such a pixel, or one out of
// range.
static inline int multiply_to_bins(const float* pixels, int64_t count, const FloatBins* how,
                                   uint16_t* bins) {
  constexpr double kMargin = 0x1p-38;  // bins are below 2^13, rounding errors below 2^-51 of them
  const float first = how->first;
  const float last = how->last;
  const double low = how->low;
  const int bin_count = how->bins;
  const double bins_in_all = bin_count;
  const double length = how->high - low;
  const double inverse = 1 / length;
  int other = 0;
  for (int64_t i = 0; i < count; ++i) {
    const float v = pixels[i];
    const float raised = v > first ? v : first;
    const float held = raised < last ? raised : last;  // of NaN the first
    const double scaled = (static_cast<double>(held) - low) * bins_in_all;
    const int bin = static_cast<int>(scaled * inverse + kMargin);
    const double remainder = __builtin_fma(-static_cast<double>(bin), length, scaled);
    other |= !(held == v);
    other |= !(remainder >= 0);
    bins[i] = static_cast<uint16_t>(bin < bin_count ? bin : bin_count - 1);
  }
  return other;
}
#endif

static void bins_f32(const float* pixels, int64_t count, const FloatBins* how, uint16_t* bins) {
  constexpr double kInfinity = __builtin_inf();
  const double length = how->high - how->low;
  const int is_extreme = !(length * how->bins < kInfinity && 1 / length < kInfinity);
  if (is_extreme || how->first > how->last) {
    extreme_to_bins(pixels, count, how, bins);
    return;
  }
#if defined(__FMA__)
  constexpr int64_t kRun = 64;
  for (int64_t start = 0; start < count; start += kRun) {
    const int64_t run = count - start < kRun ? count - start : kRun;
    if (multiply_to_bins(pixels + start, run, how, bins + start)) {
      divide_to_bins(pixels + start, run, how, bins + start);
    }
  }
#else
  divide_to_bins(pixels, count, how, bins);
#endif
}

static void count_pairs(const uint16_t* first, const uint16_t* second, const uint8_t* mask,
                        int64_t count, int64_t stride, uint32_t* table) {
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

// How many of the pairs count.
static inline int64_t count_used(const PairRun* run, const PairRule* rule) {
  const auto first_bin_count = static_cast<uint16_t>(rule->first_bin_count);
  const auto second_bin_count = static_cast<uint16_t>(rule->second_bin_count);
  int32_t used = 0;
  if (run->mask == nullptr) {
    for (int64_t i = 0; i < run->count; ++i) {
      used += (run->first_bins[i] < first_bin_count) & (run->second_bins[i] < second_bin_count);
    }
  } else {
    for (int64_t i = 0; i < run->count; ++i) {
      used += (run->first_bins[i] < first_bin_count) & (run->second_bins[i] < second_bin_count) &
              (run->mask[i] != 0);
    }
  }
  return used;
}

template <class A, class B>
static inline void sum_groups(const PairRun* run, const PairRule* rule, double* lanes) {
  const A* const first = static_cast<const A*>(run->first);
  const B* const second = static_cast<const B*>(run->second);
  for (int part = 0; part < kSumLanes; part += kLanes) {
    Doubles sums[kPairSums - 3] = {};
    Masks a_overs = {};
    Masks b_overs = {};
    for (int64_t i = part; i < run->count; i += kSumLanes) {
      const auto bins_a = integers(run->first_bins + i);
      const auto bins_b = integers(run->second_bins + i);
      Masks used = (bins_a < rule->first_bin_count) & (bins_b < rule->second_bin_count);
      if (run->mask != nullptr) {
        used &= integers(run->mask + i) != 0;
      }
      const Doubles a = doubles(first + i);
      const Doubles b = doubles(second + i);
      const Doubles da = (Doubles)((Masks)(a - rule->first_reference) & used);
      const Doubles db = (Doubles)((Masks)(b - rule->second_reference) & used);
      const Masks a_over = used & (a > rule->first_threshold);
      const Masks b_over = used & (b > rule->second_threshold);
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
    for (int lane = 0; lane < kLanes; ++lane) {
      for (int sum = 0; sum < kPairSums - 3; ++sum) {
        lanes[sum * kSumLanes + part + lane] += sums[sum][lane];
      }
      lanes[8 * kSumLanes + part + lane] += static_cast<double>(b_overs[lane]);
      lanes[9 * kSumLanes + part + lane] += static_cast<double>(a_overs[lane]);
    }
  }
}

template <class A, class B>
static void sum_pairs(const PairRun* run, const PairRule* rule, double* lanes) {
  const int64_t rest = run->count % kSumLanes;
  const int64_t whole = run->count - rest;
  lanes[7 * kSumLanes] += static_cast<double>(count_used(run, rule));
  PairRun groups = *run;
  groups.count = whole;
  sum_groups<A, B>(&groups, rule, lanes);
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
  sum_groups<A, B>(&last, rule, lanes);
}

constexpr Rows kRows = {
    .bins_u8 = bins_u8,
    .bins_u16 = bins_u16,
    .bins_f32 = bins_f32,
    .count_pairs = count_pairs,
    .sum_pairs = {{sum_pairs<uint8_t, uint8_t>, sum_pairs<uint8_t, uint16_t>,
                   sum_pairs<uint8_t, float>},
                  {sum_pairs<uint16_t, uint8_t>, sum_pairs<uint16_t, uint16_t>,
                   sum_pairs<uint16_t, float>},
                  {sum_pairs<float, uint8_t>, sum_pairs<float, uint16_t>, sum_pairs<float, float>}},
};
