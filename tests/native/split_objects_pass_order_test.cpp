// SPDX-License-Identifier: BSD-2-Clause
#include "ops/split_objects/split_objects_pass_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "ops/split_objects/split_objects_flood.hpp"
#include "test_volumes.hpp"

namespace bitvox::split_objects {
namespace {

using test::Random;

class CountReports final : public Progress {
 public:
  void report(std::int64_t, std::int64_t) override { ++count; }
  int count = 0;
};

bool are_same(const std::vector<Pass>& a, const std::vector<Pass>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Pass& p, const Pass& q) {
    return std::tie(p.low, p.high, p.height) == std::tie(q.low, q.high, q.height);
  });
}

// Names and heights up to `most`.
std::vector<Pass> random_passes(int count, std::int64_t most) {
  Random random(17);
  const auto number = [&] { return static_cast<std::uint32_t>(1 + random.below(most)); };
  std::vector<Pass> passes;
  for (int i = 0; i < count; ++i) passes.push_back({number(), number(), number()});
  return passes;
}

// Keys of one digit, of two, and of all bits.
TEST(SplitObjectsPassOrder, IsThatOfTheKeyAndStable) {
  for (const std::int64_t most : {std::int64_t{9}, std::int64_t{70000}, std::int64_t{4294967295}}) {
    for (const int count : {0, 1, 2, 5000}) {
      std::vector<Pass> passes = random_passes(count, most);
      std::vector<Pass> expected = passes;
      const auto key = [](const Pass& pass) { return ~pass.height; };
      std::stable_sort(expected.begin(), expected.end(),
                       [&](const Pass& a, const Pass& b) { return key(a) < key(b); });
      NoProgress quiet;
      sort_passes(passes, key, quiet);
      EXPECT_TRUE(are_same(passes, expected)) << most << " " << count;
    }
  }
}

TEST(SplitObjectsPassOrder, KeepsTheHighestOfEachPair) {
  for (const std::int64_t most : {std::int64_t{40}, std::int64_t{4294967295}}) {
    std::vector<Pass> passes = random_passes(5000, most);
    std::vector<Pass> expected = passes;
    const auto pair = [](const Pass& pass) { return std::tie(pass.low, pass.high); };
    std::sort(expected.begin(), expected.end(), [&](const Pass& a, const Pass& b) {
      return pair(a) != pair(b) ? pair(a) < pair(b) : a.height > b.height;
    });
    const auto same = [&](const Pass& a, const Pass& b) { return pair(a) == pair(b); };
    expected.erase(std::unique(expected.begin(), expected.end(), same), expected.end());
    NoProgress quiet;
    keep_highest(passes, quiet);
    EXPECT_TRUE(are_same(passes, expected)) << most;
  }
}

// Noise has millions of passes. Whatever goes through them can be stopped meanwhile.
TEST(SplitObjectsPassOrder, ManyAreReported) {
  constexpr int kCount = 1 << 20;
  constexpr int kReports = kCount >> 16;
  std::vector<Pass> passes = random_passes(kCount, 1 << 12);
  for (Pass& pass : passes) pass.high += 1 << 12;
  constexpr std::size_t kSlopes = 1 << 13;
  const auto reports = [](const auto& body) {
    CountReports progress;
    body(progress);
    return progress.count;
  };
  const auto number_of = [](std::uint32_t height) { return static_cast<double>(height); };
  const std::vector<std::uint32_t> peaks(kSlopes, 1 << 13);
  EXPECT_GE(reports([&](Progress& on) { count_connected(kSlopes, passes, on); }), kReports);
  EXPECT_GE(reports([&](Progress& on) { markers_of(peaks, passes, number_of, 1, on); }),
            6 * kReports);
  std::vector<std::uint32_t> markers(kSlopes);
  EXPECT_GE(reports([&](Progress& on) { flood(markers, passes, on); }), 3 * kReports);
  markers[0] = 1;
  EXPECT_GE(reports([&](Progress& on) { flood(markers, passes, on); }), 4 * kReports);
  EXPECT_GE(reports([&](Progress& on) { keep_highest(passes, on); }), 11 * kReports);
}

}  // namespace
}  // namespace bitvox::split_objects
