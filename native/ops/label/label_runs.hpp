// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <bit>
#include <cstdint>

namespace bitvox::label {

// Calls body(rank, first, last) for each run of voxels of a row, from left to right; `rank` is that
// of the row's first run.
template <class Body>
void for_each_run(const std::uint64_t* words, std::int64_t count, std::uint32_t rank,
                  const Body& body) {
  std::int64_t first = -1;  // of a run that goes on
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint64_t word = words[i];
    if (first >= 0) {
      const int more = std::countr_one(word);
      if (more == 64) {
        continue;
      }
      body(rank++, first, 64 * i + more - 1);
      first = -1;
      word &= word + 1;
    }
    while (word != 0) {
      const int begin = std::countr_zero(word);
      const int length = std::countr_one(word >> begin);
      if (begin + length == 64) {
        first = 64 * i + begin;
        break;
      }
      body(rank++, 64 * i + begin, 64 * i + begin + length - 1);
      word &= word + (word & (~word + 1));  // the carry clears the run
    }
  }
  if (first >= 0) {
    body(rank, first, 64 * count - 1);
  }
}

}  // namespace bitvox::label
