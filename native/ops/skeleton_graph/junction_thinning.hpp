// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/skeleton_graph/skeleton_tracer.hpp"

namespace bitvox::skeleton_graph {

// Makes junctions thin again where branches have gone. Three voxels that touch one another are a
// junction as long as each has a branch; with one branch less they would be read as a loop.
//
// The tracer has the skeleton as it was; `stays` says which of its voxels are left. `met` are
// junction voxels from which a branch was deleted. Of their junctions those voxels are deleted that
// are simple points and no end points: first among `met`, so that what was a straight line becomes
// one, then among all, each time in ascending order, until there is none. Keeps the topology.
// Throws Cancelled.
void thin_junctions(const Tracer& tracer, std::vector<std::int64_t> met, std::vector<bool>& stays,
                    Progress& progress);

}  // namespace bitvox::skeleton_graph
