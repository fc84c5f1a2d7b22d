// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/volumes/grey_volume.hpp"
#include "ops/register_mi/register_mi_rows.hpp"

namespace bitvox::register_mi {

// Rows::lookup_... for the volume's type.
inline std::int64_t look_up(const Rows& rows, const GreyVolume& volume, const PointMap& map,
                            const float* x, const float* y, const float* z, std::int64_t count,
                            float outside, float edge_tolerance, float* values) {
  const Shape& shape = volume.shape();
  const LookupVolume in{volume.data<std::uint8_t>(), shape.width, shape.height, shape.depth,
                        edge_tolerance};
  const auto lookup = volume.type() == PixelType::kUint8    ? rows.lookup_u8
                      : volume.type() == PixelType::kUint16 ? rows.lookup_u16
                                                            : rows.lookup_f32;
  return lookup(&in, &map, x, y, z, count, outside, values);
}

}  // namespace bitvox::register_mi
