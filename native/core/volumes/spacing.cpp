// SPDX-License-Identifier: BSD-2-Clause
#include "core/volumes/spacing.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/options/number.hpp"

namespace bitvox {
namespace {

void check_size(char axis, double size) {
  if (!(size >= 1e-30 && size <= 1e30)) {
    throw InvalidInput("a voxel size of " + short_number(size) + " along " + axis +
                       " is not allowed; use a number from 1e-30 to 1e30");
  }
}

}  // namespace

void check_spacing(const Spacing& spacing) {
  check_size('x', spacing.x);
  check_size('y', spacing.y);
  check_size('z', spacing.z);
  const auto [least, most] = std::minmax({spacing.x, spacing.y, spacing.z});
  if (most > 1e6 * least) {
    throw InvalidInput("voxels of " + short_number(spacing.x) + " x " + short_number(spacing.y) +
                       " x " + short_number(spacing.z) +
                       " are not allowed; use sizes that differ by a factor of 1e6 at most");
  }
}

}  // namespace bitvox
