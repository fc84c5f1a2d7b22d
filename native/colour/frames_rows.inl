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

static void moving(Rgb frame, Rgb background, int64_t count, int threshold, uint64_t* bits) {
  constexpr int kMost = 3 * 255;
  const auto least = static_cast<uint16_t>(threshold < kMost ? threshold + 1 : kMost + 1);
  for_each_group(count, [&](int64_t first) {
    uint16_t sums[kGroup] = {};
    for (int c = 0; c < 3; ++c) {
      const uint8_t* const a = frame.channel[c] + first;
      const uint8_t* const b = background.channel[c] + first;
      for (int64_t i = 0; i < kGroup; ++i) {
        sums[i] = static_cast<uint16_t>(sums[i] + (a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]));
      }
    }
    bits[first / kGroup] = word_range_u16(sums, least, kMost) & bits_of_group(count - first);
  });
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

// Where the colours of a group stand in a table, as table_index() says.
static inline void places_of(Rgb frame, int64_t first, uint32_t* places) {
  const uint8_t* const red = frame.channel[0] + first;
  const uint8_t* const green = frame.channel[1] + first;
  const uint8_t* const blue = frame.channel[2] + first;
  for (int64_t i = 0; i < kGroup; ++i) {
    places[i] = static_cast<uint32_t>(red[i] >> 2) << 18 |
                static_cast<uint32_t>(green[i] >> 2) << 12 |
                static_cast<uint32_t>(blue[i] >> 2) << 6 |
                static_cast<uint32_t>((red[i] & 3) << 4 | (green[i] & 3) << 2 | (blue[i] & 3));
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

static void look_up(Rgb frame, const uint64_t* bits, const uint8_t* table, int64_t count,
                    uint8_t* classes) {
  for_each_wanted_group(frame, bits, count, classes,
                        [&](int64_t first, const uint32_t* places, const uint8_t* outside) {
                          for (int64_t i = 0; i < kGroup; ++i) {
                            classes[first + i] =
                                static_cast<uint8_t>(table[places[i]] | outside[i]);
                          }
                        });
}

static void look_up_certain(Rgb frame, const uint64_t* bits, const uint16_t* table, int64_t count,
                            uint8_t* classes, uint8_t* certainty) {
  for_each_wanted_group(frame, bits, count, classes,
                        [&](int64_t first, const uint32_t* places, const uint8_t* outside) {
                          uint16_t found[kGroup];
                          for (int64_t i = 0; i < kGroup; ++i) found[i] = table[places[i]];
                          for (int64_t i = 0; i < kGroup; ++i) {
                            classes[first + i] = static_cast<uint8_t>(found[i] | outside[i]);
                            certainty[first + i] = static_cast<uint8_t>(found[i] >> 8);
                          }
                        });
}

static Sum sum_of_class(const uint8_t* classes, const uint8_t* certainty, int64_t count,
                        uint8_t cls) {
  constexpr int64_t kPart = int64_t{1} << 20;  // whose sum has 32 bits
  Sum sum{};
  for (int64_t first = 0; first < count; first += kPart) {
    const int64_t end = count - first < kPart ? count : first + kPart;
    uint32_t own = 0;
    uint32_t certain = 0;
    for (int64_t i = first; i < end; ++i) {
      const bool is_own = classes[i] == cls;
      own += is_own ? 1U : 0U;
      certain += is_own ? certainty[i] : 0U;
    }
    sum.count += own;
    sum.certainty += certain;
  }
  return sum;
}

constexpr Rows kRows = {split,  moving,  follow,          round,
                        median, look_up, look_up_certain, sum_of_class};
