// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "core/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/staging.hpp"
#include "cuda/upload.hpp"
#include "ops/distance_map/distance_map_cuda_field.cuh"
#include "ops/distance_map/distance_map_pixels.cuh"
#include "ops/local_thickness/local_thickness.hpp"
#include "ops/local_thickness/local_thickness_balls.hpp"
#include "ops/local_thickness/local_thickness_cover.cuh"
#include "ops/local_thickness/local_thickness_kernels.cuh"
#include "ops/local_thickness/local_thickness_sizes.cuh"

namespace bitvox::local_thickness {
namespace {

using distance_map::CellField;
using distance_map::CellFieldMaker;
using distance_map::Doubles;
using distance_map::Pairs;
using distance_map::ValueType;
using distance_map::Words;

constexpr int kBlock = 256;

template <class V>
class Run {
 public:
  explicit Run(const Job& job)
      : job_(job),
        shape_(job.field.in.shape()),
        volume_(make_volume()),
        arena_(arena_bytes()),
        maker_(job.field, stream_, arena_) {
    take(arena_);
  }

  // False where squared distances are too large and a wider type is to be taken.
  bool run(SliceSink& out, Progress& progress) {
    PhaseProgress uploading(progress, 0, 100);
    cuda::upload(job_.field.in, maker_.words(), job_.field.threads, staging_, uploading);
    PhaseProgress measuring(progress, 100, 200);
    volume_.largest = maker_.make(job_.phase, job_.field.edges, field_, measuring);
    if (volume_.largest >= V::kInfinite) {
      if (V::kColumns > 1) return false;
      refuse_infinite(job_);
    }
    if (volume_.largest > 0) {
      PhaseProgress painting(progress, 200, 600);
      paint(painting);
    } else {
      cuda::clear(thickest_.cells, thickest_.pitch * shape_.height * shape_.depth, stream_);
    }
    PhaseProgress downloading(progress, 600, 1000);
    const auto write = [&](std::int64_t first, std::int64_t count, void* pixels) {
      const std::int64_t rows = (first + count - 1) / shape_.width - first / shape_.width + 1;
      const cuda::LaunchShape size{static_cast<unsigned>(rows), kBlock};
      if (job_.limits.empty()) {
        const distance_map::PixelRule rule{2 * job_.field.scale, true, false};
        cuda::launch(distance_map::write_pixels_kernel<V>, size, stream_, thickest_, CellField<V>{},
                     rule, shape_.width, first, count, pixels);
      } else {
        cuda::launch(write_sizes_kernel<V>, size, stream_, thickest_,
                     Limits{limits_, limit_count()}, shape_.width, first, count,
                     static_cast<std::uint16_t*>(pixels));
      }
    };
    if (!job_.limits.empty()) {
      cuda::copy(limits_, job_.limits.data(), limit_count(), stream_);
    }
    cuda::download({shape_, job_.pixels()}, write, out, staging_, downloading);
    return true;
  }

 private:
  using Value = typename Volume<V>::Value;

  Volume<V> make_volume() const {
    if (shape_.voxel_count() / kTile > (std::int64_t{1} << 31) * kTile) {
      throw DeviceOutOfMemory("the GPU measures the thickness of up to 2^41 voxels.");
    }
    Volume<V> volume{};
    volume.width = static_cast<int>(shape_.width);
    volume.height = static_cast<int>(shape_.height);
    volume.depth = static_cast<int>(shape_.depth);
    volume.tile_depth = job_.field.planar ? 1 : kTile;
    const auto tiles = [](std::int64_t side, int tile) {
      return static_cast<int>((side + tile - 1) / tile);
    };
    volume.nx = tiles(shape_.width, kTile);
    volume.ny = tiles(shape_.height, kTile);
    volume.nz = tiles(shape_.depth, volume.tile_depth);
    const Spacing& steps = job_.field.steps;
    volume.step_x = steps.x;
    volume.step_y = steps.y;
    volume.step_z = steps.z;
    const double shortest = std::min(steps.x * steps.x, steps.y * steps.y);
    volume.smallest = job_.field.planar ? shortest : std::min(shortest, steps.z * steps.z);
    return volume;
  }

  std::int64_t tiles() const {
    return static_cast<std::int64_t>(volume_.nx) * volume_.ny * volume_.nz;
  }
  std::int64_t rows() const { return shape_.height * shape_.depth; }
  int limit_count() const { return static_cast<int>(job_.limits.size()); }
  MemoryUser user() const { return {job_.name, "Choose backend 'auto' or crop the image."}; }

