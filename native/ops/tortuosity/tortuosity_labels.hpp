// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "diffusion/grid.hpp"
#include "ops/tortuosity/tortuosity.hpp"
#include "ops/tortuosity/tortuosity_pores.hpp"

namespace bitvox::tortuosity {

// An image of labels, turned: what each voxel conducts, over the largest diffusivity.
struct LabelledVoxels {
  GridField<float> diffusivities;
  double largest = 0;  // diffusivity
  double mean = 0;
  double contrast = 1;  // of all that conducts: the largest diffusivity over the smallest
};

// Throws InvalidInput: labels twice or no number, diffusivities out of range, or that differ too
// much.
void check_table(const std::vector<LabelDiffusivity>& table);

// Throws InvalidInput, UnsuitableImage where nothing conducts, HostOutOfMemory.
LabelledVoxels read_labels(const GreySource& image, const std::vector<LabelDiffusivity>& table,
                           const Turn& turn, int threads, Progress& progress);

// Where the diffusivity is above 0.
BitVolume conducting(const GridField<float>& diffusivities, int threads, Progress& progress);

// 0 where the pores are not.
GridField<float> within(const GridField<float>& diffusivities, const BitVolume& pores, int threads,
                        Progress& progress);

}  // namespace bitvox::tortuosity
