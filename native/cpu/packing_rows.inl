// SPDX-License-Identifier: BSD-2-Clause
// The loops around packing_words.inl.
#include "cpu/packing_words.inl"

// Calls word(64 pixels) for every 64 pixels, and for the rest copied behind zeros.
template <class Pixel, class Word>
static inline void pack_words(const Pixel* pixels, int64_t count, uint64_t* words, Word word) {
  for (; count >= 64; count -= 64, pixels += 64) {
    *words++ = word(pixels);
  }
  if (count > 0) {
    Pixel rest[64] = {};
    for (int64_t i = 0; i < count; ++i) {
      rest[i] = pixels[i];
    }
    *words = word(rest) & ((uint64_t{1} << count) - 1);
  }
}

static int pack_binary(const uint8_t* pixels, int64_t count, uint64_t* words) {
  ByteLanes odd{};
  pack_words(pixels, count, words, [&](const uint8_t* p) { return word_binary(p, odd); });
  return any((Vector<uint64_t>)odd);
}

template <class Pixel>
static void pack_range(const Pixel* pixels, int64_t count, Pixel low, Pixel high, uint64_t* words) {
  if (low > high) {  // which word_range() does not want to see
    __builtin_memset(words, 0, static_cast<uint64_t>(count + 63) / 64 * sizeof(uint64_t));
    return;
  }
  pack_words(pixels, count, words, [&](const Pixel* p) { return word_range(p, low, high); });
}

static void unpack(const uint64_t* words, int64_t count, uint8_t* pixels) {
  for (; count >= 64; count -= 64, pixels += 64) {
    unpack_word(*words++, pixels);
  }
  if (count > 0) {
    uint8_t rest[64];
    unpack_word(*words, rest);
    for (int64_t i = 0; i < count; ++i) {
      pixels[i] = rest[i];
    }
  }
}

static int64_t count_bits(const uint64_t* words, int64_t count) {
  int64_t total = 0;
  for (int64_t i = 0; i < count; ++i) {
    total += __builtin_popcountll(words[i]);
  }
  return total;
}

constexpr Rows kRows = {
    .pack_binary = pack_binary,
    .pack_range_u8 = pack_range<uint8_t>,
    .pack_range_u16 = pack_range<uint16_t>,
    .pack_range_f32 = pack_range<float>,
    .unpack = unpack,
    .count_bits = count_bits,
};