  void take(cuda::DeviceArena& arena) {
    field_ = distance_map::take_field<V>(arena, shape_, shape_.height);
    thickest_ = distance_map::take_field<V>(arena, shape_, shape_.height);
    centres_ = arena.take<std::uint32_t>(rows() * volume_.nx);
    largest_ = arena.take<Ball<V>>(tiles());
    cover_ = arena.take<Square<V>>(tiles());
    counts_ = arena.take<unsigned>(tiles() * kBands);
    cursors_ = arena.take<unsigned>(tiles() * kBands);
    totals_ = arena.take<unsigned>(tiles());
    begins_ = arena.take<std::uint64_t>(tiles());
    table_ = arena.take<std::uint32_t>(3 * BallTable::kMost);
    limits_ = arena.take<double>(limit_count());
    volume_.squares = reinterpret_cast<const Value*>(field_.cells);
    volume_.thickest = reinterpret_cast<Value*>(thickest_.cells);
    volume_.pitch = field_.pitch * V::kColumns;
  }

  // Besides the lists of balls, whose length depends on the content.
  std::int64_t arena_bytes() {
    cuda::DeviceArena arena;
    const distance_map::Workspace<V> workspace(arena, shape_);
    take(arena);
    require_memory(user(), cuda::device_memory(),
                   arena.used() + cuda::download_bytes({shape_, job_.pixels()}));
    return arena.used();
  }

  void paint(Progress& progress) {
    cuda::Pacer pacer(stream_, progress, 2 * rows() + 8 * tiles());
    Containment table{table_, 0};
    if constexpr (!std::is_same_v<V, Doubles>) {
      const BallTable balls(static_cast<std::int64_t>(volume_.largest));
      cuda::copy(table_, balls.least().data(), static_cast<std::int64_t>(balls.least().size()),
                 stream_);
      table.count = static_cast<int>(balls.count());
      stream_.wait();  // the table goes
    }
    cuda::clear(counts_, tiles() * kBands, stream_);
    in_rows([&](std::int64_t first, std::int64_t count) {
      cuda::launch(find_centres_kernel<V>,
                   {cuda::blocks_for(count * volume_.nx, kBlock / kWarp), kBlock}, stream_, volume_,
                   table, first, count, centres_);
      pacer.enqueued(first + count);
    });
    find_cover(pacer);
    in_rows([&](std::int64_t first, std::int64_t count) {
      cuda::launch(count_balls_kernel<V>, {cuda::blocks_for(count * volume_.nx, kBlock), kBlock},
                   stream_, volume_, centres_, cover_, first, count, counts_);
      pacer.enqueued(rows() + first + count);
    });
    cuda::launch(sum_bands_kernel, {cuda::blocks_for(tiles(), kBlock), kBlock}, stream_,
                 static_cast<int>(tiles()), counts_, cursors_, totals_);
    std::vector<unsigned> totals(static_cast<std::size_t>(tiles()));
    cuda::read_back(totals.data(), totals_, tiles(), stream_);
    paint_lists(totals, pacer);
    pacer.finish();
  }

  // Tiles around one from which the largest ball may reach it.
  std::int64_t tiles_in_reach() const {
    const double radius = std::sqrt(volume_.largest);
    const auto along = [&](int count, double step, int side) {
      const double tiles = 2 * (radius / step / side) + 3;
      return std::min<std::int64_t>(count, static_cast<std::int64_t>(std::min(tiles, 1e9)));
    };
    return along(volume_.nx, volume_.step_x, kTile) * along(volume_.ny, volume_.step_y, kTile) *
           (volume_.tile_depth == 1 ? 1 : along(volume_.nz, volume_.step_z, kTile));
  }

  // So many rows at a time that a launch is over soon.
  template <class Body>
  void in_rows(Body&& body) const {
    constexpr std::int64_t kFewTiles = 125;
    const std::int64_t words =
        (std::int64_t{1} << 20) * kFewTiles / std::max(kFewTiles, tiles_in_reach());
    const std::int64_t at_once = std::max<std::int64_t>(1, words / volume_.nx);
    for (std::int64_t first = 0; first < rows(); first += at_once) {
      body(first, std::min(at_once, rows() - first));
    }
  }

  void find_cover(cuda::Pacer& pacer) {
    const auto in_tiles = [&](std::int64_t at_once, auto&& body) {
      for (std::int64_t first = 0; first < tiles(); first += at_once) {
        body(first, std::min(at_once, tiles() - first));
        pacer.enqueued(rows());
      }
    };
    in_tiles(1 << 16, [&](std::int64_t first, std::int64_t count) {
      cuda::launch(find_largest_kernel<V>, {cuda::blocks_for(count, kBlock / kWarp), kBlock},
                   stream_, volume_, centres_, first, count, largest_);
    });
    const std::int64_t at_once = (std::int64_t{1} << 28) / tiles_in_reach();
    in_tiles(std::max<std::int64_t>(kBlock, at_once), [&](std::int64_t first, std::int64_t count) {
      cuda::launch(find_cover_kernel<V>, {cuda::blocks_for(count, kBlock), kBlock}, stream_,
                   volume_, largest_, first, count, cover_);
    });
  }

