// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "ops/agents/agents.hpp"

namespace bitvox::agents {

// The pairs of places that are near each other.
struct NearPairs {
  std::int64_t count = 0;   // of those nearer than asked for
  std::int64_t first = -1;  // the first such pair: of the lowest first, the lowest second
  std::int64_t second = -1;
  double nearest = 0;  // the least distance of any two; infinite without two
};

// Exact but for the rounding of distances. Places are finite, at most 1e100; `distance` is above 0.
// Takes a grid of cells of that distance at least, so that time grows with the places and the pairs
// in neighbouring cells. `stopped` is asked often; the result does not count then.
NearPairs near_pairs(std::span<const Place> places, double distance,
                     const std::function<bool()>& stopped);

}  // namespace bitvox::agents
