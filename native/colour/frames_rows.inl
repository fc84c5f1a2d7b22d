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
typedef Bytes32 Bytes;
typedef LanesOf<uint16_t, 16> Pairs;
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
    bits[first / kGroup] = word_range<uint8_t>(moves, 255, 255) & bits_of_group(count - first);
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

static uint64_t join(const uint64_t* const* three, int64_t count, uint64_t flip, uint64_t last,
                     uint64_t* joined) {
  const uint64_t* const a = three[0];
  const uint64_t* const b = three[1];
  const uint64_t* const c = three[2];
  uint64_t any = 0;
  for (int64_t i = 0; i + 1 < count; ++i) {
    joined[i] = (a[i] | b[i] | c[i]) ^ flip;
    any |= joined[i];
  }
  const int64_t end = count - 1;
  joined[end] = ((a[end] | b[end] | c[end]) ^ flip) & last;
  return any | joined[end];
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

// Where the colours of half a group stand in a table, as table_index() says, made byte by byte:
// places.of[i] are those of pixels i, i + 4, .. i + 28.
typedef EightWords Fours;
struct Places {
  Fours of[4];
};
static inline Places places_of(Rgb frame, int64_t first) {
  Bytes r;
  Bytes g;
  Bytes b;
  __builtin_memcpy(&r, frame.channel[0] + first, sizeof r);
  __builtin_memcpy(&g, frame.channel[1] + first, sizeof g);
  __builtin_memcpy(&b, frame.channel[2] + first, sizeof b);
  const auto high = reinterpret_cast<Pairs>((r & 0xfc) | g >> 6);
  const auto middle = reinterpret_cast<Pairs>((g << 2 & 0xf0) | b >> 4);
  const auto low = reinterpret_cast<Pairs>((b << 4 & 0xc0) | (r & 3) << 4 | (g & 3) << 2 | (b & 3));
  const auto even = reinterpret_cast<Fours>((low & 0x00ff) | middle << 8);
  const auto odd = reinterpret_cast<Fours>(low >> 8 | (middle & 0xff00));
  const auto high_even = reinterpret_cast<Fours>(high & 0x00ff);
  const auto high_odd = reinterpret_cast<Fours>(high >> 8);
  return {{(even & 0xffff) | high_even << 16, (odd & 0xffff) | high_odd << 16,
           even >> 16 | (high_even & 0xffff0000), odd >> 16 | (high_odd & 0xffff0000)}};
}

// What a table has at these places; upper halves may be anything.
static inline void look_up_eight(const uint16_t* table, const Fours& places, Fours& found) {
  if constexpr (kGathers) {
    EightInts numbers;
    gather<sizeof *table>(table, (EightInts)places, numbers);
    found = (Fours)numbers;
  } else {
    for (int lane = 0; lane < 8; ++lane) found[lane] = table[places[lane]];
  }
}

// Of half a group, whose pixels are in order again.
static inline void look_up_half(Rgb frame, const uint16_t* table, int64_t first, uint8_t* own,
                                uint8_t* certainty) {
  const Places places = places_of(frame, first);
  Fours found[4];
  for (int i = 0; i < 4; ++i) look_up_eight(table, places.of[i], found[i]);
  const Fours lower =
      (found[0] & 0xff) | (found[1] & 0xff) << 8 | (found[2] & 0xff) << 16 | found[3] << 24;
  const Fours upper = (found[0] >> 8 & 0xff) | (found[1] & 0xff00) | (found[2] & 0xff00) << 8 |
                      (found[3] & 0xff00) << 16;
  __builtin_memcpy(own, &lower, sizeof lower);
  __builtin_memcpy(certainty + first, &upper, sizeof upper);
}

static void look_up(Rgb frame, const uint64_t* bits, const uint16_t* table, int64_t count,
                    ClassBits classes, uint8_t* certainty) {
  for_each_group(count, [&](int64_t first) {
    uint64_t* const words = classes.first + first / kGroup;
    const uint64_t inside = bits_of_group(count - first);
    const uint64_t wanted = bits == nullptr ? inside : bits[first / kGroup] & inside;
    if (wanted == 0) {
      for (int k = 0; k < classes.classes; ++k) words[k * classes.stride] = 0;
      return;
    }
    uint8_t own[kGroup];
    for (int64_t half = 0; half < kGroup; half += kHalf) {
      if (static_cast<uint32_t>(wanted >> half) == 0) {
        __builtin_memset(own + half, 0, kHalf);
      } else {
        look_up_half(frame, table, first + half, own + half, certainty);
      }
    }
    for (int k = 0; k < classes.classes; ++k) {
      const auto cls = static_cast<uint8_t>(k);
      words[k * classes.stride] = word_range<uint8_t>(own, cls, cls) & wanted;
    }
  });
}

static Sum sum_of_set(const uint64_t* bits, const uint8_t* certainty, int64_t first, int64_t end) {
  int64_t count = 0;
  FourLongs sums{};
  for (int64_t at = first / kGroup * kGroup; at < end; at += kGroup) {
    const uint64_t before = at < first ? ~uint64_t{0} << (first - at) : ~uint64_t{0};
    const uint64_t word = bits[at / kGroup] & before & bits_of_group(end - at);
    if (word == 0) continue;
    count += __builtin_popcountll(word);
    uint8_t is_set[kGroup];
    unpack_word(word, is_set);
    for (int64_t half = 0; half < kGroup; half += kHalf) {
      Bytes levels;
      Bytes set;
      __builtin_memcpy(&levels, certainty + at + half, sizeof levels);
      __builtin_memcpy(&set, is_set + half, sizeof set);
      add_eight_each(levels & set, sums);
    }
  }
  return {count, static_cast<int64_t>(sums[0] + sums[1] + sums[2] + sums[3])};
}

constexpr Rows kRows = {split, moving, grow, join, follow, round, median, look_up, sum_of_set};
