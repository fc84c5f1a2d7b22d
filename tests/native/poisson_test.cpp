// SPDX-License-Identifier: BSD-2-Clause
// Poisson numbers against their chances.
#include "core/poisson.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace bitvox {
namespace {

double chance_of(double k, double mean) {
  return std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
}

// Chi squared of the numbers of a mean, in bins that each expect 20 or more; as a normal number,
// which it nearly is.
double deviation(double mean, int draws) {
  std::vector<std::int64_t> found(static_cast<std::size_t>(mean + 12 * std::sqrt(mean) + 40));
  for (int i = 0; i < draws; ++i) {
    Random random(17, static_cast<std::uint64_t>(i));
    const auto k = static_cast<std::size_t>(poisson(mean, random));
    ++found[std::min(k, found.size() - 1)];
  }
  double chi = 0, expected = 0, seen = 0, left = draws;
  int bins = 0;
  const auto close = [&](double of) {
    chi += (seen - of) * (seen - of) / of;
    ++bins;
    seen = expected = 0;
  };
  for (std::size_t k = 0; k < found.size(); ++k) {
    const double here = draws * chance_of(static_cast<double>(k), mean);
    seen += static_cast<double>(found[k]);
    expected += here;
    if (expected >= 20 && left - expected >= 20) {
      left -= expected;
      close(expected);
    }
  }
  close(left);
  const double freedom = bins - 1;
  return (chi - freedom) / std::sqrt(2 * freedom);
}

TEST(PoissonTest, NumbersHaveTheirChances) {
  for (const double mean : {0.1, 0.7, 3.0, 9.99, 10.0, 11.5, 30.0, 150.0, 4000.0}) {
    const double off = deviation(mean, 200000);
    EXPECT_LT(off, 4.5) << mean;
    EXPECT_GT(off, -4.5) << mean;  // not too regular, either
  }
}

TEST(PoissonTest, LargeMeansHaveTheirMoments) {
  for (const double mean : {1e5, 1e8, 1e12}) {
    constexpr int kDraws = 100000;
    double sum = 0, squares = 0, cubes = 0;
    for (int i = 0; i < kDraws; ++i) {
      Random random(23, static_cast<std::uint64_t>(i));
      const double off = (poisson(mean, random) - mean) / std::sqrt(mean);
      sum += off, squares += off * off, cubes += off * off * off;
    }
    EXPECT_NEAR(sum / kDraws, 0, 4.5 / std::sqrt(kDraws)) << mean;
    EXPECT_NEAR(squares / kDraws, 1, 4.5 * std::sqrt(2.0 / kDraws)) << mean;
    EXPECT_NEAR(cubes / kDraws, 1 / std::sqrt(mean), 4.5 * std::sqrt(15.0 / kDraws)) << mean;
  }
}

TEST(PoissonTest, NothingIsNothing) {
  Random random(1);
  EXPECT_EQ(poisson(0, random), 0);
  EXPECT_EQ(poisson(std::nan(""), random), 0);
}

TEST(PoissonTest, BitsAreTheSameEverywhere) {
  std::uint64_t digest = 0;
  for (int i = 0; i < 20000; ++i) {
    Random random(9, static_cast<std::uint64_t>(i));
    digest = digest * 1000003 + static_cast<std::uint64_t>(poisson(0.01 * i, random));
  }
  EXPECT_EQ(digest, 141325348241230113U);
}

}  // namespace
}  // namespace bitvox
