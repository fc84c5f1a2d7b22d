// SPDX-License-Identifier: BSD-2-Clause
// Inner loops of skeleton3d; compiled once an instruction set. Only <stdint.h> and <immintrin.h>.

namespace skeleton3d {

#define BITVOX_INLINE inline __attribute__((always_inline))
#include "ops/skeleton3d/deletion.inl"

// A vector holds kLanes successive slices of a brick.
#if defined(__AVX512BW__)
constexpr int kLanes = 8;
#elif defined(__AVX2__)
constexpr int kLanes = 4;
#else
constexpr int kLanes = 1;
#endif
typedef uint64_t Word __attribute__((vector_size(8 * kLanes)));
typedef uint64_t WordInMemory __attribute__((vector_size(8 * kLanes), aligned(8), may_alias));

BITVOX_INLINE Word load(const uint64_t* p) { return *reinterpret_cast<const WordInMemory*>(p); }
BITVOX_INLINE void store(uint64_t* p, Word w) { *reinterpret_cast<WordInMemory*>(p) = w; }

BITVOX_INLINE bool any(Word w) {
#if defined(__AVX512BW__)
  return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(w), reinterpret_cast<__m512i>(w)) != 0;
#elif defined(__AVX2__)
  return _mm256_testz_si256(reinterpret_cast<__m256i>(w), reinterpret_cast<__m256i>(w)) == 0;
#else
  return w[0] != 0;
#endif
}

constexpr uint64_t kWestEdge = 0x0101010101010101U;
constexpr uint64_t kEastEdge = 0x8080808080808080U;

// The neighbours of a word's voxels at x - 1, x + 1, y - 1 and y + 1, from the word and the next
// one on that side.
BITVOX_INLINE Word at_west(Word w, Word west) {
  return ((w << 1) & ~kWestEdge) | ((west >> 7) & kWestEdge);
}
BITVOX_INLINE Word at_east(Word w, Word east) {
  return ((w >> 1) & ~kEastEdge) | ((east << 7) & kEastEdge);
}
BITVOX_INLINE Word at_south(Word w, Word south) { return (w << 8) | (south >> 56); }
BITVOX_INLINE Word at_north(Word w, Word north) { return (w >> 8) | (north << 56); }

// The neighbours one step along an axis of the words at p.
template <Axis kAxis, int kSign>
BITVOX_INLINE Word one_step(const BrickGrid& grid, const uint64_t* p, Word w) {
  if constexpr (kAxis == kZ) {
    return load(p + kSign);
  } else if constexpr (kAxis == kY) {
    const Word next = load(p + kSign * 8 * grid.step_y);
    return kSign > 0 ? at_north(w, next) : at_south(w, next);
  } else {
    const Word next = load(p + kSign * 8 * grid.step_x);
    return kSign > 0 ? at_east(w, next) : at_west(w, next);
  }
}

BITVOX_INLINE void gather(const BrickGrid& grid, const uint64_t* p, Neighbourhood<Word>& n) {
  const int64_t x = 8 * grid.step_x;
  const int64_t y = 8 * grid.step_y;
#pragma GCC unroll 3
  for (int z = -1; z <= 1; ++z) {
    const uint64_t* q = p + z;
    Word* const plane = n.at + 9 * (z + 1);
    // The three words along x, each moved by -1, 0 and +1 in y; then those moved in x.
    Word west[3], centre[3], east[3];
    west[1] = load(q - x);
    west[0] = at_south(west[1], load(q - x - y));
    west[2] = at_north(west[1], load(q - x + y));
    centre[1] = load(q);
    centre[0] = at_south(centre[1], load(q - y));
    centre[2] = at_north(centre[1], load(q + y));
    east[1] = load(q + x);
    east[0] = at_south(east[1], load(q + x - y));
    east[2] = at_north(east[1], load(q + x + y));
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
      plane[3 * i] = at_west(centre[i], west[i]);
      plane[3 * i + 1] = centre[i];
      plane[3 * i + 2] = at_east(centre[i], east[i]);
    }
  }
}

template <int kDirection>
int64_t find_deletions(const BrickGrid& grid, const uint32_t* list, int64_t count,
                       const int32_t* stamps, int32_t oldest, BrickDeletion* deletions) {
  constexpr Frame f = kFrames[kDirection];
  int64_t found = 0;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t b = list[i];
    if (stamps[b] < oldest) continue;
    BrickDeletion& deletion = deletions[found];
    bool some = false;
    for (int lane = 0; lane < 8; lane += kLanes) {
      const uint64_t* p = grid.words + 8 * b + lane;
      const Word w = load(p);
      // Every template has U or S white.
      Word deleted = w & ~(one_step<f.up_axis, f.up_sign>(grid, p, w) &
                           one_step<f.south_axis, f.south_sign>(grid, p, w));
      if (any(deleted)) {
        Neighbourhood<Word> n;
        gather(grid, p, n);
        deleted = deletable<kDirection>(n);
        if (grid.anchors != nullptr) deleted &= ~load(grid.anchors + 8 * b + lane);
        some |= any(deleted);
      }
      store(deletion.voxels + lane, deleted);
    }
    deletion.brick = b;
    found += some;
  }
  return found;
}

inline bool is_exposed(const BrickGrid& grid, int64_t b) {
  for (int lane = 0; lane < 8; lane += kLanes) {
    const uint64_t* p = grid.words + 8 * b + lane;
    const Word w = load(p);
    const Word inside = one_step<kX, -1>(grid, p, w) & one_step<kX, 1>(grid, p, w) &
                        one_step<kY, -1>(grid, p, w) & one_step<kY, 1>(grid, p, w) & load(p - 1) &
                        load(p + 1);
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
          for (int k = 0; k < kLanes; ++k) w[i][k] = p[k * slice];
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
          w[i] = load(bricks + 8 * (8 * x + i) * step_x + lane);
          all |= w[i];
        }
        if (!any(all)) continue;
        transpose_bytes(w);
        const int64_t lanes = slices - lane < kLanes ? slices - lane : kLanes;
        for (int64_t i = 0; i < used; ++i) {
          uint64_t* p = rows + lane * slice + (y + i) * row + x;
          for (int64_t k = 0; k < lanes; ++k) p[k * slice] = w[i][k];
        }
      }
    }
  }
}

#undef BITVOX_INLINE

}  // namespace skeleton3d

constexpr Skeleton3dRows kSkeleton3dRows = {
    .find_deletions = {skeleton3d::find_deletions<0>, skeleton3d::find_deletions<1>,
                       skeleton3d::find_deletions<2>, skeleton3d::find_deletions<3>,
                       skeleton3d::find_deletions<4>, skeleton3d::find_deletions<5>,
                       skeleton3d::find_deletions<6>, skeleton3d::find_deletions<7>,
                       skeleton3d::find_deletions<8>, skeleton3d::find_deletions<9>,
                       skeleton3d::find_deletions<10>, skeleton3d::find_deletions<11>},
    .is_exposed = skeleton3d::is_exposed,
    .pack = skeleton3d::pack,
    .unpack = skeleton3d::unpack,
};
