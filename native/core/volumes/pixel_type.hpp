// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/error.hpp"

namespace bitvox {

// The grey pixels of ImageJ, of which the integers are unsigned, and 32-bit integers for labels,
// which exist inside and in raw files only: ImageJ has no such image. Labels are signed because
// Java's int is, so that every program reads the same number; 2^31 - 1 objects are enough.
enum class PixelType { kUint8, kUint16, kFloat32, kInt32 };

inline constexpr std::int64_t bytes_per_pixel(PixelType type) {
  switch (type) {
    case PixelType::kUint8:
      return 1;
    case PixelType::kUint16:
      return 2;
    case PixelType::kFloat32:
    case PixelType::kInt32:
      break;
  }
  return 4;
}

inline constexpr const char* kGreyRequired = "8-, 16- or 32-bit grey image required.";

// Throws InvalidInput for labels: they are names, not grey values.
inline void require_grey(PixelType type) {
  if (type == PixelType::kInt32) {
    throw InvalidInput(kGreyRequired);
  }
}

// Calls body(Pixel{}) with the C++ type of grey pixels. Throws as require_grey() does.
template <class Body>
decltype(auto) with_pixel_type(PixelType type, Body&& body) {
  require_grey(type);
  switch (type) {
    case PixelType::kUint8:
      return body(std::uint8_t{});
    case PixelType::kUint16:
      return body(std::uint16_t{});
    case PixelType::kFloat32:
    case PixelType::kInt32:
      break;
  }
  return body(float{});
}

}  // namespace bitvox
