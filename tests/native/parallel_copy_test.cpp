// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/parallel_copy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "test_volumes.hpp"

namespace bitvox {
namespace {

TEST(ParallelCopy, CopiesAnyNumberOfBytesAndNoMore) {
  constexpr std::size_t kMost = 1'000'003;
  test::Random random(1);
  std::vector<std::uint8_t> from(kMost);
  for (std::uint8_t& byte : from) byte = static_cast<std::uint8_t>(random.next());
  for (const std::size_t bytes :
       std::vector<std::size_t>{0, 1, 262'143, 262'144, 262'145, 1'000'003}) {
    for (const int threads : {1, 3}) {
      std::vector<std::uint8_t> to(kMost + 1, 7);
      std::vector<std::uint8_t> expected = to;
      std::copy_n(from.data(), bytes, expected.data());
      parallel_copy(to.data(), from.data(), static_cast<std::int64_t>(bytes), threads);
      ASSERT_EQ(to, expected) << bytes << " bytes, " << threads << " threads";
    }
  }
}

}  // namespace
}  // namespace bitvox
