// SPDX-License-Identifier: BSD-2-Clause
// See minkowski_rows.hpp. A vector holds as many words of one row as fit. Set bits are added up in
// bytes, which hold the counts of 31 vectors, before they go to 64 bits.

#define BITVOX_INLINE __attribute__((always_inline)) static inline

#if defined(__AVX2__)
#if defined(__AVX512BW__)
typedef uint64_t Vector __attribute__((vector_size(64)));
typedef __m512i Native;
BITVOX_INLINE Native look_up(Native table, Native index) {
  return _mm512_shuffle_epi8(table, index);
}
BITVOX_INLINE Native add_eights(Native bytes) {
  return _mm512_sad_epu8(bytes, _mm512_setzero_si512());
}
#else
typedef uint64_t Vector __attribute__((vector_size(32)));
typedef __m256i Native;
BITVOX_INLINE Native look_up(Native table, Native index) {
  return _mm256_shuffle_epi8(table, index);
}
BITVOX_INLINE Native add_eights(Native bytes) {
  return _mm256_sad_epu8(bytes, _mm256_setzero_si256());
}
#endif
typedef uint8_t Sums __attribute__((vector_size(sizeof(Vector))));  // of each byte

BITVOX_INLINE Sums bits_of_nibbles(Vector nibbles) {
  // The bits of 0 to 15 in bytes, low half and high half, for every 16 bytes.
  Vector table;
  for (unsigned i = 0; i < sizeof(Vector) / 8; ++i) {
    table[i] = i % 2 == 0 ? 0x0302020102010100 : 0x0403030203020201;
  }
  return reinterpret_cast<Sums>(
      look_up(reinterpret_cast<Native>(table), reinterpret_cast<Native>(nibbles)));
}
BITVOX_INLINE Sums bits_of_bytes(Vector v) {
  constexpr uint64_t kLow = 0x0f0f0f0f0f0f0f0f;
  return bits_of_nibbles(v & kLow) + bits_of_nibbles(v >> 4 & kLow);
}
BITVOX_INLINE int64_t sum_of_bytes(Sums sums) {
  const Vector eights = reinterpret_cast<Vector>(add_eights(reinterpret_cast<Native>(sums)));
  uint64_t sum = 0;
  for (unsigned i = 0; i < sizeof(Vector) / 8; ++i) {
    sum += eights[i];
  }
  return static_cast<int64_t>(sum);
}
#else
typedef uint64_t Vector;
typedef int64_t Sums;
BITVOX_INLINE Sums bits_of_bytes(Vector v) { return __builtin_popcountll(v); }
BITVOX_INLINE int64_t sum_of_bytes(Sums sums) { return sums; }
#endif

#include "ops/minkowski/minkowski_window.inl"

constexpr int64_t kWordsAtOnce = sizeof(Vector) / 8;
constexpr int64_t kMostSums = 31;  // 31 * 8 fits a byte

BITVOX_INLINE Vector load(const uint64_t* words) {
  Vector v;
  __builtin_memcpy(&v, words, sizeof(v));
  return v;
}

template <CountSet kSet>
void count(PaddedSlice below, PaddedSlice slice, int64_t rows, int64_t words, int64_t* counts) {
  Sums sums[kCounts] = {};
  int64_t summed = 0;
  const auto flush = [&] {
    for (int i = 0; i < kCounts; ++i) {
      if (is_counted(kSet, i)) {
        counts[i] += sum_of_bytes(sums[i]);
        sums[i] = Sums{};
      }
    }
    summed = 0;
  };
  for (int64_t y = 0; y <= rows; ++y) {
    const uint64_t* const row[4] = {
        below.words + y * below.stride + kPadding, below.words + (y + 1) * below.stride + kPadding,
        slice.words + y * slice.stride + kPadding, slice.words + (y + 1) * slice.stride + kPadding};
    for (int64_t i = 0; i < words; i += kWordsAtOnce) {
      Vector v[8];
      for (int r = 0; r < 4; ++r) {
        v[2 * r + 1] = load(row[r] + i);
        v[2 * r] = v[2 * r + 1] << 1 | load(row[r] + i - 1) >> 63;
      }
      count_window<kSet>(
          v, [&](int index, Vector bits)
                 __attribute__((always_inline)) { sums[index] += bits_of_bytes(bits); });
      if (++summed == kMostSums) {
        flush();
      }
    }
  }
  flush();
}

#undef BITVOX_INLINE

constexpr Rows kRows = {
    .count = {count<CountSet::kPlanar>, count<CountSet::kAxes>, count<CountSet::kAll>},
};
