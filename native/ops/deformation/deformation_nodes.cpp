// SPDX-License-Identifier: BSD-2-Clause
#include "ops/deformation/deformation_nodes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "core/random.hpp"
#include "core/threads/parallel.hpp"

namespace bitvox::deformation {
namespace {

// The voxels of a mask that are set.
struct Voxels {
  std::int64_t count = 0;
  std::array<std::int64_t, 3> first{}, end{};  // of their box

  Voxels() {
    first.fill(std::numeric_limits<std::int64_t>::max());
    end.fill(0);
  }
  void include(std::size_t axis, std::int64_t low, std::int64_t high) {
    first[axis] = std::min(first[axis], low);
    end[axis] = std::max(end[axis], high + 1);
  }
  void add(const Voxels& other) {
    count += other.count;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (other.count > 0) include(axis, other.first[axis], other.end[axis] - 1);
    }
  }
};

Voxels voxels_of_slice(const BitVolume& mask, std::int64_t z) {
  const Shape& shape = mask.shape();
  Voxels out;
  for (std::int64_t y = 0; y < shape.height; ++y) {
    const std::uint64_t* const row = mask.slice(z) + y * shape.words_per_row();
    for (std::int64_t i = 0; i < shape.words_per_row(); ++i) {
      if (row[i] == 0) continue;
      out.count += std::popcount(row[i]);
      out.include(0, 64 * i + std::countr_zero(row[i]), 64 * i + 63 - std::countl_zero(row[i]));
      out.include(1, y, y);
      out.include(2, z, z);
    }
  }
  return out;
}

Voxels voxels_of(const BitVolume& mask, int threads, Progress& progress) {
  std::vector<Voxels> slices(static_cast<std::size_t>(mask.shape().depth));
  parallel_for(mask.shape().depth, threads, progress, [&](std::int64_t z) {
    slices[static_cast<std::size_t>(z)] = voxels_of_slice(mask, z);
  });
  Voxels all;
  for (const Voxels& slice : slices) all.add(slice);
  return all;
}

bool is_set(const BitVolume& mask, const Vector& place, const Vector& voxel) {
  const Shape& shape = mask.shape();
  const auto at = [&](std::size_t axis, std::int64_t size) {
    return std::clamp(static_cast<std::int64_t>(place[axis] / voxel[axis]), std::int64_t{0},
                      size - 1);
  };
  const std::int64_t x = at(0, shape.width), y = at(1, shape.height), z = at(2, shape.depth);
  return (mask.slice(z)[y * shape.words_per_row() + x / 64] >> (x % 64) & 1) != 0;
}

// The middle of a cell, moved.
Vector place_in(const Nodes& nodes, std::int64_t index, double jitter, const Random& random) {
  const std::array<std::int64_t, 3> at = nodes.cell_at(index);
  Vector place{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::uint64_t number = random.at(3 * static_cast<std::uint64_t>(index) + axis);
    const double uniform = static_cast<double>(number >> 11) * 0x1p-53 - 0.5;
    place[axis] = nodes.corner[axis] +
                  (static_cast<double>(at[axis]) + 0.5 + jitter * uniform) * nodes.cell[axis];
  }
  return place;
}

void divide_box(double spacing, Nodes& nodes) {
  double count = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double cells = std::max(1.0, std::round(nodes.size[axis] / spacing));
    count *= cells;
    if (count > static_cast<double>(std::numeric_limits<std::int32_t>::max())) {
      throw InvalidInput("nodes at a distance of " + exact_number(spacing) +
                         " divide the body's box into more than 2147483647 cells; use fewer nodes "
                         "or a larger node_spacing");
    }
    nodes.cells[axis] = static_cast<std::int64_t>(cells);
    nodes.cell[axis] = nodes.size[axis] / cells;
  }
}

}  // namespace

double Nodes::spacing() const { return cube_root(volume / static_cast<double>(count())); }

Nodes sample_nodes(const BitVolume& mask, const Options& options, int threads, Progress& progress) {
  const Voxels voxels = voxels_of(mask, threads, progress);
  if (voxels.count == 0) throw UnsuitableImage("no voxel of the mask is set");
  const Vector voxel{options.spacing.x, options.spacing.y, options.spacing.z};
  Nodes nodes;
  nodes.volume = static_cast<double>(voxels.count) * voxel[0] * voxel[1] * voxel[2];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    nodes.corner[axis] = static_cast<double>(voxels.first[axis]) * voxel[axis];
    nodes.size[axis] = static_cast<double>(voxels.end[axis] - voxels.first[axis]) * voxel[axis];
  }
  divide_box(options.node_spacing > 0
                 ? options.node_spacing
                 : cube_root(nodes.volume / static_cast<double>(options.nodes)),
             nodes);

  const std::int64_t layers = nodes.cells[static_cast<std::size_t>(options.direction)];
  if (layers < 3) {
    throw InvalidInput(std::string(layers == 1 ? "there is 1 layer" : "there are 2 layers") +
                       " of nodes between the plates; 3 are needed at least, use more nodes");
  }
  const std::int64_t of_layer = nodes.cells[0] * nodes.cells[1];
  const std::int64_t cells = of_layer * nodes.cells[2];
  require_memory(kMemoryUser, host_memory(), 4 * cells);
  nodes.in_cell.resize(static_cast<std::size_t>(cells));
  const Random random(static_cast<std::uint64_t>(options.seed));
  std::vector<std::int64_t> before(static_cast<std::size_t>(nodes.cells[2]) + 1);
  const auto each_layer = [&](const auto& body) {
    parallel_for(nodes.cells[2], threads, progress, [&](std::int64_t z) {
      for (std::int64_t cell = z * of_layer; cell < (z + 1) * of_layer; ++cell) body(cell, z);
    });
  };
  each_layer([&](std::int64_t cell, std::int64_t z) {
    const bool has_node = is_set(mask, place_in(nodes, cell, options.jitter, random), voxel);
    nodes.in_cell[static_cast<std::size_t>(cell)] = has_node ? 0 : -1;
    before[static_cast<std::size_t>(z) + 1] += has_node ? 1 : 0;
  });
  std::partial_sum(before.begin(), before.end(), before.begin());
  const std::int64_t count = before.back();
  if (count > kMostNodes) {
    throw InvalidInput("nodes at a distance of " + exact_number(options.node_spacing) + " are " +
                       std::to_string(count) + "; at most " + std::to_string(kMostNodes) +
                       " are allowed, use a larger node_spacing");
  }
  if (count == 0) throw InvalidInput("no node lies in the body; use more nodes");
  require_memory(kMemoryUser, host_memory(), 28 * count);
  nodes.places.resize(static_cast<std::size_t>(count));
  nodes.cell_of.resize(static_cast<std::size_t>(count));
  each_layer([&](std::int64_t cell, std::int64_t z) {
    std::int32_t& node = nodes.in_cell[static_cast<std::size_t>(cell)];
    if (node < 0) return;
    node = static_cast<std::int32_t>(before[static_cast<std::size_t>(z)]++);
    const auto of = static_cast<std::size_t>(node);
    nodes.places[of] = place_in(nodes, cell, options.jitter, random);
    nodes.cell_of[of] = static_cast<std::int32_t>(cell);
  });
  return nodes;
}

}  // namespace bitvox::deformation
