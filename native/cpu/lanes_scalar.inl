// SPDX-License-Identifier: BSD-2-Clause
// Any CPU: one number at a time, or 16 bytes, of which compilers make what there is.

constexpr int kRegisterBytes = 16;
constexpr int kRegisters = 16;
constexpr bool kPlain = true;
#include "cpu/lane_types.inl"

BITVOX_LANE bool any(Register<uint64_t> v) { return (v[0] | v[1]) != 0; }

// Eight bytes in one number (little-endian machines).
using ByteLanes = uint64_t;

// Bit i is the highest one of byte i: the product moves bit 8 i + 7 (shifted down to 8 i) to
// 56 + i, and no two of its partial products meet.
BITVOX_LANE uint64_t top_bits(ByteLanes bytes) {
  return (((bytes & 0x8080808080808080U) >> 7) * 0x0102040810204080U) >> 56;
}
// 255 for bytes of which the highest bit is set, else 0.
BITVOX_LANE ByteLanes signs(ByteLanes bytes) { return ((bytes & 0x8080808080808080U) >> 7) * 0xff; }
// 255 for bytes of which the bit is set: each gets all bits, keeps its own, and becomes 0 or 255.
BITVOX_LANE ByteLanes bytes_of_bits(uint64_t bits) {
  const uint64_t all = (bits & 0xff) * 0x0101010101010101U;
  const uint64_t own = all & 0x8040201008040201U;
  const uint64_t ones = ((own + 0x7f7f7f7f7f7f7f7fU) | own) & 0x8080808080808080U;
  return (ones >> 7) * 0xff;
}

// See cpu/lanes.inl: most numbers are not in the range, and that is soon known.
BITVOX_LANE bool in_range(float v, float low, float high) { return v >= low && v <= high; }

// Bit i: lane i is true. Of two vectors, the second one's behind the first one's.
BITVOX_LANE uint64_t bits_of(int truth) { return static_cast<uint64_t>(truth); }
BITVOX_LANE uint64_t bits_of(int first, int second) {
  return bits_of(first) | bits_of(second) << 1;
}
BITVOX_LANE uint64_t bits_of(Register<int32_t> truth) {
#ifdef __SSE2__
  return static_cast<uint32_t>(__builtin_ia32_movmskps((Register<float>)truth));
#else
  uint64_t bits = 0;
  for (int i = 0; i < 4; ++i) bits |= static_cast<uint64_t>(truth[i] & 1) << i;
  return bits;
#endif
}

// The same of bytes, and whether that is fast.
#ifdef __SSE2__
constexpr bool kBitsOfSixteen = true;
BITVOX_LANE uint32_t bits_of_sixteen(SixteenBytes truth) {
  return static_cast<uint32_t>(__builtin_ia32_pmovmskb128((LanesOf<char, 16>)truth));
}
#else
constexpr bool kBitsOfSixteen = false;
BITVOX_LANE uint32_t bits_of_sixteen(SixteenBytes truth) {
  uint32_t bits = 0;
  for (int i = 0; i < 16; ++i) bits |= static_cast<uint32_t>(truth[i] & 1) << i;
  return bits;
}
#endif

// Sums of how many bits are set, to 255 a byte.
using BitSums = int64_t;
BITVOX_LANE BitSums count_bits_of(uint64_t word) { return __builtin_popcountll(word); }
BITVOX_LANE int64_t total(BitSums sums) { return sums; }

// Whether there are the instructions to gather, and those below: else one number after the other is
// faster.
constexpr bool kGathers = false;

// Lane i becomes from[places[i]] if bit i is set, else 0; eight may be read.
constexpr bool kChoosesLanes = false;
BITVOX_LANE void choose(const uint32_t* from, const uint8_t* places, uint32_t bits,
                        EightWords& to) {
  for (int i = 0; i < 8; ++i) to[i] = (bits >> i & 1) != 0 ? from[places[i]] : 0;
}

// Whether bits are rotated by one instruction.
constexpr bool kRotates = false;

// Which lanes are the value, and which are not, of those whose bit is set.
constexpr bool kCompresses = false;
BITVOX_LANE uint32_t equal_lanes(uint32_t v, uint32_t value, uint32_t of) {
  return static_cast<uint32_t>(v == value) & of;
}
BITVOX_LANE uint32_t other_lanes(uint32_t v, uint32_t value, uint32_t of) {
  return static_cast<uint32_t>(v != value) & of;
}
// These lanes one behind the other, and then anything: so many bytes are written as a vector has.
BITVOX_LANE void store_lanes(uint32_t v, uint32_t, uint32_t* to) { *to = v; }
