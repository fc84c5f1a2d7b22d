// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <atomic>
#include <mutex>

#include "core/blocks/block_views.hpp"
#include "core/blocks/object_box.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "ops/granulometry/granulometry_bricks.hpp"
#include "ops/granulometry/granulometry_wavefront.hpp"

namespace bitvox::granulometry {
namespace {

// More threads than this would wait for each other.
constexpr int kMostThreads = 32;

// Up to this radius the planes are so few that there is nothing to save.
constexpr int kNoBoundNeeded = 62;

RowGrid row_grid(const BrickGrid& grid) { return {grid.height, grid.depth, grid.planar}; }

// F = d, from above 0 to cap.
void compute_distances(const Rows& kernels, const Job& job, Bricks& bricks, int cap, int threads,
                       Progress& progress) {
  const int cube = job.element == Element::kCube ? 1 : 0;
  const BrickGrid& grid = bricks.grid;
  std::atomic<std::int64_t> left{bricks.object_bricks};
  run_wavefront(
      row_grid(grid), cap - 1, threads, progress, [&](std::int64_t y, std::int64_t z, int index) {
        if (left == 0) {
          return;
        }
        const int before = index % 2;
        BrickRowStep row = bricks.step(y, z, index + 1, before);
        for (int dz = -1; dz <= 1; ++dz) {
          for (int dy = -1; dy <= 1; ++dy) {
            row.rows[3 * (dz + 1) + (dy + 1)] =
                bricks.object_row(before, y + dy, z + dz) + kVectorWords;
          }
        }
        const int finished =
            kernels.erode_row(row, cube, bricks.object_row(1 - before, y, z) + kVectorWords);
        if (finished > 0) {
          left -= finished;
        }
      });
  if (left > 0) {
    NoProgress none;
    parallel_for(grid.rows(), threads, none, [&](std::int64_t i) {
      const std::int64_t y = i % grid.height;
      const std::int64_t z = i / grid.height;
      kernels.finish_row(bricks.step(y, z, cap, 0),
                         bricks.object_row((cap - 1) % 2, y, z) + kVectorWords);
    });
  }
}

void grow_cross(const Rows& kernels, Bricks& bricks, int cap, int threads, Progress& progress) {
  bricks.forget_changes();
  run_wavefront(row_grid(bricks.grid), cap - 1, threads, progress,
                [&](std::int64_t y, std::int64_t z, int index) {
                  BrickRowStep row = bricks.step(y, z, cap - 1 - index, index % 2);
                  row.rows[1] = bricks.data_row(y, z - 1);
                  row.rows[3] = bricks.data_row(y - 1, z);
                  row.rows[5] = bricks.data_row(y + 1, z);
                  row.rows[7] = bricks.data_row(y, z + 1);
                  kernels.grow_row(row);
                });
}

std::int64_t line_scratch_words(const BrickGrid& grid, int cap) {
  const std::int64_t longest = std::max({grid.width, grid.height, grid.depth});
  return (cap + 3) * (longest / 64 + 1);
}

void grow_cube(const Rows& kernels, Bricks& bricks, int cap, int threads, Progress& progress) {
  const BrickGrid& grid = bricks.grid;
  const auto along = [&](int axis, std::int64_t lines, std::int64_t length, std::int64_t stride,
                         const std::function<std::uint64_t*(std::int64_t)>& first) {
    PhaseProgress phase(progress, axis, axis + 1, 3);
    constexpr std::int64_t kLinesAtATime = 8;
    parallel_for((lines + kLinesAtATime - 1) / kLinesAtATime, threads, phase, [&](std::int64_t i) {
      std::vector<std::uint64_t> scratch(static_cast<std::size_t>((cap + 3) * (length / 64 + 1)));
      const std::int64_t end = std::min(lines, kLinesAtATime * (i + 1));
      for (std::int64_t line = kLinesAtATime * i; line < end; ++line) {
        kernels.grow_line(first(line), bricks.planes, static_cast<int>(length), stride, axis,
                          grid.planar ? 1 : 0, cap, scratch.data());
      }
    });
  };
  const std::int64_t row_words = grid.width * bricks.stride;
  along(0, grid.rows(), grid.width, bricks.stride,
        [&](std::int64_t i) { return bricks.data_row(0, 0) + i * row_words; });
  along(1, grid.width * grid.depth, grid.height, row_words, [&](std::int64_t i) {
    return bricks.data_row(0, i / grid.width) + i % grid.width * bricks.stride;
  });
  if (!grid.planar) {
    along(2, grid.width * grid.height, grid.depth, row_words * grid.height,
          [&](std::int64_t i) { return bricks.data_row(0, 0) + i * bricks.stride; });
  }
}

Sizes count_sizes(const Rows& kernels, const Job& job, const Block& block, const Bricks& bricks,
                  int threads, Progress& progress) {
  const BrickGrid& grid = bricks.grid;
  const CountedVoxels counted(block, job.mask);
  std::vector<std::int64_t> histogram(static_cast<std::size_t>(job.max_radius) + 2);
  std::mutex mutex;
  const std::int64_t slice_words = grid.shape.words_per_slice();
  parallel_for(
      grid.depth, threads, progress, [&] { return counted.open(); },
      [&](const auto& reader, std::int64_t z) {
        const std::int64_t first = z * grid.brick_depth;
        const std::int64_t count = std::min(grid.brick_depth, grid.shape.depth - first);
        std::vector<std::uint64_t> slices(static_cast<std::size_t>(count * slice_words));
        reader->read_slices(first, count, slices.data());
        std::vector<std::uint64_t> among(static_cast<std::size_t>(kVectorWords * grid.width));
        std::vector<std::int64_t> counts(histogram.size());
        for (std::int64_t y = 0; y < grid.height; ++y) {
          bricks.to_bricks(kernels, slices.data(), y, z, among.data());
          kernels.count_values(bricks.data_row(y, z), bricks.planes, static_cast<int>(grid.width),
                               bricks.stride, among.data(), counts.data());
        }
        const std::lock_guard lock(mutex);
        std::transform(counts.begin(), counts.end(), histogram.begin(), histogram.begin(),
                       std::plus<>());
      });
  histogram.front() = 0;
  return {histogram};
}

// The map, one layer of bricks at a time. Small ones are not worth other threads.
void write_map(const Rows& kernels, const Block& block, const Bricks& bricks, int threads,
               SliceSink& map, Progress& progress) {
  constexpr std::int64_t kPixelsForThreads = std::int64_t{1} << 12;
  const BrickGrid& grid = bricks.grid;
  const std::int64_t slice = grid.shape.width * grid.shape.height;
  std::vector<std::uint16_t> layer(static_cast<std::size_t>(grid.brick_depth * slice));
  const Box core = block.core_in_read();
  const std::int64_t first = core.begin[2];
  const std::int64_t end = core.end[2];
  for (std::int64_t z = first / grid.brick_depth; z * grid.brick_depth < end; ++z) {
    progress.report(std::max<std::int64_t>(0, z * grid.brick_depth - first), end - first);
    const auto read_row = [&](std::int64_t y) {
      std::uint16_t values[64 * kVectorWords];
      for (std::int64_t x = 0; x < grid.width; ++x) {
        kernels.read_values(bricks.data_row(y, z) + x * bricks.stride, bricks.planes, values);
        const std::int64_t columns = std::min<std::int64_t>(8, grid.shape.width - 8 * x);
        for (std::int64_t i = 0; i < 64; ++i) {
          const std::int64_t line_y = y * grid.brick_height + (grid.planar ? i : i % 8);
          const std::int64_t line_z = grid.planar ? 0 : i / 8;
          if (line_y >= grid.shape.height) {
            continue;
          }
          std::uint16_t* to = layer.data() + line_z * slice + line_y * grid.shape.width + 8 * x;
          for (std::int64_t column = 0; column < columns; ++column) {
            const int f = values[8 * i + column];
            to[column] = static_cast<std::uint16_t>(f == 0 ? 0 : 2 * f - 1);
          }
        }
      }
    };
    if (grid.brick_depth * slice < kPixelsForThreads) {
      for (std::int64_t y = 0; y < grid.height; ++y) read_row(y);
    } else {
      NoProgress none;
      parallel_for(grid.height, threads, none, read_row);
    }
    for (std::int64_t i = 0; i < grid.brick_depth; ++i) {
      const std::int64_t at = z * grid.brick_depth + i;
      if (at >= first && at < end) {
        map.write_slice(at - first, layer.data() + i * slice);
      }
    }
  }
  progress.report(end - first, end - first);
}

}  // namespace

MemoryUser CpuTwin::user() {
  return {"Granulometry", "Crop the image or choose a smaller max_radius."};
}

std::int64_t CpuTwin::bytes(const Job& job, const Block& block) {
  const Shape shape = block.read.shape();
  const int max_radius = job.max_radius;
  std::int64_t most = 0;
  for (const bool planar : {false, true}) {
    if (!planar && shape.depth == 1) {
      continue;
    }
    const BrickGrid grid(shape, planar);
    const std::int64_t threads = std::min<std::int64_t>(kMostThreads, grid.depth);
    const std::int64_t converting = threads * grid.brick_depth * shape.words_per_slice() * 8;
    const std::int64_t scratch = kMostThreads * line_scratch_words(grid, max_radius + 1) * 8;
    const std::int64_t map = grid.brick_depth * shape.width * shape.height * 2;
    most =
        std::max(most, Bricks::bytes(grid, max_radius + 1) + std::max({converting, scratch, map}));
  }
  return most;
}

CpuTwin::CpuTwin(const Job& job, InstructionSet instructions, const Block&)
    : job_(job), instructions_(instructions) {}

Sizes CpuTwin::compute(const Block& block, SliceSink* map, Progress& progress) {
  const Rows& rows = rows_for<Rows>(instructions_);
  const int threads = std::min(job_.threads, kMostThreads);
  auto [converting, measuring, growing, counting, mapping] =
      progress_parts(progress, 5, 20, 60, 5, map == nullptr ? 0 : 10);

  const ObjectBox object(job_.in, job_.phase, block.read);
  Bricks bricks(rows, object, job_.planar, job_.edges, threads, converting);
  int cap = job_.max_radius + 1;
  if (job_.max_radius > kNoBoundNeeded) {
    cap = std::min(cap, bricks.distance_bound(job_.edges));
  }
  bricks.allocate_values(cap, job_.element);
  compute_distances(rows, job_, bricks, cap, threads, measuring);
  if (job_.element == Element::kCross) {
    grow_cross(rows, bricks, cap, threads, growing);
  } else {
    grow_cube(rows, bricks, cap, threads, growing);
  }
  Sizes sizes = count_sizes(rows, job_, block, bricks, threads, counting);
  if (map != nullptr) {
    write_map(rows, block, bricks, threads, *map, mapping);
  }
  return sizes;
}

}  // namespace bitvox::granulometry
