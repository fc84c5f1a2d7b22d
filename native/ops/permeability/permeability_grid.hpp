// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/permeability/permeability_places.hpp"

namespace bitvox::permeability {

// The pores of a volume as cells 0, 1, ... in raster order, and what is beyond its borders.
struct Grid {
  BitVolume pores;
  std::array<Border, 3> borders{};
  int axis = 0;                      // of the flow
  std::vector<std::uint32_t> ranks;  // pores before each word
  std::int64_t count = 0;            // of cells

  const Shape& shape() const { return pores.shape(); }
  std::int64_t cells() const { return count; }
  PorePlaces places() const;
};

// Throws HostOutOfMemory.
Grid make_grid(BitVolume pores, const std::array<Border, 3>& borders, int axis);

// The voxel of each cell. Throws HostOutOfMemory, Cancelled.
std::vector<std::uint32_t> voxels_of(const Grid& grid, int threads, Progress& progress);

// Calls use(x, cell) for the pores of a row, number z * height + y.
template <class Use>
void for_row(const Grid& grid, std::int64_t row, const Use& use) {
  const std::int64_t words = grid.shape().words_per_row();
  for (std::int64_t i = 0; i < words; ++i) {
    const std::int64_t word = row * words + i;
    std::int64_t cell = grid.ranks[static_cast<std::size_t>(word)];
    for (std::uint64_t left = grid.pores.words()[word]; left != 0; left &= left - 1) {
      use(i * 64 + std::countr_zero(left), cell++);
    }
  }
}

std::int64_t count_pores(const BitVolume& pores);

// Faces between pores and solid; where a border is a wall those on it, too.
std::int64_t count_faces(const BitVolume& pores, const std::array<Border, 3>& borders, int threads,
                         Progress& progress);

}  // namespace bitvox::permeability
