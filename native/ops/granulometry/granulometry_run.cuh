// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/blocks/block_views.hpp"
#include "core/blocks/object_box.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/download.hpp"
#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "cuda/staging.hpp"
#include "cuda/upload.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "ops/granulometry/granulometry_count.cuh"
#include "ops/granulometry/granulometry_cross.cuh"
#include "ops/granulometry/granulometry_cube.cuh"
#include "ops/granulometry/granulometry_erode.cuh"
#include "ops/granulometry/granulometry_map.cuh"
#include "ops/granulometry/granulometry_sweep.cuh"
#include "ops/granulometry/granulometry_workspace.cuh"

namespace bitvox::granulometry {

inline constexpr int kRunThreads = 256;                // of a block
inline constexpr int kRunTiles = kRunThreads / kWarp;  // a warp a tile

// What a block of this shape needs, with values of so many planes.
inline std::int64_t arena_bytes(const Job& job, const Shape& shape, int planes) {
  cuda::DeviceArena arena;
  Workspace(arena, shape, job.max_radius);
  if (job.mask != nullptr) {
    arena.take<std::uint64_t>(shape.word_count());
  }
  with_planes(planes, [&](auto p) { Values<decltype(p)::value>(arena, shape); });
  return arena.used();
}

inline cuda::MadeSlices map_of(const Shape& shape, std::int64_t slices) {
  return {{shape.width, shape.height, slices}, PixelType::kUint16};
}

struct CudaMemory {
  CudaMemory(const Job& job, const Shape& largest)
      : arena(arena_bytes(job, largest, planes_for(job.max_radius + 1))) {}

  cuda::DeviceArena arena;
  cuda::Stream stream;
  cuda::Staging staging{stream};
  // The mask comes while the object is measured.
  struct OfMask {
    cuda::Stream stream;
    cuda::Staging staging{stream};
  };
  std::optional<OfMask> mask;
};

// One block, on the GPU.
class Run {
 public:
  Run(CudaMemory& memory, const Job& job, const Block& block)
      : job_(job),
        part_(block),
        core_(block.core_in_read()),
        shape_(block.read.shape()),
        grid_(shape_),
        blocks_(grid_),
        memory_(memory),
        stream_(memory.stream),
        work_(memory.arena, shape_, job.max_radius),
        counted_(job.mask == nullptr ? nullptr
                                     : memory.arena.take<std::uint64_t>(shape_.word_count())) {}

  void upload_object(int threads, Progress& progress) {
    // While the GPU has nothing else to do.
    clear(work_.states[0], grid_.count + 1);
    clear(work_.states[1], grid_.count + 1);
    clear(work_.counts, job_.max_radius + 1);
    clear(work_.active, grid_.count);
    cuda::upload(ObjectBox(job_.in, job_.phase, part_.read), work_.rows, threads, memory_.staging,
                 progress);
  }

  // Returns when it is there. The kernels go on meanwhile.
  void upload_mask(int threads, Progress& progress) {
    CudaMemory::OfMask& mask = memory_.mask ? *memory_.mask : memory_.mask.emplace();
    cuda::upload(BoxSource(*job_.mask, part_.read), counted_, threads, mask.staging, progress);
  }

