// SPDX-License-Identifier: BSD-2-Clause
// See colour_classes_rows.hpp.

#include "colour/colour_lanes.inl"
#define BITVOX_UNROLL
#include "ops/colour_classes/em_sums.inl"
#undef BITVOX_UNROLL

// Sums are those of so many lanes, whatever the instruction set has.
constexpr int kVectors = kSumLanes / kLanes;
typedef double DoubleLanes __attribute__((vector_size(kLanes * sizeof(double))));

// Of a part in fp32, and of a block in fp64.
template <class Vector>
struct LaneSums {
  DoubleLanes bits[kVectors];
  Vector each[kMostGaussians][kSumsOfGaussian][kVectors];
};

template <class Vector>
BITVOX_INLINE void clear(int gaussians, LaneSums<Vector>& sums) {
  for (DoubleLanes& bits : sums.bits) bits = DoubleLanes{};
  for (int g = 0; g < gaussians; ++g) {
    for (auto& vectors : sums.each[g]) {
      for (Vector& vector : vectors) vector = Vector{};
    }
  }
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
                             int64_t at, int vector, LaneSums<Lanes>& sums) {
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
                            int64_t first, LaneSums<DoubleLanes>& block) {
  LaneSums<Lanes> part;
  clear(mixture.gaussians, part);
  for (int64_t at = first; at < first + kColoursOfPart; at += kSumLanes) {
    for (int v = 0; v < kVectors; ++v) {
      const int64_t own = at + v * kLanes;
      if (own < points.count) add_lanes<kHue>(mixture, points, own, v, part);
    }
  }
  for (int v = 0; v < kVectors; ++v) block.bits[v] += part.bits[v];
  for (int g = 0; g < mixture.gaussians; ++g) {
    for (int i = 0; i < kSumsOfGaussian; ++i) {
      for (int v = 0; v < kVectors; ++v) {
        block.each[g][i][v] += __builtin_convertvector(part.each[g][i][v], DoubleLanes);
      }
    }
  }
}

// The lanes in pairs.
BITVOX_INLINE double sum_of(const DoubleLanes* vectors) {
  double lanes[kSumLanes];
  for (int i = 0; i < kSumLanes; ++i) lanes[i] = vectors[i / kLanes][i % kLanes];
  for (int half = kSumLanes / 2; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) lanes[i] += lanes[i + half];
  }
  return lanes[0];
}

template <bool kHue>
BITVOX_INLINE void add_points(const PreparedMixture& mixture, const CountedPoints& points,
                              MixtureSums* sums) {
  LaneSums<DoubleLanes> block;
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
