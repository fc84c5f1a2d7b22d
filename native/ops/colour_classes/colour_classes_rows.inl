// SPDX-License-Identifier: BSD-2-Clause
// See colour_classes_rows.hpp.

#include "colour/colour_lanes.inl"
#define BITVOX_UNROLL
#include "ops/colour_classes/em_sums.inl"
#undef BITVOX_UNROLL

// Sums are those of so many lanes, whatever the instruction set has.
constexpr int kVectors = kSumLanes / kLanes;
typedef LanesOf<double, kLanes> DoubleLanes;

struct PartSums {
  DoubleLanes bits[kVectors];
  Lanes each[kMostGaussians][kSumsOfGaussian][kVectors];
};

// Of two lanes each.
struct BlockSums {
  double bits[kSumPairs];
  double each[kMostGaussians][kSumsOfGaussian][kSumPairs];
};

// All bits 0, of the Gaussians that there are.
template <class Sums>
BITVOX_INLINE void clear(int gaussians, Sums& sums) {
  __builtin_memset(sums.bits, 0, sizeof sums.bits);
  __builtin_memset(sums.each, 0, static_cast<uint64_t>(gaussians) * sizeof sums.each[0]);
}

// Vectors that are all lanes of a part.
template <class Number, class Vector>
BITVOX_INLINE void add_pairs(const Vector* vectors, double* sums) {
  Number lanes[kSumLanes];
  __builtin_memcpy(lanes, vectors, sizeof lanes);
  for (int i = 0; i < kSumPairs; ++i) sums[i] += double{lanes[i] + lanes[i + kSumPairs]};
}

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
BITVOX_INLINE void add_lanes(const PreparedMixture& mixture, const CountedPoints& points,
                             int64_t at, int vector, PartSums& sums) {
  const int64_t left = points.count - at;
  const Point<Lanes> point{load(points.first + at, left), load(points.second + at, left),
                           load(points.third + at, left)};
  const Lanes count = load(points.counts + at, left);
  const Lanes bits = add_colour<kHue, Lanes, LaneBits>(
      mixture.each, mixture.gaussians, point, count,
      [&](int g, int i) -> Lanes& { return sums.each[g][i][vector]; });
  sums.bits[vector] +=
      __builtin_convertvector(count, DoubleLanes) * __builtin_convertvector(bits, DoubleLanes);
}

template <bool kHue>
BITVOX_INLINE void add_part(const PreparedMixture& mixture, const CountedPoints& points,
                            int64_t first, BlockSums& block) {
  PartSums part;
  clear(mixture.gaussians, part);
  for (int64_t at = first; at < first + kColoursOfPart; at += kSumLanes) {
    for (int v = 0; v < kVectors; ++v) {
      const int64_t own = at + v * kLanes;
      if (own < points.count) add_lanes<kHue>(mixture, points, own, v, part);
    }
  }
  add_pairs<double>(part.bits, block.bits);
  for (int g = 0; g < mixture.gaussians; ++g) {
    for (int i = 0; i < kSumsOfGaussian; ++i) {
      add_pairs<float>(part.each[g][i], block.each[g][i]);
    }
  }
}

BITVOX_INLINE double sum_of(const double* pairs) {
  double sums[kSumPairs];
  for (int i = 0; i < kSumPairs; ++i) sums[i] = pairs[i];
  for (int half = kSumPairs / 2; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) sums[i] += sums[i + half];
  }
  return sums[0];
}

template <bool kHue>
BITVOX_INLINE void add_points(const PreparedMixture& mixture, const CountedPoints& points,
                              MixtureSums* sums) {
  BlockSums block;
  clear(mixture.gaussians, block);
  for (int64_t first = 0; first < points.count; first += kColoursOfPart) {
    add_part<kHue>(mixture, points, first, block);
  }
  sums->bits = sum_of(block.bits);
  for (int g = 0; g < mixture.gaussians; ++g) {
    GaussianSums& to = sums->gaussians[g];
    to.number = sum_of(block.each[g][0]);
    for (int i = 0; i < 3; ++i) to.distances[i] = sum_of(block.each[g][1 + i]);
    for (int i = 0; i < 6; ++i) to.products[i] = sum_of(block.each[g][4 + i]);
  }
}

static void add_block(const PreparedMixture& mixture, const CountedPoints& points,
                      MixtureSums* sums) {
  if (mixture.space == Space::kHsv) {
    add_points<true>(mixture, points, sums);
  } else {
    add_points<false>(mixture, points, sums);
  }
}

constexpr Rows kRows = {add_block};
