// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "ops/label/label_terms.hpp"

namespace bitvox::label {

// A row's words, and for each how many runs of the volume begin before it.
struct RankedRow {
  const uint64_t* words;
  const uint32_t* bases;
};

// Inner loops of label, one table an instruction set.
struct Rows {
  static const Rows scalar, avx2, avx512;

  int64_t (*count_runs)(const uint64_t* words, int64_t count);
  // Returns how many runs begin before the next row.
  uint32_t (*rank_runs)(const uint64_t* words, int64_t count, uint32_t first, uint32_t* bases);
  // Joins the runs of a row with those that they touch in the rows before, of which those that are
  // not there hold zeros; see label_contacts.inl. parents[i] <= i for all runs.
  void (*join_row)(Connectivity connectivity, const RankedRow& row,
                   const RankedRow (&before)[kRowsBefore], int64_t count, uint32_t* parents);
  // Writes the labels of a row's voxels, 0 where there is none; `labels` are those of all `count`
  // runs, of which `first` begin before the row, with or without kIsLabel.
  void (*write_labels)(const uint64_t* words, int64_t width, const uint32_t* labels, int64_t first,
                       int64_t count, uint32_t* pixels);
};

}  // namespace bitvox::label
