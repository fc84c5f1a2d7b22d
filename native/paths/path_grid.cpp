// SPDX-License-Identifier: BSD-2-Clause
#include "paths/path_grid.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/error.hpp"

namespace bitvox::paths {

bool Grid::goes(unsigned code) const {
  const bool room = ((code & 1) == 0 || shape.width > 1) && ((code & 2) == 0 || shape.height > 1) &&
                    ((code & 4) == 0 || shape.depth > 1);
  return code != 0 && room && std::popcount(code) <= static_cast<int>(neighbours);
}

std::uint32_t Grid::longest_step() const {
  std::uint32_t longest = 0;
  for (unsigned code = 1; code < kStepCodes; ++code) {
    if (goes(code)) longest = std::max(longest, steps[code]);
  }
  return longest;
}

void check_grid(const Grid& grid) {
  check_shape(grid.shape);
  for (unsigned code = 1; code < kStepCodes; ++code) {
    if (grid.goes(code) && grid.steps[code] == 0) {
      throw InvalidInput("the length of a step is 0");
    }
  }
}

StepLengths step_lengths(const Shape& shape, Neighbours neighbours, const Spacing& spacing) {
  check_spacing(spacing);
  const Grid grid{shape, neighbours, {}};
  std::array<double, kStepCodes> lengths{};
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (unsigned code = 1; code < kStepCodes; ++code) {
    const double x = (code & 1) != 0 ? spacing.x : 0;
    const double y = (code & 2) != 0 ? spacing.y : 0;
    const double z = (code & 4) != 0 ? spacing.z : 0;
    lengths[code] = std::sqrt(x * x + y * y + z * z);
    if (!grid.goes(code)) continue;
    least = std::min(least, lengths[code]);
    most = std::max(most, lengths[code]);
  }
  StepLengths found;
  if (most == 0) {  // one voxel has no steps
    found.steps.fill(1);
    return found;
  }
  found.unit = least == most ? least : least / static_cast<double>(kUnitsOfSide);
  for (unsigned code = 1; code < kStepCodes; ++code) {
    if (grid.goes(code)) {
      found.steps[code] = static_cast<std::uint32_t>(std::llround(lengths[code] / found.unit));
    }
  }
  return found;
}

}  // namespace bitvox::paths