  // As many tiles at a time as their lists find memory.
  void paint_lists(const std::vector<unsigned>& totals, cuda::Pacer& pacer) {
    constexpr std::int64_t kMostBalls = std::int64_t{1} << 27;
    std::int64_t all = 0;
    std::int64_t longest = 1;
    for (const unsigned total : totals) {
      all += total;
      longest = std::max<std::int64_t>(longest, total);
    }
    const auto ball_bytes = static_cast<std::int64_t>(sizeof(Ball<V>));
    const Memory memory = cuda::device_memory();
    const std::int64_t room =
        (memory.free - cuda::download_bytes({shape_, job_.pixels()})) / ball_bytes;
    const std::int64_t capacity = std::max(longest, std::min({all, kMostBalls, room}));
    require_memory(user(), memory, capacity * ball_bytes);
    const auto balls = cuda::allocate<Ball<V>>(capacity);
    const cuda::Drain drain(stream_);
    for (std::size_t first = 0; first < totals.size();) {
      std::vector<std::uint64_t> begins;
      std::uint64_t sum = 0;
      std::size_t end = first;
      while (end < totals.size() && sum + totals[end] <= static_cast<std::uint64_t>(capacity)) {
        begins.push_back(sum);
        sum += totals[end++];
      }
      cuda::copy(begins_, begins.data(), static_cast<std::int64_t>(begins.size()), stream_);
      stream_.wait();  // the vector goes
      paint_range({static_cast<int>(first), static_cast<int>(end), begins_}, totals, balls.get(),
                  pacer);
      first = end;
    }
  }

  void paint_range(const TileRange& range, const std::vector<unsigned>& totals, Ball<V>* balls,
                   cuda::Pacer& pacer) {
    in_rows([&](std::int64_t first, std::int64_t count) {
      cuda::launch(list_balls_kernel<V>, {cuda::blocks_for(count * volume_.nx, kBlock), kBlock},
                   stream_, volume_, centres_, cover_, first, count, range, cursors_, balls);
      pacer.enqueued(2 * rows() + 8 * static_cast<std::int64_t>(range.first));
    });
    constexpr int kMostTiles = 2048;  // of a launch, and balls in their lists
    constexpr std::int64_t kMostBalls = std::int64_t{1} << 24;
    const unsigned parts = volume_.tile_depth == 1 ? 1 : 4;
    for (int first = range.first; first < range.end;) {
      int end = first;
      for (std::int64_t balls_before = 0;
           end < std::min(range.end, first + kMostTiles) && balls_before < kMostBalls; ++end) {
        balls_before += totals[static_cast<std::size_t>(end)];
      }
      const TileRange part{first, end, range.begins + (first - range.first)};
      cuda::launch(paint_tiles_kernel<V>,
                   {dim3(static_cast<unsigned>(part.end - part.first), parts), kPaintThreads},
                   stream_, volume_, part, cursors_, balls);
      pacer.enqueued(2 * rows() + 8 * static_cast<std::int64_t>(part.end));
      first = end;
    }
  }

  const Job& job_;
  const Shape shape_;
  Volume<V> volume_;
  CellField<V> field_{};
  CellField<V> thickest_{};
  std::uint32_t* centres_ = nullptr;
  Ball<V>* largest_ = nullptr;  // of each tile
  Square<V>* cover_ = nullptr;  // of a ball that covers the tile, or 0
  unsigned* counts_ = nullptr;
  unsigned* cursors_ = nullptr;
  unsigned* totals_ = nullptr;
  std::uint64_t* begins_ = nullptr;
  std::uint32_t* table_ = nullptr;
  double* limits_ = nullptr;
  cuda::DeviceArena arena_;
  cuda::Stream stream_;
  CellFieldMaker<V> maker_;
  cuda::Staging staging_{stream_};  // the last member: waits before the arena goes
};

}  // namespace

void measure_cuda(const Job& job, SliceSink& out, Progress& progress) {
  cuda::choose_device();
  distance_map::require_short_sides(job.field.in.shape());
  PhaseProgress first(progress, 0, 500);
  PhaseProgress again(progress, 500, 1000);
  Progress* left = &progress;
  if (first_type(job.field) == ValueType::k16) {
    if (Run<Pairs>(job).run(out, first)) {
      progress.report(1000, 1000);
      return;
    }
    left = &again;
  }
  if (wide_type(job.field) == ValueType::k32) {
    Run<Words>(job).run(out, *left);
  } else {
    Run<Doubles>(job).run(out, *left);
  }
}

}  // namespace bitvox::local_thickness
