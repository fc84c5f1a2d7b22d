// SPDX-License-Identifier: BSD-2-Clause
// See skeleton2d_rows.hpp. A vector holds as many rows of one column as fit.

#define BITVOX_INLINE __attribute__((always_inline)) static inline

#include "cpu/lanes.inl"
typedef Vector<uint64_t> RowVector;
constexpr int kRowsAtOnce = kVectorLanes<uint64_t>;

// As thinning_rules.inl wants it: b where the mask is set.
BITVOX_INLINE RowVector select(RowVector mask, RowVector a, RowVector b) {
  return either(mask, b, a);
}

#include "ops/skeleton2d/thinning_rules.inl"

// The pixels `distance` to the west or east of those at `words`.
BITVOX_INLINE RowVector to_west(const uint64_t* words, int64_t column, int distance) {
  return (load<RowVector>(words) << distance) |
         (load<RowVector>(words - column) >> (64 - distance));
}
BITVOX_INLINE RowVector to_east(const uint64_t* words, int64_t column, int distance) {
  return (load<RowVector>(words) >> distance) |
         (load<RowVector>(words + column) << (64 - distance));
}

template <int kPass>
BITVOX_INLINE RowVector deletable_rows(const uint64_t* at, int64_t column) {
  Surroundings<RowVector> s;
  s.centre = load<RowVector>(at);
  s.ring[0] = to_west(at - 1, column, 1);
  s.ring[1] = load<RowVector>(at - 1);
  s.ring[2] = to_east(at - 1, column, 1);
  s.ring[3] = to_east(at, column, 1);
  s.ring[4] = to_east(at + 1, column, 1);
  s.ring[5] = load<RowVector>(at + 1);
  s.ring[6] = to_west(at + 1, column, 1);
  s.ring[7] = to_west(at, column, 1);
  if constexpr (kLooksFurther<kPass>) {
    s.above[0] = to_west(at - 2, column, 1);
    s.above[1] = load<RowVector>(at - 2);
    s.above[2] = to_east(at - 2, column, 1);
    s.left[0] = to_west(at - 1, column, 2);
    s.left[1] = to_west(at, column, 2);
    s.left[2] = to_west(at + 1, column, 2);
  }
  return deletable<kPass>(s);
}

template <int kPass>
int64_t find_deletions(const BrickColumns& bricks, const uint32_t* list, int64_t count,
                       const int32_t* stamps, int32_t oldest, PixelDeletion* deletions) {
  const int64_t column = 8 * bricks.column;
  int64_t found = 0;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t b = list[i];
    if (stamps[b] < oldest) {
      continue;
    }
    PixelDeletion& deletion = deletions[found];
    uint64_t any = 0;
    for (int row = 0; row < 8; row += kRowsAtOnce) {
      const RowVector rows = deletable_rows<kPass>(bricks.words + 8 * b + row, column);
      __builtin_memcpy(deletion.rows + row, &rows, sizeof(rows));
    }
    for (const uint64_t row : deletion.rows) {
      any |= row;
    }
    deletion.columns = any;
    deletion.brick = b;
    found += any != 0;
  }
  return found;
}

#undef BITVOX_INLINE

constexpr Rows kRows = {
    .find_deletions = {find_deletions<kHilditchPass>, find_deletions<kGuoHallNorthEast>,
                       find_deletions<kGuoHallSouthWest>, find_deletions<kImageJFirst>,
                       find_deletions<kImageJSecond>, find_deletions<kImageJStrayFirst>,
                       find_deletions<kImageJStraySecond>},
};
