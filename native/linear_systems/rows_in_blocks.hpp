// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/threads/parallel.hpp"
#include "linear_systems/csr.hpp"

namespace bitvox::sparse {

// Some rows of a matrix, as one task of a thread makes them.
struct RowBlock {
  std::vector<std::int64_t> ends;  // of rows among the entries
  std::vector<std::int32_t> column;
  std::vector<double> value;
};

// A square matrix in blocks of equally many rows, so that threads make it without waiting for one
// another, and nothing is copied.
struct BlockedRows {
  std::int64_t rows = 0;
  std::int64_t in_block = 1;  // rows
  std::vector<RowBlock> blocks;

  std::int64_t entries() const {
    return std::accumulate(blocks.begin(), blocks.end(), std::int64_t{0},
                           [](std::int64_t sum, const RowBlock& block) {
                             return sum + static_cast<std::int64_t>(block.value.size());
                           });
  }
  std::int64_t length(std::int64_t i) const {
    const auto [block, begin, end] = place(i);
    return end - begin;
  }
  // body(column, value) for the entries of row i.
  template <class Body>
  void each(std::int64_t i, Body&& body) const {
    const auto [block, begin, end] = place(i);
    for (auto k = static_cast<std::size_t>(begin); k < static_cast<std::size_t>(end); ++k) {
      body(static_cast<std::int64_t>(block->column[k]), block->value[k]);
    }
  }

 private:
  struct Place {
    const RowBlock* block;
    std::int64_t begin, end;
  };
  Place place(std::int64_t i) const {
    const RowBlock& block = blocks[static_cast<std::size_t>(i / in_block)];
    const auto row = static_cast<std::size_t>(i % in_block);
    return {&block, row == 0 ? 0 : block.ends[row - 1], block.ends[row]};
  }
};

// Rows 0 .. rows - 1 in tasks of threads: body(row).
template <class Body>
void each_row(std::int64_t rows, std::int64_t entries, int threads, Progress& progress,
              const Body& body) {
  const std::int64_t at_once = rows_a_task(rows, entries);
  parallel_for((rows + at_once - 1) / at_once, threads, progress, [&](std::int64_t task) {
    const std::int64_t end = std::min(rows, (task + 1) * at_once);
    for (std::int64_t i = task * at_once; i < end; ++i) body(i);
  });
}

// The same matrix; the blocks are emptied, so that little of it is in memory twice.
Csr<double> to_csr(BlockedRows&& blocked, int threads, Progress& progress);

}  // namespace bitvox::sparse
