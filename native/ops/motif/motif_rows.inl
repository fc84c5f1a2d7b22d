// SPDX-License-Identifier: BSD-2-Clause
// Plain loops; those over a block's words and over entries are made vectors of by the compiler.

#include "ops/motif/motif_append.inl"

// Letters in which two words differ, as bits 0, 2, 4, ...
static inline uint64_t differing(uint64_t a, uint64_t b) {
  const uint64_t bits = a ^ b;
  return (bits | bits >> 1) & 0x5555555555555555U;
}

static void collect(const uint64_t* windows, int64_t count, uint64_t prefix, int shift, int budgets,
                    uint8_t* scratch, List to) {
  uint32_t places[64] = {};
  for (int64_t i = 0; i < count; ++i) {
    scratch[i] = static_cast<uint8_t>(__builtin_popcountll(differing(windows[i] >> shift, prefix)));
    ++places[scratch[i]];
  }
  uint32_t place = 0;  // by budget, which is budgets - 1 - mismatches
  for (int budget = 0; budget < budgets; ++budget) {
    const uint32_t size = places[budgets - 1 - budget];
    places[budgets - 1 - budget] = place;
    place += size;
    to.ends[budget] = place;
  }
  const uint64_t mask = (uint64_t{1} << shift) - 1;
  for (int64_t i = 0; i < count; ++i) {
    if (scratch[i] < budgets) {
      to.entries[places[scratch[i]]++] = static_cast<uint32_t>(windows[i] & mask);
    }
  }
}

static void split(List from, int budgets, int letters, const List* to) {
  const int shift = 2 * (letters - 1);
  uint32_t* ends[4] = {to[0].entries, to[1].entries, to[2].entries, to[3].entries};
  uint32_t first = 0;
  for (int budget = 0; budget < budgets; ++budget) {
    const uint32_t end = from.ends[budget];
    const uint32_t last = budget + 1 < budgets ? from.ends[budget + 1] : end;
    append<Goes::kToOwn>(from.entries + first, end - first, shift, ends);
    append<Goes::kToOthers>(from.entries + end, last - end, shift, ends);  // one mismatch more
    for (int letter = 0; letter < 4; ++letter) {
      to[letter].ends[budget] = static_cast<uint32_t>(ends[letter] - to[letter].entries);
    }
    first = end;
  }
}

// A row as one value, which compilers keep in a vector register.
typedef LanesOf<uint64_t, kRowWords> Row __attribute__((may_alias));

// Puts the entries of one budget into their cells. Called with constants, for which it is compiled
// on its own.
[[gnu::always_inline]] static inline void fill_budget(int budget, const uint32_t* entries,
                                                      uint32_t count, const Tables* tables,
                                                      uint64_t* cells) {
  constexpr int kSets[] = {0, 1, 5, 11, 15, 16};  // of so many letters that are any
  constexpr Row kOwnWord[4] = {
      {~0ULL, 0, 0, 0}, {0, ~0ULL, 0, 0}, {0, 0, ~0ULL, 0}, {0, 0, 0, ~0ULL}};
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t entry = entries[i];
    const uint16_t* const places = tables->place[entry >> 8];
    const uint32_t row_word = entry >> 6 & 3;
    for (int cost = 0; cost <= budget && cost <= 4; ++cost) {
      if (cost == budget) {
        const uint64_t bit = uint64_t{1} << (entry & 63);
        uint64_t* const words = cells + row_word;
        for (int set = kSets[cost]; set < kSets[cost + 1]; ++set) words[places[set]] |= bit;
        continue;
      }
      const int left = budget - cost < 4 ? budget - cost : 4;
      const Row row = (Row{} + tables->near[left - 1][entry & 63]) |
                      (kOwnWord[row_word] & (Row{} + tables->near[left][entry & 63]));
      for (int set = kSets[cost]; set < kSets[cost + 1]; ++set) {
        *reinterpret_cast<Row*>(cells + places[set]) |= row;
      }
    }
  }
}

static void fill(List from, int budgets, const Tables* tables, uint64_t* cells) {
  for (int i = 0; i < kCellWords; ++i) cells[i] = 0;
  uint32_t first = 0;
  for (int budget = 0; budget < budgets; ++budget) {
    const uint32_t* const entries = from.entries + first;
    const uint32_t count = from.ends[budget] - first;
    first = from.ends[budget];
    switch (budget) {
      case 0:
        fill_budget(0, entries, count, tables, cells);
        break;
      case 1:
        fill_budget(1, entries, count, tables, cells);
        break;
      case 2:
        fill_budget(2, entries, count, tables, cells);
        break;
      case 3:
        fill_budget(3, entries, count, tables, cells);
        break;
      default:
        fill_budget(budget, entries, count, tables, cells);
    }
  }
}

