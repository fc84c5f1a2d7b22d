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

// Brick i changed where the vector is not zero.
static inline void note_change(const BrickRowStep& r, int i, const uint64_t* where) {
  uint64_t all = 0;
  for (int lane = 0; lane < kVectorWords; ++lane) {
    all |= where[lane];
  }
  const uint64_t first = where[0];
  const uint64_t last = where[kVectorWords - 1];
  const auto add = [&](ChangedKind kind, int brick, bool it) {
    if (brick >= 0 && brick < r.bricks) {
      r.changed_now[kind * r.set_words + brick / 64] |= uint64_t{it} << (brick % 64);
    }
  };
  add(kChangedSelf, i, true);
  add(kChangedAround, i, true);
  add(kChangedAround, i - 1, (all & kFirstX) != 0);
  add(kChangedAround, i + 1, (all & kLastX) != 0);
  add(kChangedFirstY, i, ((r.planar != 0 ? first : all) & kFirstY) != 0);
  add(kChangedLastY, i, ((r.planar != 0 ? last : all) & kLastY) != 0);
  add(kChangedFirstZ, i, first != 0);
  add(kChangedLastZ, i, last != 0);
}

// The faces of a brick that the rows before and below will read, or those for after and above.
enum FaceSide { kFirstFaces, kLastFaces };

static inline void copy_faces(uint64_t* brick, int planes, FaceSide side) {
  const int groups = (planes + 7) / 8;
  uint64_t* across_y = brick + kVectorWords * (planes + (side == kLastFaces ? groups : 0));
  uint64_t* across_z = across_y + kVectorWords * 2 * groups;
  for (int group = 0; group < groups; ++group) {
    const int first = 8 * group;
    const int count = planes - first < 8 ? planes - first : 8;
    for (int part = 0; part < kParts; ++part) {
      Vec packed{};
      for (int p = 0; p < count; ++p) {
        const Vec plane = load(brick + kVectorWords * (first + p) + kLanes * part);
        packed |= (side == kLastFaces ? plane >> 56 : plane & all_lanes(kFirstY)) << (8 * p);
      }
      store(across_y + kVectorWords * group + kLanes * part, packed);
    }
    for (int p = 0; p < count; ++p) {
      across_z[kVectorWords * group + p] =
          brick[kVectorWords * (first + p) + (side == kLastFaces ? kVectorWords - 1 : 0)];
    }
  }
}
