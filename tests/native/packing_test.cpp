// SPDX-License-Identifier: BSD-2-Clause
#include "core/volumes/packing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "cpu/packing_rows.hpp"
#include "test_volumes.hpp"

namespace bitvox {
namespace {

constexpr std::int64_t kWidths[] = {1, 7, 8, 31, 63, 64, 65, 127, 128, 129, 1000};

// Slow and obvious.
template <class Pixel, class Rule>
std::vector<std::uint64_t> expected_words(const std::vector<Pixel>& pixels, Rule&& rule) {
  std::vector<std::uint64_t> words((pixels.size() + 63) / 64);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    if (rule(pixels[i])) words[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  return words;
}

template <class Pixel, class Draw>
std::vector<Pixel> draw_pixels(std::int64_t count, Draw&& draw) {
  std::vector<Pixel> pixels(static_cast<std::size_t>(count));
  for (Pixel& pixel : pixels) pixel = static_cast<Pixel>(draw());
  return pixels;
}

class PackingTest : public testing::TestWithParam<std::string> {
 protected:
  const packing::Rows& rows() const {
    return rows_for<packing::Rows>(*choose_backend(GetParam()).instructions);
  }

  // Poisoned, so that a word that was not written shows.
  static std::vector<std::uint64_t> output(std::int64_t count) {
    return std::vector<std::uint64_t>(static_cast<std::size_t>((count + 63) / 64), 0xdeadbeef);
  }

  test::Random random_{11};
};

TEST_P(PackingTest, Binary) {
  for (const std::int64_t width : kWidths) {
    const auto pixels =
        draw_pixels<std::uint8_t>(width, [&] { return random_.chance(0.4) ? 255 : 0; });
    auto words = output(width);
    EXPECT_EQ(rows().pack_binary(pixels.data(), width, words.data()), 0);
    EXPECT_EQ(words, expected_words(pixels, [](int v) { return v == 255; })) << width;

    std::vector<std::uint8_t> back(pixels.size() + 1, 77);
    rows().unpack(words.data(), width, back.data());
    EXPECT_EQ(back.back(), 77) << "wrote behind the row";
    back.pop_back();
    EXPECT_EQ(back, pixels) << width;
  }
}

TEST_P(PackingTest, BinaryMeetsEveryOtherValueAtEveryPlace) {
  for (const std::int64_t width : {5, 64, 130}) {
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width), 255);
    auto words = output(width);
    for (std::uint8_t& pixel : pixels) {
      for (int value = 0; value < 256; ++value) {
        pixel = static_cast<std::uint8_t>(value);
        const bool odd = rows().pack_binary(pixels.data(), width, words.data()) != 0;
        ASSERT_EQ(odd, value != 0 && value != 255) << value;
      }
    }
  }
}

TEST_P(PackingTest, RangeOfBytes) {
  for (const std::int64_t width : kWidths) {
    const auto pixels = draw_pixels<std::uint8_t>(width, [&] { return random_.below(256); });
    for (const auto& [low, high] : {std::pair{0, 255}, {0, 0}, {100, 200}, {255, 255}, {1, 0}}) {
      auto words = output(width);
      rows().pack_range_u8(pixels.data(), width, static_cast<std::uint8_t>(low),
                           static_cast<std::uint8_t>(high), words.data());
      const auto in_range = [low = low, high = high](int v) { return low <= v && v <= high; };
      EXPECT_EQ(words, expected_words(pixels, in_range)) << width << " " << low;
    }
  }
}

TEST_P(PackingTest, RangeOfShorts) {
  for (const std::int64_t width : kWidths) {
    const auto pixels = draw_pixels<std::uint16_t>(width, [&] { return random_.below(65536); });
    for (const auto& [low, high] :
         {std::pair{0, 65535}, {0, 0}, {10000, 50000}, {32768, 65535}, {1, 0}}) {
      auto words = output(width);
      rows().pack_range_u16(pixels.data(), width, static_cast<std::uint16_t>(low),
                            static_cast<std::uint16_t>(high), words.data());
      const auto in_range = [low = low, high = high](int v) { return low <= v && v <= high; };
      EXPECT_EQ(words, expected_words(pixels, in_range)) << width << " " << low;
    }
  }
}

TEST_P(PackingTest, RangeOfFloats) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  for (const std::int64_t width : kWidths) {
    const auto pixels = draw_pixels<float>(width, [&]() -> float {
      const std::int64_t pick = random_.below(10);
      if (pick == 0) return kNaN;
      if (pick == 1) return kInfinity;
      if (pick == 2) return -kInfinity;
      return static_cast<float>(random_.below(2000)) - 1000.0F;
    });
    for (const auto& [low, high] : {std::pair{-kInfinity, kInfinity},
                                    {0.0F, kInfinity},
                                    {-500.0F, 500.0F},
                                    {kInfinity, kInfinity},
                                    {1.0F, 0.0F}}) {
      auto words = output(width);
      rows().pack_range_f32(pixels.data(), width, low, high, words.data());
      const auto in_range = [low = low, high = high](float v) { return low <= v && v <= high; };
      EXPECT_EQ(words, expected_words(pixels, in_range)) << width << " " << low;
    }
  }
}

