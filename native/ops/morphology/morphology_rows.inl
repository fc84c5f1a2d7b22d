// SPDX-License-Identifier: BSD-2-Clause
// See morphology_rows.hpp. All words of a vector are treated alike. But for and_rows, count is
// rounded up to whole vectors.

#include "cpu/lanes.inl"
typedef Vector<uint64_t> Words;
constexpr int64_t kWordsAtOnce = kVectorLanes<uint64_t>;

// The bits `shift` (1 to 63) behind those of a word, and before.
static inline Words bits_behind(const uint64_t* words, int shift) {
  return load<Words>(words) >> shift | load<Words>(words + 1) << (64 - shift);
}
static inline Words bits_before(const uint64_t* words, int shift) {
  return load<Words>(words) << shift | load<Words>(words - 1) >> (64 - shift);
}

static void and_shifted(uint64_t* words, int64_t count, int64_t shift) {
  const uint64_t* from = words + shift / 64;
  const int bits = static_cast<int>(shift % 64);
  // In place: what is read later lies behind what is written now.
  if (bits == 0) {
    for (int64_t i = 0; i < count; i += kWordsAtOnce) {
      store(words + i, load<Words>(words + i) & load<Words>(from + i));
    }
  } else {
    for (int64_t i = 0; i < count; i += kWordsAtOnce) {
      store(words + i, load<Words>(words + i) & bits_behind(from + i, bits));
    }
  }
}

static void erode_once(const uint64_t* from, uint64_t* to, int64_t count, int64_t h) {
  if (h == 1) {
    for (int64_t i = 0; i < count; i += kWordsAtOnce) {
      store(to + i, load<Words>(from + i) & bits_before(from + i, 1) & bits_behind(from + i, 1));
    }
  } else {
    for (int64_t i = 0; i < count; i += kWordsAtOnce) {
      store(to + i, bits_before(from + i, 1) & bits_behind(from + i, 1));
    }
  }
}

static void and_cross(const uint64_t* from, uint64_t* to, int64_t count, int64_t step,
                      int64_t row_step) {
  const int64_t words = step / 64;
  const int bits = static_cast<int>(step % 64);
  for (int64_t i = 0; i < count; i += kWordsAtOnce) {
    Words all =
        load<Words>(from + i) & load<Words>(from + i - row_step) & load<Words>(from + i + row_step);
    if (bits == 0) {
      all &= load<Words>(from + i - words) & load<Words>(from + i + words);
    } else {
      all &= bits_before(from + i - words, bits) & bits_behind(from + i + words, bits);
    }
    store(to + i, all);
  }
}

template <class Word>
static inline Word and_of_rows(const uint64_t* from, const int64_t* offsets, int64_t count,
                               Word all) {
  const auto at = [&](int64_t k) {
    Word word;
    __builtin_memcpy(&word, from + offsets[k], sizeof(word));
    return word;
  };
  int64_t k = 0;
  for (; k + 4 <= count; k += 4) {
    all &= (at(k) & at(k + 1)) & (at(k + 2) & at(k + 3));
  }
  for (; k < count; ++k) {
    all &= at(k);
  }
  return all;
}

static void and_rows(const uint64_t* from, const int64_t* offsets, int64_t offset_count,
                     uint64_t* to, int64_t count) {
  int64_t i = 0;
  for (; i + kWordsAtOnce <= count; i += kWordsAtOnce) {
    const Words before = load<Words>(to + i);
    if (any(before)) {
      store(to + i, and_of_rows(from + i, offsets, offset_count, before));
    }
  }
  for (; i < count; ++i) {
    to[i] = and_of_rows(from + i, offsets, offset_count, to[i]);
  }
}

constexpr Rows kRows = {
    .and_shifted = and_shifted,
    .erode_once = erode_once,
    .and_cross = and_cross,
    .and_rows = and_rows,
};
