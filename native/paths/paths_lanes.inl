// SPDX-License-Identifier: BSD-2-Clause
// A row of a tile in registers, in which the way along the row goes through few lanes: a lane has
// some voxels in a row, its segment, of which each register has one. Voxel x is in register
// x % kSegment, lane x / kSegment.

#include "cpu/lanes.inl"

constexpr int kRowBytes = kRegisterBytes < 32 ? kRegisterBytes : 32;  // of each register

template <class Word>
constexpr int kLanes = kRowBytes / static_cast<int>(sizeof(Word));
template <class Word>
using Lanes = LanesOf<Word, kLanes<Word>>;
template <class Word>
constexpr int kSegment = kTileWidth / kLanes<Word>;

template <class Word>
static inline Lanes<Word> all_lanes(Word word) {
  return word - Lanes<Word>{};
}

template <class Vector>
static inline Vector least(Vector a, Vector b) {
  return a < b ? a : b;
}

// Lanes of a, and of b behind them, by number.
template <class Vector, int... kFrom>
static inline Vector chosen(Vector a, Vector b) {
#if __has_builtin(__builtin_shufflevector)
  return __builtin_shufflevector(a, b, kFrom...);
#else
  typedef decltype(a < b) Numbers;
  return __builtin_shuffle(a, b, Numbers{kFrom...});
#endif
}

// From the lane kFirst on each kStep-th one.
template <int kFirst, int kStep, class Vector>
static inline Vector every(Vector a, Vector b) {
  constexpr auto kCount = sizeof(Vector) / sizeof(a[0]);
  if constexpr (kCount == 2) {
    return chosen<Vector, kFirst, kFirst + kStep>(a, b);
  } else if constexpr (kCount == 4) {
    return chosen<Vector, kFirst, kFirst + kStep, kFirst + 2 * kStep, kFirst + 3 * kStep>(a, b);
  } else {
    return chosen<Vector, kFirst, kFirst + kStep, kFirst + 2 * kStep, kFirst + 3 * kStep,
                  kFirst + 4 * kStep, kFirst + 5 * kStep, kFirst + 6 * kStep, kFirst + 7 * kStep>(
        a, b);
  }
}

// From the lane kFirst on one of a and one of b in turn.
template <int kFirst, class Vector>
static inline Vector in_turn(Vector a, Vector b) {
  constexpr auto kCount = sizeof(Vector) / sizeof(a[0]);
  if constexpr (kCount == 2) {
    return chosen<Vector, kFirst, kFirst + 2>(a, b);
  } else if constexpr (kCount == 4) {
    return chosen<Vector, kFirst, kFirst + 4, kFirst + 1, kFirst + 5>(a, b);
  } else {
    return chosen<Vector, kFirst, kFirst + 8, kFirst + 1, kFirst + 9, kFirst + 2, kFirst + 10,
                  kFirst + 3, kFirst + 11>(a, b);
  }
}

// All kShift lanes up, into the lowest ones what `in` has in its last ones; or down.
template <int kShift, class Vector>
static inline Vector up(Vector in, Vector lanes) {
  constexpr int kCount = sizeof(Vector) / sizeof(in[0]);
  return every<kCount - kShift, 1>(in, lanes);
}
template <int kShift, class Vector>
static inline Vector down(Vector lanes, Vector in) {
  return every<kShift, 1>(lanes, in);
}

template <class Word>
struct Row {
  static constexpr int kCount = kSegment<Word>;
  Lanes<Word> of[kCount];

  Row() = default;
  ~Row() = default;
  // Register by register: as a whole it would be copied through memory, in pieces.
  Row(const Row& other) { *this = other; }
  Row& operator=(const Row& other) {  // NOLINT(bugprone-unhandled-self-assignment)
    BITVOX_UNROLL
    for (int i = 0; i < kCount; ++i) of[i] = other.of[i];
    return *this;
  }

  static inline Row filled(Word word) {
    Row row;
    BITVOX_UNROLL
    for (int i = 0; i < kCount; ++i) row.of[i] = all_lanes(word);
    return row;
  }
  static inline Row at(const Word* words) {
    Row row;
    BITVOX_UNROLL
    for (int i = 0; i < kCount; ++i) {
      row.of[i] = load<Lanes<Word>>(words + i * kLanes<Word>);
    }
    return row;
  }
  void put(Word* words) const {
    BITVOX_UNROLL
    for (int i = 0; i < kCount; ++i) {
      store(words + i * kLanes<Word>, of[i]);
    }
  }

  void take_less(const Row& other) {
    BITVOX_UNROLL
    for (int i = 0; i < kCount; ++i) of[i] = least(of[i], other.of[i]);
  }
  bool differs(const Row& other) const {
    Lanes<Word> bits = of[0] ^ other.of[0];
    BITVOX_UNROLL
    for (int i = 1; i < kCount; ++i) bits |= of[i] ^ other.of[i];
    return any((Lanes<uint64_t>)bits);
  }

  // From the order of memory, and back: the lowest bit of a voxel's place is the highest of its
  // register's number, and so on.
  static inline Row split(Row row) {
    BITVOX_UNROLL
    for (int rest = kCount; rest > 1; rest /= 2) {
      const Row from = row;
      BITVOX_UNROLL
      for (int i = 0; i < kCount / 2; ++i) {
        row.of[i] = every<0, 2>(from.of[2 * i], from.of[2 * i + 1]);
        row.of[kCount / 2 + i] = every<1, 2>(from.of[2 * i], from.of[2 * i + 1]);
      }
    }
    return row;
  }
  static inline Row joined(Row row) {
    BITVOX_UNROLL
    for (int rest = kCount; rest > 1; rest /= 2) {
      const Row from = row;
      BITVOX_UNROLL
      for (int i = 0; i < kCount / 2; ++i) {
        row.of[2 * i] = in_turn<0>(from.of[i], from.of[kCount / 2 + i]);
        row.of[2 * i + 1] = in_turn<kLanes<Word> / 2>(from.of[i], from.of[kCount / 2 + i]);
      }
    }
    return row;
  }
};