// The four rows of a block: takes out of the words what is not found; whether any word is left.
static inline bool narrow_block(const Row* found, int planes, Alive* alive, int first) {
  Row* const words = reinterpret_cast<Row*>(alive->words + first);
  Row any = {};
  for (int i = 0; i < 4; ++i) {
    Row lost = words[i] & ~found[i];
    for (int plane = 0; plane < planes; ++plane) {  // one more sequence that lacks them
      Row* const bits = reinterpret_cast<Row*>(alive->planes[plane] + first) + i;
      const Row carry = *bits & lost;
      *bits ^= lost;
      lost = carry;
    }
    words[i] &= ~lost;
    any |= words[i];
  }
  return (any[0] | any[1] | any[2] | any[3]) != 0;
}

static uint64_t narrow(const uint64_t* cells, const Tables* tables, uint64_t live, int planes,
                       Alive* alive) {
  constexpr int kFirstTwo[4] = {0, 3, 4, 10};  // places in Tables::place: these two, or not, any
  constexpr int kLetter = 5;                   // rows from one third letter to the next
  constexpr int kAny = 4;                      // any letter, the row behind those of A, C, G, T
  uint64_t left = 0;
  for (int four = 0; four < kBlocks; four += 4) {  // blocks with the same first two letters
    if ((live >> four & 15) == 0) continue;
    const Row* from[4];
    for (int stars = 0; stars < 4; ++stars) {
      from[stars] = reinterpret_cast<const Row*>(cells + tables->place[4 * four][kFirstTwo[stars]]);
    }
    const auto add_cells = [&](int third, int fourth, Row& row) {
      const int i = third * kLetter + fourth;
      row |= from[0][i] | from[1][i] | from[2][i] | from[3][i];
    };
    Row shared[5] = {};  // any third letter
    for (int i = 0; i < 5; ++i) add_cells(kAny, i, shared[i]);
    for (int letter = 0; letter < 4; ++letter) {
      const int block = four + letter;
      if ((live >> block & 1) == 0) continue;
      Row any_fourth = shared[kAny];
      add_cells(letter, kAny, any_fourth);
      Row found[4];
      for (int i = 0; i < 4; ++i) {
        found[i] = shared[i] | any_fourth;
        add_cells(letter, i, found[i]);
      }
      const bool any = narrow_block(found, planes, alive, block * kBlockWords);
      left |= static_cast<uint64_t>(any) << block;
    }
  }
  return left;
}

static int64_t count_words(const Alive* alive, uint64_t live) {
  int64_t count = 0;
  for (; live != 0; live &= live - 1) {
    const uint64_t* const words = alive->words + __builtin_ctzll(live) * kBlockWords;
    for (int i = 0; i < kBlockWords; ++i) count += __builtin_popcountll(words[i]);
  }
  return count;
}

static bool has(List list, int budgets, uint32_t word) {
  uint32_t equal = 0;
  for (uint32_t i = 0; i < list.ends[0]; ++i)
    equal |= static_cast<uint32_t>(list.entries[i] == word);
  if (equal != 0) return true;
  uint32_t first = list.ends[0];
  for (int budget = 1; budget < budgets; ++budget) {
    uint32_t found = 0;
    for (uint32_t i = first; i < list.ends[budget]; ++i) {
      uint32_t bits = list.entries[i] ^ word;
      bits = (bits | bits >> 1) & 0x55555555U;
      bits = (bits & 0x33333333U) + (bits >> 2 & 0x33333333U);
      bits = (bits + (bits >> 4)) & 0x0f0f0f0fU;
      bits = (bits + (bits >> 8) + (bits >> 16)) & 0xff;
      found |= static_cast<uint32_t>(bits <= static_cast<uint32_t>(budget));
    }
    if (found != 0) return true;
    first = list.ends[budget];
  }
  return false;
}

static bool is_near(uint64_t window, uint64_t prefix, int shift, int distance) {
  return __builtin_popcountll(differing(window >> shift, prefix)) <= distance;
}

static bool any_near(const uint64_t* windows, int64_t count, uint64_t prefix, int shift,
                     int distance) {
  for (int64_t i = 0; i < count; ++i) {
    if (is_near(windows[i], prefix, shift, distance)) return true;
  }
  return false;
}

static int64_t keep_near(const uint64_t* windows, int64_t count, uint64_t prefix, int shift,
                         int distance, uint64_t* to) {
  int64_t kept = 0;
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t window = windows[i];
    to[kept] = window;  // at or before the place of this one
    kept += static_cast<int64_t>(is_near(window, prefix, shift, distance));
  }
  return kept;
}

static int64_t nearest(const uint64_t* windows, int64_t count, uint64_t word, int* distance) {
  int64_t best = -1;
  int least = 64;
  for (int64_t i = 0; i < count; ++i) {
    const int mismatches = __builtin_popcountll(differing(windows[i], word));
    if (mismatches < least) {
      least = mismatches;
      best = i;
    }
  }
  *distance = least;
  return best;
}

static constexpr Rows kRows = {collect, split,    fill,      narrow, count_words,
                               has,     any_near, keep_near, nearest};
