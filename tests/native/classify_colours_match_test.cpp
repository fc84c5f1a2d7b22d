// SPDX-License-Identifier: BSD-2-Clause
// How well players of a synthetic match are found, by a model that was trained on another one: by
// pixels, and by the places of the objects. Players of one team that touch are one object.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

#include "collect_slices.hpp"
#include "ops/classify_colours/classify_colours.hpp"
#include "ops/colour_classes/colour_classes.hpp"
#include "ops/debayer/debayer.hpp"
#include "ops/sample_match/sample_match.hpp"
#include "plane_reference.hpp"

namespace bitvox::classify_colours {
namespace {

constexpr std::int64_t kLeastArea = 60;  // of objects that are judged
constexpr int kKits = 3;

struct Match {
  test::CollectSlices movie;
  test::CollectSlices classes{PixelType::kUint8};
  test::CollectSlices background;

  explicit Match(const sample_match::Options& options)
      : movie(type(options)), background(type(options)) {
    NoProgress quiet;
    sample_match::make(options, {&movie, &classes, nullptr, &background}, quiet);
  }

  static PixelType type(const sample_match::Options& options) {
    return options.result == sample_match::ResultType::kRgb ? PixelType::kInt32 : PixelType::kUint8;
  }
};

// Of some frames of a match with the same noise and light: every 16th.
colour::Model trained(sample_match::Options options) {
  options.seed = 1;
  const Match match(options);
  NoProgress quiet;
  const bool mosaic = options.result == sample_match::ResultType::kBayer;
  test::CollectSlices demosaiced(PixelType::kInt32);
  if (mosaic) debayer::debayer(match.movie.volume, {}, demosaiced, quiet);
  const GreyVolume& rgb = mosaic ? demosaiced.volume : match.movie.volume;
  const Shape& s = rgb.shape();
  colour_classes::ColourSamples samples;
  for (std::int64_t frame = 0; frame < s.depth; frame += 16) {
    const std::int64_t first = frame * s.width * s.height;
    samples.add(rgb.data<std::uint32_t>() + first,
                match.classes.volume.data<std::uint8_t>() + first, s.width * s.height);
  }
  colour_classes::Options training;
  training.gaussians = 3;
  return colour_classes::train(samples, training, quiet).model;
}

// Counted over all kits.
struct Score {
  double right = 0, found = 0, there = 0;  // pixels
  int objects = 0, placed = 0;             // objects, and those found within two pixels

  double precision() const { return right / found; }
  double recall() const { return right / there; }
  double placed_part() const { return static_cast<double>(placed) / objects; }
};

bool has_one_near(const Objects& found, std::int64_t frame, int kit, double x, double y) {
  for (std::size_t i = 0; i < found.frame.size(); ++i) {
    if (found.frame[i] != frame || found.of_class[i] != kit) continue;
    const auto area = static_cast<double>(found.area[i]);
    const double dx = static_cast<double>(found.sum_x[i]) / area - x;
    const double dy = static_cast<double>(found.sum_y[i]) / area - y;
    if (std::hypot(dx, dy) <= 2) return true;
  }
  return false;
}

void judge_objects(const Match& match, const Objects& found, Score& score) {
  const Shape& s = match.classes.volume.shape();
  const auto* truth = match.classes.volume.data<std::uint8_t>();
  for (std::int64_t frame = 0; frame < s.depth; ++frame, truth += s.width * s.height) {
    for (int kit = 1; kit <= kKits; ++kit) {
      test::PlanePixels plane;
      for (std::int64_t y = 0; y < s.height; ++y) {
        plane.emplace_back();
        for (std::int64_t x = 0; x < s.width; ++x) {
          plane.back().push_back(truth[y * s.width + x] == kit);
        }
      }
      for (const test::FloodedObject& flood : test::flooded(plane, kLeastArea)) {
        const auto area = static_cast<double>(flood.object.area);
        ++score.objects;
        score.placed +=
            has_one_near(found, frame + 1, kit, static_cast<double>(flood.object.sum_x) / area,
                         static_cast<double>(flood.object.sum_y) / area);
      }
    }
  }
}

Score judge(const sample_match::Options& match_options, const Options& options) {
  const Match match(match_options);
  NoProgress quiet;
  test::CollectSlices classes(PixelType::kUint8);
  const bool still = options.motion == Motion::kBackground;
  const Result result =
      classify(match.movie.volume, trained(match_options),
               still ? &match.background.volume : nullptr, options, {&classes}, quiet);
  Score score;
  const auto* const truth = match.classes.volume.data<std::uint8_t>();
  const auto* const found = classes.volume.data<std::uint8_t>();
  for (std::int64_t i = 0; i < classes.volume.shape().voxel_count(); ++i) {
    score.right += truth[i] <= kKits && found[i] == truth[i];
    score.there += truth[i] <= kKits;
    score.found += found[i] >= 1 && found[i] <= kKits;
  }
  judge_objects(match, result.objects, score);
  return score;
}

void expect_good(const Score& score) {
  EXPECT_GE(score.precision(), 0.95);
  EXPECT_GE(score.recall(), 0.95);
  EXPECT_GE(score.placed_part(), 0.98) << score.placed << " of " << score.objects;
  EXPECT_GE(score.objects, 150);
}

sample_match::Options another_match() {
  sample_match::Options options;
  options.seed = 2;
  options.frames = 20;
  return options;
}

TEST(ClassifyColoursMatchThorough, FindsPlayersByTheirColours) {
  expect_good(judge(another_match(), {}));
}

TEST(ClassifyColoursMatchThorough, FindsPlayersInMosaics) {
  sample_match::Options match = another_match();
  match.result = sample_match::ResultType::kBayer;
  Options options;
  options.mosaic = Mosaic::kRggb;
  expect_good(judge(match, options));
  options.motion = Motion::kBackground;
  expect_good(judge(match, options));
}

// Which the samples have to show.
TEST(ClassifyColoursMatch, FindsPlayersInLightThatChangesMuch) {
  sample_match::Options match = another_match();
  match.frames = 65;  // to the brightest
  match.light = 30;
  match.width = 500;
  match.height = 400;
  match.players = 5;
  expect_good(judge(match, {}));
}

}  // namespace
}  // namespace bitvox::classify_colours
