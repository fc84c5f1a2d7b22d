// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>

#include "core/threads/progress.hpp"
#include "ops/deformation/deformation_engine.hpp"

namespace bitvox::deformation {

// What an engine chooses by the number of nodes, for those who compare.
struct CudaTuning {
  int lanes = 0;   // of a warp that work for a node: 1 or 4; 0: as many as pay
  int blocks = 0;  // at most; 0: as many as the GPU has room for
};

// On the GPU that the thread uses: grids that synchronise make many steps by themselves. Refers to
// the model; `threads` copy it. Throws DeviceError, DeviceOutOfMemory, Cancelled.
std::unique_ptr<Engine> gpu_engine(const Model& model, int threads, Progress& progress,
                                   const CudaTuning& tuning = {});

}  // namespace bitvox::deformation
