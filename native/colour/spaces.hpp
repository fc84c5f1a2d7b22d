// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "colour/prepared_model.hpp"
#include "core/elementary.hpp"
#include "core/host_and_device.hpp"

// Colour spaces in whole numbers, of 8-bit sRGB. The same numbers on every CPU and GPU.
//
// HSV: hue 0..1535 is an angle, 256 steps per sextant from red (0) by green (512) and blue (1024);
// saturation and value 0..255. Rounded half up. Grey has hue 0 and saturation 0.
// RGB: as it is.
// Lab: CIE 1976 L*a*b* under D65, in tenths: L 0..1000, a -862..983, b -1079..945. Light from the
// sRGB curve and the cube root are in fp32, so that a number may differ from the exact one,
// rounded, by 1 if that lies within 0.005 of the middle between two.
//
// IEC 61966-2-1 (sRGB); CIE 15 (Lab).
namespace bitvox::colour {

#define BITVOX_INLINE BITVOX_BOTH inline

using elementary::multiply_add;
BITVOX_INLINE float light_of(uint32_t value);
#include "colour/spaces.inl"
BITVOX_INLINE float light_of(uint32_t value) {
  static constexpr LightTable kLight = light_of_srgb();
  return kLight.of[value];
}

// One colour, 0xRRGGBB.
BITVOX_INLINE Point<float> point_of(Space space, uint32_t rgb) {
  return point_of<float, uint32_t>(space, rgb);
}

// The range of each of the three numbers; hue ends below it.
struct SpaceRange {
  float least[3], most[3];
};
BITVOX_BOTH constexpr SpaceRange range_of(Space space) {
  switch (space) {
    case Space::kHsv:
      return {{0, 0, 0}, {1536, 255, 255}};
    case Space::kLab:
      return {{0, -863, -1080}, {1000, 983, 945}};
    case Space::kRgb:
      break;
  }
  return {{0, 0, 0}, {255, 255, 255}};
}

#undef BITVOX_INLINE

}  // namespace bitvox::colour
