// SPDX-License-Identifier: BSD-2-Clause
// Inner loops of skeleton3d; see skeleton3d_rows.hpp.

#define BITVOX_INLINE inline __attribute__((always_inline))
#include "ops/skeleton3d/deletion.inl"

// A vector holds kLanes successive slices of a brick.
#include "cpu/lanes.inl"
typedef Vector<uint64_t> Word;
constexpr int kLanes = kVectorLanes<uint64_t>;

constexpr uint64_t kWestEdge = 0x0101010101010101U;
constexpr uint64_t kEastEdge = 0x8080808080808080U;

// The neighbours of a word's voxels at x - 1, x + 1, y - 1 and y + 1, from the word and the next
// one on that side.
BITVOX_INLINE Word at_west(Word w, Word west) {
  const Word moved = w << 1;
  return moved ^ ((moved ^ (west >> 7)) & kWestEdge);
}
BITVOX_INLINE Word at_east(Word w, Word east) {
  const Word moved = w >> 1;
  return moved ^ ((moved ^ (east << 7)) & kEastEdge);
}
BITVOX_INLINE Word at_south(Word w, Word south) { return (w << 8) | (south >> 56); }
BITVOX_INLINE Word at_north(Word w, Word north) { return (w >> 8) | (north << 56); }

// The neighbours one step along an axis of the words at p.
template <Axis kAxis, int kSign>
BITVOX_INLINE Word one_step(const BrickGrid& grid, const uint64_t* p, Word w) {
  if constexpr (kAxis == kZ) {
    return load<Word>(p + kSign);
  } else if constexpr (kAxis == kY) {
    const Word next = load<Word>(p + kSign * 8 * grid.step_y);
    return kSign > 0 ? at_north(w, next) : at_south(w, next);
  } else {
    const Word next = load<Word>(p + kSign * 8 * grid.step_x);
    return kSign > 0 ? at_east(w, next) : at_west(w, next);
  }
}

template <int kBits>
BITVOX_INLINE Word rotate_left(Word w) {
  return (w << kBits) | (w >> (64 - kBits));
}

// either(), of which compilers find better instructions here.
BITVOX_INLINE Word select(Word mask, Word a, Word b) { return b ^ ((a ^ b) & mask); }

// One plane of a neighbourhood from the words at q and around. A select puts the next word's edge
// where a rotation then takes it and the rest to their places. Along x that place is one row off,
// so west and east are kept one row lower and higher than they are.
BITVOX_INLINE void rotate_plane(const uint64_t* q, int64_t x, int64_t y, Word* plane) {
  const Word south_row = Word{} + 0xff;
  const Word north_row = Word{} + (uint64_t{0xff} << 56);
  const Word west_edge = Word{} + kWestEdge;
  const Word east_edge = Word{} + kEastEdge;
  const Word west = load<Word>(q - x), centre = load<Word>(q), east = load<Word>(q + x);
  const Word west_south = select(north_row, load<Word>(q - x - y), west);
  const Word west_north = select(south_row, load<Word>(q - x + y), west);
  const Word east_south = select(north_row, load<Word>(q + x - y), east);
  const Word east_north = select(south_row, load<Word>(q + x + y), east);
  plane[1] = rotate_left<8>(select(north_row, load<Word>(q - y), centre));
  plane[4] = centre;
  plane[7] = rotate_left<56>(select(south_row, load<Word>(q + y), centre));
  plane[0] = rotate_left<1>(select(east_edge, west_south, plane[1]));
  plane[3] = rotate_left<1>(select(east_edge, rotate_left<56>(west), centre));
  plane[6] = rotate_left<1>(select(east_edge, rotate_left<48>(west_north), plane[7]));
  plane[2] = rotate_left<63>(select(west_edge, rotate_left<16>(east_south), plane[1]));
  plane[5] = rotate_left<63>(select(west_edge, rotate_left<8>(east), centre));
  plane[8] = rotate_left<63>(select(west_edge, east_north, plane[7]));
}

