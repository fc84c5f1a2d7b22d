// SPDX-License-Identifier: BSD-2-Clause
// What changes from frame to frame: light, noise and places.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <map>

#include "ops/sample_match/sample_match.hpp"
#include "sample_match_runs.hpp"

namespace bitvox::sample_match {
namespace {

// The mean of what is grass at the top of a frame, of one channel.
double mean_of_grass(const Made& match, const Options& options, std::int64_t frame) {
  const std::int64_t pixels = pixels_of_frame(options);
  const auto* const colours = match.movie.volume.data<std::uint32_t>() + frame * pixels;
  const auto* const classes = match.classes.volume.data<std::uint8_t>() + frame * pixels;
  double sum = 0;
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < pixels / options.height; ++i) {  // above the pitch
    if (classes[i] != kField) continue;
    sum += rgb(colours[i])[1];
    ++count;
  }
  return sum / static_cast<double>(count);
}

TEST(SampleMatch, LightRisesAndFallsByWhatIsAskedFor) {
  Options options = small_match();
  options.frames = 193;
  options.width = 640;
  options.height = 64;
  options.light = 20;
  options.noise = 3;
  const Made match = made(options);
  const double before = mean_of_grass(match, options, 0);
  EXPECT_NEAR(mean_of_grass(match, options, 64) / before, 1.2, 0.005);
  EXPECT_NEAR(mean_of_grass(match, options, 128) / before, 1, 0.005);
  EXPECT_NEAR(mean_of_grass(match, options, 192) / before, 0.8, 0.005);
}

TEST(SampleMatch, NoiseHasTheDeviationAskedFor) {
  Options options = small_match();
  options.width = 600;
  options.height = 400;
  options.light = 0;
  options.noise = 7;
  const Made match = made(options);
  options.noise = 0;
  const Made still = made(options);
  const std::int64_t pixels = options.frames * pixels_of_frame(options);
  double squares = 0, sum = 0;
  for (std::int64_t i = 0; i < pixels; ++i) {
    const int noise = rgb(match.movie.volume.data<std::uint32_t>()[i])[1] -
                      rgb(still.movie.volume.data<std::uint32_t>()[i])[1];
    sum += noise;
    squares += noise * noise;
  }
  const auto count = static_cast<double>(pixels);
  EXPECT_NEAR(sum / count, 0, 0.05);
  EXPECT_NEAR(std::sqrt(squares / count), 7, 0.05);
}

// From frame to frame nobody goes farther than 1 % of the width, and all go somewhere. Places are
// compared where no other player is in front, whom the area would show.
TEST(SampleMatch, PlayersMoveSmoothly) {
  Options options;
  options.frames = 60;
  options.width = 800;
  options.height = 600;
  options.players = 3;
  NoProgress progress;
  const Result truth = make(options, {}, progress);
  struct Place {
    double x, y, area;
    double far_from(const Place& other) const { return std::hypot(x - other.x, y - other.y); }
  };
  std::map<int, Place> first, before;
  int compared = 0;
  for (std::size_t i = 0; i < truth.frame.size(); ++i) {
    const int player = truth.player[i];
    const auto area = static_cast<double>(truth.area[i]);
    const Place place{static_cast<double>(truth.sums[0][i]) / area,
                      static_cast<double>(truth.sums[1][i]) / area, area};
    first.try_emplace(player, place);
    const auto last = before.try_emplace(player, place).first;
    if (std::abs(area / last->second.area - 1) < 0.03) {
      EXPECT_LT(place.far_from(last->second), 8) << player << " in frame " << truth.frame[i];
      ++compared;
    }
    last->second = place;
  }
  EXPECT_GT(compared, 350);
  ASSERT_EQ(first.size(), 7U);
  for (const auto& [player, start] : first) {
    EXPECT_GT(before.at(player).far_from(start), 5) << player;
  }
}

}  // namespace
}  // namespace bitvox::sample_match
