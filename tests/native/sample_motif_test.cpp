// SPDX-License-Identifier: BSD-2-Clause
#include "ops/sample_motif/sample_motif.hpp"

#include <gtest/gtest.h>

#include "bits.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::sample_motif {
namespace {

TEST(SampleMotif, PlantsWithExactlySoManyMismatches) {
  NoProgress progress;
  for (const int distance : {0, 1, 4, 15}) {
    const Result result = make({25, 40, 15, distance, 0.5, 7}, progress);
    ASSERT_EQ(result.motif.size(), 15U);
    ASSERT_EQ(result.sequences.size(), 25U);
    for (std::size_t i = 0; i < 25; ++i) {
      ASSERT_EQ(result.sequences[i].size(), 40U);
      EXPECT_EQ(result.sequences[i].find_first_not_of("ACGT"), std::string::npos);
      const auto at = static_cast<std::size_t>(result.positions[i]);
      int differing = 0;
      for (std::size_t j = 0; j < 15; ++j) {
        differing += result.sequences[i].at(at + j) != result.motif[j];
      }
      EXPECT_EQ(differing, distance);
    }
  }
}

TEST(SampleMotif, HasTheFrequenciesAskedFor) {
  NoProgress progress;
  for (const double gc : {0.0, 0.3, 1.0}) {
    const Result result = make({1, 100000, 2, 0, gc, 7}, progress);
    std::int64_t counts[4] = {};
    for (const char letter : result.sequences[0]) ++counts[std::string("ACGT").find(letter)];
    for (const int letter : {0, 1, 2, 3}) {
      const double part = letter == 1 || letter == 2 ? gc / 2 : (1 - gc) / 2;
      EXPECT_NEAR(static_cast<double>(counts[letter]), part * 100000, 500);
    }
  }
}

TEST(SampleMotif, DependsOnItsSeed) {
  NoProgress progress;
  const Result one = make({3, 50, 8, 2, 0.5, 1}, progress);
  EXPECT_EQ(one.sequences, make({3, 50, 8, 2, 0.5, 1}, progress).sequences);
  EXPECT_NE(one.sequences, make({3, 50, 8, 2, 0.5, 2}, progress).sequences);
  EXPECT_NE(one.sequences[0], one.sequences[1]);
}

TEST(SampleMotif, RefusesWhatIsOutOfRange) {
  NoProgress progress;
  const auto refusal = [&](const Options& options) {
    return test::refusal([&] { make(options, progress); });
  };
  EXPECT_EQ(refusal({0, 50, 8, 2, 0.5, 1}), "sequences=0 is not allowed; use 1 to 65535");
  EXPECT_EQ(refusal({2, 7, 8, 2, 0.5, 1}), "letters=7 is not allowed; use 8 to 10000000");
  EXPECT_EQ(refusal({26, 10'000'000, 8, 2, 0.5, 1}),
            "sequences=26 is not allowed; use 25 or fewer of so many letters");
  EXPECT_EQ(refusal({2, 50, 32, 2, 0.5, 1}), "length=32 is not allowed; use 2 to 31");
  EXPECT_EQ(refusal({2, 50, 8, 9, 0.5, 1}), "distance=9 is not allowed; use 0 to 8");
  EXPECT_EQ(refusal({2, 50, 8, 2, 1.5, 1}), "gc=1.5 is not allowed; use 0 to 1");
}

}  // namespace
}  // namespace bitvox::sample_motif
