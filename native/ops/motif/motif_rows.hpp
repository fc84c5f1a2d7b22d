// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::motif {

// A leaf of the tree stands for the words of one prefix: 4^8 of them, a bit each. The last 3
// letters are the bits of a word of memory, the letter before chooses one of the 4 words of a row,
// the first 4 choose the row.
//
// A window may be near words of all 256 rows. How many mismatches it can still have there, its
// budget, is known for its own letters; for every other letter it is 1 less, whichever letter that
// is. So the window is put once into the cell of its own letter, and once, with the smaller budget,
// into that of "any letter": 5^4 cells, of which each window fills at most 2^4. A row is the OR of
// its 16 cells.
constexpr int kLeafLetters = 8;
constexpr int kRowWords = 4;
constexpr int kCells = 625;
constexpr int kCellWords = kCells * kRowWords;
constexpr int kAliveWords = 256 * kRowWords;
constexpr int kBlocks = 64;  // of 4 rows, which share their first 3 letters
constexpr int kBlockWords = 4 * kRowWords;
constexpr int kStarSets = 16;  // which of the 4 letters are any

struct Tables {
  // Where the cell of 4 letters begins, in words, by which of them are any: those with fewest
  // first.
  uint16_t place[256][kStarSets];
  uint64_t near[5][64];  // the words of 3 letters within a budget of one; from 3 on all
};

// The letters that the windows of one sequence have after a prefix, by what is left of the distance
// there, the budget: those with budget b are entries[ends[b - 1]] .. entries[ends[b] - 1].
struct List {
  uint32_t* entries;
  uint32_t* ends;  // budgets of them
};
constexpr int kListSlack = 16;  // entries behind a list that may be read and overwritten

// The words of a leaf that may still be motifs: bits, and bit planes that count the sequences that
// a word lacks, so that plane overflow means "too many".
constexpr int kMostPlanes = 16;
struct Alive {
  uint64_t words[kAliveWords];
  uint64_t planes[kMostPlanes][kAliveWords];
};

// Inner loops of the motif search, one table an instruction set.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // A list for a prefix, from the windows themselves: `shift` bits of them are not prefix.
  void (*collect)(const uint64_t* windows, int64_t count, uint64_t prefix, int shift, int budgets,
                  uint8_t* scratch, List to);
  // The lists of the four prefixes that are longer by one letter, of which entries have `letters`.
  void (*split)(List from, int budgets, int letters, const List* to);
  // The cells of a list of kLeafLetters; cleared before.
  void (*fill)(List from, int budgets, const Tables* tables, uint64_t* cells);
  // Takes the words out that lack one more sequence than allowed: those in no cell lack this one.
  // `live`: the blocks with any word, before; returns them after.
  uint64_t (*narrow)(const uint64_t* cells, const Tables* tables, uint64_t live, int planes,
                     Alive* alive);
  // How many words the live blocks have.
  int64_t (*count_words)(const Alive* alive, uint64_t live);
  // Whether a word of that many letters is within the budget of an entry.
  bool (*has)(List list, int budgets, uint32_t word);
  // Whether a window's first letters, all but `shift` bits, are within the distance of a prefix.
  bool (*any_near)(const uint64_t* windows, int64_t count, uint64_t prefix, int shift,
                   int distance);
  // Copies those windows; returns how many.
  int64_t (*keep_near)(const uint64_t* windows, int64_t count, uint64_t prefix, int shift,
                       int distance, uint64_t* to);
  // The first of the windows nearest to a word.
  int64_t (*nearest)(const uint64_t* windows, int64_t count, uint64_t word, int* distance);
};

}  // namespace bitvox::motif
