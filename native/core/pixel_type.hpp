// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace bitvox {

// The grey pixels of ImageJ: the first two unsigned.
enum class PixelType { kUint8, kUint16, kFloat32 };

inline constexpr std::int64_t bytes_per_pixel(PixelType type) {
  switch (type) {
    case PixelType::kUint8:
      return 1;
    case PixelType::kUint16:
      return 2;
    case PixelType::kFloat32:
      break;
  }
  return 4;
}

// Calls body(Pixel{}) with the C++ type of the pixels.
template <class Body>
decltype(auto) with_pixel_type(PixelType type, Body&& body) {
  switch (type) {
    case PixelType::kUint8:
      return body(std::uint8_t{});
    case PixelType::kUint16:
      return body(std::uint16_t{});
    case PixelType::kFloat32:
      break;
  }
  return body(float{});
}

}  // namespace bitvox
