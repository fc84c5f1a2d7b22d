// SPDX-License-Identifier: BSD-2-Clause
// Eight bytes at a time in one 64-bit register (little-endian machines).

using OddValues = uint64_t;
static inline int any_odd(OddValues odd) { return odd != 0; }

// Gathers the top bit of each byte: the product moves bit 8 i + 7 (shifted down to 8 i) to 56 + i,
// and no two of its partial products meet.
static inline uint64_t top_bits(uint64_t bytes) {
  return (((bytes & 0x8080808080808080U) >> 7) * 0x0102040810204080U) >> 56;
}

static inline uint64_t word_binary(const uint8_t* p, OddValues& odd) {
  uint64_t word = 0;
  for (int i = 0; i < 64; i += 8) {
    uint64_t bytes = 0;
    __builtin_memcpy(&bytes, p + i, 8);
    const uint64_t tops = (bytes & 0x8080808080808080U) >> 7;
    odd |= bytes ^ (tops * 0xff);  // each byte should be its top bit, eight times
    word |= top_bits(bytes) << i;
  }
  return word;
}

template <class Pixel>
static inline uint64_t word_range(const Pixel* p, Pixel low, Pixel high) {
  uint64_t word = 0;
  for (int i = 0; i < 64; ++i) {
    word |= static_cast<uint64_t>(p[i] >= low && p[i] <= high) << i;
  }
  return word;
}

static inline uint64_t word_range_u8(const uint8_t* p, uint8_t low, uint8_t high) {
  return word_range(p, low, high);
}
static inline uint64_t word_range_u16(const uint16_t* p, uint16_t low, uint16_t high) {
  return word_range(p, low, high);
}
static inline uint64_t word_range_f32(const float* p, float low, float high) {
  return word_range(p, low, high);
}

// Spreads eight bits over eight bytes: each byte gets all bits, keeps its own, and becomes 0 or
// 255.
static inline void unpack_word(uint64_t word, uint8_t* p) {
  for (int i = 0; i < 64; i += 8) {
    const uint64_t all = ((word >> i) & 0xff) * 0x0101010101010101U;
    const uint64_t own = all & 0x8040201008040201U;
    const uint64_t ones = ((own + 0x7f7f7f7f7f7f7f7fU) | own) & 0x8080808080808080U;
    const uint64_t bytes = (ones >> 7) * 0xff;
    __builtin_memcpy(p + i, &bytes, 8);
  }
}
