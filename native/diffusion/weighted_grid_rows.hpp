// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "diffusion/around.hpp"

namespace bitvox::weighted_grid {

// A row of a level: links to the next cell along each axis (those of the row before, too), what
// joins a cell to where u is given, and the sum of all (-1 where that is 0).
struct CellRow {
  const float* x;
  const float* y;
  const float* y_before;
  const float* z;
  const float* z_before;
  const float* ground;
  const float* diagonal;
  int64_t width;
};

// Inner loops of weighted_grid, one table an instruction set. Sums are of doubles, in an order that
// is the same for all.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // From links and ground.
  void (*diagonal)(CellRow row, float* out);

  // The vectors of conjugate gradients, and what is returned of them, see Equations; z is the first
  // sweep over r.
  double (*start)(CellRow row, const double* r, float* x, float* p, float* z);
  void (*advance)(int64_t width, double beta, const float* t, float* p);
  double (*curvature)(CellRow row, const float* p, Around<float> around);
  double (*move)(CellRow row, const float* p, Around<float> around, double alpha, float* x,
                 double* r, float* z);
  // r - A z, and the last sweep: t = z + 0.85 (r - A z) / diagonal. Returns r . t.
  void (*left)(CellRow row, const float* z, Around<float> around, const double* r, float* out);
  double (*sweep)(CellRow row, const float* z, Around<float> around, const double* r, float* t);
  // The largest resistance(i) |r(i)|, and resistance(i).
  double (*largest_shift)(int64_t width, const float* resistance, const double* r);
  double (*largest_resistance)(int64_t width, const float* resistance);

  // Coarse levels. First: step = scale * rhs / diagonal, out = step.
  void (*cell_start)(CellRow row, const float* rhs, float scale, float* step, float* out);
  // step = keep * step + scale * (rhs - A value) / diagonal, out = value + step.
  void (*cell_step)(CellRow row, const float* value, Around<float> around, const float* rhs,
                    float keep, float scale, float* step, float* out);
  void (*cell_left)(CellRow row, const float* value, Around<float> around, const float* rhs,
                    float* out);

  // value(x) += factor * coarse(x / 2).
  void (*add_coarse)(int64_t width, const float* coarse, float factor, float* value);
  // out(x) += values(2 x) + values(2 x + 1); `width` is that of out, values has as many as needed.
  void (*add_pairs)(int64_t width, const float* values, float* out);

  // Resistances (see weighted_grid_resistance.hpp): of the way to a cell's own ground; then to(x)
  // becomes no more than that of the way over from(x). Along a row both ways.
  void (*first_resistance)(CellRow row, float* out);
  void (*relax)(int64_t width, const float* link, const float* from, float* to);
  void (*relax_row)(int64_t width, const float* link, float* resistance);
};

}  // namespace bitvox::weighted_grid
