// SPDX-License-Identifier: BSD-2-Clause
// spaces.inl and mixture.inl for as many colours at a time as the instruction set has lanes.

using namespace colour;

#define BITVOX_INLINE inline __attribute__((always_inline))
#include "cpu/float_lanes.inl"
typedef Register<int32_t> LaneChoice;

BITVOX_INLINE Lanes reciprocal(Lanes x) { return 1.0F / x; }

BITVOX_INLINE Lanes light_of(LaneBits values);
BITVOX_INLINE float light_of(uint32_t value);

// Behind what they use, each of what stands before it.
#include "colour/spaces.inl"
//
#include "colour/mixture.inl"

constexpr LightTable kLight = light_of_srgb();
BITVOX_INLINE float light_of(uint32_t value) { return kLight.of[value]; }
BITVOX_INLINE Lanes light_of(LaneBits values) {
  Lanes light;
  for (int lane = 0; lane < kLanes; ++lane) light[lane] = kLight.of[values[lane]];
  return light;
}
