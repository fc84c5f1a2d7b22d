// SPDX-License-Identifier: BSD-2-Clause
// The recursion for the cube: the same in one dimension, along x, then y, then z. A value that
// overwrites another also reaches farther, so keeping the largest at each voxel loses nothing. The
// values along y and z are not distances any more: a voxel can change at step m where a neighbour's
// value was m + 1 from the start.

template <int P>
struct GrowLine {
  uint64_t* data;
  int bricks;
  int64_t stride;
  int cap;
  int set_words;
  uint64_t* changed[2];
  uint64_t* holds;  // set_words words a value: the bricks that held it at the start

  GrowLine(uint64_t* line, int count, int64_t brick_stride, int largest, uint64_t* scratch)
      : data(line),
        bricks(count),
        stride(brick_stride),
        cap(largest),
        set_words((count + 63) / 64),
        changed{scratch, scratch + set_words},
        holds(scratch + 2 * set_words) {}

  void find_values() {
    for (int i = 0; i < (cap + 3) * set_words; ++i) {
      changed[0][i] = 0;
    }
    for (int i = 0; i < bricks; ++i) {
      const uint64_t* brick = data + stride * i;
      uint64_t object[kVectorWords];
      for (int part = 0; part < kParts; ++part) {
        Vec v{};
        for (int p = 0; p < P; ++p) {
          v |= load(brick + kVectorWords * p + kLanes * part);
        }
        store(object + kLanes * part, v);
      }
      for_each_value(brick, P, object, [&](int value, const uint64_t*) {
        uint64_t* set = holds + int64_t{value} * set_words;
        set[i / 64] |= uint64_t{1} << (i % 64);
        // Its neighbours are those that change.
        if (i > 0) {
          set[(i - 1) / 64] |= uint64_t{1} << ((i - 1) % 64);
        }
        if (i + 1 < bricks) {
          set[(i + 1) / 64] |= uint64_t{1} << ((i + 1) % 64);
        }
      });
    }
  }

  template <int kAxis, bool kPlanar>
  Vec grow_part(const uint64_t* brick, const uint64_t* before, const uint64_t* after, int part,
                const Vec (&step)[P], uint64_t* grown) const {
    const int lane = kLanes * part;
    constexpr int kLast = kVectorWords - 1;
    Vec self[P];
    Vec most[P];
    Vec other[P];
    for (int p = 0; p < P; ++p) {
      const int at = kVectorWords * p;
      self[p] = load(brick + at + lane);
      if (kAxis == 0) {
        most[p] = from_left(self[p], load(before + at + lane));
        other[p] = from_right(self[p], load(after + at + lane));
      } else if (kAxis == 1 && !kPlanar) {
        most[p] = from_before(self[p], load(before + at + lane));
        other[p] = from_after(self[p], load(after + at + lane));
      } else {
        most[p] = previous_lane(brick + at, part, before[at + kLast]);
        other[p] = next_lane(brick + at, part, after[at]);
        if (kPlanar) {
          most[p] = from_before(self[p], most[p]);
          other[p] = from_after(self[p], other[p]);
        }
      }
    }
    take_larger<P>(most, other);
    Vec started{};
    Vec larger{};
    for (int p = 0; p < P; ++p) {
      started = greater_bit(most[p], step[p], started);
      larger = greater_bit(most[p], self[p], larger);
    }
    const Vec change = started & larger;
    for (int p = 0; p < P; ++p) {
      store(grown + kVectorWords * p + lane, either(change, most[p], self[p]));
    }
    return change;
  }

