// SPDX-License-Identifier: BSD-2-Clause
// Distances by erosion: what step k removes has distance k.

// One lane of a brick, eroded in x and y; and those of the rows before and after it in y.
static inline uint64_t erode_lane_cube(const uint64_t* before, const uint64_t* self,
                                       const uint64_t* after) {
  const auto in_x = [](const uint64_t* lane) {
    return lane[0] & from_left(lane[0], lane[-kVectorWords]) &
           from_right(lane[0], lane[kVectorWords]);
  };
  const uint64_t b = in_x(before);
  const uint64_t s = in_x(self);
  const uint64_t a = in_x(after);
  return s & from_before(s, b) & from_after(s, a);
}

// The same for all lanes of the brick.
static inline Vec erode_x(const uint64_t* at) {
  const Vec self = load(at);
  return self & from_left(self, load(at - kVectorWords)) &
         from_right(self, load(at + kVectorWords));
}

static inline void erode_brick_cube(const BrickRowStep& r, int i, uint64_t* eroded) {
  const int64_t at = int64_t{kVectorWords} * i;
  constexpr int kLast = kVectorWords - 1;
  uint64_t in_plane[kVectorWords];
  for (int part = 0; part < kParts; ++part) {
    const int64_t here = at + kLanes * part;
    Vec v = erode_x(r.rows[4] + here);
    if (r.planar == 0) {
      v = v & from_before(v, erode_x(r.rows[3] + here)) & from_after(v, erode_x(r.rows[5] + here));
    }
    store(in_plane + kLanes * part, v);
  }
  const auto lane_in_x = [](const uint64_t* lane) {
    return lane[0] & from_left(lane[0], lane[-kVectorWords]) &
           from_right(lane[0], lane[kVectorWords]);
  };
  uint64_t before = 0;
  uint64_t after = 0;
  if (r.planar != 0) {
    before = lane_in_x(r.rows[3] + at + kLast);
    after = lane_in_x(r.rows[5] + at);
  } else {
    before =
        erode_lane_cube(r.rows[0] + at + kLast, r.rows[1] + at + kLast, r.rows[2] + at + kLast);
    after = erode_lane_cube(r.rows[6] + at, r.rows[7] + at, r.rows[8] + at);
  }
  for (int part = 0; part < kParts; ++part) {
    const Vec self = load(in_plane + kLanes * part);
    const Vec previous = previous_lane(in_plane, part, before);
    const Vec next = next_lane(in_plane, part, after);
    store(eroded + kLanes * part, r.planar != 0
                                      ? self & from_before(self, previous) & from_after(self, next)
                                      : self & previous & next);
  }
}

static inline void erode_brick_cross(const BrickRowStep& r, int i, uint64_t* eroded) {
  const int64_t at = int64_t{kVectorWords} * i;
  constexpr int kLast = kVectorWords - 1;
  for (int part = 0; part < kParts; ++part) {
    const int64_t here = at + kLanes * part;
    const uint64_t* own = r.rows[4];
    const Vec self = load(own + here);
    Vec v = self & from_left(self, load(own + here - kVectorWords)) &
            from_right(self, load(own + here + kVectorWords));
    if (r.planar != 0) {
      v = v & from_before(self, previous_lane(own + at, part, r.rows[3][at + kLast])) &
          from_after(self, next_lane(own + at, part, r.rows[5][at]));
    } else {
      v = v & from_before(self, load(r.rows[3] + here)) & from_after(self, load(r.rows[5] + here));
      v = v & previous_lane(own + at, part, r.rows[1][at + kLast]) &
          next_lane(own + at, part, r.rows[7][at]);
    }
    store(eroded + kLanes * part, v);
  }
}

// Writes `value` to the planes where `where` is set.
static inline void write_value(uint64_t* brick, int value, const uint64_t* where) {
  for (int bits = value; bits != 0; bits &= bits - 1) {
    uint64_t* plane = brick + kVectorWords * __builtin_ctz(static_cast<unsigned>(bits));
    for (int part = 0; part < kParts; ++part) {
      store(plane + kLanes * part, load(plane + kLanes * part) | load(where + kLanes * part));
    }
  }
}

