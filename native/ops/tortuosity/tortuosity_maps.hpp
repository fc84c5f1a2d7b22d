// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <memory>

#include "diffusion/grid.hpp"
#include "ops/tortuosity/tortuosity.hpp"
#include "ops/tortuosity/tortuosity_pores.hpp"
#include "ops/tortuosity/tortuosity_rows.hpp"

namespace bitvox::tortuosity {

// How much the concentration changes along the turned axes where it flows 1: sizes of a layer over
// those of a voxel.
using Gradients = std::array<double, 3>;

// What the maps show, of the voxels of the turned volume.
class VoxelValues {
 public:
  virtual ~VoxelValues() = default;
  // One of those joined to both faces; of others the rest is not asked for.
  virtual bool is_pore(std::int64_t x, std::int64_t y, std::int64_t z) const = 0;
  // What the concentration differs by from the linear one, which rises by 1 a layer.
  virtual double v(std::int64_t x, std::int64_t y, std::int64_t z) const = 0;
  // Its magnitude: along each axis the mean of what flows through both faces of the voxel.
  virtual double flux(std::int64_t x, std::int64_t y, std::int64_t z) const = 0;
};

// Of pores that all conduct alike.
std::unique_ptr<VoxelValues> values_of(const GridField<Code>& codes, const GridField<float>& v,
                                       const Gradients& gradients);

Gradients gradients_of(const Turn& turn, const Spacing& spacing);

// Hands out the maps of a volume of this shape, turned back; zeros where there are no values, as no
// pore joins both faces.
void hand_out(const Shape& shape, const Turn& turn, const VoxelValues* values, const Maps& maps,
              int threads, Progress& progress);

}  // namespace bitvox::tortuosity
