// SPDX-License-Identifier: BSD-2-Clause
// The recursion for the cross, one step in one row, in place. Rows are taken in ascending order of
// z and y in each step, so the rows below and before have done this step, and those after and above
// have not. Each reads from the others what was there before the step: first faces are brought up
// to date at once, last faces one step late.

template <int P>
static inline void take_larger(Vec (&most)[P], const Vec (&other)[P]) {
  Vec larger{};
  for (int p = 0; p < P; ++p) {
    larger = greater(other[p], most[p], larger);
  }
  for (int p = 0; p < P; ++p) {
    most[p] = select(larger, other[p], most[p]);
  }
}

// Bricks of this row that hold a distance m: distances next to each other differ by at most one, so
// a brick holds all those between the least and the largest.
static inline uint64_t holds(const BrickRowStep& r, int w, int m) {
  const int count = r.bricks - 64 * w < 64 ? r.bricks - 64 * w : 64;
  uint64_t set = 0;
  for (int i = 0; i < count; ++i) {
    const bool held = r.least[64 * w + i] <= m && m <= r.largest[64 * w + i];
    set |= uint64_t{held} << i;
  }
  return set;
}

template <int P>
struct GrowCross {
  static constexpr int kGroups = (P + 7) / 8;
  static constexpr int kFace = kVectorWords * kGroups;  // words of one face
  static constexpr int kBrick = kVectorWords * P + kFaces * kFace;

  const BrickRowStep& r;
  Vec step[P];                                    // the bits of the step, each in all lanes
  alignas(64) uint64_t old[2][kVectorWords * P];  // the last two bricks before they changed
  alignas(64) uint64_t zeros[kVectorWords * P];

  explicit GrowCross(const BrickRowStep& row) : r(row), zeros{} {
    for (int p = 0; p < P; ++p) {
      step[p] = all_lanes((row.step >> p & 1) != 0 ? ~uint64_t{0} : 0);
    }
  }

  // One part of a brick; returns where it changed.
  template <bool kPlanar>
  Vec grow_part(const uint64_t* brick, const uint64_t* left, const uint64_t* right, int i, int part,
                uint64_t* grown) const {
    const int64_t faces = int64_t{kBrick} * i + kVectorWords * P;
    const int lane = kLanes * part;
    Vec self[P];
    Vec most[P];
    Vec other[P];
    for (int p = 0; p < P; ++p) {
      self[p] = load(brick + kVectorWords * p + lane);
      most[p] = from_left(self[p], load(left + kVectorWords * p + lane));
      other[p] = from_right(self[p], load(right + kVectorWords * p + lane));
    }
    take_larger<P>(most, other);
    // Faces across z, or for planar bricks across the lanes.
    const uint64_t* below = r.rows[kPlanar ? 3 : 1] + faces + 3 * kFace;
    const uint64_t* above = r.rows[kPlanar ? 5 : 7] + faces + 2 * kFace;
    for (int p = 0; p < P; ++p) {
      const Vec lanes = previous_lane(brick + kVectorWords * p, part, below[p]);
      other[p] = kPlanar ? from_before(self[p], lanes) : lanes;
    }
    take_larger<P>(most, other);
    for (int p = 0; p < P; ++p) {
      const Vec lanes = next_lane(brick + kVectorWords * p, part, above[p]);
      other[p] = kPlanar ? from_after(self[p], lanes) : lanes;
    }
    take_larger<P>(most, other);
    if (!kPlanar) {
      const uint64_t* before = r.rows[3] + faces + kFace + lane;
      const uint64_t* after = r.rows[5] + faces + lane;
      for (int p = 0; p < P; ++p) {
        const Vec face = load(before + kVectorWords * (p / 8)) >> (8 * (p % 8));
        other[p] = (self[p] << 8) | (face & all_lanes(kFirstY));
      }
      take_larger<P>(most, other);
      for (int p = 0; p < P; ++p) {
        const Vec face = load(after + kVectorWords * (p / 8)) << (56 - 8 * (p % 8));
        other[p] = (self[p] >> 8) | (face & all_lanes(kLastY));
      }
      take_larger<P>(most, other);
    }
    Vec started{};
    Vec larger{};
    for (int p = 0; p < P; ++p) {
      started = greater(most[p], step[p], started);
      larger = greater(most[p], self[p], larger);
    }
    const Vec change = started & larger & load(inside_of(r, i) + lane);
    for (int p = 0; p < P; ++p) {
      store(grown + kVectorWords * p + lane, select(change, most[p], self[p]));
    }
    return change;
  }

  template <bool kPlanar>
  void grow_row() {
    int saved = -1;  // the brick in old[saved % 2]
    clear_changed(r);
    for (int w = 0; w < r.set_words; ++w) {
      const uint64_t active = met_a_change(r, w, false) | holds(r, w, r.step);
      for_each_in(&active, 1, [&](int bit) {
        const int i = 64 * w + bit;
        uint64_t* brick = r.data + int64_t{kBrick} * i;
        const uint64_t* left = i == 0 ? zeros : saved == i - 1 ? old[saved % 2] : brick - kBrick;
        const uint64_t* right = i == r.bricks - 1 ? zeros : brick + kBrick;
        alignas(64) uint64_t grown[kVectorWords * P];
        uint64_t where[kVectorWords];
        Vec change{};
        for (int part = 0; part < kParts; ++part) {
          const Vec here = grow_part<kPlanar>(brick, left, right, i, part, grown);
          store(where + kLanes * part, here);
          change |= here;
        }
        copy_faces(brick, P, kLastFaces);
        if (!any(change)) {
          return;
        }
        saved = i;
        __builtin_memcpy(old[i % 2], brick, sizeof(grown));
        __builtin_memcpy(brick, grown, sizeof(grown));
        copy_faces(brick, P, kFirstFaces);
        note_change(r, i, where);
      });
    }
  }
};

template <int P>
static void grow_row_of(const BrickRowStep& r) {
  GrowCross<P> grow(r);
  if (r.planar != 0) {
    grow.template grow_row<true>();
  } else {
    grow.template grow_row<false>();
  }
}

static void grow_row(const BrickRowStep& r) {
  switch (r.planes) {
    case 4:
      return grow_row_of<4>(r);
    case 5:
      return grow_row_of<5>(r);
    case 6:
      return grow_row_of<6>(r);
    case 7:
      return grow_row_of<7>(r);
    case 8:
      return grow_row_of<8>(r);
    case 12:
      return grow_row_of<12>(r);
    default:
      return grow_row_of<16>(r);
  }
}
