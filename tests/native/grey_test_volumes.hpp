// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "core/volumes/grey_volume.hpp"
#include "test_volumes.hpp"

namespace bitvox::test {

// Fills pixel by pixel, in order, with rule(i): of integers beyond the type its low bits.
template <class Rule>
GreyVolume make_grey(Shape shape, PixelType type, Rule&& rule) {
  GreyVolume volume(shape, type);
  with_pixel_type(type, [&](auto pixel) {
    using Pixel = decltype(pixel);
    auto* const pixels = volume.data<Pixel>();
    for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
      if constexpr (std::is_integral_v<Pixel>) {
        pixels[i] = static_cast<Pixel>(static_cast<std::int64_t>(rule(i)));
      } else {
        pixels[i] = static_cast<Pixel>(rule(i));
      }
    }
  });
  return volume;
}

// Uniform in 0 .. values - 1; 32-bit pixels also between the integers.
inline GreyVolume random_grey(Shape shape, PixelType type, std::int64_t values,
                              std::uint64_t seed) {
  Random random(seed);
  const double fraction = type == PixelType::kFloat32 ? 0.37 : 0.0;
  return make_grey(shape, type, [&](std::int64_t i) {
    return static_cast<double>(random.below(values)) + (i % 2 == 0 ? fraction : 0.0);
  });
}

inline double grey_value(const GreyVolume& volume, std::int64_t i) {
  return with_pixel_type(volume.type(), [&](auto pixel) {
    return static_cast<double>(volume.data<decltype(pixel)>()[i]);
  });
}

// A volume of its own.
inline GreyVolume slice_of(const GreyVolume& volume, std::int64_t z) {
  const std::int64_t bytes = volume.slice_pixels() * bytes_per_pixel(volume.type());
  GreyVolume slice({volume.shape().width, volume.shape().height, 1}, volume.type());
  std::memcpy(slice.data<std::uint8_t>(), volume.data<std::uint8_t>() + z * bytes,
              static_cast<std::size_t>(bytes));
  return slice;
}

}  // namespace bitvox::test
