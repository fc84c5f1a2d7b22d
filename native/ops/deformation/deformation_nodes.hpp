// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/elementary.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/deformation/deformation.hpp"

namespace bitvox::deformation {

inline constexpr MemoryUser kMemoryUser{"Deformation", "Use fewer nodes, or crop the image."};

// The same bits on every machine, unlike the C library's.
inline double cube_root(double value) { return elementary::exp_of(elementary::log_of(value) / 3); }

// Of loops over nodes by several threads.
inline constexpr std::int64_t kNodesAtATime = 1024;

// The cells that a body's box is divided into, one node each at most, and its nodes in their order.
// Lengths are in the unit of the spacing, places from the corner of the image.
struct Nodes {
  Vector corner{}, size{};              // of the box
  std::array<std::int64_t, 3> cells{};  // along each axis
  Vector cell{};                        // size of one
  std::vector<std::int32_t> in_cell;    // the node in each cell, or -1
  std::vector<std::int32_t> cell_of;    // each node
  std::vector<Vector> places;
  double volume = 0;  // of the body

  std::int64_t count() const { return static_cast<std::int64_t>(places.size()); }
  // The cube root of a node's part of the volume.
  double spacing() const;
  std::int64_t index(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return (z * cells[1] + y) * cells[0] + x;
  }
  std::array<std::int64_t, 3> cell_at(std::int64_t i) const {
    return {i % cells[0], i / cells[0] % cells[1], i / (cells[0] * cells[1])};
  }
};

// Throws UnsuitableImage if no voxel is set, InvalidInput if there are too many cells, fewer than
// three layers of them between the plates, or none has a node, HostOutOfMemory, Cancelled.
Nodes sample_nodes(const BitVolume& mask, const Options& options, int threads, Progress& progress);

}  // namespace bitvox::deformation
