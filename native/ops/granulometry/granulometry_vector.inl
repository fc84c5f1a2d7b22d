// SPDX-License-Identifier: BSD-2-Clause
// A vector of a brick, in parts of kLanes 64-bit lanes: one part of 512 bits, two of 256, or eight
// plain words. &, |, ^, ~, << and >> work on all of them, lane by lane.

#include "cpu/lanes.inl"
typedef Vector<uint64_t> Vec;
constexpr int kLanes = kVectorLanes<uint64_t>;
constexpr int kParts = kVectorWords / kLanes;

static inline Vec load(const uint64_t* p) { return load<Vec>(p); }
static inline Vec all_lanes(uint64_t word) { return Vec{} + word; }

// Lane i of a part of the result is lane i - 1 of the brick's vector at p; the first one is
// `before`.
static inline Vec previous_lane(const uint64_t* p, int part, uint64_t before) {
  return part == 0 ? moved_up(load(p), before) : load(p + kLanes * part - 1);
}
static inline Vec next_lane(const uint64_t* p, int part, uint64_t after) {
  const uint64_t* const own = p + kLanes * part;
  return part == kParts - 1 ? moved_down(load(own), after) : load(own + 1);
}

constexpr uint64_t kFirstX = 0x0101010101010101U;
constexpr uint64_t kLastX = 0x8080808080808080U;
constexpr uint64_t kFirstY = 0x00000000000000ffU;
constexpr uint64_t kLastY = 0xff00000000000000U;

// What is at x - 1, where `left` is the brick on that side; and so on.
template <class V>
static inline V from_left(V self, V left) {
  return either(V{} + kFirstX, left >> 7, self << 1);
}
template <class V>
static inline V from_right(V self, V right) {
  return either(V{} + kLastX, right << 7, self >> 1);
}
template <class V>
static inline V from_before(V self, V before) {
  return (self << 8) | (before >> 56);
}
template <class V>
static inline V from_after(V self, V after) {
  return (self >> 8) | (after << 56);
}

// Calls visit(bit) for every bit that is set.
template <class Visit>
static inline void for_each_bit(uint64_t bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) {
    visit(__builtin_ctzll(bits));
  }
}
