// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "core/backends/dispatch.hpp"
#include "lanes_rows.hpp"

namespace bitvox {
namespace {

TEST(Lanes, AreWhatLoopsSayForEveryInstructionSet) {
  int judged = 0;
  for (const Backend& backend : backends()) {
    if (!backend.instructions || !backend.available) continue;
    ++judged;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
      const char* const wrong = rows_for<lanes::Rows>(*backend.instructions).wrong(seed);
      ASSERT_EQ(wrong, nullptr) << backend.name << ", seed " << seed << ": " << wrong;
    }
  }
  EXPECT_GT(judged, 0);
}

}  // namespace
}  // namespace bitvox
