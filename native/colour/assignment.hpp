// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "core/threads/progress.hpp"

namespace bitvox::colour {

inline constexpr std::size_t kUnassigned = std::numeric_limits<std::size_t>::max();

struct Gain {
  std::size_t column;
  double gain;  // more than 0
};

// Gives rows to columns, each to one at most, so that the sum of gains is largest; pairs that are
// not listed are not allowed, and a row may stay kUnassigned. By shortest augmenting paths: each
// row takes the path of least loss through the rows before it, or pushes one of them, or itself,
// out. Time of order rows * (links + columns^2) at most.
std::vector<std::size_t> assign(const std::vector<std::vector<Gain>>& rows, std::size_t columns,
                                Progress& progress);

}  // namespace bitvox::colour
