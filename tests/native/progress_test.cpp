// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/threads/progress_parts.hpp"

namespace bitvox {
namespace {

// What was reported, in thousandths, and said.
class Heard final : public Progress {
 public:
  void report(std::int64_t done, std::int64_t total) override {
    places.push_back(1000 * done / total);
  }
  void say(const std::string& words) override { said = words; }

  std::vector<std::int64_t> places;
  std::string said;
};

using Places = std::vector<std::int64_t>;

void run(Progress& part) {
  for (std::int64_t done = 0; done <= 4; ++done) part.report(done, 4);
}

TEST(ProgressParts, AreAsLongAsTheirWeights) {
  Heard heard;
  auto [first, second, third] = progress_parts(heard, 1, 3, 16);
  for (PhaseProgress* part : {&first, &second, &third}) {
    part->report(0, 1);
    part->report(1, 2);
    part->report(1, 1);
  }
  EXPECT_EQ(heard.places, (Places{0, 25, 50, 50, 125, 200, 200, 600, 1000}));
}

TEST(ProgressParts, NeverFallAndEndAtTheWhole) {
  for (const int weight : {1, 2, 3, 7, 77, 1000, 12345}) {
    Heard heard;
    for (PhaseProgress& part : progress_parts(heard, weight, 3, 1, weight, 13, 11)) run(part);
    EXPECT_TRUE(std::is_sorted(heard.places.begin(), heard.places.end())) << weight;
    EXPECT_EQ(heard.places.front(), 0) << weight;
    EXPECT_EQ(heard.places.back(), 1000) << weight;
  }
}

TEST(ProgressParts, APartWithoutWeightHasNoLength) {
  Heard heard;
  auto [none, all, nothing_left] = progress_parts(heard, 0, 5, 0);
  for (PhaseProgress* part : {&none, &all, &nothing_left}) {
    part->report(0, 1);
    part->report(1, 1);
  }
  EXPECT_EQ(heard.places, (Places{0, 0, 0, 1000, 1000, 1000}));
}

TEST(ProgressParts, HavePartsThemselves) {
  Heard heard;
  auto [before, after] = progress_parts(heard, 1, 1);
  auto [reading, writing] = progress_parts(after, 3, 1);
  before.report(1, 1);
  reading.report(1, 1);
  writing.report(0, 1);
  writing.report(1, 1);
  writing.say("written");
  EXPECT_EQ(heard.places, (Places{500, 875, 875, 1000}));
  EXPECT_EQ(heard.said, "written");
}

TEST(PhaseProgress, IsFromOnePlaceToAnotherOfSoMany) {
  Heard heard;
  constexpr std::int64_t kVoxels = std::int64_t{1} << 40;
  PhaseProgress part(heard, kVoxels / 4, kVoxels / 2, kVoxels);
  part.report(0, 1);
  part.report(1, 2);
  part.report(1, 1);
  EXPECT_EQ(heard.places, (Places{250, 375, 500}));
}

TEST(StandingProgress, StaysUntilItIsMovedAndDoesNotGoBack) {
  Heard heard;
  StandingProgress standing(heard);
  MovingProgress moving(standing);
  standing.report(1, 1);
  moving.report(3, 4);
  standing.report(0, 1);
  moving.report(1, 4);
  standing.move_to(9, 10);
  standing.report(0, 1);
  moving.say("moved");
  EXPECT_EQ(heard.places, (Places{0, 750, 750, 750, 900}));
  EXPECT_EQ(heard.said, "moved");
}

}  // namespace
}  // namespace bitvox
