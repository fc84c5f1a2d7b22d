// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "diffusion/around.hpp"

namespace bitvox::tortuosity {

// What the links of a voxel are: how many along x, along y << 2, along z << 4. The faces where the
// concentration is given are half a voxel away and count 2 along z. 0 is solid: every pore has a
// link, as those that join nothing were left out.
using Code = uint8_t;

// How much a link along x and y conducts; one along z conducts 1.
struct Weights {
  float x;
  float y;
};

// The voxels, a row at a time. Values in solids are and stay 0, so that the sum over neighbours
// needs no mask. A is the matrix of the links: (A u)(i) = sum over links of weight (u(i) - u(j)).
// Sums are of doubles, in an order that is the same for all instruction sets.
struct VoxelRow {
  const Code* codes;
  Weights weights;
  int64_t width;
};

// A row of a coarse level: how many links between voxels join its cells to the next one, and what
// all links of a cell conduct (-1 where there are none).
struct CellRow {
  const float* x;
  const float* y;
  const float* y_before;
  const float* z;
  const float* z_before;
  const float* diagonal;
  Weights weights;
  int64_t width;
};

// A row of the first coarse level where a row of voxels lies that others are linked to, with the
// codes of that: so many links to each pore of it, 0 where there is no such row.
struct CoarseRow {
  const float* values;
  const Code* codes;
  float links;
};

// The row of the first coarse level where a row of voxels lies, with a cell more at both ends, and
// those of its neighbours along y and z: one of both lies in the same row, but at an end.
struct CoarseRows {
  const float* own;
  CoarseRow y[2];
  CoarseRow z[2];
};

// Inner loops of tortuosity, one table an instruction set.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // 64 voxels a word to bytes of 0 and 1: whole words are written.
  void (*unpack)(const uint64_t* bits, int64_t words, uint8_t* bytes);
  // From the bytes of a row and its neighbours; a face where the concentration is given is a row
  // of 2.
  void (*encode)(const uint8_t* row, Around<uint8_t> around, int64_t width, Code* codes);

  // What the linear concentration leaves: links to the next layer less links to the one before, of
  // which the codes are given: z = M r, the first sweep over it. Returns r . r.
  double (*start)(VoxelRow row, const Code* before, const Code* after, float* z);
  // p = t + beta p, where t is what swept() makes of z and `left`.
  void (*advance)(VoxelRow row, const CoarseRows& coarse, float correction, float beta,
                  const float* z, const float* left, float* p);
  // p . A p.
  double (*curvature)(VoxelRow row, const float* p, Around<float> around);
  // v += alpha p, r -= alpha A p. Returns r . r.
  double (*move)(VoxelRow row, const float* p, Around<float> around, float alpha, float* v,
                 float* z);
  // left = r - A z. Returns (r + left) . z.
  double (*residual)(VoxelRow row, const float* z, Around<float> around, float* left);

  // With v what the concentration differs by from the linear one, which rises by 1 a layer: what
  // flows to the next layer, and through a face (v is 0 there), where sign is 1 for the first.
  double (*flux)(VoxelRow row, const Code* next_codes, const float* v, const float* next_v);
  double (*flux_of_face)(VoxelRow row, const float* v, double sign);
  // The energy of the links to the next voxels, and of those to a face.
  double (*energy)(VoxelRow row, const Code* y_after, const Code* z_after, const float* v,
                   Around<float> around);
  double (*energy_of_face)(VoxelRow row, const float* v, double sign);
  // The square of the true residual, in double; codes as for start.
  double (*residual_squared)(VoxelRow row, const Code* before, const Code* after, const float* v,
                             Around<float> around);
  double (*sum)(int64_t width, const float* v);

  // The links of voxels to the next ones along x, y and z, from their codes and those of the next.
  void (*links)(VoxelRow row, const Code* y_after, const Code* z_after, float* x, float* y,
                float* z);

  // Coarse levels. What so many links along x, y and z conduct.
  float (*cell_diagonal)(Weights weights, float along_x, float along_y, float along_z);
  // First: out = scale * rhs / diagonal.
  void (*cell_start)(CellRow row, const float* rhs, float scale, float* out);
  // out = value + keep * (value - out) + scale * (rhs - A value) / diagonal, where out has what the
  // values were before the last step.
  void (*cell_step)(CellRow row, const float* value, Around<float> around, const float* rhs,
                    float keep, float scale, float* out);
  void (*cell_residual)(CellRow row, const float* value, Around<float> around, const float* rhs,
                        float* out);
  double (*product)(const float* a, const float* b, int64_t width);

  // value(x) += factor * coarse(x / 2).
  void (*add_coarse)(int64_t width, const float* coarse, float factor, float* value);
  // out(x) += values(2 x) + values(2 x + 1); `width` is that of out, values has as many as needed.
  void (*add_pairs)(int64_t width, const float* values, float* out);
};

}  // namespace bitvox::tortuosity