// One plane of a neighbourhood from the words at q and around: the three words along x, each moved
// by -1, 0 and +1 in y; then those moved in x.
BITVOX_INLINE void shift_plane(const uint64_t* q, int64_t x, int64_t y, Word* plane) {
  const Word west = load<Word>(q - x), centre = load<Word>(q), east = load<Word>(q + x);
  const Word wests[3] = {at_south(west, load<Word>(q - x - y)), west,
                         at_north(west, load<Word>(q - x + y))};
  const Word centres[3] = {at_south(centre, load<Word>(q - y)), centre,
                           at_north(centre, load<Word>(q + y))};
  const Word easts[3] = {at_south(east, load<Word>(q + x - y)), east,
                         at_north(east, load<Word>(q + x + y))};
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
    plane[3 * i] = at_west(centres[i], wests[i]);
    plane[3 * i + 1] = centres[i];
    plane[3 * i + 2] = at_east(centres[i], easts[i]);
  }
}

BITVOX_INLINE void gather(const BrickGrid& grid, const uint64_t* p, Neighbourhood<Word>& n) {
  for (int z = 0; z < 3; ++z) {
    if constexpr (kRotates) {
      rotate_plane(p + z - 1, 8 * grid.step_x, 8 * grid.step_y, n.at + 9 * z);
    } else {
      shift_plane(p + z - 1, 8 * grid.step_x, 8 * grid.step_y, n.at + 9 * z);
    }
  }
}

// Three bits: whether a row of 8 voxels has its first one, any, its last one.
inline uint32_t ends_of_row(uint64_t row) {
  return static_cast<uint32_t>((row & 1) | static_cast<uint64_t>(row != 0) << 1 | row >> 7 << 2);
}

// The same for the first row, all rows and the last row of a word: nine bits.
inline uint32_t ends_of_word(uint64_t word) {
  uint64_t rows = word | word >> 32;
  rows |= rows >> 16;
  rows |= rows >> 8;
  return ends_of_row(word & 0xff) | ends_of_row(rows & 0xff) << 3 | ends_of_row(word >> 56) << 6;
}

inline void complete(BrickDeletion& deletion) {
  const uint64_t* const v = deletion.voxels;
  uint64_t all = 0;
  deletion.count = 0;
  for (int i = 0; i < 8; ++i) {
    all |= v[i];
    deletion.count += __builtin_popcountll(v[i]);
  }
  deletion.touched = ends_of_word(v[0]) | ends_of_word(all) << 9 | ends_of_word(v[7]) << 18;
}

// In three passes, each without branches that no CPU can predict: which bricks have voxels that may
// go; which of these do; what the caller needs to know of those.
template <int kDirection>
int64_t find_deletions(const BrickGrid& grid, const uint32_t* list, int64_t count,
                       const int32_t* stamps, int32_t oldest, BrickDeletion* deletions) {
  constexpr Frame kFrame = kFrames[kDirection];
  constexpr int kVectors = 8 / kLanes;
  int64_t candidates = 0;
  for (int64_t i = 0; i < count; ++i) {
    const uint32_t b = list[i];
    uint32_t vectors = 0;
    for (int k = 0; k < kVectors; ++k) {
      const uint64_t* p = grid.words + 8 * int64_t{b} + k * kLanes;
      const Word w = load<Word>(p);
      // Every template has U or S white.
      vectors |= static_cast<uint32_t>(
                     any(w & ~(one_step<kFrame.up_axis, kFrame.up_sign>(grid, p, w) &
                               one_step<kFrame.south_axis, kFrame.south_sign>(grid, p, w))))
                 << k;
    }
    deletions[candidates].brick = b;
    deletions[candidates].touched = vectors;
    candidates += (stamps[b] >= oldest) & (vectors != 0);
  }

  int64_t found = 0;
  for (int64_t i = 0; i < candidates; ++i) {
    const uint32_t b = deletions[i].brick;
    const uint32_t vectors = deletions[i].touched;
    BrickDeletion& deletion = deletions[found];
    bool some = false;
    for (int k = 0; k < kVectors; ++k) {
      Word deleted = {};
      if (kVectors == 1 || (vectors >> k & 1) != 0) {
        const int64_t at = 8 * int64_t{b} + k * kLanes;
        Neighbourhood<Word> n;
        gather(grid, grid.words + at, n);
        deleted = deletable<kDirection>(n);
        if (grid.anchors != nullptr) deleted &= ~load<Word>(grid.anchors + at);
        some |= any(deleted);
      }
      store(deletion.voxels + k * kLanes, deleted);
    }
    deletion.brick = b;
    found += some;
  }

  for (int64_t i = 0; i < found; ++i) complete(deletions[i]);
  return found;
}

