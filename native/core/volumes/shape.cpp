// SPDX-License-Identifier: BSD-2-Clause
#include "core/volumes/shape.hpp"

#include "core/error.hpp"

namespace bitvox {

std::string size_text(const Shape& shape) {
  return std::to_string(shape.width) + " x " + std::to_string(shape.height) + " x " +
         std::to_string(shape.depth);
}

void check_shape(const Shape& shape) {
  const std::string sides = size_text(shape);
  if (shape.width < 1 || shape.height < 1 || shape.depth < 1) {
    throw InvalidInput("a volume needs at least one voxel along each axis, not " + sides);
  }
  // 2^48 voxels are 32 TiB of bits: beyond any machine, and far below where products overflow.
  constexpr std::int64_t kMostVoxels = std::int64_t{1} << 48;
  if (shape.width > kMostVoxels / shape.height ||
      shape.width * shape.height > kMostVoxels / shape.depth) {
    throw InvalidInput("a volume of " + sides + " voxels is too large");
  }
}

}  // namespace bitvox
