// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/volumes/shape.hpp"
#include "core/volumes/spacing.hpp"
#include "ops/tortuosity/tortuosity_pores.hpp"
#include "ops/tortuosity/tortuosity_solve.hpp"
#include "ops/tortuosity/tortuosity_voxels.hpp"

// What the sizes of voxels make of the links between them.
namespace bitvox::tortuosity {

// Throws InvalidInput where sides differ by more than 32-bit floats carry; along an axis of one
// voxel none is joined to another.
void check_sides(const Spacing& spacing, const Shape& shape);

// Squares of the size of a layer over that of a voxel along the turned x and y.
Weights weights_of(const Spacing& spacing, const Turn& turn);

// Of links between neighbours, of which the largest diffusivity is so many times the smallest.
Conductances conductances(const Grid& grid, const Weights& weights, double contrast);

}  // namespace bitvox::tortuosity
