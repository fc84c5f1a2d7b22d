// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "ops/stiffness/stiffness_element.hpp"

namespace bitvox::stiffness {

// Vectors are stored in blocks of kLanes nodes in a row: kLanes values of x, then of y, then of z.
// Block 0 is zeros; of the others there are only those of nodes that an element touches, in the
// order of rows.
constexpr int kLanes = 8;
constexpr int kOfBlock = 3 * kLanes;

// A level, for the inner loops.
struct LevelRows {
  int64_t nodes[3], elements[3];
  bool periodic[3];
  int64_t blocks;        // of a row of nodes
  const int32_t* place;  // of them, row after row: numbers of stored blocks, 0 where there is none
  // Of stored blocks: whether there is any element whose first node is one of its nodes, and those.
  const uint8_t* solid;
  const float *mean, *rest, *shear;
  // One over the diagonal, laid out like a vector: 0 where a component is given.
  const float* inverse;
  Ratios<float> ratios;
  Ratios<double> precise_ratios;
};

// Of nodes, along y and z.
struct RowRange {
  int64_t y, y_end, z, z_end;
};

// How many numbers of memory of its own a thread needs.
constexpr int64_t scratch_stride(int64_t blocks) { return blocks * kLanes + 2 * kLanes; }
constexpr int64_t scratch_count(const RowRange& range, int64_t blocks) {
  return (12 + 2 * 6 * (range.y_end - range.y + 2)) * scratch_stride(blocks);
}

// The inner loops of the CPU twin, which give the same bits for each instruction set. What they
// return, or write to `sums` for each row of nodes, are sums in doubles in a fixed order.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // With A, of which rows and columns of given components are 0:
  // q = A p; sums of p . q.
  void (*product)(const LevelRows* level, RowRange range, const float* p, float* q, float* scratch,
                  double* sums);
  // out = b - A x.
  void (*left)(const LevelRows* level, RowRange range, const float* b, const float* x, float* out,
               float* scratch);
  // out = x + scale (b - A x) / diagonal; sums of b . out.
  void (*sweep)(const LevelRows* level, RowRange range, const float* b, const float* x, float scale,
                float* out, float* scratch, double* sums);
  // step = keep step + scale (b - A x) / diagonal, out = x + step.
  void (*step)(const LevelRows* level, RowRange range, const float* b, const float* x, float keep,
               float scale, float* step, float* out, float* scratch);
  // Forces on all nodes, computed in doubles, of the displacements u and of a strain that is the
  // same everywhere: 9 numbers, change of component c along axis a at 3 c + a.
  void (*forces)(const LevelRows* level, RowRange range, const float* u, const double* strain,
                 float* out, double* scratch);
  void (*precise_forces)(const LevelRows* level, RowRange range, const double* u,
                         const double* strain, float* out, double* scratch);

  // To the coarse rows: b = P^T left. And back: x += P coarse, where P interpolates along lines.
  // `scratch` is three rows of the finer level, or the coarser one.
  void (*restrict_to)(const LevelRows* coarse, RowRange range, const LevelRows* fine,
                      const float* left, float* b, float* scratch);
  void (*add_coarse)(const LevelRows* fine, RowRange range, const LevelRows* coarse,
                     const float* values, float* x, float* scratch);

  // Of some whole blocks of vectors.
  // x = scale b / diagonal.
  void (*begin)(int64_t blocks, const float* inverse, const float* b, float scale, float* x);
  // p = z + beta p.
  void (*advance)(int64_t blocks, const float* z, float beta, float* p);
  // u += alpha p, r -= alpha q; r . r.
  double (*move)(int64_t blocks, const float* p, const float* q, float alpha, float* u, float* r);
  double (*product_of)(int64_t blocks, const float* a, const float* b);
  // r = -forces where components are not given; r . r.
  double (*balance)(int64_t blocks, const float* inverse, const float* forces, float* r);
};

}  // namespace bitvox::stiffness
