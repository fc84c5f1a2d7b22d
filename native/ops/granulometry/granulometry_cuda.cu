// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "cuda/pacer.hpp"
#include "cuda/pinned_buffer.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "ops/granulometry/granulometry_count.cuh"
#include "ops/granulometry/granulometry_cross.cuh"
#include "ops/granulometry/granulometry_cube.cuh"
#include "ops/granulometry/granulometry_erode.cuh"
#include "ops/granulometry/granulometry_map.cuh"
#include "ops/granulometry/granulometry_sweep.cuh"
#include "ops/granulometry/granulometry_workspace.cuh"

namespace bitvox::cuda {
namespace {

// One call of size_histogram().
class Run {
 public:
  Run(const GranulometrySlab& slab, DeviceArena& arena, const Stream& stream)
      : slab_(slab),
        shape_(slab.object.shape()),
        grid_(shape_),
        blocks_(grid_),
        work_(arena, shape_, slab.max_radius),
        stream_(stream) {
    int device = 0;
    check(cudaGetDevice(&device), "choosing the GPU");
    check(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device),
          "asking the GPU for its size");
  }

  void upload_object(int threads, Progress& progress) {
    upload(slab_.object, work_.rows, threads, stream_, progress);
  }

  // By erosions. P = 0: only the largest distance.
  template <int P, Element kElement>
  void erode(std::uint32_t* planes, Pacer& pacer) {
    const int launches = erosion_launches(slab_.max_radius);
    clear(work_.any_alive, launches + 1);
    fill(work_.any_alive, 1, 1);
    fill(work_.alive, kAlive, blocks_.count);
    clear(work_.largest, 1);
    with_bool(slab_.edges == Edges::kClipped, [&](auto clipped) {
      constexpr Edges kEdges = clipped ? Edges::kClipped : Edges::kBackground;
      bits_to_tiles_kernel<kEdges>
          <<<grid_for(grid_.nx, kWarp) * grid_.ny * grid_.nz, 256, 0, stream_.get()>>>(
              grid_, object_words(), work_.tiles[0]);
      with_bool(slab_.planar, [&](auto planar) {
        for (int i = 0; i < launches; ++i) {
          const ErosionState state{work_.tiles[i % 2],  work_.tiles[(i + 1) % 2], work_.alive,
                                   work_.any_alive + i, work_.any_alive + i + 1,  work_.largest,
                                   i * kErosions,       slab_.max_radius};
          erode_tiles_kernel<P, kElement, kEdges, decltype(planar)::value>
              <<<grid_for(blocks_.count, 4), 128, 0, stream_.get()>>>(grid_, blocks_, state,
                                                                      planes);
          check(cudaGetLastError(), "eroding on the GPU");
          pacer.enqueued(i + 1);
        }
      });
    });
  }

  void measure_largest(Pacer& pacer) {
    if (slab_.element == Element::kCube) {
      erode<0, Element::kCube>(nullptr, pacer);
    } else {
      erode<0, Element::kCross>(nullptr, pacer);
    }
    pacer.finish();
  }

  // By sweeps.
  template <int P>
  void sweep(std::uint32_t* planes, int cut, Pacer& pacer) {
    with_bool(slab_.edges == Edges::kClipped, [&](auto clipped) {
      constexpr Edges kEdges = clipped ? Edges::kClipped : Edges::kBackground;
      distance_in_x_kernel<P, kEdges>
          <<<grid_.ny * grid_.nz, 256, 0, stream_.get()>>>(grid_, object_words(), planes);
      pacer.enqueued(1);
      const auto along = [&](auto axis, std::int64_t columns) {
        const int blocks = grid_for(columns * kTileSide, kWarp);
        constexpr Axis kAxis = decltype(axis)::value;
        sweep_kernel<P, kAxis, Direction::kForwards, kEdges>
            <<<blocks, kWarp, 0, stream_.get()>>>(grid_, planes, cut);
        sweep_kernel<P, kAxis, Direction::kBackwards, kEdges>
            <<<blocks, kWarp, 0, stream_.get()>>>(grid_, planes, cut);
        check(cudaGetLastError(), "measuring distances on the GPU");
        pacer.enqueued(1);
      };
      along(std::integral_constant<Axis, Axis::kY>(), std::int64_t{grid_.nx} * grid_.nz);
      if (!slab_.planar) {
        along(std::integral_constant<Axis, Axis::kZ>(), std::int64_t{grid_.nx} * grid_.ny);
      }
    });
  }

  template <int P>
  void measure_distance(const Values<P>& values, int largest, Pacer& pacer) {
    if (slab_.element == Element::kCube) {
      clear(values.planes, values.plane_words);
      erode<P, Element::kCube>(values.planes, pacer);
    } else {
      sweep<P>(values.planes, largest, pacer);
    }
  }

