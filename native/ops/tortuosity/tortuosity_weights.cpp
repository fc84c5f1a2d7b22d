// SPDX-License-Identifier: BSD-2-Clause
#include "ops/tortuosity/tortuosity_weights.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "core/error.hpp"
#include "core/options/number.hpp"

namespace bitvox::tortuosity {

void check_sides(const Spacing& spacing, const Shape& shape) {
  constexpr double kMostRatio = 1000;
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  const auto include = [&](std::int64_t voxels, double size) {
    if (voxels == 1) return;
    least = std::min(least, size);
    most = std::max(most, size);
  };
  include(shape.width, spacing.x);
  include(shape.height, spacing.y);
  include(shape.depth, spacing.z);
  if (most <= kMostRatio * least) return;
  throw InvalidInput("voxels of " + short_number(spacing.x) + " x " + short_number(spacing.y) +
                     " x " + short_number(spacing.z) +
                     " are too far from cubes for 32-bit floats; use sizes that differ by a factor "
                     "of " +
                     short_number(kMostRatio) + " at most");
}

Weights weights_of(const Spacing& spacing, const Turn& turn) {
  const std::array<double, 3> sizes{spacing.x, spacing.y, spacing.z};
  const auto size = [&](std::size_t i) { return sizes[static_cast<std::size_t>(turn.axis[i])]; };
  const auto weight = [&](std::size_t i) {
    const double ratio = size(2) / size(i);
    return static_cast<float>(ratio * ratio);
  };
  return {weight(0), weight(1)};
}

Conductances conductances(const Grid& grid, const Weights& weights, double contrast) {
  double least = 1;
  double most = 1;
  const auto include = [&](std::int64_t side, float weight) {
    if (side == 1) return;
    least = std::min(least, static_cast<double>(weight));
    most = std::max(most, static_cast<double>(weight));
  };
  include(grid.width, weights.x);
  include(grid.height, weights.y);
  return {least / contrast, most};
}

}  // namespace bitvox::tortuosity
