// SPDX-License-Identifier: BSD-2-Clause
// See frames_rows.hpp. Loops over a whole group of pixels, which compilers make vectors of.
#include "cpu/packing_words.inl"

// body(first pixel) for each group.
template <class Body>
static inline void for_each_group(int64_t count, const Body& body) {
  for (int64_t first = 0; first < count; first += kGroup) body(first);
}

static inline uint64_t bits_of_group(int64_t left) {
  return left >= kGroup ? ~uint64_t{0} : (uint64_t{1} << left) - 1;
}

static void split(const uint32_t* pixels, int64_t count, uint8_t* red, uint8_t* green,
                  uint8_t* blue) {
  for (int64_t i = 0; i < count; ++i) {
    red[i] = static_cast<uint8_t>(pixels[i] >> 16);
    green[i] = static_cast<uint8_t>(pixels[i] >> 8);
    blue[i] = static_cast<uint8_t>(pixels[i]);
  }
}

// Half a group, as bytes or as pairs of them: even ones are the lower halves.
typedef uint8_t Bytes __attribute__((vector_size(32)));
typedef uint16_t Pairs __attribute__((vector_size(32)));
constexpr int64_t kHalf = sizeof(Bytes);

static void moving(Rgb frame, Rgb background, int64_t count, int threshold, uint64_t* bits) {
  constexpr int kMost = 3 * 255;
  const auto most = static_cast<uint16_t>(threshold < kMost ? threshold : kMost);
  for_each_group(count, [&](int64_t first) {
    uint8_t moves[kGroup];
    for (int64_t half = 0; half < kGroup; half += kHalf) {
      Pairs even{};
      Pairs odd{};
      for (int c = 0; c < 3; ++c) {
        Bytes a;
        Bytes b;
        __builtin_memcpy(&a, frame.channel[c] + first + half, sizeof a);
        __builtin_memcpy(&b, background.channel[c] + first + half, sizeof b);
        const Bytes difference = (a > b ? a : b) - (a > b ? b : a);
        const auto pairs = reinterpret_cast<Pairs>(difference);
        even += pairs & 255;
        odd += pairs >> 8;
      }
      const Pairs larger = (reinterpret_cast<Pairs>(even > most) & 0x00ff) |
                           (reinterpret_cast<Pairs>(odd > most) & 0xff00);
      __builtin_memcpy(moves + half, &larger, sizeof larger);
    }
    bits[first / kGroup] = word_range_u8(moves, 255, 255) & bits_of_group(count - first);
  });
}

static void grow(const uint64_t* row, int64_t count, uint64_t flip, uint64_t last,
                 uint64_t* grown) {
  const auto word = [&](int64_t i) {
    return (row[i] ^ flip) & (i + 1 < count ? ~uint64_t{0} : last);
  };
  const auto grow_word = [](uint64_t before, uint64_t here, uint64_t behind) {
    return here | here << 1 | before >> 63 | here >> 1 | behind << 63;
  };
  for (int64_t i = 1; i + 2 < count; ++i) {
    grown[i] = grow_word(row[i - 1] ^ flip, row[i] ^ flip, row[i + 1] ^ flip);
  }
  const int64_t beside_ends[] = {0, count - 2, count - 1};
  for (const int64_t i : beside_ends) {
    if (i < 0) continue;
    grown[i] = grow_word(i > 0 ? word(i - 1) : 0, word(i), i + 1 < count ? word(i + 1) : 0);
  }
}

static void join(const uint64_t* const* three, int64_t count, uint64_t flip, uint64_t* joined) {
  const uint64_t* const a = three[0];
  const uint64_t* const b = three[1];
  const uint64_t* const c = three[2];
  for (int64_t i = 0; i < count; ++i) joined[i] = (a[i] | b[i] | c[i]) ^ flip;
}

static void follow(const uint8_t* frame, int64_t count, int shift, uint16_t* background) {
  for (int64_t i = 0; i < count; ++i) {
    const int32_t was = background[i];
    background[i] = static_cast<uint16_t>(was + ((256 * frame[i] - was) >> shift));
  }
}

static void round(const uint16_t* background, int64_t count, uint8_t* bytes) {
  for (int64_t i = 0; i < count; ++i) {
    bytes[i] = static_cast<uint8_t>((background[i] + 128) >> 8);
  }
}

// Bit by bit, the largest value of which no more rows than half of them are less.
static void median(const uint8_t* const* rows, int64_t row_count, int64_t count, uint8_t* median) {
  for_each_group(count, [&](int64_t first) {
    uint8_t value[kGroup] = {};
    for (int bit = 128; bit > 0; bit /= 2) {
      uint8_t less[kGroup] = {};
      for (int64_t row = 0; row < row_count; ++row) {
        const uint8_t* const levels = rows[row] + first;
        for (int64_t i = 0; i < kGroup; ++i) {
          less[i] = static_cast<uint8_t>(less[i] + (levels[i] < (value[i] | bit) ? 1 : 0));
        }
      }
      for (int64_t i = 0; i < kGroup; ++i) {
        value[i] = static_cast<uint8_t>(less[i] <= row_count / 2 ? value[i] | bit : value[i]);
      }
    }
    __builtin_memcpy(median + first, value, kGroup);
  });
}