inline bool is_exposed(const BrickGrid& grid, int64_t b) {
  for (int lane = 0; lane < 8; lane += kLanes) {
    const uint64_t* p = grid.words + 8 * b + lane;
    const Word w = load<Word>(p);
    const Word inside = one_step<kX, -1>(grid, p, w) & one_step<kX, 1>(grid, p, w) &
                        one_step<kY, -1>(grid, p, w) & one_step<kY, 1>(grid, p, w) &
                        load<Word>(p - 1) & load<Word>(p + 1);
    if (any(w & ~inside)) return true;
  }
  return false;
}

// ---- Between rows and bricks -----------------------------------------------------------------

// Byte x of w[y] becomes byte y of w[x], in every lane.
BITVOX_INLINE void transpose_bytes(Word (&w)[8]) {
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    const Word t = ((w[i] >> 32) ^ w[i + 4]) & 0x00000000ffffffffU;
    w[i] ^= t << 32;
    w[i + 4] ^= t;
  }
#pragma GCC unroll 4
  for (int k = 0; k < 4; ++k) {
    const int i = (k & 1) | (k & 2) << 1;
    const Word t = ((w[i] >> 16) ^ w[i + 2]) & 0x0000ffff0000ffffU;
    w[i] ^= t << 16;
    w[i + 2] ^= t;
  }
#pragma GCC unroll 4
  for (int k = 0; k < 4; ++k) {
    const int i = 2 * k;
    const Word t = ((w[i] >> 8) ^ w[i + 1]) & 0x00ff00ff00ff00ffU;
    w[i] ^= t << 8;
    w[i + 1] ^= t;
  }
}

inline void pack(const uint64_t* rows, int64_t slice, int64_t row, int64_t height, int64_t step_x,
                 int64_t step_y, uint64_t* bricks) {
  for (int64_t y = 0; y < height; y += 8, bricks += 8 * step_y) {
    const int64_t used = height - y < 8 ? height - y : 8;
    for (int64_t x = 0; x < row; ++x) {
      for (int lane = 0; lane < 8; lane += kLanes) {
        Word w[8] = {};
        Word all = {};
        for (int64_t i = 0; i < used; ++i) {
          const uint64_t* p = rows + lane * slice + (y + i) * row + x;
          for (int k = 0; k < kLanes; ++k) set_lane(w[i], k, p[k * slice]);
          all |= w[i];
        }
        if (!any(all)) continue;  // the bricks are background already
        transpose_bytes(w);
        for (int i = 0; i < 8; ++i) store(bricks + 8 * (8 * x + i) * step_x + lane, w[i]);
      }
    }
  }
}

inline void unpack(const uint64_t* bricks, int64_t slice, int64_t row, int64_t height,
                   int64_t slices, int64_t step_x, int64_t step_y, uint64_t* rows) {
  for (int64_t y = 0; y < height; y += 8, bricks += 8 * step_y) {
    const int64_t used = height - y < 8 ? height - y : 8;
    for (int64_t x = 0; x < row; ++x) {
      for (int lane = 0; lane < 8 && lane < slices; lane += kLanes) {
        Word w[8];
        Word all = {};
        for (int i = 0; i < 8; ++i) {
          w[i] = load<Word>(bricks + 8 * (8 * x + i) * step_x + lane);
          all |= w[i];
        }
        if (!any(all)) continue;
        transpose_bytes(w);
        const int64_t lanes = slices - lane < kLanes ? slices - lane : kLanes;
        for (int64_t i = 0; i < used; ++i) {
          uint64_t* p = rows + lane * slice + (y + i) * row + x;
          for (int64_t k = 0; k < lanes; ++k) p[k * slice] = lane_of(w[i], static_cast<int>(k));
        }
      }
    }
  }
}

#undef BITVOX_INLINE

constexpr Rows kRows = {
    .find_deletions = {find_deletions<0>, find_deletions<1>, find_deletions<2>, find_deletions<3>,
                       find_deletions<4>, find_deletions<5>, find_deletions<6>, find_deletions<7>,
                       find_deletions<8>, find_deletions<9>, find_deletions<10>,
                       find_deletions<11>},
    .is_exposed = is_exposed,
    .pack = pack,
    .unpack = unpack,
};
