// SPDX-License-Identifier: BSD-2-Clause
#include "ops/granulometry/granulometry_bricks.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <limits>
#include <vector>

#include "core/threads/parallel.hpp"

namespace bitvox::granulometry {
namespace {

// kernels exist for these
constexpr int kPlaneCounts[] = {4, 5, 6, 7, 8, 12, 16};

std::int64_t words_per_brick(int planes, Element element) {
  const int faces = element == Element::kCross ? kFaces * ((planes + 7) / 8) : 0;
  return kVectorWords * (planes + faces);
}

}  // namespace

int planes_for(int largest) {
  const auto bits = static_cast<int>(std::bit_width(static_cast<unsigned>(largest)));
  return *std::lower_bound(std::begin(kPlaneCounts), std::end(kPlaneCounts) - 1, bits);
}

std::int64_t Bricks::bytes(const BrickGrid& grid, int largest) {
  const std::int64_t words =
      2 * kVectorWords * (grid.width + 2) * (grid.rows() + 1) +
      2 * kChangedKinds * grid.set_words() * (grid.rows() + 1) + (grid.bricks() + 1) / 2 +
      words_per_brick(planes_for(largest), Element::kCross) * (grid.bricks() + grid.width);
  return 8 * words + 4 * grid.bricks();  // and distance_bound()
}

Bricks::Bricks(const Rows& kernels, const VolumeSource& object, bool planar, Edges edges,
               int threads, Progress& progress)
    : grid(object.shape(), planar),
      outside_word(edges == Edges::kClipped ? ~std::uint64_t{0} : 0),
      object_((2 * grid.rows() + 1) * object_row_words()),
      changed_((2 * grid.rows() + 1) * kChangedKinds * grid.set_words()),
      distances_((grid.bricks() + 1) / 2),
      insides_(4 * 2 * kVectorWords) {
  for (int last_y = 0; last_y < 2; ++last_y) {
    for (int last_z = 0; last_z < 2; ++last_z) {
      find_inside(last_y != 0 ? grid.height - 1 : 0, last_z != 0 ? grid.depth - 1 : 0,
                  insides_.get() + (2 * last_z + last_y) * 2 * kVectorWords);
    }
  }
  std::fill_n(object_row(0, -1, -1), object_row_words(), outside_word);
  // Before the first step everything may change.
  for (std::int64_t row = 0; row < grid.rows(); ++row) {
    std::fill_n(
        changed_row(0, row % grid.height, row / grid.height) + kChangedAround * grid.set_words(),
        grid.set_words(), ~std::uint64_t{0});
  }
  std::atomic<std::int64_t> bricks{0};
  parallel_for(
      grid.depth, threads, progress, [&] { return object.open(); },
      [&](const auto& reader, std::int64_t z) { bricks += convert_layer(kernels, *reader, z); });
  object_bricks = bricks;
}

void Bricks::to_bricks(const Rows& kernels, const std::uint64_t* slices, std::int64_t y,
                       std::int64_t z, std::uint64_t* to) const {
  const Shape& shape = grid.shape;
  const std::int64_t count = std::min(grid.brick_depth, shape.depth - z * grid.brick_depth);
  const std::uint64_t* lines[64];
  for (std::int64_t i = 0; i < 64; ++i) {
    const std::int64_t line_z = grid.planar ? 0 : i / 8;
    const std::int64_t line_y = y * grid.brick_height + (grid.planar ? i : i % 8);
    lines[i] = line_z < count && line_y < shape.height
                   ? slices + line_z * shape.words_per_slice() + line_y * shape.words_per_row()
                   : nullptr;
  }
  kernels.rows_to_bricks(lines, static_cast<int>(grid.width), to);
}

std::int64_t Bricks::convert_layer(const Rows& kernels, VolumeReader& object, std::int64_t z) {
  const Shape& shape = grid.shape;
  const std::int64_t first = z * grid.brick_depth;
  const std::int64_t count = std::min(grid.brick_depth, shape.depth - first);
  std::vector<std::uint64_t> slices(static_cast<std::size_t>(count * shape.words_per_slice()));
  object.read_slices(first, count, slices.data());
  std::int64_t with_object = 0;
  for (std::int64_t y = 0; y < grid.height; ++y) {
    std::uint64_t* row = object_row(0, y, z);
    to_bricks(kernels, slices.data(), y, z, row + kVectorWords);
    const std::uint64_t* masks = step(y, z, 0, 0).inside;
    for (std::int64_t x = 0; x < grid.width; ++x) {
      const std::uint64_t* mask = masks + (x == grid.width - 1 ? kVectorWords : 0);
      std::uint64_t any = 0;
      for (int lane = 0; lane < kVectorWords; ++lane) {
        std::uint64_t& voxels = row[kVectorWords * (x + 1) + lane];
        any |= voxels;
        voxels |= ~mask[lane] & outside_word;
      }
      with_object += any != 0 ? 1 : 0;
    }
    for (const int parity : {0, 1}) {
      std::uint64_t* ends = object_row(parity, y, z);
      std::fill_n(ends, kVectorWords, outside_word);
      std::fill_n(ends + kVectorWords * (grid.width + 1), kVectorWords, outside_word);
    }
  }
  return with_object;
}

int Bricks::distance_bound(Edges edges) const {
  // City-block distance between bricks, in voxels; brick (x, y, z) to the nearest that is not full.
  constexpr std::int64_t kFar = std::numeric_limits<std::int32_t>::max() / 2;
  const std::int64_t steps[3] = {8, grid.brick_height, 8};
  const std::int64_t sizes[3] = {grid.width, grid.height, grid.depth};
  const std::int64_t strides[3] = {1, grid.width, grid.width * grid.height};
  std::vector<std::int32_t> far(static_cast<std::size_t>(grid.bricks()));
  std::int64_t largest = 0;
  for (const int direction : {1, -1}) {
    for (std::int64_t k = 0; k < grid.bricks(); ++k) {
      const std::int64_t i = direction > 0 ? k : grid.bricks() - 1 - k;
      const std::int64_t at[3] = {i % grid.width, i / grid.width % grid.height,
                                  i / (grid.width * grid.height)};
      std::int64_t least = far[static_cast<std::size_t>(i)];
      if (direction > 0) {
        const std::uint64_t* brick = object_row(0, at[1], at[2]) + kVectorWords * (at[0] + 1);
        least =
            std::all_of(brick, brick + kVectorWords, [](auto v) { return v + 1 == 0; }) ? kFar : 0;
      }
      for (int axis = 0; axis < (grid.planar ? 2 : 3); ++axis) {
        const std::int64_t neighbour = at[axis] - direction;
        if (neighbour >= 0 && neighbour < sizes[axis]) {
          const std::int64_t there = far[static_cast<std::size_t>(i - direction * strides[axis])];
          least = std::min(least, there + steps[axis]);
        } else if (edges == Edges::kBackground) {
          least = std::min(least, steps[axis]);
        }
      }
      far[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(std::min(least, kFar));
      if (direction < 0) {
        largest = std::max(largest, std::min(least, kFar));
      }
    }
  }
  // From any voxel of the one brick to any of the other.
  const std::int64_t within = 7 + (grid.brick_height - 1) + 7;
  return static_cast<int>(largest + within);
}

void Bricks::allocate_values(int largest, Element element) {
  planes = planes_for(largest);
  stride = words_per_brick(planes, element);
  data_ = ZeroedWords(stride * (grid.bricks() + grid.width));
}

std::uint64_t* Bricks::object_row(int parity, std::int64_t y, std::int64_t z) const {
  const std::int64_t row = inside(y, z) ? parity * grid.rows() + row_index(y, z) : 2 * grid.rows();
  return object_.get() + row * object_row_words();
}

std::uint64_t* Bricks::changed_row(int parity, std::int64_t y, std::int64_t z) const {
  const std::int64_t row = inside(y, z) ? parity * grid.rows() + row_index(y, z) : 2 * grid.rows();
  return changed_.get() + row * kChangedKinds * grid.set_words();
}

std::uint64_t* Bricks::data_row(std::int64_t y, std::int64_t z) const {
  const std::int64_t row = inside(y, z) ? row_index(y, z) : grid.rows();
  return data_.get() + row * grid.width * stride;
}

void Bricks::forget_changes() {
  std::fill_n(changed_.get(), 2 * grid.rows() * kChangedKinds * grid.set_words(), 0);
}

BrickRowStep Bricks::step(std::int64_t y, std::int64_t z, int step, int before) const {
  BrickRowStep r{};
  r.planar = grid.planar ? 1 : 0;
  r.planes = planes;
  r.bricks = static_cast<int>(grid.width);
  r.set_words = static_cast<int>(grid.set_words());
  r.stride = stride;
  r.step = step;
  r.data = data_row(y, z);
  for (int dz = -1; dz <= 1; ++dz) {
    for (int dy = -1; dy <= 1; ++dy) {
      // Slices on their own have nothing below and above.
      const bool apart = grid.planar && dz != 0;
      r.changed[3 * (dz + 1) + (dy + 1)] =
          apart ? changed_row(0, -1, -1) : changed_row(before, y + dy, z + dz);
    }
  }
  r.changed_now = changed_row(1 - before, y, z);
  r.inside = insides_.get() + (2 * (z == grid.depth - 1 ? 1 : 0) + (y == grid.height - 1 ? 1 : 0)) *
                                  2 * kVectorWords;
  auto* distances = reinterpret_cast<std::uint16_t*>(distances_.get());
  r.least = distances + 2 * row_index(y, z) * grid.width;
  r.largest = r.least + grid.width;
  return r;
}

void Bricks::find_inside(std::int64_t y, std::int64_t z,
                         std::uint64_t masks[2 * kVectorWords]) const {
  const std::int64_t columns = grid.shape.width - 8 * (grid.width - 1);
  for (std::int64_t i = 0; i < 64; ++i) {
    const std::int64_t line_y = y * grid.brick_height + (grid.planar ? i : i % 8);
    const std::int64_t line_z = z * grid.brick_depth + (grid.planar ? 0 : i / 8);
    const bool in = line_y < grid.shape.height && line_z < grid.shape.depth;
    if (i % 8 == 0) {
      masks[i / 8] = masks[kVectorWords + i / 8] = 0;
    }
    if (in) {
      masks[i / 8] |= std::uint64_t{0xff} << (8 * (i % 8));
      masks[kVectorWords + i / 8] |= ((std::uint64_t{1} << columns) - 1) << (8 * (i % 8));
    }
  }
}

}  // namespace bitvox::granulometry
