// SPDX-License-Identifier: BSD-2-Clause
// See minkowski_rows.hpp.

#define BITVOX_INLINE __attribute__((always_inline)) static inline
#define BITVOX_MEMBER __attribute__((always_inline)) inline

#include "cpu/lanes.inl"
typedef Vector<uint64_t> Words;

#include "ops/minkowski/minkowski_window.inl"

// Two vectors, of which each operation is done twice.
struct Two {
  Words v[2];
};
BITVOX_INLINE Two operator&(const Two& a, const Two& b) {
  return {{a.v[0] & b.v[0], a.v[1] & b.v[1]}};
}
BITVOX_INLINE Two operator|(const Two& a, const Two& b) {
  return {{a.v[0] | b.v[0], a.v[1] | b.v[1]}};
}

constexpr int64_t kWordsOfVector = kVectorLanes<uint64_t>;
constexpr int64_t kWordsAtOnce = 2 * kWordsOfVector;

BITVOX_INLINE Two load_two(const uint64_t* words) {
  return {{load<Words>(words), load<Words>(words + kWordsOfVector)}};
}
// Of each voxel the one before it.
BITVOX_INLINE Words load_before(const uint64_t* words) {
  return load<Words>(words) << 1 | load<Words>(words - 1) >> 63;
}
BITVOX_INLINE Two load_two_before(const uint64_t* words) {
  return {{load_before(words), load_before(words + kWordsOfVector)}};
}

// How often bits were set: ones + 2 twos. By adders for 64 windows and more at once, so that only
// every second vector's bits are counted. Bytes hold the counts of 31.
class BitCounter {
 public:
  BITVOX_MEMBER void add(const Two& bits) {
    Words twos;
    add_three(ones_, bits.v[0], bits.v[1], ones_, twos);
    twos_ += count_bits_of(twos);
  }
  BITVOX_MEMBER int64_t take_twos() {
    const int64_t bits = 2 * total(twos_);
    twos_ = BitSums{};
    return bits;
  }
  BITVOX_MEMBER int64_t ones() const { return total(count_bits_of(ones_)); }

 private:
  Words ones_{};
  BitSums twos_{};
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
