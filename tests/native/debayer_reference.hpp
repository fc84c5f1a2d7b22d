// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "core/volumes/grey_volume.hpp"
#include "grey_test_volumes.hpp"
#include "ops/debayer/debayer.hpp"

// Demosaicing pixel by pixel, by masks of 5 x 5 coefficients, written apart from the product.
namespace bitvox::test {

inline std::int64_t mosaic_index(std::int64_t i, std::int64_t n) {
  if (n == 1) return 0;
  const std::int64_t period = 2 * (n - 1);
  const std::int64_t phase = (i % period + period) % period;
  return phase < n ? phase : period - phase;
}

inline char mosaic_colour(bayer::Pattern pattern, std::int64_t x, std::int64_t y) {
  constexpr std::array<std::string_view, 4> kSquares = {"RGGB", "BGGR", "GRBG", "GBRG"};
  return kSquares[static_cast<std::size_t>(pattern)][static_cast<std::size_t>(y % 2 * 2 + x % 2)];
}

using Mask = std::array<std::array<int, 5>, 5>;

// In eighths, halves of them as in the paper's figure 2 times two: so in sixteenths.
inline constexpr Mask kGreenAtChroma = {
    {{0, 0, -2, 0, 0}, {0, 0, 4, 0, 0}, {-2, 4, 8, 4, -2}, {0, 0, 4, 0, 0}, {0, 0, -2, 0, 0}}};
inline constexpr Mask kChromaBesideGreen = {
    {{0, 0, 1, 0, 0}, {0, -2, 0, -2, 0}, {-2, 8, 10, 8, -2}, {0, -2, 0, -2, 0}, {0, 0, 1, 0, 0}}};
inline constexpr Mask kChromaAboveGreen = {
    {{0, 0, -2, 0, 0}, {0, -2, 8, -2, 0}, {1, 0, 10, 0, 1}, {0, -2, 8, -2, 0}, {0, 0, -2, 0, 0}}};
inline constexpr Mask kChromaAtChroma = {
    {{0, 0, -3, 0, 0}, {0, 4, 0, 4, 0}, {-3, 0, 12, 0, -3}, {0, 4, 0, 4, 0}, {0, 0, -3, 0, 0}}};

class ObviousDebayer {
 public:
  ObviousDebayer(const GreyVolume& in, bayer::Pattern pattern, bayer::Method method)
      : in_(in), pattern_(pattern), method_(method) {}

  // One of "RGB".
  std::int64_t colour(char wanted, std::int64_t x, std::int64_t y, std::int64_t z) const {
    const char measured = colour_at(x, y);
    if (measured == wanted) return value(x, y, z);
    return method_ == bayer::Method::kBilinear ? mean(wanted, x, y, z) : by_mask(wanted, x, y, z);
  }

 private:
  char colour_at(std::int64_t x, std::int64_t y) const {
    return mosaic_colour(pattern_, mosaic_index(x, in_.shape().width),
                         mosaic_index(y, in_.shape().height));
  }
  std::int64_t value(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const Shape& s = in_.shape();
    return static_cast<std::int64_t>(grey_value(
        in_, (z * s.height + mosaic_index(y, s.height)) * s.width + mosaic_index(x, s.width)));
  }

  // Of all neighbours of that colour.
  std::int64_t mean(char wanted, std::int64_t x, std::int64_t y, std::int64_t z) const {
    std::int64_t sum = 0;
    std::int64_t count = 0;
    for (std::int64_t dy = -1; dy <= 1; ++dy) {
      for (std::int64_t dx = -1; dx <= 1; ++dx) {
        if (colour_at(x + dx, y + dy) != wanted) continue;
        sum += value(x + dx, y + dy, z);
        ++count;
      }
    }
    return (sum + count / 2) / count;
  }

  std::int64_t by_mask(char wanted, std::int64_t x, std::int64_t y, std::int64_t z) const {
    const Mask& mask = colour_at(x, y) != 'G' ? wanted == 'G' ? kGreenAtChroma : kChromaAtChroma
                       : colour_at(x + 1, y) == wanted ? kChromaBesideGreen
                                                       : kChromaAboveGreen;
    std::int64_t sum = 8;
    for (std::int64_t dy = -2; dy <= 2; ++dy) {
      for (std::int64_t dx = -2; dx <= 2; ++dx) {
        sum += mask[static_cast<std::size_t>(dy + 2)][static_cast<std::size_t>(dx + 2)] *
               value(x + dx, y + dy, z);
      }
    }
    const std::int64_t most = in_.type() == PixelType::kUint8 ? 255 : 65535;
    return std::clamp<std::int64_t>(sum < 0 ? 0 : sum / 16, 0, most);
  }

  const GreyVolume& in_;
  bayer::Pattern pattern_;
  bayer::Method method_;
};

// All slices of a result, as debayer() hands them out: 0xffRRGGBB or planes.
inline GreyVolume obvious_debayer(const GreyVolume& in, const debayer::Options& options) {
  const ObviousDebayer obvious(in, options.pattern, options.method);
  const Shape& s = in.shape();
  const bool planes = options.result == debayer::ResultType::kChannels;
  GreyVolume out({s.width, s.height, s.depth * (planes ? 3 : 1)},
                 planes ? in.type() : PixelType::kInt32);
  std::int64_t i = 0;
  for (std::int64_t z = 0; z < s.depth; ++z) {
    if (!planes) {
      for (std::int64_t y = 0; y < s.height; ++y) {
        for (std::int64_t x = 0; x < s.width; ++x) {
          std::int64_t rgb = 0xff;
          for (const char c : {'R', 'G', 'B'}) rgb = rgb << 8 | obvious.colour(c, x, y, z);
          out.data<std::uint32_t>()[i++] = static_cast<std::uint32_t>(rgb);
        }
      }
      continue;
    }
    for (const char c : {'R', 'G', 'B'}) {
      for (std::int64_t y = 0; y < s.height; ++y) {
        for (std::int64_t x = 0; x < s.width; ++x) {
          const std::int64_t v = obvious.colour(c, x, y, z);
          if (in.type() == PixelType::kUint8) {
            out.data<std::uint8_t>()[i++] = static_cast<std::uint8_t>(v);
          } else {
            out.data<std::uint16_t>()[i++] = static_cast<std::uint16_t>(v);
          }
        }
      }
    }
  }
  return out;
}

}  // namespace bitvox::test