TEST_P(PackingTest, CountsBits) {
  const BitVolume volume = test::random_volume({100, 3, 3}, 0.3, 5);
  std::int64_t expected = 0;
  for (int i = 0; i < 900; ++i) expected += test::voxel(volume, i % 100, i / 100 % 3, i / 300);
  EXPECT_EQ(rows().count_bits(volume.words(), volume.shape().word_count()), expected);
}

std::vector<std::string> cpu_backends() {
  std::vector<std::string> names;
  for (const Backend& backend : backends()) {
    if (backend.available && backend.instructions) names.push_back(backend.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Backends, PackingTest, testing::ValuesIn(cpu_backends()),
                         [](const auto& backend) { return backend.param; });

TEST(PackSlice, PadsEveryRowToWholeWords) {
  const Shape shape{70, 3, 1};
  const std::vector<std::uint8_t> pixels(210, 255);
  std::vector<std::uint64_t> words(6, 0xdeadbeef);
  EXPECT_TRUE(pack_slice(pixels.data(), PixelType::kUint8, {}, shape, words.data()));
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_EQ(words[2 * row], ~std::uint64_t{0});
    EXPECT_EQ(words[2 * row + 1], 0x3fU);
  }
  std::vector<std::uint8_t> back(210, 77);
  unpack_slice(words.data(), shape, PixelsBefore::kAny, back.data());
  EXPECT_EQ(back, pixels);
  std::vector<std::uint8_t> fresh(210);
  unpack_slice(words.data(), shape, PixelsBefore::kZero, fresh.data());
  EXPECT_EQ(fresh, pixels);
}

TEST(PackSlice, RangesMayLieOutsideTheType) {
  const Shape shape{4, 1, 1};
  const std::uint16_t pixels[] = {0, 1, 65534, 65535};
  const auto packed = [&](double low, double high) {
    std::uint64_t word = 0;
    pack_slice(pixels, PixelType::kUint16, {ForegroundRule::Kind::kRange, low, high}, shape, &word);
    return word;
  };
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(packed(-kInfinity, kInfinity), 0xfU);
  EXPECT_EQ(packed(0.5, kInfinity), 0xeU);
  EXPECT_EQ(packed(65535.5, kInfinity), 0U);
  EXPECT_EQ(packed(-10, -1), 0U);
  EXPECT_EQ(packed(std::nan(""), kInfinity), 0U);
}

TEST(PackSlice, FloatLimitsAreNotRounded) {
  const Shape shape{2, 1, 1};
  const float pixels[] = {0.1F, std::nextafter(0.1F, 0.0F)};  // 0.1F is above 0.1
  std::uint64_t word = 0;
  pack_slice(pixels, PixelType::kFloat32, {ForegroundRule::Kind::kRange, 0.1, 1.0}, shape, &word);
  EXPECT_EQ(word, 1U);
}

TEST(PackSlice, BinaryNeedsBytes) {
  const std::uint16_t pixel = 255;
  std::uint64_t word = 0;
  EXPECT_THROW(pack_slice(&pixel, PixelType::kUint16, {}, {1, 1, 1}, &word), InvalidInput);
}

}  // namespace
}  // namespace bitvox
