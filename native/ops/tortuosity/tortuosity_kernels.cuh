// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/tortuosity/tortuosity_each_brick.cuh"
#include "ops/tortuosity/tortuosity_levels.cuh"

// What the GPU does for one voxel. Solids have no values: only what conducts is read and written.
namespace bitvox::tortuosity {
namespace {

constexpr int kKindsOfLinks = 256;

// As the CPU has it.
__device__ __forceinline__ Code code_of(Links links, int depth) {
  const int along_x = (links & 1) + (links >> 1 & 1);
  const int along_y = (links >> 2 & 1) + (links >> 3 & 1);
  const int to_faces = (links & kAtFace) == 0 ? 0 : depth == 1 ? 4 : 2;
  const int along_z = (links >> 4 & 1) + (links >> 5 & 1) + to_faces;
  return static_cast<Code>(links == 0 ? 0 : along_x + 4 * along_y + 16 * along_z);
}

struct OfLinks {
  float diagonal;
  float sweep_factor;
};

__global__ void tabulate_kernel(Weights weights, int depth, OfLinks* table) {
  const Code code = code_of(static_cast<Links>(threadIdx.x), depth);
  table[threadIdx.x] = {diagonal_of(code, weights), sweep_factor(code, weights)};
}

struct Pores {
  Bricks grid;
  Links* links;
  Weights weights;
  const OfLinks* table;

  __device__ float applied_to(Links here, const Neighbours<float>& u) const {
    return applied(table[here].diagonal, weights, u);
  }
  // Links to the next layer less those to the one before.
  __device__ float b(Links here, int z) const {
    const bool after = (here & kZAfter) != 0 || z + 1 == grid.depth;
    const bool before = (here & kZBefore) != 0 || z == 0;
    return static_cast<float>(static_cast<int>(after) - static_cast<int>(before));
  }
};

// Who has nothing to keep along a row.
struct OfPores {
  Pores pores;
  __device__ int lane(const Place&) const { return 0; }
};

struct Encode {
  Pores pores;
  const std::uint64_t* bits;
  std::int64_t words_per_row;

  __device__ bool is_pore(int x, int y, int z) const {
    const Bricks& grid = pores.grid;
    if (grid.wraps_y) y = y < 0 ? grid.height - 1 : y == grid.height ? 0 : y;
    if (grid.wraps_x) x = x < 0 ? grid.width - 1 : x == grid.width ? 0 : x;
    if (x < 0 || x >= grid.width || y < 0 || y >= grid.height || z < 0 || z >= grid.depth) {
      return false;
    }
    const std::int64_t row = static_cast<std::int64_t>(z) * grid.height + y;
    return (bits[row * words_per_row + x / 64] >> (x % 64) & 1) != 0;
  }
  __device__ bool operator()(const Place& at) const {
    const int x = at.x, y = at.y, z = at.z;
    unsigned links = 0;
    if (at.is_in(pores.grid) && is_pore(x, y, z)) {
      links = kPore;
      if (z == 0 || z + 1 == pores.grid.depth) links |= kAtFace;
      if (is_pore(x - 1, y, z)) links |= kXBefore;
      if (is_pore(x + 1, y, z)) links |= kXAfter;
      if (is_pore(x, y - 1, z)) links |= kYBefore;
      if (is_pore(x, y + 1, z)) links |= kYAfter;
      if (is_pore(x, y, z - 1)) links |= kZBefore;
      if (is_pore(x, y, z + 1)) links |= kZAfter;
    }
    at.in(pores.links)[at.own] = static_cast<Links>(links);
    return links != 0;
  }
};

// What pores link a cell of the first coarse level to: see Cells.
struct LinksOfVoxels {
  Pores pores;
  Cells coarse;

  __device__ bool operator()(const Place& at) const {
    const Bricks& fine = pores.grid;
    Neighbours<float> sum{};
    if (at.is_in(coarse.grid)) {
      for (int z = 2 * at.z; z < min(fine.depth, 2 * at.z + 2); ++z)
        for (int y = 2 * at.y; y < min(fine.height, 2 * at.y + 2); ++y)
          for (int x = 2 * at.x; x < min(fine.width, 2 * at.x + 2); ++x) {
            const Links here = pores.links[fine.row(y, z) + Bricks::along(x)];
            const auto has = [&](unsigned link) { return (here & link) != 0 ? 1.0F : 0.0F; };
            Neighbours<float> links{0,
                                    has(kXBefore),
                                    has(kXAfter),
                                    has(kYBefore),
                                    has(kYAfter),
                                    z == 0 ? has(kPore) : has(kZBefore),
                                    z + 1 == fine.depth ? has(kPore) : has(kZAfter)};
            add_outer(fine, x, y, z, links, sum);
          }
    }
    return coarse.set_links(at, sum);
  }
};

// ---- Conjugate gradients -----------------------------------------------------------------------

struct Start : OfPores {
  float *v, *p, *z;

