// SPDX-License-Identifier: BSD-2-Clause
#include "ops/surface/surface_slices.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "ops/surface/surface.hpp"

namespace bitvox::surface {
namespace {

// Calls body with a slice's pixels in their own type.
template <class Body>
void with_pixels(const GreySource& image, GreyReader& reader, std::int64_t z, const Body& body) {
  const auto read = [&](auto pixel) {
    std::vector<decltype(pixel)> pixels(static_cast<std::size_t>(image.slice_pixels()));
    reader.read(z, 0, image.slice_pixels(), pixels.data());
    body(pixels);
  };
  if (image.type() == PixelType::kInt32) return read(std::int32_t{});
  with_pixel_type(image.type(), read);
}

template <class Value, class Pixel, class IsInside, class ValueOf>
void fill(const std::vector<Pixel>& pixels, Slice<Value>& slice, const IsInside& is_inside,
          const ValueOf& value_of) {
  slice.values.resize(pixels.size());
  std::fill(slice.inside.begin(), slice.inside.end(), 0);
  for (std::int64_t y = 0; y < slice.height; ++y) {
    const Pixel* const from = pixels.data() + y * slice.width;
    Value* const to = slice.values.data() + y * slice.width;
    std::uint64_t* const words = slice.inside.data() + y * slice.stride;
    for (std::int64_t x = 0; x < slice.width; ++x) {
      to[x] = value_of(from[x]);
      words[x / 64] |= std::uint64_t{is_inside(to[x])} << (x % 64);
    }
  }
}

template <class Pixel>
std::uint32_t label_of(Pixel pixel) {
  const auto value = static_cast<double>(pixel);
  if (!(value >= 0 && value <= kLargestLabel && value == std::floor(value))) {
    constexpr int kDigitsOfAnInteger = 10;
    throw InvalidInput("the image has the value " + short_number(value, kDigitsOfAnInteger) +
                       ", which is no label; labels are whole numbers from 0, which is background,"
                       " to " +
                       std::to_string(kLargestLabel));
  }
  return static_cast<std::uint32_t>(value);
}

}  // namespace

void BinarySlices::read(std::int64_t z, Slice<Value>& slice) const {
  const std::int64_t words = volume_->shape().words_per_row();
  for (std::int64_t y = 0; y < slice.height; ++y) {
    std::uint64_t* const to = slice.inside.data() + y * slice.stride;
    std::copy_n(volume_->slice(z) + y * words, words, to);
    std::fill(to + words, to + slice.stride, 0);
  }
}

void LabelSlices::read(std::int64_t z, Slice<Value>& slice) const {
  with_pixels(*image_, *reader_, z, [&](const auto& pixels) {
    fill(
        pixels, slice, [](std::uint32_t label) { return label != 0; },
        [this](auto pixel) {
          const std::uint32_t label = label_of(pixel);
          return only_ == 0 || label == only_ ? label : 0;
        });
  });
}

void GreySlices::read(std::int64_t z, Slice<Value>& slice) const {
  require_grey(image_->type());
  with_pixels(*image_, *reader_, z, [&](const auto& pixels) {
    fill(
        pixels, slice, [this](float value) { return static_cast<double>(value) >= level_; },
        [](auto pixel) { return static_cast<float>(pixel); });
  });
}

std::int32_t crossing(double from, double to, double level) {
  const double part = (level - from) / (to - from);
  if (!std::isfinite(part)) return kVoxel / 2;
  return static_cast<std::int32_t>(
      std::clamp(std::floor(part * kVoxel + 0.5), 1.0, static_cast<double>(kVoxel - 1)));
}

}  // namespace bitvox::surface
