// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

namespace bitvox::weighted_grid {

// A coarse level whose cells, called nodes, are joined by links in any pattern: those of node i are
// numbers first_link[i] to first_link[i + 1], and lead to nodes of the same level. Its members are
// nodes of the finer level, or cells of the grid by their places in a field.
struct Nodes {
  std::int64_t count = 0;
  const std::int64_t* first_link = nullptr;
  const std::uint32_t* to = nullptr;
  const float* weight = nullptr;
  const float* ground = nullptr;
  const float* diagonal = nullptr;  // the sum of the ground and of all links
  const std::int64_t* first_member = nullptr;
  const std::uint32_t* member = nullptr;

  // Of a cycle: what is to be corrected, the correction before its last sweep and after it.
  float* rhs = nullptr;
  float* value = nullptr;
  float* swept = nullptr;
};

}  // namespace bitvox::weighted_grid
