// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/deformation/deformation_nodes.hpp"
#include "ops/deformation/deformation_sight.hpp"

namespace bitvox::deformation {

// The mutual neighbours of each node, nearest first.
struct Neighbours {
  int most = 0;                  // of a node
  double reach = 0;              // h, in the unit of the places
  std::vector<std::int32_t> of;  // `most` of each node; -1 behind the last
  std::int64_t found = 0;        // within reach, in sight and among the nearest
  std::int64_t mutual = 0;       // of these
  std::int64_t isolated = 0;     // nodes without one

  const std::int32_t* row(std::int64_t node) const { return of.data() + node * most; }
  int count(std::int64_t node) const {
    int count = 0;
    while (count < most && row(node)[count] >= 0) ++count;
    return count;
  }
};

// Throws HostOutOfMemory, Cancelled.
Neighbours find_neighbours(const Nodes& nodes, const Sight& sight, int most, int threads,
                           Progress& progress);

}  // namespace bitvox::deformation
