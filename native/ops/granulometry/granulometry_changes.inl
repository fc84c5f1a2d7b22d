// SPDX-License-Identifier: BSD-2-Clause
// Which bricks can change in a step: those that hold something that is due now, and those that
// changed, or met a change, in the step before.

static inline int row_at(int dz, int dy) { return 3 * (dz + 1) + (dy + 1); }

// Of the bricks 64 w ..: what the rows around this one did in the step before.
static inline uint64_t met_a_change(const BrickRowStep& r, int w, bool diagonal) {
  const auto changed = [&](int dz, int dy, ChangedKind kind) {
    const uint64_t* set = r.changed[row_at(dz, dy)] + kind * r.set_words;
    if (!diagonal) {
      return set[w];
    }
    uint64_t wider = set[w] | set[w] << 1 | set[w] >> 1;
    if (w > 0) {
      wider |= set[w - 1] >> 63;
    }
    if (w + 1 < r.set_words) {
      wider |= set[w + 1] << 63;
    }
    return wider;
  };
  uint64_t met = changed(0, 0, kChangedAround) | changed(0, -1, kChangedLastY) |
                 changed(0, 1, kChangedFirstY) | changed(-1, 0, kChangedLastZ) |
                 changed(1, 0, kChangedFirstZ);
  if (diagonal) {
    met |= (changed(-1, -1, kChangedLastY) & changed(-1, -1, kChangedLastZ)) |
           (changed(-1, 1, kChangedFirstY) & changed(-1, 1, kChangedLastZ)) |
           (changed(1, -1, kChangedLastY) & changed(1, -1, kChangedFirstZ)) |
           (changed(1, 1, kChangedFirstY) & changed(1, 1, kChangedFirstZ));
  }
  const int used = r.bricks - 64 * w;
  return used >= 64 ? met : met & ((uint64_t{1} << used) - 1);
}

static inline void clear_changed(const BrickRowStep& r) {
  for (int i = 0; i < kChangedKinds * r.set_words; ++i) {
    r.changed_now[i] = 0;
  }
}

// What changed among bricks 64 w ...
struct ChangedBricks {
  uint64_t sets[kChangedKinds] = {};
  uint64_t left_of = 0;   // brick 64 w - 1 is next to a change
  uint64_t right_of = 0;  // brick 64 w + 64 is

  // Brick 64 w + bit changed where the vector is not zero.
  void note(int bit, const uint64_t* where, bool planar) {
    uint64_t all = 0;
    for (int lane = 0; lane < kVectorWords; ++lane) {
      all |= where[lane];
    }
    const uint64_t first = where[0];
    const uint64_t last = where[kVectorWords - 1];
    const auto bit_if = [](uint64_t it) { return uint64_t{it != 0}; };
    const uint64_t at_left = bit_if(all & kFirstX);
    const uint64_t at_right = bit_if(all & kLastX);
    const uint64_t self = uint64_t{1} << bit;
    sets[kChangedAround] |= self | (bit > 0 ? at_left << (bit - 1) : 0) | (at_right << bit) << 1;
    left_of |= bit == 0 ? at_left : 0;
    right_of |= bit == 63 ? at_right : 0;
    sets[kChangedFirstY] |= bit_if((planar ? first : all) & kFirstY) << bit;
    sets[kChangedLastY] |= bit_if((planar ? last : all) & kLastY) << bit;
    sets[kChangedFirstZ] |= bit_if(first) << bit;
    sets[kChangedLastZ] |= bit_if(last) << bit;
  }

  // The sets of the row must be clear beforehand.
  void add_to(const BrickRowStep& r, int w) const {
    for (int kind = 0; kind < kChangedKinds; ++kind) {
      r.changed_now[kind * r.set_words + w] |= sets[kind];
    }
    uint64_t* around = r.changed_now + kChangedAround * r.set_words;
    if (w > 0) {
      around[w - 1] |= left_of << 63;
    }
    if (w + 1 < r.set_words) {
      around[w + 1] |= right_of;
    }
  }
};

// The faces that neighbours will look at: the first ones (their neighbours are before and below),
// or the last ones.
enum FaceSide { kFirstFaces, kLastFaces };

constexpr Face face_across_y(FaceSide side) {
  return side == kFirstFaces ? kFirstYFace : kLastYFace;
}
constexpr Face face_across_z(FaceSide side) {
  return side == kFirstFaces ? kFirstZFace : kLastZFace;
}

// Some planes, up to eight, packed into their face across y, one part.
template <class Plane>
static inline Vec pack_y_face(FaceSide side, int count, Plane plane) {
  Vec packed{};
  for (int p = 0; p < count; ++p) {
    packed = or_masked(packed, side == kFirstFaces ? plane(p) << (8 * p) : plane(p) >> (56 - 8 * p),
                       all_lanes(kFirstY << (8 * p)));
  }
  return packed;
}

static inline void copy_z_face(uint64_t* brick, int planes, FaceSide side) {
  const int face = kVectorWords * ((planes + 7) / 8);
  uint64_t* across_z = brick + kVectorWords * planes + face_across_z(side) * face;
  for (int p = 0; p < planes; ++p) {
    across_z[p] = brick[kVectorWords * p + (side == kLastFaces ? kVectorWords - 1 : 0)];
  }
}

static inline void copy_faces(uint64_t* brick, int planes, FaceSide side) {
  const int groups = (planes + 7) / 8;
  uint64_t* across_y = brick + kVectorWords * (planes + groups * face_across_y(side));
  for (int group = 0; group < groups; ++group) {
    const int first = 8 * group;
    const int count = planes - first < 8 ? planes - first : 8;
    for (int lane = 0; lane < kVectorWords; lane += kLanes) {
      const auto plane = [&](int p) { return load(brick + kVectorWords * (first + p) + lane); };
      store(across_y + kVectorWords * group + lane, pack_y_face(side, count, plane));
    }
  }
  copy_z_face(brick, planes, side);
}
