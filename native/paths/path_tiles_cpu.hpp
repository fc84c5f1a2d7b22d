// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/backends/instruction_set.hpp"
#include "core/threads/progress.hpp"
#include "paths/path_grid.hpp"
#include "paths/path_sum.hpp"

namespace bitvox::paths {

// Finds the words of all voxels from those of the seeds: the least that steps can make of them. On
// entry every word but a seed's is kFar. An algebra never makes a word smaller by a step, so that
// there is one answer, whatever the order.
//
// Tiles of 32 x 16 x 16 voxels are copied with what is around them, settled and written back, that
// of the smallest word first; a tile wakes those around it that would get better words from it.
// Besides what is given it needs little memory. Throws Cancelled.
//
// Where only the best path to one voxel, the goal, is asked for, it ends when all words up to the
// goal's are final: no tile waits any more whose smallest new word is not above it, and steps make
// no word smaller. Then larger words may be too large. If no path comes to the goal all are final.
template <class Algebra>
void settle_tiles_cpu(InstructionSet instructions, const Grid& grid, const Algebra& algebra,
                      const typename Algebra::Node* nodes, typename Algebra::Word* words,
                      int threads, Progress& progress, std::int64_t goal = kNoGoal);

}  // namespace bitvox::paths
