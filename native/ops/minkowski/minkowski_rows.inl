// SPDX-License-Identifier: BSD-2-Clause
// See minkowski_rows.hpp.

#define BITVOX_INLINE __attribute__((always_inline)) static inline
#define BITVOX_MEMBER __attribute__((always_inline)) inline

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

// The sum of three bits, everywhere: low + 2 high.
BITVOX_INLINE void add_three(Vector a, Vector b, Vector c, Vector& low, Vector& high) {
#if defined(__AVX512BW__)
  const Native x = reinterpret_cast<Native>(a);
  const Native y = reinterpret_cast<Native>(b);
  const Native z = reinterpret_cast<Native>(c);
  low = reinterpret_cast<Vector>(_mm512_ternarylogic_epi64(x, y, z, 0x96));
  high = reinterpret_cast<Vector>(_mm512_ternarylogic_epi64(x, y, z, 0xe8));
#else
  const Vector one_of_two = a ^ b;
  high = (a & b) | (one_of_two & c);
  low = one_of_two ^ c;
#endif
}

// Two vectors, of which each operation is done twice.
struct Two {
  Vector v[2];
};
BITVOX_INLINE Two operator&(const Two& a, const Two& b) {
  return {{a.v[0] & b.v[0], a.v[1] & b.v[1]}};
}
BITVOX_INLINE Two operator|(const Two& a, const Two& b) {
  return {{a.v[0] | b.v[0], a.v[1] | b.v[1]}};
}

constexpr int64_t kWordsOfVector = sizeof(Vector) / 8;
constexpr int64_t kWordsAtOnce = 2 * kWordsOfVector;

BITVOX_INLINE Vector load(const uint64_t* words) {
  Vector v;
  __builtin_memcpy(&v, words, sizeof(v));
  return v;
}
BITVOX_INLINE Two load_two(const uint64_t* words) {
  return {{load(words), load(words + kWordsOfVector)}};
}
// Of each voxel the one before it.
BITVOX_INLINE Vector load_before(const uint64_t* words) {
  return load(words) << 1 | load(words - 1) >> 63;
}
BITVOX_INLINE Two load_two_before(const uint64_t* words) {
  return {{load_before(words), load_before(words + kWordsOfVector)}};
}

// How often bits were set: ones + 2 twos. By adders for 64 windows and more at once, so that only
// every second vector's bits are counted. Bytes hold the counts of 31.
class BitCounter {
 public:
  BITVOX_MEMBER void add(const Two& bits) {
    Vector twos;
    add_three(ones_, bits.v[0], bits.v[1], ones_, twos);
    twos_ += bits_of_bytes(twos);
  }
  BITVOX_MEMBER int64_t take_twos() {
    const int64_t bits = 2 * sum_of_bytes(twos_);
    twos_ = Sums{};
    return bits;
  }
  BITVOX_MEMBER int64_t ones() const { return sum_of_bytes(bits_of_bytes(ones_)); }

 private:
  Vector ones_{};
  Sums twos_{};
};

// Four rows, of which windows are made: those of the slice before, then those of the slice.
struct FourRows {
  const uint64_t* row[4];
};
BITVOX_INLINE FourRows rows_of(const SlicePair& pair, int64_t stride) {
  return {{pair.before, pair.before + stride, pair.slice, pair.slice + stride}};
}
BITVOX_INLINE void load_windows(const FourRows& rows, int64_t i, Two (&v)[8]) {
  for (int r = 0; r < 4; ++r) {
    v[2 * r] = load_two_before(rows.row[r] + i);
    v[2 * r + 1] = load_two(rows.row[r] + i);
  }
}

// The last words of four rows, with zeros behind them.
class LastWords {
 public:
  BITVOX_MEMBER LastWords(const FourRows& rows, int64_t i, int64_t words) {
    for (int r = 0; r < 4; ++r) {
      __builtin_memcpy(last_[r], rows.row[r] + i - 1, static_cast<uint64_t>(1 + words - i) * 8);
    }
  }
  BITVOX_MEMBER FourRows rows() const {
    return {{last_[0] + 1, last_[1] + 1, last_[2] + 1, last_[3] + 1}};
  }

 private:
  uint64_t last_[4][1 + kWordsAtOnce] = {};
};

// kMostAdded times what is added to a counter at once fits a byte.
template <int64_t kMostAdded, class IsCounted, class CountAt>
BITVOX_INLINE void count_line(int64_t words, int64_t* counts, const IsCounted& is_counted_here,
                              const CountAt& count_at) {
  BitCounter counters[kCounts];
  int64_t added = 0;
  const auto take_twos = [&] {
    for (int i = 0; i < kCounts; ++i) {
      if (is_counted_here(i)) {
        counts[i] += counters[i].take_twos();
      }
    }
    added = 0;
  };
  // Rows follow each other without a gap, so windows are one line of words.
  for (int64_t i = 0; i < words; i += kWordsAtOnce) {
    count_at(i, counters);
    if (++added == kMostAdded) {
      take_twos();
    }
  }
  take_twos();
  for (int index = 0; index < kCounts; ++index) {
    if (is_counted_here(index)) {
      counts[index] += counters[index].ones();
    }
  }
}

template <CountSet kSet>
void count(SlicePair object, int64_t rows, int64_t stride, int64_t* counts) {
  const FourRows lines = rows_of(object, stride);
  const int64_t words = rows * stride;
  const auto count_at = [&](int64_t i, BitCounter * counters) __attribute__((always_inline)) {
    Two v[8];
    if (i + kWordsAtOnce <= words) {
      load_windows(lines, i, v);
    } else {
      load_windows(LastWords(lines, i, words).rows(), 0, v);
    }
    count_window<kSet>(
        v, [&](int index, const Two& bits)
               __attribute__((always_inline)) { counters[index].add(bits); });
  };
  count_line<31>(
      words, counts, [](int index) { return is_counted(kSet, index); }, count_at);
}

template <CountSet kSet>
void count_inside(SlicePair object, SlicePair mask, int64_t rows, int64_t stride, int64_t* counts) {
  const FourRows lines = rows_of(object, stride);
  const FourRows mask_lines = rows_of(mask, stride);
  const int64_t words = rows * stride;
  const auto count_at = [&](int64_t i, BitCounter * counters) __attribute__((always_inline)) {
    Two v[8];
    Two m[8];
    if (i + kWordsAtOnce <= words) {
      load_windows(lines, i, v);
      load_windows(mask_lines, i, m);
    } else {
      load_windows(LastWords(lines, i, words).rows(), 0, v);
      load_windows(LastWords(mask_lines, i, words).rows(), 0, m);
    }
    Two inside = m[4] & m[5] & m[6] & m[7];
    if constexpr (kSet != CountSet::kPlanar) {
      inside = inside & m[0] & m[1] & m[2] & m[3];
    }
    counters[kVoxels].add(v[7]);
    counters[kWindows].add(inside);
    for (Two& voxel : v) voxel = voxel & inside;
    count_window_inside<kSet>(
        v, [&](int index, const Two& bits)
               __attribute__((always_inline)) { counters[index].add(bits); });
  };
  // Two places of a set are added to a counter.
  count_line<15>(
      words, counts, [](int index) { return is_counted_inside(kSet, index); }, count_at);
}

#undef BITVOX_INLINE
#undef BITVOX_MEMBER

constexpr Rows kRows = {
    .count = {count<CountSet::kPlanar>, count<CountSet::kAxes>, count<CountSet::kAll>},
    .count_inside = {count_inside<CountSet::kPlanar>, count_inside<CountSet::kAxes>,
                     count_inside<CountSet::kAll>},
};
