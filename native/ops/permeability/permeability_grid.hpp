// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/bit_volume.hpp"
#include "core/progress.hpp"
#include "ops/permeability/permeability_places.hpp"

namespace bitvox::permeability {

// The pores of a volume as cells 0, 1, ... in raster order, and what is beyond its borders.
struct Grid {
  BitVolume pores;
  std::array<Border, 3> borders{};
  int axis = 0;                       // of the flow
  std::vector<std::uint32_t> ranks;   // pores before each word
  std::vector<std::uint32_t> voxels;  // of each cell

  const Shape& shape() const { return pores.shape(); }
  std::int64_t cells() const { return static_cast<std::int64_t>(voxels.size()); }
  PorePlaces places() const;
};

// Throws HostOutOfMemory, Cancelled.
Grid make_grid(BitVolume pores, const std::array<Border, 3>& borders, int axis, int threads,
               Progress& progress);

std::int64_t count_pores(const BitVolume& pores);

// Faces between pores and solid; where a border is a wall those on it, too.
std::int64_t count_faces(const BitVolume& pores, const std::array<Border, 3>& borders);

}  // namespace bitvox::permeability
