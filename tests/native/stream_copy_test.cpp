// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/stream_copy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "test_volumes.hpp"

namespace bitvox {
namespace {

TEST(StreamCopy, CopiesAnyNumberOfBytesFromAnywhereToAnywhere) {
  constexpr std::size_t kAll = 200;
  test::Random random(1);
  std::vector<std::uint8_t> from(kAll);
  for (std::uint8_t& byte : from) byte = static_cast<std::uint8_t>(random.next());
  for (std::size_t first = 0; first < 17; ++first)
    for (std::size_t place = 0; place < 17; ++place)
      for (std::size_t bytes = 0; bytes < 100; ++bytes) {
        std::vector<std::uint8_t> to(kAll, 7);
        std::vector<std::uint8_t> expected = to;
        std::copy_n(from.data() + first, bytes, expected.data() + place);
        stream_copy(to.data() + place, from.data() + first, static_cast<std::int64_t>(bytes));
        ASSERT_EQ(to, expected) << first << " " << place << " " << bytes;
      }
}

}  // namespace
}  // namespace bitvox
