// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/tortuosity/tortuosity_rows.hpp"
#include "ops/tortuosity/tortuosity_solve.hpp"
#include "solvers/grid_kernels.cuh"

// What the GPU does for one voxel or cell. Solids and cells without links keep what they
// have: only what conducts is read and written.
namespace bitvox::tortuosity {
namespace {

#define BITVOX_INLINE __device__ __forceinline__
#include "ops/tortuosity/tortuosity_cells.inl"
#undef BITVOX_INLINE

// ---- Voxels ------------------------------------------------------------------------------------

// The diagonal of a voxel and the factor of a sweep, by its code.
struct OfCode {
  float diagonal;
  float sweep_factor;
};
constexpr int kCodes = 256;

__global__ void tabulate_kernel(Weights weights, OfCode* table) {
  const auto code = static_cast<Code>(threadIdx.x);
  table[code] = {diagonal_of(code, weights), sweep_factor(code, weights)};
}

struct Pores {
  View<Code> codes;
  Weights weights;
  const OfCode* table;

  // (A u)(x) of a pore, from its value and those of its neighbours.
  __device__ float applied_to(Code code, float u, float along_x, float along_y,
                              float along_z) const {
    const float links = weights.x * along_x + weights.y * along_y + along_z;
    return table[code].diagonal * u - links;
  }
  __device__ float applied_to(Code code, const float* u, const Around<float>& around, int x) const {
    return applied_to(code, u[x], u[x - 1] + u[x + 1], around.y_before[x] + around.y_after[x],
                      around.z_before[x] + around.z_after[x]);
  }

  // The codes of the row before or behind, which at a face are those of pores.
  __device__ bool is_pore_in_layer(int x, int y, int z) const {
    return z < 0 || z >= codes.depth || codes.row(y, z)[x] != 0;
  }
  __device__ float b(int x, int y, int z) const {
    return static_cast<float>(static_cast<int>(is_pore_in_layer(x, y, z + 1)) -
                              static_cast<int>(is_pore_in_layer(x, y, z - 1)));
  }
};

struct Encode {
  const std::uint64_t* bits;
  std::int64_t words_per_row;
  View<Code> codes;

  __device__ int pore_at(int x, int y, int z) const {
    if (z < 0 || z >= codes.depth) return 2;  // a face
    if (codes.wraps_y) y = y < 0 ? codes.height - 1 : y == codes.height ? 0 : y;
    if (codes.wraps_x) x = x < 0 ? codes.width - 1 : x == codes.width ? 0 : x;
    if (x < 0 || x >= codes.width || y < 0 || y >= codes.height) return 0;
    const std::int64_t row = static_cast<std::int64_t>(z) * codes.height + y;
    return static_cast<int>(bits[row * words_per_row + x / 64] >> (x % 64) & 1);
  }
  __device__ void operator()(int x, int y, int z) const {
    if (pore_at(x, y, z) == 0) return;
    const int links = pore_at(x - 1, y, z) + pore_at(x + 1, y, z) +
                      4 * (pore_at(x, y - 1, z) + pore_at(x, y + 1, z)) +
                      16 * (pore_at(x, y, z - 1) + pore_at(x, y, z + 1));
    codes.set(codes.row(y, z), x, static_cast<Code>(links));
  }
};

struct Start {
  Pores pores;
  View<float> r, z_of;

  __device__ double operator()(int x, int y, int z) const {
    const Code code = pores.codes.row(y, z)[x];
    if (code == 0) return 0;
    const float value = pores.b(x, y, z);
    r.row(y, z)[x] = value;
    z_of.set(z_of.row(y, z), x, value * pores.table[code].sweep_factor);
    return static_cast<double>(value) * static_cast<double>(value);
  }
};

// next = t + beta p, of which also p . A p is made: of neighbours it is computed again.
struct Advance {
  Pores pores;
  float beta;
  View<float> t, p, next;

  __device__ double operator()(int x, int y, int z) const {
    const Code code = pores.codes.row(y, z)[x];
    if (code == 0) return 0;
    const float* const t_row = t.row(y, z);
    const float* const p_row = p.row(y, z);
    const Around<float> t_at = t.around(y, z);
    const Around<float> p_at = p.around(y, z);
    const float own = t_row[x] + beta * p_row[x];
    const float along_x =
        (t_row[x - 1] + beta * p_row[x - 1]) + (t_row[x + 1] + beta * p_row[x + 1]);
    const float along_y =
        (t_at.y_before[x] + beta * p_at.y_before[x]) + (t_at.y_after[x] + beta * p_at.y_after[x]);
    const float along_z =
        (t_at.z_before[x] + beta * p_at.z_before[x]) + (t_at.z_after[x] + beta * p_at.z_after[x]);
    next.set(next.row(y, z), x, own);
    const float product = pores.applied_to(code, own, along_x, along_y, along_z);
    return static_cast<double>(own) * static_cast<double>(product);
  }
};

struct Move {
  Pores pores;
  float alpha;
  View<float> p, v, r, z_of;