  template <int kAxis, bool kPlanar>
  void grow() {
    find_values();
    alignas(64) uint64_t old[2][kVectorWords * P];
    alignas(64) const uint64_t zeros[kVectorWords * P] = {};
    for (int m = cap - 1; m >= 1; --m) {
      Vec step[P];
      for (int p = 0; p < P; ++p) {
        step[p] = all_lanes((m >> p & 1) != 0 ? ~uint64_t{0} : 0);
      }
      int saved = -1;
      uint64_t* now = changed[m % 2];
      const uint64_t* last = changed[1 - m % 2];
      const uint64_t* due = holds + int64_t{m + 1} * set_words;
      for (int w = 0; w < set_words; ++w) {
        now[w] = 0;
      }
      for (int w = 0; w < set_words; ++w) {
        const uint64_t active = due[w] | last[w];
        for_each_bit(active, [&](int bit) {
          const int i = 64 * w + bit;
          uint64_t* brick = data + stride * i;
          const uint64_t* before = i == 0           ? zeros
                                   : saved == i - 1 ? old[saved % 2]
                                                    : brick - stride;
          const uint64_t* after = i == bricks - 1 ? zeros : brick + stride;
          alignas(64) uint64_t grown[kVectorWords * P];
          uint64_t where[kVectorWords];
          Vec change{};
          for (int part = 0; part < kParts; ++part) {
            const Vec here = grow_part<kAxis, kPlanar>(brick, before, after, part, step, grown);
            store(where + kLanes * part, here);
            change |= here;
          }
          if (!any(change)) {
            return;
          }
          saved = i;
          __builtin_memcpy(old[i % 2], brick, sizeof(grown));
          __builtin_memcpy(brick, grown, sizeof(grown));
          note<kAxis, kPlanar>(now, i, where);
        });
      }
    }
  }

  // The bricks to look at in the next step because brick i changed.
  template <int kAxis, bool kPlanar>
  void note(uint64_t* now, int i, const uint64_t* where) const {
    uint64_t all = 0;
    for (int lane = 0; lane < kVectorWords; ++lane) {
      all |= where[lane];
    }
    const uint64_t first = where[0];
    const uint64_t last = where[kVectorWords - 1];
    bool before = first != 0;
    bool after = last != 0;
    if (kAxis == 0) {
      before = (all & kFirstX) != 0;
      after = (all & kLastX) != 0;
    } else if (kAxis == 1) {
      before = ((kPlanar ? first : all) & kFirstY) != 0;
      after = ((kPlanar ? last : all) & kLastY) != 0;
    }
    const auto add = [&](int brick, bool it) {
      if (brick >= 0 && brick < bricks) {
        now[brick / 64] |= uint64_t{it} << (brick % 64);
      }
    };
    add(i - 1, before);
    add(i, true);
    add(i + 1, after);
  }
};

template <int P>
static void grow_line_of(uint64_t* data, int bricks, int64_t stride, int axis, int planar, int cap,
                         uint64_t* scratch) {
  GrowLine<P> line(data, bricks, stride, cap, scratch);
  if (axis == 0) {
    line.template grow<0, false>();
  } else if (axis == 2) {
    line.template grow<2, false>();
  } else if (planar != 0) {
    line.template grow<1, true>();
  } else {
    line.template grow<1, false>();
  }
}

static void grow_line(uint64_t* data, int planes, int bricks, int64_t stride, int axis, int planar,
                      int cap, uint64_t* scratch) {
  switch (planes) {
    case 4:
      return grow_line_of<4>(data, bricks, stride, axis, planar, cap, scratch);
    case 5:
      return grow_line_of<5>(data, bricks, stride, axis, planar, cap, scratch);
    case 6:
      return grow_line_of<6>(data, bricks, stride, axis, planar, cap, scratch);
    case 7:
      return grow_line_of<7>(data, bricks, stride, axis, planar, cap, scratch);
    case 8:
      return grow_line_of<8>(data, bricks, stride, axis, planar, cap, scratch);
    case 12:
      return grow_line_of<12>(data, bricks, stride, axis, planar, cap, scratch);
    default:
      return grow_line_of<16>(data, bricks, stride, axis, planar, cap, scratch);
  }
}
