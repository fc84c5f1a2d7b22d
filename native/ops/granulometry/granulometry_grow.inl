// SPDX-License-Identifier: BSD-2-Clause
// The recursion for the cross, one step in one row, in place. Rows are taken in ascending order of
// z and y in each step, so the rows below and before have done this step, and those after and above
// have not. Each reads from the others what was there before the step: first faces are brought up
// to date at once, last faces one step late.

template <int P>
static inline void take_larger(Vec (&most)[P], const Vec (&other)[P]) {
  Vec larger{};
  for (int p = 0; p < P; ++p) {
    larger = greater_bit(other[p], most[p], larger);
  }
  for (int p = 0; p < P; ++p) {
    most[p] = either(larger, other[p], most[p]);
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
  Vec step[P];  // the bits of the step, each in all lanes
  alignas(64) uint64_t no_brick[kVectorWords * P];
  alignas(64) uint64_t old[2][kVectorWords * P];  // the last two bricks before they changed

  explicit GrowCross(const BrickRowStep& row) : r(row), no_brick{} {
    for (int p = 0; p < P; ++p) {
      step[p] = all_lanes((row.step >> p & 1) != 0 ? ~uint64_t{0} : 0);
    }
  }

  static const uint64_t* face(const uint64_t* row, int i, Face which) {
    return row + int64_t{kBrick} * i + kVectorWords * P + which * kFace;
  }

  // One part of brick i, between left and right; returns where it changed.
  template <bool kPlanar>
  Vec grow_part(uint64_t* brick, const uint64_t* left, const uint64_t* right, int i, int part,
                uint64_t* grown) const {
    const int lane = kLanes * part;
    // Planar bricks have no other neighbours across the lanes.
    const uint64_t* below = face(r.rows[kPlanar ? 3 : 1], i, kLastZFace);
    const uint64_t* above = face(r.rows[kPlanar ? 5 : 7], i, kFirstZFace);
    const auto group = [&](const uint64_t* faces, int p) {
      return load(faces + kVectorWords * (p / 8) + lane);
    };
    Vec self[P];
    Vec most[P];
    Vec other[P];
    for (int p = 0; p < P; ++p) {
      self[p] = load(brick + kVectorWords * p + lane);
      most[p] = from_left(self[p], load(left + kVectorWords * p + lane));
      other[p] = from_right(self[p], load(right + kVectorWords * p + lane));
    }
    take_larger<P>(most, other);
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
      const uint64_t* before = face(r.rows[3], i, kLastYFace);
      const uint64_t* after = face(r.rows[5], i, kFirstYFace);
      for (int p = 0; p < P; ++p) {
        other[p] = either(all_lanes(kFirstY), group(before, p) >> (8 * (p % 8)), self[p] << 8);
      }
      take_larger<P>(most, other);
      for (int p = 0; p < P; ++p) {
        other[p] = either(all_lanes(kLastY), group(after, p) << (56 - 8 * (p % 8)), self[p] >> 8);
      }
      take_larger<P>(most, other);
    }
    Vec started{};
    Vec larger{};
    for (int p = 0; p < P; ++p) {
      started = greater_bit(most[p], step[p], started);
      larger = greater_bit(most[p], self[p], larger);
    }
    const Vec change = started & larger & load(inside_of(r, i) + lane);
    for (int p = 0; p < P; ++p) {
      most[p] = either(change, most[p], self[p]);
      store(grown + kVectorWords * p + lane, most[p]);
    }
    if (!kPlanar) {
      store_y_face<kLastFaces>(brick, lane, self);
      store_y_face<kFirstFaces>(brick, lane, most);
    }
    return change;
  }

  template <FaceSide kSide>
  static void store_y_face(uint64_t* brick, int lane, const Vec (&planes)[P]) {
    for (int group = 0; group < kGroups; ++group) {
      const int count = P - 8 * group < 8 ? P - 8 * group : 8;
      const auto plane = [&](int p) { return planes[8 * group + p]; };
      store(brick + kVectorWords * (P + group) + face_across_y(kSide) * kFace + lane,
            pack_y_face(kSide, count, plane));
    }
  }

  // The bricks of a row that are active are few and far between: the next one comes from memory
  // while this one is worked on.
  template <bool kPlanar>
  void prefetch(int i) const {
    const uint64_t* brick = r.data + int64_t{kBrick} * i;
    for (int v = 0; v < kBrick / kVectorWords; ++v) {
      __builtin_prefetch(brick + kVectorWords * v, 1);
    }
    __builtin_prefetch(face(r.rows[kPlanar ? 3 : 1], i, kLastZFace));
    __builtin_prefetch(face(r.rows[kPlanar ? 5 : 7], i, kFirstZFace));
    if (!kPlanar) {
      __builtin_prefetch(face(r.rows[3], i, kLastYFace));
      __builtin_prefetch(face(r.rows[5], i, kFirstYFace));
    }
  }

  template <bool kPlanar>
  void grow_row() {
    int saved = -1;  // the brick in old[saved % 2]
    clear_changed(r);
    for (int w = 0; w < r.set_words; ++w) {
      const uint64_t active = met_a_change(r, w, false) | holds(r, w, r.step);
      ChangedBricks changed;
      for_each_bit(active, [&](int bit) {
        const int i = 64 * w + bit;
        uint64_t* brick = r.data + int64_t{kBrick} * i;
        if (const uint64_t later = active >> bit & ~uint64_t{1}; later != 0) {
          prefetch<kPlanar>(i + __builtin_ctzll(later));
        }
        const uint64_t* left = i == 0 ? no_brick : saved == i - 1 ? old[saved % 2] : brick - kBrick;
        const uint64_t* right = i == r.bricks - 1 ? no_brick : brick + kBrick;
        saved = i;
        __builtin_memcpy(old[i % 2], brick, sizeof(old[0]));
        // In parts, a part needs what was there before in the others.
        uint64_t buffer[kParts == 1 ? 1 : kVectorWords * P];
        uint64_t* grown = kParts == 1 ? brick : buffer;
        uint64_t where[kVectorWords];
        Vec change{};
        copy_z_face(brick, P, kLastFaces);
        for (int part = 0; part < kParts; ++part) {
          const Vec here = grow_part<kPlanar>(brick, left, right, i, part, grown);
          store(where + kLanes * part, here);
          change |= here;
        }
        if (!any(change)) {
          return;
        }
        if (kParts > 1) {
          __builtin_memcpy(brick, buffer, kVectorWords * P * sizeof(uint64_t));
        }
        copy_z_face(brick, P, kFirstFaces);
        changed.note(bit, where, kPlanar);
      });
      changed.add_to(r, w);
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