  // Waits.
  int largest_distance() {
    int largest = 0;
    check(cudaMemcpyAsync(&largest, work_.largest, sizeof(largest), cudaMemcpyDeviceToHost,
                          stream_.get()),
          "reading from the GPU");
    check(cudaStreamSynchronize(stream_.get()), "measuring distances on the GPU");
    return largest;
  }

  // Distances up to `largest`, then the recursion.
  template <int P>
  void compute(const Values<P>& values, int largest, Pacer& pacer) {
    measure_distance<P>(values, largest, pacer);
    clear(work_.largest, 1);
    clear(work_.states[0], grid_.count + 1);
    clear(work_.states[1], grid_.count + 1);
    clear(work_.counts, slab_.max_radius + 1);
    clear(work_.active, grid_.count);
    prepare_tiles_kernel<P><<<grid_for(grid_.count + 1, 8), 256, 0, stream_.get()>>>(
        grid_, values.planes, values.faces, work_.ranges, work_.largest);
    check(cudaGetLastError(), "preparing tiles on the GPU");
    const int launches = erosion_launches(slab_.max_radius);
    with_bool(slab_.element == Element::kCube, [&](auto cube) {
      with_bool(slab_.planar, [&](auto planar) {
        constexpr Element kElement = cube ? Element::kCube : Element::kCross;
        constexpr bool kPlanar = decltype(planar)::value;
        const auto kernel =
            cube ? propagate_cube_kernel<P, kPlanar> : propagate_cross_kernel<P, kPlanar>;
        constexpr int kWarps = cube ? kCubeWarps<P> : kCrossWarps<P>;
        constexpr int kThreads = kWarps * kWarp;
        int resident = 0;
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kThreads, 0),
              "asking the GPU for its size");
        const int blocks = std::min(multiprocessors_ * resident, grid_for(grid_.count, kWarps));
        for (int m = largest - 1; m >= 1; --m) {
          const TileLists lists{work_.ranges, work_.states[m % 2], work_.states[(m + 1) % 2],
                                work_.active, work_.counts + m,    work_.largest};
          list_active_tiles_kernel<kElement, kPlanar>
              <<<grid_for(grid_.count, kListThreads), kListThreads, 0, stream_.get()>>>(grid_,
                                                                                        lists, m);
          kernel<<<blocks, kThreads, 0, stream_.get()>>>(grid_, lists, values.planes, values.faces,
                                                         m);
          check(cudaGetLastError(), "propagating on the GPU");
          pacer.enqueued(launches + largest - m);
        }
      });
    });
    pacer.finish();
  }

  template <int P>
  std::vector<std::int64_t> count(const Values<P>& values) {
    const std::int64_t bins = slab_.max_radius + 2;
    clear(work_.histogram, bins);
    const SliceRange slices{slab_.first_slice, slab_.first_slice + slab_.slice_count};
    count_values_kernel<P>
        <<<std::min(multiprocessors_ * 8, grid_for(grid_.count, 8)), 256, 0, stream_.get()>>>(
            grid_, slices, work_.ranges, rows_of(values), work_.histogram);
    check(cudaGetLastError(), "counting on the GPU");
    static_assert(sizeof(unsigned long long) == sizeof(std::int64_t));
    std::vector<std::int64_t> histogram(static_cast<std::size_t>(bins));
    check(
        cudaMemcpyAsync(histogram.data(), work_.histogram, histogram.size() * sizeof(std::int64_t),
                        cudaMemcpyDeviceToHost, stream_.get()),
        "reading from the GPU");
    check(cudaStreamSynchronize(stream_.get()), "counting on the GPU");
    histogram[0] = shape_.width * shape_.height * slab_.slice_count;
    for (std::size_t value = 1; value < histogram.size(); ++value) {
      histogram[0] -= histogram[value];
    }
    return histogram;
  }

  // Computes a layer of tiles at a time, and copies a slice while the one before is handed out.
  template <int P>
  void write_map(const Values<P>& values, OpeningMapSink& map, Progress& progress) {
    settle_tiles_kernel<P>
        <<<grid_for(grid_.count, 8), 256, 0, stream_.get()>>>(grid_, work_.ranges, rows_of(values));
    check(cudaGetLastError(), "writing the map on the GPU");
    const std::int64_t slice = shape_.width * shape_.height;
    const PinnedBuffer<std::uint16_t> pinned = allocate_pinned<std::uint16_t>(2 * slice);
    Event copied[2];
    const auto enqueue = [&](std::int64_t i) {
      const std::int64_t z = slab_.first_slice + i;
      if (i == 0 || z % kTileSide == 0) {
        const std::int64_t threads = std::int64_t{4} * grid_.nx * shape_.height * kTileSide;
        write_map_kernel<P>
            <<<static_cast<unsigned>((threads + 255) / 256), 256, 0, stream_.get()>>>(
                grid_, static_cast<int>(z / kTileSide), values.planes, work_.map_layer);
        check(cudaGetLastError(), "writing the map on the GPU");
      }
      check(cudaMemcpyAsync(pinned.get() + i % 2 * slice, work_.map_layer + z % kTileSide * slice,
                            static_cast<std::size_t>(slice) * sizeof(std::uint16_t),
                            cudaMemcpyDeviceToHost, stream_.get()),
            "copying the map from the GPU");
      copied[i % 2].record(stream_);
    };
    const Drain drain(stream_);
    enqueue(0);
    for (std::int64_t i = 0; i < slab_.slice_count; ++i) {
      progress.report(i, slab_.slice_count);
      if (i + 1 < slab_.slice_count) {
        enqueue(i + 1);
      }
      copied[i % 2].wait();
      map.write_slice(i, pinned.get() + i % 2 * slice);
    }
    progress.report(slab_.slice_count, slab_.slice_count);
  }

 private:
  const std::uint32_t* object_words() const {
    return reinterpret_cast<const std::uint32_t*>(work_.rows);
  }

  template <class T>
  void fill(T* where, unsigned char byte, std::int64_t count) {
    check(cudaMemsetAsync(where, byte, static_cast<std::size_t>(count) * sizeof(T), stream_.get()),
          "clearing memory on the GPU");
  }
  template <class T>
  void clear(T* where, std::int64_t count) {
    fill(where, 0, count);
  }

  // The steps for the cross keep the rows of the faces in z apart.
  template <int P>
  TileRows<P> rows_of(const Values<P>& values) const {
    const bool apart = slab_.element == Element::kCross && !slab_.planar;
    return {values.planes, values.faces, apart ? work_.states[0] : nullptr};
  }

  static int grid_for(std::int64_t items, int per_block) {
    return static_cast<int>((items + per_block - 1) / per_block);
  }

  const GranulometrySlab& slab_;
  const Shape shape_;
  const TileGrid grid_;
  const ErosionBlocks blocks_;
  Workspace work_;
  const Stream& stream_;
  int multiprocessors_ = 0;
};

}  // namespace

