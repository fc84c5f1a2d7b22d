// SPDX-License-Identifier: BSD-2-Clause
#include "ops/motif/motif_expectation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/threads/stopwatch.hpp"
#include "motif_reference.hpp"
#include "ops/motif/motif.hpp"
#include "ops/motif/motif_sum.hpp"
#include "test_volumes.hpp"

namespace bitvox::motif {
namespace {

using bitvox::test::Random;

// Every word with its own chance, from its letters.
double expected_by_words(int length, int distance, const std::array<double, 4>& frequencies,
                         const std::vector<std::int64_t>& windows, int quorum) {
  double sum = 0;
  const std::uint64_t words = std::uint64_t{1} << (2 * length);
  for (std::uint64_t word = 0; word < words; ++word) {
    double near = 0;
    for (std::uint64_t window = 0; window < words; ++window) {
      double chance = 1;
      for (int i = 0; i < length; ++i) chance *= frequencies[window >> (2 * i) & 3];
      if (test::letters_that_differ(word, window) <= distance) near += chance;
    }
    // All sets of sequences that have it.
    for (unsigned having = 0; having < 1U << windows.size(); ++having) {
      if (std::popcount(having) < quorum) continue;
      double chance = 1;
      for (std::size_t i = 0; i < windows.size(); ++i) {
        const double none = std::pow(1 - near, static_cast<double>(windows[i]));
        chance *= (having >> i & 1) != 0 ? 1 - none : none;
      }
      sum += chance;
    }
  }
  return sum;
}

TEST(Motif, ExpectationIsTheSumOverAllWords) {
  const std::array<double, 4> frequencies{0.4, 0.3, 0.2, 0.1};
  NoProgress progress;
  for (const int quorum : {1, 2, 3}) {
    const std::vector<std::int64_t> windows{5, 5, 17};
    EXPECT_NEAR(Chance(4, 1, frequencies, windows, quorum).expected_motifs(progress),
                expected_by_words(4, 1, frequencies, windows, quorum), 1e-9);
  }
}

// Nearly all compositions have it for sure, or cannot: only of the others anything is computed.
TEST(Motif, ExpectationOfManySequencesIsSoonFound) {
  const std::array<double, 4> frequencies{0.25, 0.25, 0.25, 0.25};
  constexpr int kSequences = 2000;
  constexpr std::int64_t kWindows = 400;
  NoProgress progress;
  const double expected =
      Chance(8, 1, frequencies, std::vector<std::int64_t>(kSequences, kWindows), kSequences / 7)
          .expected_motifs(progress);
  // All words are alike, so the number of sequences that have one is binomial.
  const double one = 25 / std::pow(4.0, 8);
  const double has = 1 - std::pow(1 - one, kWindows);
  double often = 0;
  for (int k = kSequences / 7; k <= kSequences; ++k) {
    often += std::exp(std::lgamma(kSequences + 1.0) - std::lgamma(k + 1.0) -
                      std::lgamma(kSequences - k + 1.0) + k * std::log(has) +
                      (kSequences - k) * std::log(1 - has));
  }
  EXPECT_GT(often, 0.01);
  EXPECT_LT(often, 0.99);
  EXPECT_NEAR(expected, std::pow(4.0, 8) * often, 1e-6 * expected);
}

// Of so many, not all sums are computed; lengths differ, and a few sequences have no windows.
TEST(Motif, SumsOfManyNumbersAreThoseOfAddingThem) {
  Random random(1);
  for (const std::size_t values : {2U, 3U, 6U}) {
    Sum sum(values);
    std::vector<double> added{1.0};
    const auto add = [&](const std::vector<double>& chances, int count) {
      sum.add(chances, count);
      for (int i = 0; i < count; ++i) {
        std::vector<double> next(added.size() + values - 1, 0.0);
        for (std::size_t total = 0; total < added.size(); ++total) {
          for (std::size_t x = 0; x < values; ++x) next[total + x] += added[total] * chances[x];
        }
        added = next;
      }
    };
    std::vector<double> last(values, 0.0);
    last.back() = 1;
    add(last, 3);
    for (const int count : {1, 20, static_cast<int>(Sum::kFew)}) {
      std::vector<double> chances(values);
      double all = 0;
      for (double& chance : chances) all += chance = 1e-3 + static_cast<double>(random.below(1000));
      for (double& chance : chances) chance /= all;
      add(chances, count);
    }
    double exact = 0;
    for (std::size_t total = 0; total < added.size(); ++total) {
      exact += added[total];
      const double found = sum.at_most(static_cast<std::int64_t>(total));
      if (exact > 1e-290) {
        ASSERT_NEAR(found / exact, 1, 1e-9) << values << ", " << total;
      } else {
        ASSERT_LT(found, 1e-280) << values << ", " << total;
      }
    }
    EXPECT_EQ(sum.at_most(-1), 0);
  }
}

// Compositions that have it neither for sure nor cannot, of so many sequences.
TEST(Motif, ChancesOfTenThousandSequencesTakeNoTime) {
  const std::array<double, 4> frequencies{0.3, 0.2, 0.24, 0.26};
  const std::vector<std::int64_t> windows(10000, 36);
  NoProgress progress;
  const Stopwatch clock;
  Chance chance(15, 4, frequencies, windows, 100);
  const double expected = chance.expected_motifs(progress);
  EXPECT_GT(expected, 1);
  EXPECT_LT(expected, std::pow(4.0, 15));
  const double less = chance.e_value(0, 49700, 100);
  EXPECT_GT(less, 0);
  EXPECT_LT(less, chance.e_value(0, 49750, 100));
  EXPECT_LT(clock.seconds(), 2);  // minutes, sequence by sequence
}

TEST(Motif, EValueOfTheLargestTotalIsAllWordsAndOfNoneTheChanceOfExactWords) {
  const std::array<double, 4> frequencies{0.25, 0.25, 0.25, 0.25};
  Chance chance(3, 1, frequencies, {4, 6}, 0);
  EXPECT_NEAR(chance.e_value(7, 4, 0), 64, 1e-12);  // 2 sequences, each at most distance + 1
  const double exact = (1 - std::pow(63.0 / 64, 4)) * (1 - std::pow(63.0 / 64, 6));
  EXPECT_NEAR(chance.e_value(7, 0, 2), 64 * exact, 1e-12);
  // Ten of 64 words are within 1: both have it, at whatever distance up to that.
  const double both = (1 - std::pow(54.0 / 64, 4)) * (1 - std::pow(54.0 / 64, 6));
  EXPECT_NEAR(chance.e_value(7, 4, 2), 64 * both, 1e-12);
}

// Both are found as often, so rounding must not order them.
TEST(Motif, AWordAndItsReverseComplementHaveTheSameEValue) {
  Options options;
  options.length = 8;
  options.distance = 1;
  options.quorum = 6;
  options.strands = Strands::kBoth;
  NoProgress progress;
  const Result result = find(test::sample({9, 60, 8, 1, 0.3, 4}), options, progress);
  std::map<std::uint64_t, double> e_values;
  for (const Motif& motif : test::motifs_of(result)) e_values[motif.word] = motif.e_value;
  EXPECT_GE(e_values.size(), 10U);
  for (const auto& [word, e_value] : e_values) {
    std::uint64_t other = 0;
    for (int i = 0; i < 8; ++i) other = other * 4 + (3 - (word >> (2 * i) & 3));
    ASSERT_TRUE(e_values.contains(other)) << letters_of(word, 8);
    EXPECT_EQ(e_values[other], e_value) << letters_of(word, 8);
  }
}

}  // namespace
}  // namespace bitvox::motif
