// SPDX-License-Identifier: BSD-2-Clause
#include "ops/debayer/debayer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "collect_slices.hpp"
#include "core/options/settings.hpp"
#include "debayer_reference.hpp"
#include "grey_test_volumes.hpp"
#include "refusal.hpp"

namespace bitvox::debayer {
namespace {

using bayer::Method;
using bayer::Pattern;
using test::make_grey;
using test::random_grey;

constexpr Pattern kPatterns[] = {Pattern::kRggb, Pattern::kBggr, Pattern::kGrbg, Pattern::kGbrg};
constexpr Method kMethods[] = {Method::kBilinear, Method::kGradient};

GreyVolume debayer(const GreyVolume& in, const Options& options) {
  test::CollectSlices out(options.result == ResultType::kRgb ? PixelType::kInt32 : in.type());
  NoProgress quiet;
  const RunReport report = debayer(in, options, out, quiet).run;
  if (options.backend != "auto") {
    EXPECT_EQ(report.backend, options.backend);
  }
  return std::move(out.volume);
}

// The first pixel that differs, or nothing.
std::string difference(const GreyVolume& made, const GreyVolume& expected) {
  if (made.type() != expected.type() || !(made.shape() == expected.shape())) return "format";
  const std::int64_t size = bytes_per_pixel(made.type());
  const auto* const a = made.data<std::uint8_t>();
  const auto* const b = expected.data<std::uint8_t>();
  for (std::int64_t i = 0; i < made.shape().voxel_count(); ++i) {
    if (std::memcmp(a + i * size, b + i * size, static_cast<std::size_t>(size)) == 0) continue;
    const Shape& s = made.shape();
    return "x " + std::to_string(i % s.width) + ", y " + std::to_string(i / s.width % s.height) +
           ", slice " + std::to_string(i / s.width / s.height);
  }
  return "";
}

void expect_obvious(const GreyVolume& in, Options options) {
  const GreyVolume expected = test::obvious_debayer(in, options);
  for (const std::string& backend : test::available_backends()) {
    options.backend = backend;
    EXPECT_EQ(difference(debayer(in, options), expected), "")
        << backend << ", " << size_text(in.shape()) << ", pattern "
        << static_cast<int>(options.pattern) << ", method " << static_cast<int>(options.method);
  }
}

// In each pattern and by each method.
void expect_obvious_everywhere(const GreyVolume& in, ResultType result) {
  for (const Pattern pattern : kPatterns) {
    for (const Method method : kMethods) {
      Options options;
      options.pattern = pattern;
      options.method = method;
      options.result = result;
      options.threads = 2;
      expect_obvious(in, options);
    }
  }
}

void expect_obvious_as_all(Shape shape, std::uint64_t seed) {
  const GreyVolume bytes = random_grey(shape, PixelType::kUint8, 256, seed);
  expect_obvious_everywhere(bytes, ResultType::kRgb);
  expect_obvious_everywhere(bytes, ResultType::kChannels);
  expect_obvious_everywhere(random_grey(shape, PixelType::kUint16, 65536, seed),
                            ResultType::kChannels);
}

// ---- By the definition, pixel by pixel ---------------------------------------------------------

TEST(Debayer, SmallFramesAreAsByTheObviousLoop) {
  for (std::int64_t height = 2; height <= 9; ++height) {
    for (std::int64_t width = 2; width <= 9; ++width) {
      expect_obvious_as_all({width, height, 2}, static_cast<std::uint64_t>(10 * height + width));
    }
  }
}

// Of all widths around whole vectors, words and bands of rows.
TEST(Debayer, LargerFramesAreAsByTheObviousLoop) {
  for (const std::int64_t width :
       {15, 16, 17, 31, 32, 33, 62, 63, 64, 65, 66, 127, 128, 129, 130}) {
    expect_obvious_as_all({width, 5, 1}, static_cast<std::uint64_t>(width));
  }
  for (const std::int64_t height : {63, 64, 65, 129}) {
    expect_obvious_as_all({36, height, 2}, static_cast<std::uint64_t>(height));
  }
  expect_obvious_as_all({261, 131, 3}, 3);
}

// Only extreme values reach the ends of the range, and beyond them.
TEST(Debayer, BlackAndSaturatedPixelsAreAsByTheObviousLoop) {
  for (const PixelType type : {PixelType::kUint8, PixelType::kUint16}) {
    const double most = type == PixelType::kUint8 ? 255 : 65535;
    test::Random random(5);
    const GreyVolume in = make_grey({133, 40, 2}, type,
                                    [&](std::int64_t) { return random.chance(0.5) ? most : 0.0; });
    expect_obvious_everywhere(in, ResultType::kChannels);
  }
}

TEST(Debayer, FramesOfOneValueKeepIt) {
  for (const double value : {0.0, 1.0, 77.0, 255.0}) {
    const GreyVolume in =
        make_grey({21, 10, 2}, PixelType::kUint8, [&](std::int64_t) { return value; });
    for (const Pattern pattern : kPatterns) {
      for (const Method method : kMethods) {
        Options options;
        options.pattern = pattern;
        options.method = method;
        options.result = ResultType::kChannels;
        const GreyVolume made = debayer(in, options);
        for (std::int64_t i = 0; i < made.shape().voxel_count(); ++i) {
          ASSERT_EQ(test::grey_value(made, i), value);
        }
      }
    }
  }
}

// ---- By hand -----------------------------------------------------------------------------------

// The middle of 5 x 5 pixels, by the coefficients of figure 2 of the paper, in eighths.
class DebayerByHand : public testing::Test {
 protected:
  static constexpr std::array<int, 25> kMosaic = {10, 20, 30, 40, 50,   //
                                                  60, 70, 80, 90, 100,  //
                                                  15, 25, 99, 45, 55,   //
                                                  65, 75, 85, 95, 105,  //
                                                  12, 22, 32, 42, 52};

