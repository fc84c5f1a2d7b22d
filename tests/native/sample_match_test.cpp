// SPDX-License-Identifier: BSD-2-Clause
#include "ops/sample_match/sample_match.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "refusal.hpp"
#include "sample_match_reference.hpp"
#include "sample_match_runs.hpp"

namespace bitvox::sample_match {
namespace {

void expect_as_defined(const Options& options) {
  const Made match = made(options);
  const reference::Match expected(options);
  const std::int64_t pixels = pixels_of_frame(options);
  const auto* const colours = match.movie.volume.data<std::uint32_t>();
  const auto* const classes = match.classes.volume.data<std::uint8_t>();
  const auto* const players = match.players.volume.data<std::uint8_t>();
  ASSERT_EQ(match.movie.slices(), options.frames);
  for (std::int64_t frame = 0; frame < options.frames; ++frame) {
    const std::vector<int> levels = expected.levels(frame);
    for (std::int64_t i = 0; i < pixels; ++i) {
      const std::int64_t x = i % options.width, y = i / options.width;
      const auto seen = expected.at(x, y, frame);
      const std::array<int, 3> level = rgb(colours[frame * pixels + i]);
      const auto first = static_cast<std::size_t>(3 * i);
      ASSERT_EQ(level, (std::array{levels[first], levels[first + 1], levels[first + 2]}))
          << x << "," << y << " in frame " << frame;
      ASSERT_EQ(colours[frame * pixels + i] >> 24, 255U);
      ASSERT_EQ(classes[frame * pixels + i], seen.kind) << x << "," << y << " in frame " << frame;
      ASSERT_EQ(players[frame * pixels + i], seen.player) << x << "," << y;
    }
  }
  ASSERT_EQ(match.background.slices(), 1);
  for (std::int64_t i = 0; i < pixels; ++i) {
    ASSERT_EQ(rgb(match.background.volume.data<std::uint32_t>()[i]),
              expected.at(i % options.width, i / options.width, -1).rgb);
  }
}

TEST(SampleMatch, IsTheSceneThatIsDefined) {
  expect_as_defined(small_match());
  Options high;
  high.frames = 2;
  high.width = 161;
  high.height = 700;
  high.noise = 0;
  high.light = 30;
  high.players = 2;
  expect_as_defined(high);
}

TEST(SampleMatch, IsTheSameForTheSmallestFrameAndManyPlayers) {
  Options crowd;
  crowd.frames = 2;
  crowd.width = 64;
  crowd.height = 64;
  crowd.players = 100;
  crowd.noise = 50;
  expect_as_defined(crowd);
}

TEST(SampleMatch, MosaicsAreTheColoursThatWereMeasured) {
  const Options colours = small_match();
  const Made in_colours = made(colours);
  const auto* const pixel = in_colours.movie.volume.data<std::uint32_t>();
  const auto* const still = in_colours.background.volume.data<std::uint32_t>();
  const std::int64_t pixels = pixels_of_frame(colours);
  const std::string names[] = {"RGGB", "BGGR", "GRBG", "GBRG"};
  for (std::size_t pattern = 0; pattern < 4; ++pattern) {
    Options options = colours;
    options.result = ResultType::kBayer;
    options.pattern = static_cast<bayer::Pattern>(pattern);
    const Made mosaic = made(options);
    for (std::int64_t i = 0; i < options.frames * pixels; ++i) {
      const std::int64_t x = i % pixels % options.width, y = i % pixels / options.width;
      const char colour = names[pattern][static_cast<std::size_t>(2 * (y % 2) + x % 2)];
      const std::size_t channel = colour == 'R' ? 0 : colour == 'G' ? 1 : 2;
      ASSERT_EQ(mosaic.movie.volume.data<std::uint8_t>()[i], rgb(pixel[i])[channel])
          << names[pattern] << " at " << x << "," << y;
      if (i < pixels) {
        ASSERT_EQ(mosaic.background.volume.data<std::uint8_t>()[i], rgb(still[i])[channel]);
      }
    }
    EXPECT_TRUE(mosaic.truth.area == in_colours.truth.area);
  }
}

TEST(SampleMatch, RowsAreCountedFromTheLabels) {
  Options options = small_match();
  options.players = 30;  // so many that some are hidden
  options.frames = 9;
  const Made match = made(options);
  std::size_t row = 0;
  for (std::int64_t frame = 0; frame < options.frames; ++frame) {
    struct Counted {
      std::int64_t area = 0, x = 0, y = 0;
      int left = 9999, top = 9999, right = -1, bottom = -1, kit = 0;
    };
    std::map<int, Counted> counted;
    for (int y = 0; y < options.height; ++y) {
      for (int x = 0; x < options.width; ++x) {
        const auto player = static_cast<int>(match.players.at(x, y, frame));
        if (player == 0) continue;
        Counted& one = counted[player];
        ++one.area;
        one.x += x;
        one.y += y;
        one.left = std::min(one.left, x);
        one.right = std::max(one.right, x);
        one.top = std::min(one.top, y);
        one.bottom = std::max(one.bottom, y);
        one.kit = static_cast<int>(match.classes.at(x, y, frame));
      }
    }
    for (const auto& [player, one] : counted) {
      ASSERT_LT(row, match.truth.frame.size());
      EXPECT_EQ(match.truth.frame[row], frame + 1);
      EXPECT_EQ(match.truth.player[row], player);
      EXPECT_EQ(match.truth.kit[row], one.kit);
      EXPECT_EQ(match.truth.kit[row], player <= 30 ? 1 : player <= 60 ? 2 : 3);
      EXPECT_EQ(match.truth.area[row], one.area);
      EXPECT_EQ(match.truth.sums[0][row], one.x);
      EXPECT_EQ(match.truth.sums[1][row], one.y);
      EXPECT_EQ(match.truth.box[0][row], one.left);
      EXPECT_EQ(match.truth.box[1][row], one.top);
      EXPECT_EQ(match.truth.box[2][row], one.right);
      EXPECT_EQ(match.truth.box[3][row], one.bottom);
      ++row;
    }
  }
  EXPECT_EQ(row, match.truth.frame.size());
}

TEST(SampleMatch, IsTheSameForEveryNumberOfThreadsAndFrames) {
  Options options = small_match();
  options.frames = 40;
  options.threads = 1;
  const test::Bits one = made(options).bits();
  for (const int threads : {2, 3, 16}) {
    options.threads = threads;
    EXPECT_TRUE(made(options).bits() == one) << threads << " threads";
  }
  const Made few = made(small_match());
  const Made many = made(options);
  const std::int64_t bytes = 4 * few.movie.volume.shape().voxel_count();
  EXPECT_TRUE(std::equal(few.movie.volume.data<std::uint8_t>(),
                         few.movie.volume.data<std::uint8_t>() + bytes,
                         many.movie.volume.data<std::uint8_t>()));
  options.seed = 8;
  EXPECT_FALSE(made(options).bits() == one);
}

// So large that it is made in several batches.
TEST(SampleMatch, IsHandedOnInBatches) {
  class Batches final : public SliceSink {
   public:
    void write_slice(std::int64_t, const void*) override {}
    void write_slices(const SliceBatch& batch, int) override {
      EXPECT_EQ(batch.first, next);
      next += batch.count;
      ++batches;
    }
    std::int64_t next = 0;
    int batches = 0;
  } sink;
  Options options;
  options.frames = 30;
  options.result = ResultType::kBayer;
  options.threads = 2;
  NoProgress progress;
  const Result truth = make(options, {&sink, nullptr, nullptr, nullptr}, progress);
  EXPECT_EQ(sink.next, 30);
  EXPECT_GT(sink.batches, 1);
  EXPECT_EQ(truth.frame.back(), 30);
}

TEST(SampleMatch, TheTruthAloneNeedsNoImages) {
  NoProgress progress;
  EXPECT_TRUE(make(small_match(), {}, progress).area == made(small_match()).truth.area);
}

TEST(SampleMatch, RefusesWrongOptions) {
  NoProgress progress;
  const auto refused = [&](auto&& change) {
    Options options = small_match();
    change(options);
    return test::refusal([&] { make(options, {}, progress); });
  };
  EXPECT_EQ(refused([](Options& o) { o.frames = 0; }), "frames=0 is not allowed; use 1 to 1000000");
  EXPECT_EQ(refused([](Options& o) { o.width = 63; }), "width=63 is not allowed; use 64 to 8192");
  EXPECT_EQ(refused([](Options& o) { o.height = 9000; }),
            "height=9000 is not allowed; use 64 to 8192");
  EXPECT_EQ(refused([](Options& o) { o.players = 101; }),
            "players=101 is not allowed; use 1 to 100");
  EXPECT_EQ(refused([](Options& o) { o.noise = -1; }), "noise=-1 is not allowed; use 0 to 50");
  EXPECT_EQ(refused([](Options& o) { o.light = NAN; }), "light=nan is not allowed; use 0 to 50");
  EXPECT_NE(refused([](Options& o) { o.seed = -1; }), "accepted");
  EXPECT_NE(refused([](Options& o) { o.threads = 1025; }), "accepted");
}

}  // namespace
}  // namespace bitvox::sample_match
