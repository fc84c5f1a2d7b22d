// SPDX-License-Identifier: BSD-2-Clause
#include "core/volumes/bit_runs.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace bitvox {
namespace {

TEST(BitRuns, WordsOfARunHaveItsBits) {
  for (std::int64_t first = 0; first <= 192; ++first) {
    for (std::int64_t end = first; end <= 192; ++end) {
      std::array<std::uint64_t, 3> row{};
      for_each_word(row.data(), first, end,
                    [](std::uint64_t& word, std::uint64_t bits) { word |= bits; });
      for (std::int64_t x = 0; x < 192; ++x) {
        const bool set = (row[static_cast<std::size_t>(x / 64)] >> (x % 64) & 1) != 0;
        ASSERT_EQ(set, x >= first && x < end) << first << " " << end;
      }
    }
  }
}

}  // namespace
}  // namespace bitvox
