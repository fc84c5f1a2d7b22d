// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/error.hpp"
#include "cuda/block_sum.cuh"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/launch.hpp"
#include "ops/stiffness/stiffness_flat.cuh"
#include "ops/stiffness/stiffness_lattice.hpp"
#include "ops/stiffness/stiffness_level.hpp"
#include "ops/stiffness/stiffness_set_up.hpp"

// The levels of a body in the GPU's memory, made there.
namespace bitvox::stiffness {
namespace {

// Stored blocks get numbers from 1 in their order: those of a chunk of blocks are counted, what
// comes before each chunk is added up, then each block is numbered.
constexpr int kChunk = 1024;

__global__ void __launch_bounds__(kChunk)
    count_chunks_kernel(std::int64_t blocks, const __grid_constant__ IsTouched is_touched,
                        unsigned* counts) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kChunk + threadIdx.x;
  const int count = __syncthreads_count(i < blocks && is_touched(i) ? 1 : 0);
  if (threadIdx.x == 0) counts[blockIdx.x] = static_cast<unsigned>(count);
}

// By one block: counts become those of the chunks before; the sum.
__global__ void __launch_bounds__(kChunk)
    sum_chunks_kernel(std::int64_t chunks, unsigned* counts, std::int64_t* total) {
  __shared__ unsigned shared[kChunk / cuda::kWarp + 1];
  std::int64_t before = 0;
  for (std::int64_t first = 0; first < chunks; first += kChunk) {
    const std::int64_t i = first + threadIdx.x;
    unsigned all = 0;
    const unsigned own = cuda::sum_before(i < chunks ? counts[i] : 0, shared, &all);
    if (i < chunks) counts[i] = static_cast<unsigned>(before) + own;
    before += all;
  }
  if (threadIdx.x == 0) *total = before;
}

__global__ void __launch_bounds__(kChunk)
    number_blocks_kernel(std::int64_t blocks, const __grid_constant__ IsTouched is_touched,
                         const unsigned* before, std::int32_t* place) {
  __shared__ unsigned shared[kChunk / cuda::kWarp + 1];
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kChunk + threadIdx.x;
  const bool is_stored = i < blocks && is_touched(i);
  unsigned all = 0;
  const unsigned own = cuda::sum_before(is_stored ? 1 : 0, shared, &all);
  if (i < blocks) {
    place[i] = is_stored ? static_cast<std::int32_t>(1 + before[blockIdx.x] + own) : 0;
  }
}

struct DeviceLevel {
  Lattice lattice;
  LevelRows rows{};  // of the GPU's memory
  Occupied* occupied = nullptr;
  std::int32_t* place = nullptr;
  LameArrays lame{};
  float* inverse = nullptr;
  std::int64_t stored = 0;  // blocks, with the one of zeros

  std::int64_t blocks() const { return lattice.rows() * rows.blocks; }
  std::int64_t numbers() const { return stored * kOfBlock; }
};

// From the finest to the coarsest.
class DeviceLevels {
 public:
  DeviceLevels(const Lattice& finest, const std::array<double, 3>& voxel, bool mean_dilatation)
      : mean_dilatation_(mean_dilatation) {
    for (Lattice lattice = finest;; lattice = lattice.coarse()) {
      DeviceLevel level;
      level.lattice = lattice;
      level.rows = rows_of(lattice, voxel);
      levels_.push_back(level);
      if (lattice.is_coarsest()) break;
    }
  }

  std::size_t count() const { return levels_.size(); }
  const DeviceLevel& operator[](std::size_t i) const { return levels_[i]; }
  const DeviceLevel& finest() const { return levels_.front(); }
  const DeviceLevel& coarsest() const { return levels_.back(); }

  // What find_blocks() needs of an arena, which may be one that measures only.
  void take_blocks(cuda::DeviceArena& arena) {
    for (DeviceLevel& level : levels_) {
      level.occupied = arena.take<Occupied>(level.blocks());
      level.place = arena.take<std::int32_t>(level.blocks());
      level.rows.place = level.place;
    }
    counts_ = arena.take<unsigned>(chunks_of(finest()));
    totals_ = arena.take<std::int64_t>(static_cast<std::int64_t>(count()));
  }
  // What set_materials() needs once it is known which blocks are stored.
  void take_materials(cuda::DeviceArena& arena) {
    for (DeviceLevel& level : levels_) {
      const std::int64_t elements = level.stored * kLanes;
      level.lame.has_rest = mean_dilatation_;
      level.lame.mean = arena.take<float>(elements);
      level.lame.shear = arena.take<float>(elements);
      level.lame.rest = mean_dilatation_ ? arena.take<float>(elements) : level.lame.mean;
      level.inverse = arena.take<float>(level.numbers());
      level.rows.mean = level.lame.mean;
      level.rows.rest = level.lame.rest;
      level.rows.shear = level.lame.shear;
      level.rows.inverse = level.inverse;
    }
  }

