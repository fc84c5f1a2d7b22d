// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/tortuosity/tortuosity.hpp"
#include "ops/tortuosity/tortuosity_grid.hpp"
#include "ops/tortuosity/tortuosity_pores.hpp"

namespace bitvox::tortuosity {

// Hands out the maps of a volume of this shape, turned back, from the codes and v of its voxels;
// both null, zeros, where no pore joins both faces. Spacing is that of the volume.
void hand_out(const Shape& shape, const Turn& turn, const Spacing& spacing,
              const Field<Code>* codes, const Field<float>* v, const Maps& maps, int threads,
              Progress& progress);

}  // namespace bitvox::tortuosity
