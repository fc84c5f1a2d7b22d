// SPDX-License-Identifier: BSD-2-Clause
// See attenuation_rows.hpp.

#define BITVOX_INLINE inline __attribute__((always_inline))
#include "cpu/float_lanes.inl"
typedef LanesOf<double, kLanes> DoubleLanes;

// So many values; at the end of a row fewer than there are lanes, and then 0.
BITVOX_INLINE Lanes load(const float* from, int64_t count) {
  Lanes values{};
  if (count >= kLanes) {
    __builtin_memcpy(&values, from, sizeof values);
  } else {
    for (int64_t lane = 0; lane < count; ++lane) values[lane] = from[lane];
  }
  return values;
}

// Lengths of a material from pixel x on. What is negative, or no number, counts as 0.
BITVOX_INLINE Lanes lengths_at(const Lengths& lengths, int64_t material, int64_t x) {
  const Lanes values = load(lengths.first + material * lengths.stride + x, lengths.count - x);
  return values > 0 ? values : Lanes{};
}

template <class Vector, class T>
BITVOX_INLINE void store(const Vector& values, T* to, int64_t count) {
  if (count >= kLanes) {
    __builtin_memcpy(to, &values, sizeof values);
  } else {
    for (int64_t lane = 0; lane < count; ++lane) to[lane] = values[lane];
  }
}

static void depths(const Spectrum& spectrum, Lengths lengths, double* depths) {
  for (int64_t x = 0; x < lengths.count; x += kLanes) {
    DoubleLanes depth{};
    for (int64_t m = 0; m < spectrum.materials; ++m) {
      const Lanes own = lengths_at(lengths, m, x);
      depth += spectrum.least[m] * __builtin_convertvector(own, DoubleLanes);
    }
    store(depth, depths + x, lengths.count - x);
  }
}

// The terms of so many energies are added up by themselves: fewer roundings.
constexpr int64_t kTogether = 16;

// What arrives at pixels of one vector, through kHeld materials, or any number for 0. common: the
// depth that all have, as an exponent of 2.
template <int kHeld, bool kBuildUp>
BITVOX_INLINE Lanes sum_of(const Spectrum& spectrum, const Lanes* lengths, Lanes common) {
  const int64_t materials = kHeld > 0 ? kHeld : spectrum.materials;
  Lanes sum{};
  for (int64_t first = 0; first < spectrum.energies; first += kTogether) {
    const int64_t left = spectrum.energies - first;
    const int64_t end = first + (left < kTogether ? left : kTogether);
    Lanes part{};
    for (int64_t k = first; k < end; ++k) {
      const float* const above = spectrum.above + k * materials;
      Lanes exponent = lengths[0] * above[0];
#pragma GCC unroll 6
      for (int64_t m = 1; m < materials; ++m) {
        exponent = multiply_add(lengths[m], Lanes{} + above[m], exponent);
      }
      Lanes term = exp2_of_minus<Lanes, LaneBits>(exponent);
      if constexpr (kBuildUp) {
        const Lanes depth = common + exponent;
        const Lanes slower = multiply_add(depth, Lanes{} - spectrum.build_up_b[k], exponent);
        const Lanes least = Lanes{} - 126.0F;
        const Lanes scattered = spectrum.build_up_a[k] * depth;
        term = multiply_add(scattered,
                            exp2_of_minus<Lanes, LaneBits>(slower > least ? slower : least), term);
      }
      part = multiply_add(term, Lanes{} + spectrum.weights[k], part);
    }
    sum += part;
  }
  return sum;
}

template <int kHeld, bool kBuildUp>
static void sums_of(const Spectrum& spectrum, Lengths lengths, const double* depths, float* sums) {
  constexpr double kLog2e = 0x1.71547652b82fep+0;
  constexpr int kMost = kHeld > 0 ? kHeld : 1000;
  const int64_t materials = kHeld > 0 ? kHeld : spectrum.materials;
  Lanes own[kMost];
  for (int64_t x = 0; x < lengths.count; x += kLanes) {
    for (int64_t m = 0; m < materials; ++m) own[m] = lengths_at(lengths, m, x);
    Lanes common{};
    if constexpr (kBuildUp) {
      for (int64_t lane = 0; lane < kLanes && x + lane < lengths.count; ++lane) {
        common[lane] = static_cast<float>(depths[x + lane] * kLog2e);
      }
    }
    store(sum_of<kHeld, kBuildUp>(spectrum, own, common), sums + x, lengths.count - x);
  }
}

template <bool kBuildUp>
static void sums_through(const Spectrum& spectrum, Lengths lengths, const double* depths,
                         float* sums) {
  switch (spectrum.materials) {
    case 1:
      return sums_of<1, kBuildUp>(spectrum, lengths, depths, sums);
    case 2:
      return sums_of<2, kBuildUp>(spectrum, lengths, depths, sums);
    case 3:
      return sums_of<3, kBuildUp>(spectrum, lengths, depths, sums);
    case 4:
      return sums_of<4, kBuildUp>(spectrum, lengths, depths, sums);
    default:
      return sums_of<0, kBuildUp>(spectrum, lengths, depths, sums);
  }
}

static void sums(const Spectrum& spectrum, Lengths lengths, const double* depths, float* sums) {
  if (spectrum.build_up_a != nullptr) {
    sums_through<true>(spectrum, lengths, depths, sums);
  } else {
    sums_through<false>(spectrum, lengths, depths, sums);
  }
}

static void transmissions(const double* depths, const double* parts, int64_t count, float* out) {
  for (int64_t x = 0; x < count; ++x) {
    out[x] = static_cast<float>(exp_of(-depths[x]) * parts[x]);
  }
}

static void attenuations(const double* depths, const double* parts, int64_t count, float* out) {
  for (int64_t x = 0; x < count; ++x) out[x] = static_cast<float>(depths[x] - log_of(parts[x]));
}

constexpr Rows kRows = {depths, sums, transmissions, attenuations};
