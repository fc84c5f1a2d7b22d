// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/stiffness/stiffness.hpp"

namespace bitvox::stiffness::test {

// The voxels where is_solid(x, y, z).
template <class IsSolid>
BitVolume mask_of(const Shape& shape, const IsSolid& is_solid) {
  BitVolume out(shape);
  for (std::int64_t z = 0; z < shape.depth; ++z)
    for (std::int64_t y = 0; y < shape.height; ++y)
      for (std::int64_t x = 0; x < shape.width; ++x) {
        if (is_solid(x, y, z)) {
          out.slice(z)[y * shape.words_per_row() + x / 64] |= std::uint64_t{1} << (x % 64);
        }
      }
  return out;
}

inline BitVolume full(const Shape& shape) {
  return mask_of(shape, [](auto...) { return true; });
}

template <class LabelAt>
GreyVolume labels_of(const Shape& shape, const LabelAt& label_at) {
  GreyVolume out(shape, PixelType::kUint8);
  for (std::int64_t z = 0; z < shape.depth; ++z)
    for (std::int64_t y = 0; y < shape.height; ++y)
      for (std::int64_t x = 0; x < shape.width; ++x) {
        out.data<std::uint8_t>()[(z * shape.height + y) * shape.width + x] =
            static_cast<std::uint8_t>(label_at(x, y, z));
      }
  return out;
}

inline Result run(const BitVolume& mask, const Options& options, const Maps& maps = {}) {
  NoProgress progress;
  Body body;
  body.mask = &mask;
  return stiffness(body, options, maps, progress);
}

inline Result run(const GreyVolume& labels, const Materials& materials, const Options& options,
                  const Maps& maps = {}) {
  NoProgress progress;
  Body body;
  body.labels = &labels;
  body.materials = &materials;
  return stiffness(body, options, maps, progress);
}

// As exact as floats allow.
inline Options precise() {
  Options options;
  options.tolerance = 1e-8;
  return options;
}

}  // namespace bitvox::stiffness::test