  __device__ double operator()(const Place& at, int) const {
    const Links here = at.in(pores.links)[at.own];
    if (here == 0) return 0;
    const float value = pores.b(here, at.z);
    at.in(v)[at.own] = at.in(p)[at.own] = 0;
    at.in(z)[at.own] = value * pores.table[here].sweep_factor;
    return square(value);
  }
};

// What the first sweep leaves, and the right-hand side of the first coarse level.
struct Leave {
  Pores pores;
  const float* z;
  float* left;
  ToCoarse to;

  __device__ auto lane(const Place& at) const { return to.lane(at); }

  __device__ double operator()(const Place& at, const ToCoarse::Lane& lane) const {
    const Links here = at.in(pores.links)[at.own];
    double product = 0;
    float rest = 0;
    if (here != 0) {
      const Neighbours<float> values = around(here, at, z);
      const float diagonal = pores.table[here].diagonal;
      const float r = unswept(values.own, diagonal);
      rest = r - applied(diagonal, pores.weights, values);
      at.in(left)[at.own] = rest;
      product = static_cast<double>(r + rest) * static_cast<double>(values.own);
    }
    if (to.coarse.rhs != nullptr) to.add(pores.grid, at, rest, lane);
    return product;
  }
};

// p = t + beta p, where t is r after both sweeps and the correction between them.
struct Advance {
  Pores pores;
  const float *z, *left;
  float* p;
  FromCoarse from;
  float beta;

  __device__ auto lane(const Place& at) const { return from.lane(pores.grid, at); }

  __device__ void operator()(const Place& at, const FromCoarse::Lane& lane) const {
    const Links here = at.in(pores.links)[at.own];
    if (here == 0) return;
    const OfLinks of_links = pores.table[here];
    const float before = at.in(p)[at.own];
    const float rest = at.in(left)[at.own];
    const float swept_once = at.in(z)[at.own];
    const Neighbours<float> coarse = from.around(pores.grid, here, at, lane);
    // Within a cell nothing flows, the cell's value being that of both.
    const auto flow = [&](unsigned link, float value) {
      return (here & link) != 0 ? coarse.own - value : 0.0F;
    };
    const float along_x = flow(kXBefore, coarse.x_before) + flow(kXAfter, coarse.x_after);
    const float along_y = flow(kYBefore, coarse.y_before) + flow(kYAfter, coarse.y_after);
    float along_z = flow(kZBefore, coarse.z_before) + flow(kZAfter, coarse.z_after);
    if (at.z == 0) along_z += 2 * coarse.own;
    if (at.z + 1 == pores.grid.depth) along_z += 2 * coarse.own;
    const float coarse_left = (pores.weights.x * along_x + pores.weights.y * along_y) + along_z;
    const float t =
        swept(swept_once, rest, of_links.sweep_factor, from.factor, coarse.own, coarse_left);
    at.in(p)[at.own] = t + beta * before;
  }
};

struct Curvature : OfPores {
  const float* p;

  __device__ double operator()(const Place& at, int) const {
    const Links here = at.in(pores.links)[at.own];
    if (here == 0) return 0;
    const Neighbours<float> values = around(here, at, p);
    return static_cast<double>(values.own) * static_cast<double>(pores.applied_to(here, values));
  }
};

struct Move : OfPores {
  const float* p;
  float *v, *z;
  float alpha;

  __device__ double operator()(const Place& at, int) const {
    const Links here = at.in(pores.links)[at.own];
    if (here == 0) return 0;
    const OfLinks of_links = pores.table[here];
    const float concentration = at.in(v)[at.own];
    const float before = at.in(z)[at.own];
    const Neighbours<float> values = around(here, at, p);
    const float value = moved(before, of_links.sweep_factor, alpha,
                              applied(of_links.diagonal, pores.weights, values));
    at.in(v)[at.own] = concentration + alpha * values.own;
    at.in(z)[at.own] = value;
    return square(unswept(value, of_links.diagonal));
  }
};

}  // namespace
}  // namespace bitvox::tortuosity