// The next brick's planes come from memory while this one is worked on.
static inline void prefetch_planes(const BrickRowStep& r, int i) {
  const uint64_t* brick = r.data + r.stride * i;
  for (int bits = r.step; bits != 0; bits &= bits - 1) {
    __builtin_prefetch(brick + kVectorWords * __builtin_ctz(static_cast<unsigned>(bits)), 1);
  }
}

static inline void note_distance(const BrickRowStep& r, int i) {
  const auto value = static_cast<uint16_t>(r.step);
  if (r.largest[i] == 0) {
    r.least[i] = value;
  }
  r.largest[i] = value;
}

static inline void finish_brick(const BrickRowStep& r, int i) {
  if (r.stride > int64_t{kVectorWords} * r.planes) {
    copy_faces(r.data + r.stride * i, r.planes, kFirstFaces);
    copy_faces(r.data + r.stride * i, r.planes, kLastFaces);
  }
}

static inline const uint64_t* inside_of(const BrickRowStep& r, int i) {
  return r.inside + (i == r.bricks - 1 ? kVectorWords : 0);
}

static int erode_row(const BrickRowStep& r, int cube, uint64_t* to) {
  int finished = 0;
  clear_changed(r);
  for (int w = 0; w < r.set_words; ++w) {
    // A brick that has just become empty is looked at once more: both buffers must say so.
    const uint64_t active = met_a_change(r, w, cube != 0);
    ChangedBricks changed;
    for_each_bit(active, [&](int bit) {
      const int i = 64 * w + bit;
      if (const uint64_t later = active >> bit & ~uint64_t{1}; later != 0) {
        prefetch_planes(r, i + __builtin_ctzll(later));
      }
      const uint64_t* self = r.rows[4] + int64_t{kVectorWords} * i;
      uint64_t* after = to + int64_t{kVectorWords} * i;
      Vec left_over{};
      for (int part = 0; part < kParts; ++part) {
        left_over |= load(self + kLanes * part);
      }
      if (!any(left_over)) {
        for (int part = 0; part < kParts; ++part) {
          store(after + kLanes * part, Vec{});
        }
        return;
      }
      uint64_t eroded[kVectorWords];
      if (cube != 0) {
        erode_brick_cube(r, i, eroded);
      } else {
        erode_brick_cross(r, i, eroded);
      }
      uint64_t removed[kVectorWords];
      const uint64_t* inside = inside_of(r, i);
      Vec change{};
      Vec counted{};
      Vec still{};
      for (int part = 0; part < kParts; ++part) {
        const Vec old = load(self + kLanes * part);
        const Vec now = load(eroded + kLanes * part);
        const Vec in = load(inside + kLanes * part);
        const Vec gone = old & ~now;
        store(after + kLanes * part, now);
        store(removed + kLanes * part, gone & in);
        change |= gone;
        counted |= gone & in;
        still |= now & in;
        store(eroded + kLanes * part, gone);
      }
      if (!any(change)) {
        return;
      }
      changed.note(bit, eroded, r.planar != 0);
      if (!any(counted)) {
        return;
      }
      note_distance(r, i);
      write_value(r.data + r.stride * i, r.step, removed);
      if (!any(still)) {
        ++finished;
        finish_brick(r, i);
      }
    });
    changed.add_to(r, w);
  }
  return finished;
}

static void finish_row(const BrickRowStep& r, const uint64_t* left) {
  for (int i = 0; i < r.bricks; ++i) {
    uint64_t counted[kVectorWords];
    Vec still{};
    for (int part = 0; part < kParts; ++part) {
      const Vec v = load(left + int64_t{kVectorWords} * i + kLanes * part) &
                    load(inside_of(r, i) + kLanes * part);
      store(counted + kLanes * part, v);
      still |= v;
    }
    if (any(still)) {
      note_distance(r, i);
      write_value(r.data + r.stride * i, r.step, counted);
      finish_brick(r, i);
    }
  }
}
