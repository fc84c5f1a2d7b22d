// SPDX-License-Identifier: BSD-2-Clause
// NEON, which all 64-bit ARM CPUs have: 16 bytes. What is not explained here is in cpu/lanes.inl or
// cpu/lanes_scalar.inl.

constexpr int kRegisterBytes = 16;
constexpr int kRegisters = 32;
constexpr bool kPlain = false;
#include "cpu/lane_types.inl"

using ByteLanes = Vector<uint8_t>;

BITVOX_LANE bool any(Vector<uint64_t> v) { return vmaxvq_u32((uint32x4_t)v) != 0; }

// Byte i is bit i % 8.
BITVOX_LANE ByteLanes own_bits() {
  return (ByteLanes)filled<Vector<uint64_t>>(uint64_t{0x8040201008040201});
}
BITVOX_LANE uint64_t bits_of(Vector<int8_t> truth) {
  const ByteLanes own = (ByteLanes)truth & own_bits();
  return static_cast<uint64_t>(vaddv_u8(vget_low_u8(own))) |
         static_cast<uint64_t>(vaddv_u8(vget_high_u8(own))) << 8;
}
// What Clang makes of a comparison of bytes.
BITVOX_LANE uint64_t bits_of(Vector<char> truth) { return bits_of((Vector<int8_t>)truth); }
BITVOX_LANE uint64_t bits_of(Vector<int16_t> first, Vector<int16_t> second) {
  return bits_of((Vector<int8_t>)vcombine_s8(vmovn_s16(first), vmovn_s16(second)));
}
BITVOX_LANE uint64_t bits_of(Vector<int32_t> truth) {
  constexpr Vector<uint32_t> kOwnBits = {1, 2, 4, 8};
  return vaddvq_u32((Vector<uint32_t>)truth & kOwnBits);
}

constexpr bool kBitsOfSixteen = true;
BITVOX_LANE uint32_t bits_of_sixteen(SixteenBytes truth) {
  return static_cast<uint32_t>(bits_of(truth));
}

BITVOX_LANE ByteLanes signs(ByteLanes bytes) { return (ByteLanes)((Vector<int8_t>)bytes < 0); }
BITVOX_LANE uint64_t top_bits(ByteLanes bytes) { return bits_of((Vector<int8_t>)signs(bytes)); }
BITVOX_LANE ByteLanes bytes_of_bits(uint64_t bits) {
  const uint8x8_t low = vdup_n_u8(static_cast<uint8_t>(bits));
  const uint8x8_t high = vdup_n_u8(static_cast<uint8_t>(bits >> 8));
  return (ByteLanes)vtstq_u8(vcombine_u8(low, high), own_bits());
}

using BitSums = Vector<uint8_t>;
BITVOX_LANE BitSums count_bits_of(Vector<uint64_t> v) { return (BitSums)vcntq_u8((ByteLanes)v); }
BITVOX_LANE int64_t total(BitSums sums) { return vaddlvq_u8(sums); }

BITVOX_LANE Vector<uint16_t> saturated_sum(Vector<uint16_t> a, Vector<uint16_t> b) {
  return (Vector<uint16_t>)vqaddq_u16(a, b);
}
BITVOX_LANE Vector<float> multiply_add(Vector<float> a, Vector<float> b, Vector<float> c) {
  return vfmaq_f32(c, a, b);
}
BITVOX_LANE Vector<float> root_of(Vector<float> v) { return vsqrtq_f32(v); }

BITVOX_LANE Vector<uint64_t> moved_up(Vector<uint64_t> v, uint64_t before) {
  return (Vector<uint64_t>)vextq_u64(vdupq_n_u64(before), v, 1);
}
BITVOX_LANE Vector<uint64_t> moved_down(Vector<uint64_t> v, uint64_t after) {
  return (Vector<uint64_t>)vextq_u64(v, vdupq_n_u64(after), 1);
}

constexpr bool kGathers = false;

constexpr bool kChoosesLanes = true;
BITVOX_LANE void choose(const uint32_t* from, const uint8_t* places, uint32_t bits,
                        EightWords& to) {
  constexpr uint32_t kBytes = 0x03020100;  // of a number
  const uint8x16x2_t all = {{load<ByteLanes>(from), load<ByteLanes>(from + 4)}};
  const uint16x8_t first_bytes = vshll_n_u8(vld1_u8(places), 2);
  const uint32x4_t four_bytes[2] = {vmovl_u16(vget_low_u16(first_bytes)),
                                    vmovl_high_u16(first_bytes)};
  constexpr Vector<uint32_t> kOwnBits[2] = {{1, 2, 4, 8}, {16, 32, 64, 128}};
  for (int i = 0; i < 2; ++i) {
    const uint32x4_t of_bytes = four_bytes[i] * 0x01010101 + kBytes;
    const auto chosen = (uint32x4_t)vqtbl2q_u8(all, (uint8x16_t)of_bytes);
    const uint32x4_t inside = vtstq_u32(vdupq_n_u32(bits), kOwnBits[i]);
    store(reinterpret_cast<uint32_t*>(&to) + 4 * i, chosen & inside);
  }
}

BITVOX_LANE void load_half(const uint16_t* from, float& value) { value = load<__fp16>(from); }
BITVOX_LANE void load_halves(const uint16_t* from, EightFloats& values) {
  const float16x8_t halves = load<float16x8_t>(from);
  const float32x4_t four[2] = {vcvt_f32_f16(vget_low_f16(halves)), vcvt_high_f32_f16(halves)};
  __builtin_memcpy(&values, four, sizeof values);
}
BITVOX_LANE void store_halves(const EightFloats& values, uint16_t* to) {
  float32x4_t four[2];
  __builtin_memcpy(four, &values, sizeof values);
  store(to, vcvt_high_f16_f32(vcvt_f16_f32(four[0]), four[1]));
}

constexpr bool kRotates = false;

constexpr bool kCompresses = false;
BITVOX_LANE uint32_t equal_lanes(Vector<uint32_t> v, uint32_t value, uint32_t of) {
  return static_cast<uint32_t>(bits_of((Vector<int32_t>)(v == value))) & of;
}
BITVOX_LANE uint32_t other_lanes(Vector<uint32_t> v, uint32_t value, uint32_t of) {
  return static_cast<uint32_t>(bits_of((Vector<int32_t>)(v != value))) & of;
}
BITVOX_LANE void store_lanes(Vector<uint32_t> v, uint32_t lanes, uint32_t* to) {
  for (; lanes != 0; lanes &= lanes - 1) *to++ = v[__builtin_ctz(lanes)];
}
