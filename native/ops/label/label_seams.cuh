// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/label/label_tile.cuh"

namespace bitvox::label {

__device__ __forceinline__ RowWords words_at(const RunVolume& v, std::int64_t row, std::int64_t i) {
  const std::uint64_t* const words = v.words + row * v.words_per_row;
  return {i > 0 ? words[i - 1] : 0, words[i], i + 1 < v.words_per_row ? words[i + 1] : 0};
}

// Joins the runs of different tiles that touch, once the tiles are done. A thread has a word.
template <Connectivity kConnectivity>
__global__ void __launch_bounds__(kLabelThreads)
    join_seams_kernel(RunVolume v, ItemRange range, Tiles tiles, bool planar) {
  const std::int64_t word = item_of_thread(range);
  if (word >= range.end || v.words[word] == 0) return;
  const std::int64_t row = word / v.words_per_row;
  const std::int64_t i = word % v.words_per_row;
  const std::int64_t y = row % v.height;
  const std::int64_t z = row / v.height;
  const bool above = y > 0;
  const bool below = !planar && z > 0;
  const bool first_y = (y & (tiles.height() - 1)) == 0;
  const bool last_y = (~y & (tiles.height() - 1)) == 0;
  const bool first_z = (z & (tiles.depth() - 1)) == 0;
  const std::int64_t rows[kRowsBefore] = {row - 1, row - v.height, row - v.height - 1,
                                          row - v.height + 1};
  const bool there[kRowsBefore] = {above, below, above && below, below && y + 1 < v.height};
  const bool crosses[kRowsBefore] = {first_y, first_z, first_y || first_z, last_y || first_z};
  const RowWords none{0, 0, 0};
  const RowWords a = words_at(v, row, i);
  RowWords r[kRowsBefore];
#pragma unroll
  for (int k = 0; k < kRowsBefore; ++k) r[k] = there[k] ? words_at(v, rows[k], i) : none;
  const std::uint64_t starts = word_starts(a.here);
  const std::uint32_t base = v.bases[word];

  // Tiles are joined already; that two of their runs meet again costs a look at their parents.
  const ArrayTrees trees{v.labels};
  std::uint32_t last_run = 0;
  std::uint32_t last_other = 0;
  const auto meet = [&](std::uint32_t run, std::uint32_t other) {
    const std::uint32_t parent = fresh(trees.at(run));
    const std::uint32_t other_parent = fresh(trees.at(other));
    if (parent == other_parent || (parent == last_run && other_parent == last_other)) return;
    last_run = parent;
    last_other = other_parent;
    hang(trees, find_root(trees, parent), find_root(trees, other_parent));
  };
  if ((a.here & 1U) != 0 && a.before >> 63 != 0) meet(base, base - 1);
  find_contacts(kConnectivity, a, r[kRowB], r[kRowC], r[kRowD], r[kRowE],
                [&](int k, int shift, std::uint64_t contacts) {
                  const std::uint64_t beyond_word =
                      shift < 0 ? 1 : (shift > 0 ? std::uint64_t{1} << 63 : 0);
                  contacts &= crosses[k] ? ~std::uint64_t{0} : beyond_word;
                  if (contacts == 0) return;
                  const std::uint64_t other_starts = word_starts(r[k].here);
                  const std::uint32_t* const other_bases = v.bases + rows[k] * v.words_per_row + i;
                  for (; contacts != 0; contacts &= contacts - 1) {
                    const int x = first_bit(contacts);
                    std::uint32_t other = 0;
                    if (shift > 0 && x == 63) {
                      other = other_bases[1];  // it begins there
                    } else if (shift < 0 && x == 0) {
                      other = other_bases[0] - 1;  // the last one before this word
                    } else {
                      other = run_at(other_bases[0], other_starts, x + shift);
                    }
                    meet(run_at(base, starts, x), other);
                  }
                });
}

}  // namespace bitvox::label
