// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram_levels.hpp"

#include <type_traits>

namespace bitvox::joint_histogram {
namespace {

constexpr int kFloatLevels = 65536;

// Writes the levels, and clears used where the value is not finite or out of range.
template <class Pixel>
void to_levels(const Pixel* pixels, const LevelAxis& axis, std::int64_t count,
               std::uint16_t* levels, std::uint8_t* used) {
  const double low = axis.range.low;
  const double high = axis.range.high;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto v = static_cast<double>(pixels[i]);
    const bool inside = v >= low && v <= high;  // no NaN is
    used[i] = static_cast<std::uint8_t>(used[i] & static_cast<std::uint8_t>(inside));
    if constexpr (std::is_integral_v<Pixel>) {
      levels[i] = pixels[i];
    } else {
      const double place = inside ? (v - low) * kFloatLevels / (high - low) : 0.0;
      levels[i] = static_cast<std::uint16_t>(std::min<double>(place, kFloatLevels - 1));
    }
  }
}

void to_levels(const std::vector<float>& pixels, const LevelAxis& axis, std::int64_t count,
               std::uint16_t* levels, std::uint8_t* used) {
  with_pixel_type(axis.type, [&](auto pixel) {
    using Pixel = decltype(pixel);
    to_levels(reinterpret_cast<const Pixel*>(pixels.data()), axis, count, levels, used);
  });
}

}  // namespace

LevelAxis level_axis(PixelType type, const BinRange& range, const ShownLine& shown) {
  if (type == PixelType::kFloat32) {
    const double part = (range.high - range.low) / kFloatLevels;
    return {type, range, kFloatLevels, shown.offset + shown.slope * (range.low + 0.5 * part),
            shown.slope * part};
  }
  return {type, range, type == PixelType::kUint8 ? 256 : 65536, shown.offset, shown.slope};
}

LevelReader::LevelReader(const LevelPairs& pairs)
    : pairs_(pairs),
      first_(pairs.first.open()),
      second_(pairs.second.open()),
      a_pixels_(PixelBlocks::kPixels),
      b_pixels_(PixelBlocks::kPixels),
      a_(PixelBlocks::kPixels),
      b_(PixelBlocks::kPixels),
      used_(PixelBlocks::kPixels) {}

void LevelReader::read(const PixelBlocks::Block& block) {
  first_->read(block.z, block.first, block.count, a_pixels_.data());
  second_->read(block.z, block.first, block.count, b_pixels_.data());
  if (pairs_.mask == nullptr) {
    std::fill_n(used_.begin(), block.count, std::uint8_t{1});
  } else {
    expand_mask(*pairs_.mask, block, used_.data());
  }
  to_levels(a_pixels_, pairs_.a, block.count, a_.data(), used_.data());
  to_levels(b_pixels_, pairs_.b, block.count, b_.data(), used_.data());
}

float LevelReader::value(const std::vector<float>& pixels, PixelType type, std::int64_t i) {
  return with_pixel_type(type, [&](auto pixel) {
    return static_cast<float>(reinterpret_cast<const decltype(pixel)*>(pixels.data())[i]);
  });
}

}  // namespace bitvox::joint_histogram
