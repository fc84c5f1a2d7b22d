// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agent_room.hpp"

#include <algorithm>
#include <bit>

#include "core/backends/dispatch.hpp"
#include "core/memory/aligned_array.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/agents/agent_ground.hpp"
#include "ops/distance_map/distance_map_field.hpp"
#include "ops/morphology/morphology.hpp"

namespace bitvox::agents {
namespace {

// The voxels none of whose neighbours is a wall: those whose box is a voxel away from any.
BitVolume without_neighbours_of_walls(const BitVolume& free, int threads, Progress& progress) {
  morphology::Options options;
  options.backend = name_of(best_cpu());
  options.threads = threads;
  options.operation = morphology::Operation::kErode;
  options.element = Element::kCube;
  options.radius = 1;
  options.edges = Edges::kClipped;
  return std::move(morphology::apply(free, nullptr, options, progress).volume);
}

// The voxels whose squared distance from voxels that are not set is at least this.
template <class T>
BitVolume far_from_unset(const BitVolume& set, const Spacing& spacing, double squared, int threads,
                         Progress& progress) {
  const Shape& shape = set.shape();
  require_memory(
      kMemoryUser, host_memory(),
      shape.voxel_count() * static_cast<std::int64_t>(sizeof(T)) + 8 * shape.word_count());
  const AlignedArray<T> squares = aligned_array<T>(shape.voxel_count());
  distance_map::FieldMaker<T> maker(rows_for<distance_map::Rows>(best_cpu()), set,
                                    distance_map::Metric::kEuclidean, shape.depth == 1, spacing,
                                    threads);
  auto [measuring, packing] = progress_parts(progress, 4, 1);
  maker.make(Phase::kForeground, Edges::kClipped, {0, shape.width}, squares.get(), measuring);
  BitVolume far(shape);
  parallel_for(shape.depth, threads, packing, [&](std::int64_t z) {
    for (std::int64_t y = 0; y < shape.height; ++y) {
      const T* const row = squares.get() + (z * shape.height + y) * shape.width;
      std::uint64_t* const words = far.slice(z) + y * shape.words_per_row();
      for (std::int64_t x = 0; x < shape.width; ++x) {
        const bool is_far = static_cast<double>(row[x]) >= squared;
        words[x / 64] |= static_cast<std::uint64_t>(is_far) << (x % 64);
      }
    }
  });
  return far;
}

void clear_outside(std::int64_t first, std::int64_t last, std::int64_t words, std::uint64_t* row) {
  for (std::int64_t i = 0; i < words; ++i) {
    const std::int64_t low = std::clamp<std::int64_t>(first - 64 * i, 0, 64);
    const std::int64_t high = std::clamp<std::int64_t>(last + 1 - 64 * i, 0, 64);
    const auto below = [](std::int64_t bit) {
      return bit == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bit) - 1;
    };
    row[i] &= below(high) & ~below(low);
  }
}

std::int64_t count_bits(const std::uint64_t* row, std::int64_t words) {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < words; ++i) count += std::popcount(row[i]);
  return count;
}

bool has_bit(const std::uint64_t* row, std::int64_t x) {
  return (row[x / 64] >> (x % 64) & 1) != 0;
}

}  // namespace

BitVolume clear_of_walls(const BitVolume& free, const Spacing& spacing, double distance,
                         int threads, Progress& progress) {
  auto [eroding, measuring] = progress_parts(progress, 1, 4);
  const BitVolume clear = without_neighbours_of_walls(free, threads, eroding);
  const Shape& shape = free.shape();
  const bool planar = shape.depth == 1;
  const bool cubes = spacing.x == spacing.y && (planar || spacing.x == spacing.z);
  constexpr double kMost32 = 0x7ffffffe;
  const auto square = [](std::int64_t side) { return static_cast<double>(side * side); };
  const double longest = square(shape.width) + square(shape.height) + square(shape.depth);
  if (cubes && longest < kMost32) {
    const double voxels = distance / spacing.x;
    return far_from_unset<std::uint32_t>(clear, {}, voxels * voxels, threads, measuring);
  }
  return far_from_unset<double>(clear, spacing, distance * distance, threads, measuring);
}

double keep_within(const VoxelRange (&ranges)[3], BitVolume& room) {
  const Shape& shape = room.shape();
  const auto& [xs, ys, zs] = ranges;
  double sum = 0;
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    for (std::int64_t y = 0; y < shape.height; ++y) {
      std::uint64_t* const row = room.slice(z) + y * shape.words_per_row();
      if (z < zs.first || z > zs.last || y < ys.first || y > ys.last) {
        std::fill_n(row, shape.words_per_row(), std::uint64_t{0});
        continue;
      }
      clear_outside(xs.first, xs.last, shape.words_per_row(), row);
      double of_row = static_cast<double>(count_bits(row, shape.words_per_row()));
      if (has_bit(row, xs.first)) of_row -= 1 - xs.first_part;
      if (xs.last > xs.first && has_bit(row, xs.last)) of_row -= 1 - xs.last_part;
      sum += of_row * ys.part(y) * zs.part(z);
    }
  }
  return sum;
}

}  // namespace bitvox::agents
