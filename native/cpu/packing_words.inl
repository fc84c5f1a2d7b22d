// SPDX-License-Identifier: BSD-2-Clause
// 64 pixels at a time: each word_* function turns 64 pixels into one word.
#include "cpu/lanes.inl"

// What was neither 0 nor 255 leaves something in `odd`.
static inline uint64_t word_binary(const uint8_t* p, ByteLanes& odd) {
  uint64_t word = 0;
  for (int i = 0; i < 64; i += static_cast<int>(sizeof(ByteLanes))) {
    const auto bytes = load<ByteLanes>(p + i);
    odd |= bytes ^ signs(bytes);
    word |= top_bits(bytes) << i;
  }
  return word;
}

// low <= high, but for floats.
template <class Pixel>
static inline uint64_t word_range(const Pixel* p, Pixel low, Pixel high) {
  using Pixels = Vector<Pixel>;
  constexpr int kPixels = kVectorLanes<Pixel>;
  const Pixels lows = filled<Pixels>(low);
  const Pixels highs = filled<Pixels>(high);
  const auto inside = [&](int i) { return in_range(load<Pixels>(p + i), lows, highs); };
  uint64_t word = 0;
  if constexpr (sizeof(Pixel) == 2) {
    for (int i = 0; i < 64; i += 2 * kPixels) {
      word |= bits_of(inside(i), inside(i + kPixels)) << i;
    }
  } else {
    for (int i = 0; i < 64; i += kPixels) word |= bits_of(inside(i)) << i;
  }
  return word;
}

static inline void unpack_word(uint64_t word, uint8_t* p) {
  for (int i = 0; i < 64; i += static_cast<int>(sizeof(ByteLanes))) {
    store(p + i, bytes_of_bits(word >> i));
  }
}