// Where the colours of a group stand in a table, as table_index() says, made byte by byte. What
// lies side by side in registers belongs to every fourth pixel: of half a group, those of pixels
// 0, 4, .. 28 come first, then those of 1, 5, .. 29.
static inline void places_of(Rgb frame, int64_t first, uint32_t* places) {
  typedef uint32_t Fours __attribute__((vector_size(32)));
  for (int64_t half = 0; half < kGroup; half += kHalf) {
    Bytes r;
    Bytes g;
    Bytes b;
    __builtin_memcpy(&r, frame.channel[0] + first + half, sizeof r);
    __builtin_memcpy(&g, frame.channel[1] + first + half, sizeof g);
    __builtin_memcpy(&b, frame.channel[2] + first + half, sizeof b);
    const auto high = reinterpret_cast<Pairs>((r & 0xfc) | g >> 6);
    const auto middle = reinterpret_cast<Pairs>((g << 2 & 0xf0) | b >> 4);
    const auto low =
        reinterpret_cast<Pairs>((b << 4 & 0xc0) | (r & 3) << 4 | (g & 3) << 2 | (b & 3));
    const auto even = reinterpret_cast<Fours>((low & 0x00ff) | middle << 8);
    const auto odd = reinterpret_cast<Fours>(low >> 8 | (middle & 0xff00));
    const auto high_even = reinterpret_cast<Fours>(high & 0x00ff);
    const auto high_odd = reinterpret_cast<Fours>(high >> 8);
    const Fours first_ones = (even & 0xffff) | high_even << 16;
    const Fours second_ones = (odd & 0xffff) | high_odd << 16;
    const Fours third_ones = even >> 16 | (high_even & 0xffff0000);
    const Fours fourth_ones = odd >> 16 | (high_odd & 0xffff0000);
    __builtin_memcpy(places + half, &first_ones, sizeof(Fours));
    __builtin_memcpy(places + half + 8, &second_ones, sizeof(Fours));
    __builtin_memcpy(places + half + 16, &third_ones, sizeof(Fours));
    __builtin_memcpy(places + half + 24, &fourth_ones, sizeof(Fours));
  }
}

// body(first pixel, places, bytes that are 255 where the bit is not set) for the groups of which a
// bit is set; the classes of the others are 255.
template <class Body>
static inline void for_each_wanted_group(Rgb frame, const uint64_t* bits, int64_t count,
                                         uint8_t* classes, const Body& body) {
  for_each_group(count, [&](int64_t first) {
    const uint64_t wanted = bits == nullptr ? ~uint64_t{0} : bits[first / kGroup];
    if (wanted == 0) {
      __builtin_memset(classes + first, 255, kGroup);
      return;
    }
    uint32_t places[kGroup];
    places_of(frame, first, places);
    uint8_t outside[kGroup];
    unpack_word(~wanted, outside);
    body(first, places, outside);
  });
}

// What a table has of the colours of a group, in the order of pixels.
static inline void look_up_group(const uint16_t* table, const uint32_t* places, uint16_t* found) {
  for (int64_t half = 0; half < kGroup; half += kHalf) {
#pragma GCC unroll 8
    for (int64_t four = 0; four < 8; ++four) {
#pragma GCC unroll 4
      for (int64_t i = 0; i < 4; ++i) {
        found[half + 4 * four + i] = table[places[half + 8 * i + four]];
      }
    }
  }
}

static void look_up_certain(Rgb frame, const uint64_t* bits, const uint16_t* table, int64_t count,
                            uint8_t* classes, uint8_t* certainty) {
  for_each_wanted_group(frame, bits, count, classes,
                        [&](int64_t first, const uint32_t* places, const uint8_t* outside) {
                          uint16_t found[kGroup];
                          look_up_group(table, places, found);
                          uint8_t own[kGroup];
                          uint8_t certain[kGroup];
                          for (int64_t i = 0; i < kGroup; ++i)
                            own[i] = static_cast<uint8_t>(found[i] | outside[i]);
                          for (int64_t i = 0; i < kGroup; ++i)
                            certain[i] = static_cast<uint8_t>(found[i] >> 8);
                          __builtin_memcpy(classes + first, own, kGroup);
                          __builtin_memcpy(certainty + first, certain, kGroup);
                        });
}

static Sum sum_of_class(const uint8_t* classes, const uint8_t* certainty, int64_t count,
                        uint8_t cls) {
  Sum sum{};
  int64_t i = 0;
  while (i + kHalf <= count) {
    constexpr int64_t kMost = 255;  // so many do not overflow
    const int64_t halves = (count - i) / kHalf;
    const int64_t end = i + (halves < kMost ? halves : kMost) * kHalf;
    Bytes own{};
    Pairs even{};
    Pairs odd{};
    for (; i < end; i += kHalf) {
      Bytes each;
      Bytes certain;
      __builtin_memcpy(&each, classes + i, sizeof each);
      __builtin_memcpy(&certain, certainty + i, sizeof certain);
      const auto is_own = reinterpret_cast<Bytes>(each == cls);
      own -= is_own;
      const auto pairs = reinterpret_cast<Pairs>(certain & is_own);
      even += pairs & 255;
      odd += pairs >> 8;
    }
    for (int64_t lane = 0; lane < kHalf; ++lane) sum.count += own[lane];
    for (int64_t lane = 0; lane < kHalf / 2; ++lane) sum.certainty += even[lane] + odd[lane];
  }
  for (; i < count; ++i) {
    const bool is_own = classes[i] == cls;
    sum.count += is_own ? 1 : 0;
    sum.certainty += is_own ? certainty[i] : 0;
  }
  return sum;
}

constexpr Rows kRows = {split,  moving,          grow,        join, follow, round,
                        median, look_up_certain, sum_of_class};
