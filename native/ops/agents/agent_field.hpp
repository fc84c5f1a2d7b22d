// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/agents/agent_places.hpp"
#include "ops/agents/agents.hpp"

namespace bitvox::agents {

// Throws InvalidInput unless the arena has a field of its size, of floats, with x, y (and z).
void check_field(const Arena& arena, int axes);

// The moves of all voxels, x fastest: those along the longest vector are `step` long, rounded. Zero
// vectors alone are no moves. Throws InvalidInput (a vector that is not finite), Cancelled,
// HostOutOfMemory, and what the field throws.
template <int kAxes>
std::vector<Point<kAxes>> read_moves(const Arena& arena, std::int32_t step, int threads,
                                     Progress& progress);

}  // namespace bitvox::agents
