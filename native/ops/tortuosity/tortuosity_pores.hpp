// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/backends/instruction_set.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/tortuosity/tortuosity.hpp"

namespace bitvox::tortuosity {

// How a volume is turned, so that what diffuses goes along z: axis i of the turned volume (0 to 2
// for x to z) is axis[i] of the volume. Of the other two the longer one becomes x.
struct Turn {
  std::array<int, 3> axis{0, 1, 2};

  Shape of(const Shape& shape) const;
};
Turn turn_for(Direction direction, const Shape& shape);

BitVolume turned(const BitVolume& volume, const Turn& turn, int threads, Progress& progress);

// The pores that are joined, by faces of voxels, to the first layer along z and to the last one; on
// the GPU without an instruction set.
BitVolume connected_pores(std::optional<InstructionSet> instructions, const BitVolume& pores,
                          Sides sides, int threads, Progress& progress);

// The voxels of every slice.
std::vector<std::int64_t> count_slices(const BitVolume& volume, int threads, Progress& progress);

}  // namespace bitvox::tortuosity