  __device__ double operator()(int x, int y, int z) const {
    const Code* const codes = pores.codes.row(y, z);
    if (codes[x] == 0) return 0;
    const float* const row = p.row(y, z);
    float* const v_row = v.row(y, z);
    v.set(v_row, x, v_row[x] + alpha * row[x]);
    float* const r_row = r.row(y, z);
    const float value = r_row[x] - alpha * pores.applied_to(codes[x], row, p.around(y, z), x);
    r_row[x] = value;
    z_of.set(z_of.row(y, z), x, value * pores.table[codes[x]].sweep_factor);
    return static_cast<double>(value) * static_cast<double>(value);
  }
};

struct Sweep {
  Pores pores;
  View<float> z_of, r, t;

  __device__ double operator()(int x, int y, int z) const {
    const Code* const codes = pores.codes.row(y, z);
    if (codes[x] == 0) return 0;
    const float* const row = z_of.row(y, z);
    const float value = r.row(y, z)[x];
    const float left = value - pores.applied_to(codes[x], row, z_of.around(y, z), x);
    const float swept = row[x] + left * pores.table[codes[x]].sweep_factor;
    t.set(t.row(y, z), x, swept);
    return static_cast<double>(value) * static_cast<double>(swept);
  }
};

struct AddCoarseToVoxels {
  Pores pores;
  View<float> coarse;
  float factor;
  View<float> z_of;

  __device__ void operator()(int x, int y, int z) const {
    const Code code = pores.codes.row(y, z)[x];
    if (code == 0) return;
    float* const row = z_of.row(y, z);
    z_of.set(row, x, row[x] + pore(code) * (factor * coarse.row(y / 2, z / 2)[x / 2]));
  }
};

// ---- What comes of it --------------------------------------------------------------------------

struct Flux {  // to the next layer, or through the last face
  Pores pores;
  View<float> v;

  __device__ double operator()(int x, int y, int z) const {
    if (pores.codes.row(y, z)[x] == 0) return 0;
    const float here = v.row(y, z)[x];
    if (z + 1 == v.depth) return flux_at_face(here, -1);
    if (pores.codes.row(y, z + 1)[x] == 0) return 0;
    return 1 + difference(v.row(y, z + 1)[x], here);
  }
};

struct FluxOfFirstFace {
  Pores pores;
  View<float> v;

  __device__ double operator()(int x, int y, int) const {
    return pores.codes.row(y, 0)[x] == 0 ? 0 : flux_at_face(v.row(y, 0)[x], 1);
  }
};

struct Energy {
  Pores pores;
  View<float> v;

  __device__ double operator()(int x, int y, int z) const {
    const Code* const codes = pores.codes.row(y, z);
    if (codes[x] == 0) return 0;
    return energy_of_links(codes, pores.weights, pores.codes.beyond(y + 1, z),
                           pores.codes.beyond(y, z + 1), v.row(y, z), v.around(y, z), x);
  }
};

// Of the links to a face, at one end of z.
struct EnergyOfFace {
  Pores pores;
  View<float> v;
  int layer;
  double sign;

  __device__ double operator()(int x, int y, int) const {
    return pores.codes.row(y, layer)[x] == 0 ? 0 : energy_at_face(v.row(y, layer)[x], sign);
  }
};

struct ResidualSquared {
  Pores pores;
  View<float> v;
  const Code* face;  // a row of pores

  __device__ double operator()(int x, int y, int z) const {
    const Code* const codes = pores.codes.row(y, z);
    if (codes[x] == 0) return 0;
    const Code* const before = z == 0 ? face : pores.codes.row(y, z - 1);
    const Code* const after = z + 1 == v.depth ? face : pores.codes.row(y, z + 1);
    return imbalance_squared(codes, pores.weights, before, after, v.row(y, z), v.around(y, z), x);
  }
};

struct Value {
  Pores pores;
  View<float> v;

  __device__ double operator()(int x, int y, int z) const {
    return pores.codes.row(y, z)[x] == 0 ? 0 : static_cast<double>(v.row(y, z)[x]);
  }
};

// Adds sums of the rows of a layer to those that are there.
__global__ void __launch_bounds__(kThreads)
    add_sums_kernel(const double* more, std::int64_t count, double* sums) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i < count) sums[i] += more[i];
}

}  // namespace
}  // namespace bitvox::tortuosity
