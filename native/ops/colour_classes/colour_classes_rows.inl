// SPDX-License-Identifier: BSD-2-Clause
// See colour_classes_rows.hpp.

#include "colour/colour_lanes.inl"

// Sums are those of so many lanes, whatever the instruction set has.
constexpr int kSumLanes = 16;
constexpr int kParts = kSumLanes / kLanes;
constexpr int kSums = 10;  // of a Gaussian, in the order of GaussianSums
typedef double DoubleLanes __attribute__((vector_size(kLanes * sizeof(double))));

// log2(x) of x from 1/2 to 2^20, within 1e-7: 2 artanh(s) / ln 2 with s = (m - 1) / (m + 1).
BITVOX_INLINE Lanes log2_of(Lanes x) {
  const LaneBits bits = __builtin_bit_cast(LaneBits, x);
  constexpr uint32_t kSqrtOfHalf = 0x3f3504f3U;
  const LaneBits exponent = ((bits - kSqrtOfHalf) >> 23) + 1U;  // as x is above sqrt(1/2) / 2
  const Lanes m = __builtin_bit_cast(Lanes, bits - (exponent << 23) + (1U << 23));
  const Lanes s = (m - 1.0F) / (m + 1.0F);
  const Lanes z = s * s;
  Lanes p = Lanes{} + 2.885390082F / 9;
  p = multiply_add(p, z, Lanes{} + 2.885390082F / 7);
  p = multiply_add(p, z, Lanes{} + 2.885390082F / 5);
  p = multiply_add(p, z, Lanes{} + 2.885390082F / 3);
  p = multiply_add(p, z, Lanes{} + 2.885390082F);
  return multiply_add(p, s, float_of<Lanes>(exponent) - 1.0F);
}

struct LaneSums {
  DoubleLanes bits[kParts];
  Lanes each[kMostGaussians][kSums][kParts];
};

// Points from `at` on, of which so many are there; the others count nothing.
BITVOX_INLINE Lanes load(const float* from, int64_t left) {
  Lanes values{};
  if (left >= kLanes) {
    __builtin_memcpy(&values, from, sizeof values);
  } else {
    for (int64_t lane = 0; lane < left; ++lane) values[lane] = from[lane];
  }
  return values;
}

template <bool kHue>
BITVOX_INLINE void add_lanes(const PreparedModel& mixture, const CountedPoints& points, int64_t at,
                             int part, LaneSums& sums) {
  const int gaussians = mixture.ends[0];
  const int64_t left = points.count - at;
  const Point<Lanes> point{load(points.first + at, left), load(points.second + at, left),
                           load(points.third + at, left)};
  const Lanes count = load(points.counts + at, left);
  Point<Lanes> distances[kMostGaussians];
  Lanes terms[kMostGaussians];
  Lanes least = Lanes{} + 1e30F;
  for (int g = 0; g < gaussians; ++g) {
    distances[g] = distance_at<kHue>(mixture.gaussians[g], point);
    terms[g] = bits_of(mixture.gaussians[g], distances[g]);
    least = terms[g] < least ? terms[g] : least;
  }
  Lanes total{};
  for (int g = 0; g < gaussians; ++g) {
    terms[g] = exp2_of_minus<Lanes, LaneBits>(terms[g] - least);
    total += terms[g];
  }
  sums.bits[part] += __builtin_convertvector(count, DoubleLanes) *
                     __builtin_convertvector(least - log2_of(total), DoubleLanes);
  const Lanes share = count / total;
  for (int g = 0; g < gaussians; ++g) {
    const Lanes own = terms[g] * share;
    const Point<Lanes>& d = distances[g];
    const Lanes x = own * d.first;
    const Lanes y = own * d.second;
    const Lanes z = own * d.third;
    const auto add = [&](int i, Lanes a, Lanes b) {
      Lanes& sum = sums.each[g][i][part];
      sum = multiply_add(a, b, sum);
    };
    const Lanes one = Lanes{} + 1.0F;
    add(0, own, one);
    add(1, x, one);
    add(2, y, one);
    add(3, z, one);
    add(4, x, d.first);
    add(5, x, d.second);
    add(6, x, d.third);
    add(7, y, d.second);
    add(8, y, d.third);
    add(9, z, d.third);
  }
}

// The lanes in pairs: i and i + 8, these i and i + 4, and so on.
template <class Vector>
BITVOX_INLINE double sum_of(const Vector* parts) {
  double lanes[kSumLanes];
  for (int i = 0; i < kSumLanes; ++i) lanes[i] = parts[i / kLanes][i % kLanes];
  for (int half = kSumLanes / 2; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) lanes[i] += lanes[i + half];
  }
  return lanes[0];
}

BITVOX_INLINE void add_sums(const LaneSums& lanes, int gaussians, MixtureSums* sums) {
  sums->bits += sum_of(lanes.bits);
  for (int g = 0; g < gaussians; ++g) {
    GaussianSums& to = sums->gaussians[g];
    to.number += sum_of(lanes.each[g][0]);
    for (int i = 0; i < 3; ++i) to.distances[i] += sum_of(lanes.each[g][1 + i]);
    for (int i = 0; i < 6; ++i) to.products[i] += sum_of(lanes.each[g][4 + i]);
  }
}

template <bool kHue>
BITVOX_INLINE void add_points(const PreparedModel& mixture, const CountedPoints& points,
                              MixtureSums* sums) {
  for (int64_t first = 0; first < points.count; first += kColoursOfSum) {
    LaneSums lanes{};
    const int64_t last = first + kColoursOfSum;
    const int64_t end = last < points.count ? last : points.count;
    for (int64_t at = first; at < end; at += kSumLanes) {
      for (int part = 0; part < kParts; ++part) {
        const int64_t own = at + part * kLanes;
        if (own < end) add_lanes<kHue>(mixture, points, own, part, lanes);
      }
    }
    add_sums(lanes, mixture.ends[0], sums);
  }
}

static void add(const PreparedModel& mixture, const CountedPoints& points, MixtureSums* sums) {
  if (mixture.space == Space::kHsv) {
    add_points<true>(mixture, points, sums);
  } else {
    add_points<false>(mixture, points, sums);
  }
}

constexpr Rows kRows = {add};
