// SPDX-License-Identifier: BSD-2-Clause
// The same as lookup_part, for whole vectors of points: corners are gathered.
#include "cpu/lanes.inl"

typedef Register<float> Floats;
typedef Register<int32_t> Ints;
constexpr int kLanes = kRegisterLanes<float>;

// Zeros come from the left.
static inline Ints shift_right(Ints words, Ints bits) {
  typedef Register<uint32_t> Words;
  return (Ints)((Words)words >> (Words)bits);
}

template <int kScale>
static inline Ints gather(const void* from, Ints places) {
  Ints found;
  gather<kScale>(from, places, found);
  return found;
}

// Where both, or else 0.
static inline Floats only(Ints mask, Floats value) { return (Floats)((Ints)value & mask); }

// A voxel and the next one along x, at these places of the pixels. Of 8 and 16 bits one word has
// both; the last words of the volume are read from where they begin, and shifted. What lies beyond
// the end of an axis counts with the part 0, so any number will do there; but not NaN or infinity.
struct Pair {
  Floats a, b;
};
static inline Pair pair(const uint8_t* pixels, Ints at, Ints last, Ints) {
  const Ints from = at < last ? at : last;
  const Ints word = shift_right(gather<1>(pixels, from), (at - from) * 8);
  return {__builtin_convertvector(word & 0xff, Floats),
          __builtin_convertvector(word >> 8 & 0xff, Floats)};
}
static inline Pair pair(const uint16_t* pixels, Ints at, Ints last, Ints) {
  const Ints from = at < last ? at : last;
  const Ints word = shift_right(gather<2>(pixels, from), (at - from) * 16);
  return {__builtin_convertvector(word & 0xffff, Floats),
          __builtin_convertvector(word >> 16 & 0xffff, Floats)};
}
static inline Pair pair(const float* pixels, Ints at, Ints, Ints next_x) {
  return {(Floats)gather<4>(pixels, at), (Floats)gather<4>(pixels, at + next_x)};
}

static inline Floats onto_edge(Floats at, Floats end) {
  const Floats raised = at > 0.0F ? at : Floats{};
  return raised < end ? raised : end;
}

static inline Floats between(Floats a, Floats b, Floats part) { return a + (b - a) * part; }

// Returns how many points it has done; `inside` is increased by those inside.
template <class Pixel>
static inline int64_t lookup_vectors(const LookupVolume* volume, const PointMap* map,
                                     const float* x, const float* y, const float* z, int64_t count,
                                     float outside, float* values, int64_t* inside) {
  const int64_t pixel_count = volume->width * volume->height * volume->depth;
  constexpr int64_t kInWord = 4 / sizeof(Pixel);
  constexpr int64_t kMostPixels = INT32_MAX / 2;  // so that places fit 32 bits
  if (!kGathers || pixel_count > kMostPixels || pixel_count < kInWord) return 0;
  const auto* pixels = static_cast<const Pixel*>(volume->pixels);
  const PointMap m = *map;
  const auto row = static_cast<int32_t>(volume->width);
  const auto slice = static_cast<int32_t>(volume->width * volume->height);
  const auto end_x = static_cast<float>(volume->width - 1);
  const auto end_y = static_cast<float>(volume->height - 1);
  const auto end_z = static_cast<float>(volume->depth - 1);
  const float low = -volume->edge_tolerance;
  const float high_x = end_x + volume->edge_tolerance;
  const float high_y = end_y + volume->edge_tolerance;
  const float high_z = end_z + volume->edge_tolerance;
  const auto last_x = static_cast<int32_t>(volume->width - 1);
  const auto last_y = static_cast<int32_t>(volume->height - 1);
  const auto last_z = static_cast<int32_t>(volume->depth - 1);
  const Ints last = Ints{} + static_cast<int32_t>(pixel_count - kInWord);
  const Floats other = Floats{} + outside;
  Ints total = {};
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Floats from_x = load<Floats>(x + i);
    const Floats from_y = load<Floats>(y + i);
    const Floats from_z = load<Floats>(z + i);
    const Floats at_x = ((m.xx * from_x + m.xy * from_y) + m.xz * from_z) + m.x0;
    const Floats at_y = ((m.yx * from_x + m.yy * from_y) + m.yz * from_z) + m.y0;
    const Floats at_z = ((m.zx * from_x + m.zy * from_y) + m.zz * from_z) + m.z0;
    const Ints found = (at_x >= low) & (at_x <= high_x) & (at_y >= low) & (at_y <= high_y) &
                       (at_z >= low) & (at_z <= high_z);
    total -= found;
    const Floats safe_x = only(found, onto_edge(at_x, Floats{} + end_x));
    const Floats safe_y = only(found, onto_edge(at_y, Floats{} + end_y));
    const Floats safe_z = only(found, onto_edge(at_z, Floats{} + end_z));
    const Ints cell_x = __builtin_convertvector(safe_x, Ints);
    const Ints cell_y = __builtin_convertvector(safe_y, Ints);
    const Ints cell_z = __builtin_convertvector(safe_z, Ints);
    const Floats part_x = safe_x - __builtin_convertvector(cell_x, Floats);
    const Floats part_y = safe_y - __builtin_convertvector(cell_y, Floats);
    const Floats part_z = safe_z - __builtin_convertvector(cell_z, Floats);
    const Ints at = cell_z * slice + cell_y * row + cell_x;
    const Ints next_x = (cell_x < last_x) & 1;
    const Ints next_y = (cell_y < last_y) & row;
    const Ints next_z = (cell_z < last_z) & slice;
    const Pair a = pair(pixels, at, last, next_x);
    const Pair b = pair(pixels, at + next_y, last, next_x);
    const Pair c = pair(pixels, at + next_z, last, next_x);
    const Pair d = pair(pixels, at + next_z + next_y, last, next_x);
    const Floats front = between(between(a.a, a.b, part_x), between(b.a, b.b, part_x), part_y);
    const Floats back = between(between(c.a, c.b, part_x), between(d.a, d.b, part_x), part_y);
    const Floats value = between(front, back, part_z);
    const Floats result = (Floats)((Ints)only(found, value) | (Ints)only(~found, other));
    store(values + i, result);
  }
  for (int lane = 0; lane < kLanes; ++lane) *inside += total[lane];
  return i;
}