  // By erosions. P = 0: only the largest distance.
  template <int P, Element kElement>
  void erode(std::uint32_t* planes, cuda::Pacer& pacer) {
    const int launches = erosion_launches(job_.max_radius);
    clear(work_.any_alive, launches + 1);
    cuda::fill(work_.any_alive, 1, 1, stream_);
    cuda::fill(work_.alive, kAlive, blocks_.count, stream_);
    clear(work_.largest, 1);
    const unsigned tile_rows = static_cast<unsigned>(grid_.ny * grid_.nz);
    cuda::launch(bits_to_tiles_kernel, {cuda::blocks_for(grid_.nx, kWarp) * tile_rows, kRunThreads},
                 stream_, grid_, job_.edges, object_words(), work_.tiles[0]);
    with_bool(job_.planar, [&](auto planar) {
      for (int i = 0; i < launches; ++i) {
        const ErosionState state{work_.tiles[i % 2],  work_.tiles[(i + 1) % 2], work_.alive,
                                 work_.any_alive + i, work_.any_alive + i + 1,  work_.largest,
                                 i * kErosions,       job_.max_radius,          job_.edges};
        cuda::launch(erode_tiles_kernel<P, kElement, decltype(planar)::value>,
                     {cuda::blocks_for(blocks_.count, kErodeThreads / kWarp), kErodeThreads},
                     stream_, grid_, blocks_, state, planes);
        pacer.enqueued(i + 1);
      }
    });
  }

  void measure_largest(cuda::Pacer& pacer) {
    if (job_.element == Element::kCube) {
      erode<0, Element::kCube>(nullptr, pacer);
    } else {
      erode<0, Element::kCross>(nullptr, pacer);
    }
    pacer.finish();
  }

  // By sweeps.
  template <int P>
  void sweep(std::uint32_t* planes, int cut, cuda::Pacer& pacer) {
    const auto in_x =
        grid_.nx > kWarp / 2 ? distance_in_x_kernel<P, kWarp> : distance_in_x_kernel<P, kWarp / 2>;
    cuda::launch(in_x, {static_cast<unsigned>(grid_.ny * grid_.nz), kDistanceXThreads}, stream_,
                 grid_, job_.edges, object_words(), planes);
    pacer.enqueued(1);
    const auto along = [&](auto axis, std::int64_t columns) {
      const cuda::LaunchShape shape{cuda::blocks_for(columns * kTileSide, kWarp), kWarp};
      constexpr Axis kAxis = decltype(axis)::value;
      cuda::launch(sweep_kernel<P, kAxis, Direction::kForwards>, shape, stream_, grid_, job_.edges,
                   planes, cut);
      cuda::launch(sweep_kernel<P, kAxis, Direction::kBackwards>, shape, stream_, grid_, job_.edges,
                   planes, cut);
      pacer.enqueued(1);
    };
    along(std::integral_constant<Axis, Axis::kY>(), std::int64_t{grid_.nx} * grid_.nz);
    if (!job_.planar) {
      along(std::integral_constant<Axis, Axis::kZ>(), std::int64_t{grid_.nx} * grid_.ny);
    }
  }

  template <int P>
  void measure_distance(const Values<P>& values, int largest, cuda::Pacer& pacer) {
    if (job_.element == Element::kCube) {
      clear(values.planes, values.plane_words);
      erode<P, Element::kCube>(values.planes, pacer);
    } else {
      sweep<P>(values.planes, largest, pacer);
    }
  }

  // Waits.
  int largest_distance() { return cuda::read_back(work_.largest, stream_); }

  // Enqueues the distances up to `largest`, then the recursion.
  template <int P>
  void compute(const Values<P>& values, int largest, cuda::Pacer& pacer) {
    measure_distance<P>(values, largest, pacer);
    clear(work_.largest, 1);
    cuda::launch(prepare_tiles_kernel<P>,
                 {cuda::blocks_for(grid_.count + 1, kRunTiles), kRunThreads}, stream_, grid_,
                 values.planes, values.faces, work_.ranges, work_.largest);
    const int launches = erosion_launches(job_.max_radius);
    with_bool(job_.element == Element::kCube, [&](auto cube) {
      with_bool(job_.planar, [&](auto planar) {
        constexpr Element kElement = cube ? Element::kCube : Element::kCross;
        constexpr bool kPlanar = decltype(planar)::value;
        const auto kernel =
            cube ? propagate_cube_kernel<P, kPlanar> : propagate_cross_kernel<P, kPlanar>;
        constexpr int kWarps = cube ? kCubeWarps<P> : kCrossWarps<P>;
        constexpr int kThreads = kWarps * kWarp;
        const unsigned blocks =
            std::min(static_cast<unsigned>(cuda::resident_blocks(kernel, kThreads)),
                     cuda::blocks_for(grid_.count, kWarps));
        for (int m = largest - 1; m >= 1; --m) {
          const TileLists lists{work_.ranges, work_.states[m % 2], work_.states[(m + 1) % 2],
                                work_.active, work_.counts + m,    work_.largest};
          cuda::launch_overlapping(list_active_tiles_kernel<kElement, kPlanar>,
                                   {cuda::blocks_for(grid_.count, kListThreads), kListThreads},
                                   stream_, grid_, lists, m);
          cuda::launch_overlapping(kernel, {blocks, kThreads}, stream_, grid_, lists, values.planes,
                                   values.faces, m);
          pacer.enqueued(launches + largest - m);
        }
      });
    });
  }

