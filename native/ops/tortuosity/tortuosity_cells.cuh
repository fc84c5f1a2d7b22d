// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/tortuosity/tortuosity_each_brick.cuh"
#include "ops/tortuosity/tortuosity_rows.hpp"

// What the cells of the coarse levels are linked to on the GPU: the same numbers as on the CPU
// (tortuosity_levels.cpp).
namespace bitvox::tortuosity {
namespace {

#define BITVOX_INLINE __device__ __forceinline__
#include "ops/tortuosity/tortuosity_cells.inl"
#undef BITVOX_INLINE

// What a voxel or cell is linked to. 0 is solid.
using Links = std::uint8_t;
enum : unsigned {
  kXBefore = 1,
  kXAfter = 2,
  kYBefore = 4,
  kYAfter = 8,
  kZBefore = 16,
  kZAfter = 32,
  kPore = 64,
  kAtFace = 128,  // where the concentration is given
};

// One level. How many links between voxels a cell has along each way, those to a face included, is
// kept in 5 bits on the first two levels, where there are at most 4 and 16, or as floats.
struct Cells {
  Bricks grid;
  std::uint32_t* bits;    // of bricks
  std::uint32_t* packed;  // null, or
  float* wide;            // six arrays
  Weights weights;
  float *rhs, *value, *other;  // other: values in every second step
  bool is_last;                // one cell

  __device__ bool set_links(const Place& at, const Neighbours<float>& links) const {
    const float all[] = {links.x_before, links.x_after,  links.y_before,
                         links.y_after,  links.z_before, links.z_after};
    // A cell is no neighbour of itself.
    const bool along_x = grid.width > 1, along_y = grid.height > 1;
    const bool counts[] = {along_x, along_x, along_y, along_y, true, true};
    unsigned word = 0;
    bool any = false;
    for (int i = 0; i < 6; ++i) {
      const float count = counts[i] ? all[i] : 0.0F;
      any = any || count > 0;
      if (packed != nullptr) {
        word |= static_cast<unsigned>(count) << 5 * i;
      } else {
        at.in(wide + i * grid.count())[at.own] = count;
      }
    }
    if (packed != nullptr) at.in(packed)[at.own] = word;
    return any;
  }

  __device__ Neighbours<float> links(std::int64_t i) const {
    if (packed != nullptr) {
      const unsigned word = packed[i];
      const auto link = [&](int at) { return static_cast<float>(word >> 5 * at & 31); };
      return {0, link(0), link(1), link(2), link(3), link(4), link(5)};
    }
    const auto link = [&](int at) { return wide[at * grid.count() + i]; };
    return {0, link(0), link(1), link(2), link(3), link(4), link(5)};
  }

  // Of a cell in this layer; not above 0 where it has no links.
  __device__ float diagonal(const Neighbours<float>& links, int z) const {
    const float before = z == 0 ? 2 * links.z_before : links.z_before;
    const float after = z + 1 == grid.depth ? 2 * links.z_after : links.z_after;
    return cell_diagonal(weights, links.x_before + links.x_after, links.y_before + links.y_after,
                         before + after);
  }

  // Cells that it is linked to, as bits of Links.
  __device__ unsigned linked(const Neighbours<float>& links, int z) const {
    const auto bit = [](float link, unsigned value) { return link > 0 ? value : 0U; };
    return bit(links.x_before, kXBefore) | bit(links.x_after, kXAfter) |
           bit(links.y_before, kYBefore) | bit(links.y_after, kYAfter) |
           bit(z == 0 ? 0 : links.z_before, kZBefore) |
           bit(z + 1 == grid.depth ? 0 : links.z_after, kZAfter);
  }
};

// The values of a voxel or cell and of those that it is linked to.
__device__ __forceinline__ Neighbours<float> around(unsigned linked, const Place& at,
                                                    const float* values) {
  const float* const u = at.in(values) + at.own;
  const auto of = [&](unsigned link, int distance) {
    return (linked & link) != 0 ? u[distance] : 0.0F;
  };
  return {*u,
          of(kXBefore, at.x_before),
          of(kXAfter, at.x_after),
          of(kYBefore, at.y_before),
          of(kYAfter, at.y_after),
          of(kZBefore, at.z_before),
          of(kZAfter, at.z_after)};
}

// Adds to the links of a coarse cell those of a fine one that leave it.
__device__ __forceinline__ void add_outer(const Bricks& fine, int x, int y, int z,
                                          const Neighbours<float>& links, Neighbours<float>& sum) {
  (x % 2 == 0 ? sum.x_before : sum.own) += links.x_before;
  (x % 2 == 1 || x + 1 == fine.width ? sum.x_after : sum.own) += links.x_after;
  (y % 2 == 0 ? sum.y_before : sum.own) += links.y_before;
  (y % 2 == 1 || y + 1 == fine.height ? sum.y_after : sum.own) += links.y_after;
  (z % 2 == 0 ? sum.z_before : sum.own) += links.z_before;
  (z % 2 == 1 || z + 1 == fine.depth ? sum.z_after : sum.own) += links.z_after;
}

struct LinksOfCells {
  Cells fine, coarse;

  __device__ bool operator()(const Place& at) const {
    const Bricks& grid = fine.grid;
    Neighbours<float> sum{};
    if (at.is_in(coarse.grid)) {
      for (int z = 2 * at.z; z < min(grid.depth, 2 * at.z + 2); ++z)
        for (int y = 2 * at.y; y < min(grid.height, 2 * at.y + 2); ++y)
          for (int x = 2 * at.x; x < min(grid.width, 2 * at.x + 2); ++x) {
            add_outer(grid, x, y, z, fine.links(grid.row(y, z) + Bricks::along(x)), sum);
          }
    }
    return coarse.set_links(at, sum);
  }
};

}  // namespace
}  // namespace bitvox::tortuosity