  // Which blocks of nodes are stored. Throws InvalidInput where there are more than numbers for
  // them.
  void find_blocks(const BodyBits& body, const cuda::Stream& stream) {
    for (std::size_t i = 0; i < count(); ++i) {
      const DeviceLevel& level = levels_[i];
      const Sizes sizes{level.rows.blocks, level.rows.nodes[1], level.rows.nodes[2]};
      if (i == 0) {
        each_place(sizes, OccupyFinest{body, level.rows, level.occupied}, stream);
      } else {
        const DeviceLevel& fine = levels_[i - 1];
        each_place(sizes, OccupyCoarse{fine.rows, level.rows, fine.occupied, level.occupied},
                   stream);
      }
      const IsTouched is_touched{level.rows, level.occupied};
      const std::int64_t chunks = chunks_of(level);
      const cuda::LaunchShape shape{static_cast<unsigned>(chunks), kChunk};
      cuda::launch(count_chunks_kernel, shape, stream, level.blocks(), is_touched, counts_);
      cuda::launch(sum_chunks_kernel, {1, kChunk}, stream, chunks, counts_, totals_ + i);
      cuda::launch(number_blocks_kernel, shape, stream, level.blocks(), is_touched, counts_,
                   level.place);
    }
    std::vector<std::int64_t> totals(count());
    cuda::read_back(totals.data(), totals_, static_cast<std::int64_t>(count()), stream);
    for (std::size_t i = 0; i < count(); ++i) {
      levels_[i].stored = 1 + totals[i];
      if (levels_[i].stored > std::numeric_limits<std::int32_t>::max()) {
        throw InvalidInput("the body has more than 2^31 blocks of nodes; crop the image");
      }
    }
  }

  // Of elements and diagonals; all of it is 0 before.
  void set_materials(const BodyBits& body, const VoxelMaterials& materials, double unit,
                     const cuda::Stream& stream) {
    for (std::size_t i = 0; i < count(); ++i) {
      const DeviceLevel& level = levels_[i];
      const Sizes nodes = nodes_of(level.rows);
      if (i == 0) {
        each_place(nodes, SetFinestMaterials{body, materials, unit, level.rows, level.lame},
                   stream);
      } else {
        each_place(nodes, SetCoarseMaterials{levels_[i - 1].rows, level.rows, level.lame}, stream);
      }
      GivenBits given{};
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t end = 0; end < 2; ++end) {
          given.of[axis][end] = level.lattice.given[axis][end];
        }
      each_place(nodes, SetInverse{level.rows, given, level.inverse}, stream);
    }
  }

  // The coarsest level in the host's memory, whose blocks have the same numbers.
  Level coarsest_on_host(const std::array<double, 3>& voxel, const Tasks& tasks,
                         const cuda::Stream& stream) const {
    const DeviceLevel& level = coarsest();
    std::vector<std::int32_t> place(static_cast<std::size_t>(level.blocks()));
    cuda::read_back(place.data(), level.place, level.blocks(), stream);
    std::vector<float> numbers[3];
    const float* const from[3] = {level.lame.mean, level.lame.rest, level.lame.shear};
    for (int i = 0; i < 3; ++i) {
      numbers[i].resize(static_cast<std::size_t>(level.stored * kLanes));
      cuda::read_back(numbers[i].data(), from[i], level.stored * kLanes, stream);
    }
    LevelRows rows = level.rows;
    rows.place = place.data();
    return {level.lattice, voxel, mean_dilatation_,
            [&](std::int64_t y, std::int64_t z, const LameRow& row) {
              for (std::int64_t x = 0; x < rows.elements[0]; ++x) {
                const auto at = static_cast<std::size_t>(place_of_element(rows, x, y, z));
                row.mean[x] = numbers[0][at];
                row.rest[x] = numbers[1][at];
                row.shear[x] = numbers[2][at];
              }
            },
            tasks};
  }

 private:
  static std::int64_t chunks_of(const DeviceLevel& level) {
    return (level.blocks() + kChunk - 1) / kChunk;
  }

  bool mean_dilatation_;
  std::vector<DeviceLevel> levels_;
  unsigned* counts_ = nullptr;
  std::int64_t* totals_ = nullptr;
};

}  // namespace
}  // namespace bitvox::stiffness
