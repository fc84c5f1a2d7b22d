// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "core/threads/progress.hpp"
#include "ops/agents/agent_ground.hpp"

namespace bitvox::agents {

// Random sequential addition: places are drawn, uniform in the room for centres, and taken if they
// touch none that is taken, until there are `count`, or kMostFailures in a row were not. Throws
// InvalidInput if there is no place for any, Cancelled, HostOutOfMemory.
template <int kAxes>
std::vector<Point<kAxes>> random_starts(const Ground<kAxes>& ground, std::int64_t count,
                                        std::uint64_t seed, int threads, Progress& progress);

// The arena's. Throws InvalidInput that names the first that cannot be, as it is given: it is not
// finite, outside, too near a wall, or touches one before.
template <int kAxes>
std::vector<Point<kAxes>> given_starts(const Ground<kAxes>& ground, const Arena& arena,
                                       Progress& progress);

}  // namespace bitvox::agents
