// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/agents/agent_engine.hpp"

namespace bitvox::agents {

// What the engine chooses by the number of agents, for those who compare.
struct CudaTuning {
  int lanes = 0;  // of a warp that decide for an agent: 1, 4, 8 or 32; 0: as many as pay
  bool sorts = true;
  bool uses_graphs = true;
};

// On the GPU that the thread uses, as a whole: two kernels a part of a step. The one carries out
// the last decision and draws the next request, as no cell that is taken is left in the same pass;
// the other decides. Where many parts follow each other, a graph launches them. Throws
// DeviceError, DeviceOutOfMemory, Cancelled.
template <int kAxes>
std::unique_ptr<Engine<kAxes>> gpu_engine(const Ground<kAxes>& ground,
                                          const std::vector<Point<kAxes>>& starts, int threads,
                                          Progress& progress, const CudaTuning& tuning = {});

}  // namespace bitvox::agents
