// SPDX-License-Identifier: BSD-2-Clause
// Colour spaces against what their definitions say, in whole numbers or in double.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "colour/colours_rows.hpp"
#include "colour/spaces.hpp"
#include "core/backends/dispatch.hpp"

namespace bitvox::colour {
namespace {

// floor(n / d + 1/2) for any n and d above 0.
int half_up(int n, int d) {
  const int twice = 2 * n + d;
  return twice >= 0 ? twice / (2 * d) : -((-twice + 2 * d - 1) / (2 * d));
}

std::array<int, 3> obvious_hsv(int r, int g, int b) {
  const int most = std::max({r, g, b});
  const int chroma = most - std::min({r, g, b});
  if (chroma == 0) return {0, 0, most};
  int hue = 0;
  if (r == most) {
    hue = half_up(256 * (g - b), chroma);
  } else if (g == most) {
    hue = 512 + half_up(256 * (b - r), chroma);
  } else {
    hue = 1024 + half_up(256 * (r - g), chroma);
  }
  return {(hue + 1536) % 1536, half_up(255 * chroma, most), most};
}

std::array<double, 3> exact_lab(int r, int g, int b) {
  const auto light = [](int value) {
    const double v = value / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  const auto f = [](double t) {
    return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  };
  const double red = light(r);
  const double green = light(g);
  const double blue = light(b);
  const double x = f((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.9504700);
  const double y = f(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue);
  const double z = f((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.0888300);
  return {10 * (116 * y - 16), 5000 * (x - y), 2000 * (y - z)};
}

std::uint32_t packed(int r, int g, int b) {
  return static_cast<std::uint32_t>(r << 16 | g << 8 | b);
}

std::array<float, 3> numbers_of(Space space, std::uint32_t rgb) {
  const Point<float> point = point_of(space, rgb);
  return {point.first, point.second, point.third};
}

TEST(ColourSpacesTest, HsvOfAllColours) {
  std::int64_t wrong = 0;
  for (int r = 0; r < 256; ++r) {
    for (int g = 0; g < 256; ++g) {
      for (int b = 0; b < 256; ++b) {
        const std::array<int, 3> expected = obvious_hsv(r, g, b);
        const Point<float> hsv = point_of(Space::kHsv, packed(r, g, b));
        const bool same = hsv.first == static_cast<float>(expected[0]) &&
                          hsv.second == static_cast<float>(expected[1]) &&
                          hsv.third == static_cast<float>(expected[2]);
        wrong += same ? 0 : 1;
      }
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST(ColourSpacesTest, HsvOfWellKnownColours) {
  using Numbers = std::array<float, 3>;
  EXPECT_EQ(numbers_of(Space::kHsv, 0xff0000), (Numbers{0, 255, 255}));
  EXPECT_EQ(numbers_of(Space::kHsv, 0xffff00), (Numbers{256, 255, 255}));
  EXPECT_EQ(numbers_of(Space::kHsv, 0x008000), (Numbers{512, 255, 128}));
  EXPECT_EQ(numbers_of(Space::kHsv, 0x0000ff), (Numbers{1024, 255, 255}));
  EXPECT_EQ(numbers_of(Space::kHsv, 0xff00ff), (Numbers{1280, 255, 255}));
  EXPECT_EQ(numbers_of(Space::kHsv, 0xff0001), (Numbers{1535, 255, 255}));
  EXPECT_EQ(numbers_of(Space::kHsv, 0x777777), (Numbers{0, 0, 0x77}));
  EXPECT_EQ(numbers_of(Space::kHsv, 0), (Numbers{0, 0, 0}));
}

TEST(ColourSpacesTest, RgbIsAsItIs) {
  EXPECT_EQ(numbers_of(Space::kRgb, 0x102030), (std::array<float, 3>{16, 32, 48}));
}

TEST(ColourSpacesTest, WhatLiesAboveTheChannelsIsIgnored) {
  for (const Space space : {Space::kHsv, Space::kRgb, Space::kLab}) {
    EXPECT_EQ(numbers_of(space, 0xff123456), numbers_of(space, 0x123456));
  }
}

TEST(ColourSpacesTest, LabIsTheExactOneRounded) {
  double worst = 0;
  const SpaceRange range = range_of(Space::kLab);
  std::array<float, 3> least{1e9F, 1e9F, 1e9F};
  std::array<float, 3> most{-1e9F, -1e9F, -1e9F};
  for (int r = 0; r < 256; r += 3) {
    for (int g = 0; g < 256; g += 3) {
      for (int b = 0; b < 256; b += 3) {
        const std::array<float, 3> numbers = numbers_of(Space::kLab, packed(r, g, b));
        const std::array<double, 3> exact = exact_lab(r, g, b);
        for (std::size_t d = 0; d < 3; ++d) {
          EXPECT_EQ(numbers[d], std::round(numbers[d]));
          worst = std::max(worst, std::abs(double{numbers[d]} - exact[d]));
          least[d] = std::min(least[d], numbers[d]);
          most[d] = std::max(most[d], numbers[d]);
        }
      }
    }
  }
  EXPECT_LE(worst, 0.505);
  for (std::size_t d = 0; d < 3; ++d) {  // the ranges are tight, corners of the cube reach them
    EXPECT_GE(least[d], range.least[d]);
    EXPECT_LE(least[d], range.least[d] + 1);
    EXPECT_LE(most[d], range.most[d]);
    EXPECT_GE(most[d], range.most[d] - 1);
  }
}

TEST(ColourSpacesTest, GreysHaveNoColourInLab) {
  for (int v = 0; v < 256; ++v) {
    const std::array<float, 3> numbers = numbers_of(Space::kLab, packed(v, v, v));
    EXPECT_EQ(numbers[1], 0) << v;
    EXPECT_EQ(numbers[2], 0) << v;
  }
  EXPECT_EQ(numbers_of(Space::kLab, 0)[0], 0);
  EXPECT_EQ(numbers_of(Space::kLab, 0xffffff)[0], 1000);
}

TEST(ColourSpacesTest, RowsOfEveryInstructionSet) {
  std::vector<std::uint32_t> rgb;
  for (std::uint32_t i = 0; i < 100'001; ++i) rgb.push_back(i * 2654435761U >> 8);
  for (const Backend& backend : backends()) {
    if (!backend.available || !backend.instructions) continue;
    const colours::Rows& rows = rows_for<colours::Rows>(*backend.instructions);
    for (const Space space : {Space::kHsv, Space::kRgb, Space::kLab}) {
      for (const std::size_t count : {std::size_t{1}, std::size_t{17}, rgb.size()}) {
        std::vector<float> first(count + 1, -1);
        std::vector<float> second(count + 1, -1);
        std::vector<float> third(count + 1, -1);
        rows.points(space, rgb.data(), static_cast<std::int64_t>(count), first.data(),
                    second.data(), third.data());
        std::int64_t wrong = 0;
        for (std::size_t i = 0; i < count; ++i) {
          const Point<float> point = point_of(space, rgb[i]);
          wrong += point.first == first[i] && point.second == second[i] && point.third == third[i]
                       ? 0
                       : 1;
        }
        EXPECT_EQ(wrong, 0) << backend.name;
        EXPECT_EQ(first[count] + second[count] + third[count], -3) << backend.name;
      }
    }
  }
}

}  // namespace
}  // namespace bitvox::colour
