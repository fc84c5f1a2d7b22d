// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>
#include <vector>

#include "core/backends/instruction_set.hpp"
#include "core/volumes/bit_volume.hpp"
#include "diffusion/grid.hpp"
#include "ops/tortuosity/tortuosity_maps.hpp"
#include "ops/tortuosity/tortuosity_rows.hpp"
#include "ops/tortuosity/tortuosity_solve.hpp"

namespace bitvox::tortuosity {

// The equations, with what else a measurement wants to know.
class Voxels : public Equations {
 public:
  virtual const Grid& grid() const = 0;
  // The sum of v over the pores of each layer.
  virtual std::vector<double> layer_sums() = 0;
  // In memory of the host; as long as this lives.
  virtual std::unique_ptr<VoxelValues> values(const Gradients& gradients) = 0;
};

// The twins. The pores are those joined to both faces. The progress is reported to unchanged,
// whenever something may stop it. Throw HostOutOfMemory or DeviceOutOfMemory before they allocate.
std::unique_ptr<Voxels> voxels_cpu(InstructionSet instructions, const BitVolume& pores,
                                   const Grid& grid, Weights weights, int threads,
                                   Progress& progress);
std::unique_ptr<Voxels> voxels_cuda(const BitVolume& pores, const Grid& grid, Weights weights,
                                    int threads, Progress& progress);

}  // namespace bitvox::tortuosity