std::int64_t granulometry_bytes(const Shape& shape, int max_radius) {
  DeviceArena work;
  Workspace(work, shape, max_radius);
  DeviceArena values;
  with_planes(planes_for(max_radius + 1),
              [&](auto planes) { Values<decltype(planes)::value>(values, shape); });
  return work.used() + values.used();
}

std::vector<std::int64_t> size_histogram(const GranulometrySlab& slab, int threads,
                                         OpeningMapSink* map, Progress& progress) {
  choose_device();
  const Shape& shape = slab.object.shape();
  DeviceArena measured;
  Workspace(measured, shape, slab.max_radius);
  DeviceArena work(measured.used());
  const Stream stream;
  Run run(slab, work, stream);

  const int computed_at = map == nullptr ? 1000 : 500;
  const int uploaded_at = computed_at * 7 / 10;
  PhaseProgress uploading(progress, 0, uploaded_at);
  run.upload_object(threads, uploading);

  // More planes cost memory and time: first see how large the distances are.
  int largest = slab.max_radius + 1;
  int measured_at = uploaded_at;
  if (planes_for(largest) > 6) {
    measured_at = (uploaded_at + computed_at) / 2;
    PhaseProgress measuring(progress, uploaded_at, measured_at);
    Pacer pacer(stream, measuring, erosion_launches(slab.max_radius));
    run.measure_largest(pacer);
    largest = std::max(1, run.largest_distance());
  }
  PhaseProgress computing(progress, measured_at, computed_at);
  return with_planes(planes_for(largest), [&](auto planes) {
    constexpr int P = decltype(planes)::value;
    DeviceArena values_measured;
    Values<P>(values_measured, shape);
    DeviceArena values_arena(values_measured.used());
    const Values<P> values(values_arena, shape);
    const Drain drain(stream);
    Pacer pacer(stream, computing, erosion_launches(slab.max_radius) + largest);
    run.compute<P>(values, largest, pacer);
    std::vector<std::int64_t> histogram = run.count<P>(values);
    if (map != nullptr) {
      PhaseProgress writing(progress, computed_at, 1000);
      run.write_map<P>(values, *map, writing);
    }
    return histogram;
  });
}

}  // namespace bitvox::cuda
