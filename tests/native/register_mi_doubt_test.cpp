// SPDX-License-Identifier: BSD-2-Clause
// What the note of a registration says, and that it says nothing of good results.
#include "ops/register_mi/register_mi_doubt.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "ops/register_mi/register_mi_border.hpp"
#include "register_mi_runs.hpp"

namespace bitvox::register_mi {
namespace {

using test::as_it_is;
using test::head_volume;
using test::make_grey;
using test::negative;

std::string note_of(const GreyVolume& moving, const GreyVolume& fixed, const Options& options) {
  NoProgress quiet;
  return find(moving, fixed, options, quiet).run.note;
}

bool says(const std::string& note, const char* words) {
  return note.find(words) != std::string::npos;
}

constexpr const char* kFarAway = "shifted far away, the images share nearly as much";
constexpr const char* kLittle = "the images share little, 0.";
constexpr const char* kPadding = "most of the border of both images has one value";
constexpr const char* kAnother = "Another motion fits nearly as well";
constexpr const char* kShifted = "The images fit better when shifted along an axis";
constexpr const char* kTurned = "The images fit better when turned";

// Sums of waves of many lengths and directions, which look alike nowhere.
double texture(double x, double y) {
  double sum = 0;
  for (int i = 0; i < 24; ++i) {
    const double angle = 2.4 * i;
    const double rate = 0.15 + 0.021 * i;
    sum += std::sin(rate * (x * std::cos(angle) + y * std::sin(angle)) + 1.7 * i * i);
  }
  return 100 + 12 * sum;
}

GreyVolume crop(double from_x, double from_y) {
  return make_grey({64, 64, 1}, PixelType::kFloat32, [&](std::int64_t i) {
    return texture(static_cast<double>(i % 64) + from_x, static_cast<double>(i / 64) + from_y);
  });
}

// Crops 20 pixels apart: within a limit of 16 there is nothing to find.
TEST(RegisterMiDoubt, SaysThatTheTruthIsNotWithinTheLimits) {
  const GreyVolume fixed = crop(0, 0);
  const GreyVolume moving = crop(20, 20);
  EXPECT_NE(note_of(moving, fixed, test::near("auto", 16)), "");
  EXPECT_EQ(note_of(moving, fixed, test::near("auto", 24)), "");
}

TEST(RegisterMiDoubt, SaysThatTheImagesHaveNothingInCommon) {
  const Shape shape{100, 90, 1};
  test::Random random(5);
  const auto noise = [&] {
    return make_grey(shape, PixelType::kUint8, [&](std::int64_t) { return random.below(250); });
  };
  const GreyVolume fixed = noise();
  const GreyVolume moving = noise();
  EXPECT_TRUE(says(note_of(moving, fixed, test::near("auto", 10)), kLittle));
}

// Little is shared by two values too, but more than noise shares; far away it is nearly as much.
TEST(RegisterMiDoubt, SaysThatTheImagesShareAsMuchFarAway) {
  const Shape shape{100, 90, 1};
  test::Random random(6);
  const auto stripes = [&](int shift) {
    return make_grey(shape, PixelType::kFloat32, [&, shift](std::int64_t i) {
      return 100 * std::sin(0.7 * static_cast<double>(i % 100 + shift)) +
             static_cast<double>(random.below(60));
    });
  };
  const GreyVolume fixed = stripes(0);
  const GreyVolume moving = stripes(3);
  const std::string note = note_of(moving, fixed, test::near("auto", 10));
  EXPECT_TRUE(says(note, kFarAway)) << note;
}

// A frame of zeros holds two images in place, whatever is within it.
TEST(RegisterMiDoubt, SaysThatPaddingMayHoldTheImagesInPlace) {
  const Shape shape{64, 48, 3};
  const auto framed = [&](PixelType type, std::int64_t rim) {
    return make_grey(shape, type, [&, rim](std::int64_t i) -> double {
      const std::int64_t x = i % 64;
      const std::int64_t y = i / 64 % 48;
      if (x < rim || x >= 64 - rim || y < rim || y >= 48 - rim) return 0;
      return texture(static_cast<double>(x), static_cast<double>(y));
    });
  };
  const GreyVolume padded = framed(PixelType::kFloat32, 3);
  const GreyVolume bytes = framed(PixelType::kUint8, 1);
  const GreyVolume whole = framed(PixelType::kUint8, 0);
  EXPECT_TRUE(says(border_note(padded, bytes, {}), kPadding));
  EXPECT_TRUE(says(border_note(bytes, padded, {0.02, 0, 0, 0.01}), kPadding));
  EXPECT_EQ(border_note(padded, bytes, {1, 0, 0}), "");
  EXPECT_EQ(border_note(padded, bytes, {0, 0, 0, 0.5}), "");
  EXPECT_EQ(border_note(padded, whole, {}), "");
  EXPECT_EQ(border_note(whole, padded, {}), "");
}

// A pattern with a period fits as well one period away.
TEST(RegisterMiDoubt, NamesAnotherMotionThatFitsAsWell) {
  const auto tiles = [](double dx) {
    return make_grey({120, 110, 1}, PixelType::kFloat32, [&](std::int64_t i) {
      const double x = static_cast<double>(i % 120) + dx;
      const double y = static_cast<double>(i / 120);
      return 100 + 40 * std::sin(x * 0.52) + 30 * std::sin(x * 1.04 + 1) +
             20 * std::sin(0.11 * y + 0.002 * y * y);
    });
  };
  const std::string note = note_of(tiles(6), tiles(0), test::near("auto", 16));
  EXPECT_TRUE(says(note, kAnother)) << note;
}

TEST(RegisterMiDoubt, SaysThatATurnIsMissing) {
  const Shape shape{120, 110, 1};
  const GreyVolume fixed = head_volume(shape, {}, {}, PixelType::kUint8, as_it_is);
  const GreyVolume moving = head_volume(shape, {}, {2, 3, 0, 10}, PixelType::kUint8, negative);
  const std::string note = note_of(moving, fixed, test::near("auto", 12));
  EXPECT_TRUE(says(note, kTurned)) << note;
  EXPECT_FALSE(says(note, "axes")) << note;
  Options options = test::near("auto", 12);
  options.max_angle = 15;
  EXPECT_EQ(note_of(moving, fixed, options), "");
}

TEST(RegisterMiDoubt, SaysThatAShiftIsMissing) {
  const Shape shape{56, 52, 44};
  const GreyVolume fixed = head_volume(shape, {}, {}, PixelType::kUint8, as_it_is);
  const GreyVolume moving = head_volume(shape, {}, {1, 2, 3}, PixelType::kUint8, negative);
  Options options = test::near("auto", 6);
  EXPECT_FALSE(says(note_of(moving, fixed, options), kShifted));
  options.max_shift = Reach{6, 6, 0};
  const std::string note = note_of(moving, fixed, options);
  EXPECT_TRUE(says(note, kShifted)) << note;
  EXPECT_FALSE(says(note, kTurned)) << note;
}

TEST(RegisterMiDoubt, SaysThatATurnAboutAnotherAxisIsMissing) {
  const Shape shape{56, 52, 44};
  const GreyVolume fixed = head_volume(shape, {}, {}, PixelType::kUint8, as_it_is);
  const GreyVolume moving = head_volume(shape, {}, {1, 2, 0, 0, 9, 0}, PixelType::kUint8, negative);
  Options options = test::near("auto", 6);
  options.max_angle = 5;
  const std::string note = note_of(moving, fixed, options);
  EXPECT_TRUE(says(note, "max_angle and axes")) << note;
}

}  // namespace
}  // namespace bitvox::register_mi