  // Enqueued before the host waits for what is computed, so that the GPU goes on.
  template <int P>
  Sizes count(const Values<P>& values, cuda::Pacer& pacer) {
    const std::int64_t bins = job_.max_radius + 2;
    clear(work_.histogram, bins);
    const CountedPart counted(part_, counted_);
    const unsigned blocks = std::min(static_cast<unsigned>(cuda::multiprocessors() * 8),
                                     cuda::blocks_for(grid_.count, kRunTiles));
    cuda::launch(count_values_kernel<P>, {blocks, kRunThreads}, stream_, grid_, counted,
                 work_.ranges, rows_of(values), work_.histogram);
    pacer.finish();
    static_assert(sizeof(unsigned long long) == sizeof(std::int64_t));
    std::vector<std::int64_t> histogram(static_cast<std::size_t>(bins));
    cuda::read_back(reinterpret_cast<unsigned long long*>(histogram.data()), work_.histogram, bins,
                    stream_);
    histogram[0] = 0;
    return {histogram};
  }

  template <int P>
  void write_map(const Values<P>& values, SliceSink& map, int threads, Progress& progress) {
    cuda::launch(settle_tiles_kernel<P>, {cuda::blocks_for(grid_.count, kRunTiles), kRunThreads},
                 stream_, grid_, work_.ranges, rows_of(values));
    const std::int64_t halo = core_.begin[2] * shape_.width * shape_.height;
    const auto make = [&](std::int64_t first, std::int64_t count, void* pixels) {
      const std::int64_t begin = halo + first;
      const std::int64_t rows = (begin + count - 1) / shape_.width - begin / shape_.width + 1;
      const unsigned blocks = cuda::blocks_for(rows * map_threads_per_row(grid_), kRunThreads);
      cuda::launch(write_map_kernel<P>, {blocks, kRunThreads}, stream_, grid_, begin, count,
                   values.planes, static_cast<std::uint16_t*>(pixels));
    };
    cuda::download(map_of(shape_, core_.end[2] - core_.begin[2]), make, map, threads,
                   memory_.staging, progress);
  }

 private:
  const std::uint32_t* object_words() const {
    return reinterpret_cast<const std::uint32_t*>(work_.rows);
  }

  template <class T>
  void clear(T* where, std::int64_t count) {
    cuda::clear(where, count, stream_);
  }

  // The steps for the cross keep the rows of the faces in z apart.
  template <int P>
  TileRows<P> rows_of(const Values<P>& values) const {
    const bool apart = job_.element == Element::kCross && !job_.planar;
    return {values.planes, values.faces, apart ? work_.states[0] : nullptr};
  }

  const Job& job_;
  const Block& part_;
  const Box core_;
  const Shape shape_;
  const TileGrid grid_;
  const ErosionBlocks blocks_;
  CudaMemory& memory_;
  const cuda::Stream& stream_;
  Workspace work_;
  std::uint64_t* counted_;  // bits of the mask, or null
};

}  // namespace bitvox::granulometry