  static std::array<int, 3> middle(Pattern pattern, Method method) {
    const GreyVolume in = make_grey({5, 5, 1}, PixelType::kUint8, [](std::int64_t i) {
      return static_cast<double>(kMosaic[static_cast<std::size_t>(i)]);
    });
    Options options;
    options.pattern = pattern;
    options.method = method;
    const std::uint32_t rgb = debayer(in, options).data<std::uint32_t>()[12];
    return {static_cast<int>(rgb >> 16 & 255), static_cast<int>(rgb >> 8 & 255),
            static_cast<int>(rgb & 255)};
  }
};

TEST_F(DebayerByHand, Means) {
  using Colours = std::array<int, 3>;
  // Green: (80 + 25 + 45 + 85) / 4 = 58.75; the corners: (70 + 90 + 75 + 95) / 4 = 82.5.
  EXPECT_EQ(middle(Pattern::kRggb, Method::kBilinear), (Colours{99, 59, 83}));
  EXPECT_EQ(middle(Pattern::kBggr, Method::kBilinear), (Colours{83, 59, 99}));
  // Beside: (25 + 45) / 2 = 35; above and below: (80 + 85) / 2 = 82.5.
  EXPECT_EQ(middle(Pattern::kGrbg, Method::kBilinear), (Colours{35, 99, 83}));
  EXPECT_EQ(middle(Pattern::kGbrg, Method::kBilinear), (Colours{83, 99, 35}));
}

TEST_F(DebayerByHand, Gradients) {
  using Colours = std::array<int, 3>;
  // Green: (4 * 99 + 2 * 235 - (30 + 15 + 55 + 32)) / 8 = 734 / 8 = 91.75.
  // The corners: (6 * 99 + 2 * 330 - 1.5 * 132) / 8 = 1056 / 8 = 132.
  EXPECT_EQ(middle(Pattern::kRggb, Method::kGradient), (Colours{99, 92, 132}));
  EXPECT_EQ(middle(Pattern::kBggr, Method::kGradient), (Colours{132, 92, 99}));
  // Beside: (5 * 99 + 4 * 70 - 330 - (15 + 55) + (30 + 32) / 2) / 8 = 406 / 8 = 50.75.
  // Above and below: (5 * 99 + 4 * 165 - 330 - (30 + 32) + (15 + 55) / 2) / 8 = 798 / 8 = 99.75.
  EXPECT_EQ(middle(Pattern::kGrbg, Method::kGradient), (Colours{51, 99, 100}));
  EXPECT_EQ(middle(Pattern::kGbrg, Method::kGradient), (Colours{100, 99, 51}));
}

// ---- Blocks, settings, wrong input -------------------------------------------------------------

// Blocks may begin in any pixel of the mosaic's square, with channels and 16 bits too.
TEST(Debayer, BlocksGiveTheWhole) {
  for (const PixelType type : {PixelType::kUint8, PixelType::kUint16}) {
    const GreyVolume in = random_grey({37, 23, 5}, type, 65536, 9);
    for (const Index& block : {Index{5, 0, 0}, Index{0, 3, 0}, Index{7, 5, 2}, Index{0, 0, 2}}) {
      Options options;
      options.pattern = Pattern::kGrbg;
      options.method = Method::kGradient;
      options.result = ResultType::kChannels;
      options.block = block;
      expect_obvious(in, options);
    }
  }
}

TEST(Debayer, WrongInputIsSaid) {
  const auto run = [](const GreyVolume& in, ResultType result) {
    Options options;
    options.result = result;
    return test::refusal([&] { debayer(in, options); });
  };
  EXPECT_EQ(run(GreyVolume({9, 9, 1}, PixelType::kFloat32), ResultType::kChannels),
            "8- or 16-bit grey image required: a Bayer mosaic as the camera gave it.");
  EXPECT_EQ(run(GreyVolume({9, 1, 4}, PixelType::kUint8), ResultType::kRgb),
            "a Bayer mosaic has at least 2 x 2 pixels, this image 9 x 1");
  EXPECT_EQ(run(GreyVolume({1, 9, 4}, PixelType::kUint8), ResultType::kRgb),
            "a Bayer mosaic has at least 2 x 2 pixels, this image 1 x 9");
  EXPECT_EQ(
      run(GreyVolume({9, 9, 1}, PixelType::kUint16), ResultType::kRgb),
      "RGB pixels have 8 bits a colour, and the image has 16: choose channels as the result.");
}

}  // namespace
}  // namespace bitvox::debayer
