// SPDX-License-Identifier: BSD-2-Clause
// Plain loops that the compiler makes vectors of. Nothing here may be fused or reordered: the same
// bits for every instruction set.

#include "diffusion/aggregation.inl"
#define BITVOX_INLINE static inline
#include "diffusion/weighted_grid_cells.inl"
#undef BITVOX_INLINE

// A sum over a row: lane x % 32 adds up its cells, then lanes are added in pairs.
constexpr int kSumLanes = 32;

template <class Term>
static inline double sum_of(int64_t width, const Term& term) {
  double lanes[kSumLanes] = {};
  int64_t x = 0;
  for (; x + kSumLanes <= width; x += kSumLanes) {
    for (int lane = 0; lane < kSumLanes; ++lane) lanes[lane] += term(x + lane);
  }
  for (int lane = 0; x + lane < width; ++lane) lanes[lane] += term(x + lane);
  for (int half = kSumLanes / 2; half > 0; half /= 2) {
    for (int lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  }
  return lanes[0];
}

template <class Term>
static inline double largest_of(int64_t width, const Term& term) {
  double most = 0;
  for (int64_t x = 0; x < width; ++x) {
    const double value = term(x);
    most = value > most ? value : most;
  }
  return most;
}

static void diagonal(CellRow row, float* __restrict out) {
  for (int64_t x = 0; x < row.width; ++x) out[x] = diagonal_of(links_at(row, x));
}

// ---- Conjugate gradients -----------------------------------------------------------------------

static double start(CellRow row, const double* __restrict r, float* __restrict x_of,
                    float* __restrict p, float* __restrict z) {
  for (int64_t x = 0; x < row.width; ++x) {
    x_of[x] = 0;
    p[x] = 0;
    z[x] = first_sweep(r[x], row.diagonal[x]);
  }
  return largest_of(row.width, [&](int64_t x) { return size_of(r[x]); });
}

static void advance(int64_t width, double beta, const float* __restrict t, float* __restrict p) {
  for (int64_t x = 0; x < width; ++x) p[x] = advanced(t[x], beta, p[x]);
}

static double curvature(CellRow row, const float* p, Around<float> around) {
  return sum_of(row.width, [&](int64_t x) {
    return product(applied<double>(links_at(row, x), values_at(p, around, x)), p[x]);
  });
}

static double move(CellRow row, const float* p, Around<float> around, double alpha,
                   float* __restrict x_of, double* __restrict r, float* __restrict z) {
  for (int64_t x = 0; x < row.width; ++x) {
    x_of[x] = advanced(x_of[x], alpha, p[x]);
    const double value = r[x] - alpha * applied<double>(links_at(row, x), values_at(p, around, x));
    r[x] = value;
    z[x] = first_sweep(value, row.diagonal[x]);
  }
  return largest_of(row.width,
                    [&](int64_t x) { return size_of(alpha * static_cast<double>(p[x])); });
}

static void left(CellRow row, const float* z, Around<float> around, const double* r,
                 float* __restrict out) {
  for (int64_t x = 0; x < row.width; ++x) {
    out[x] = left_of(links_at(row, x), values_at(z, around, x), r[x]);
  }
}

static double sweep(CellRow row, const float* z, Around<float> around, const double* r,
                    float* __restrict t) {
  for (int64_t x = 0; x < row.width; ++x) {
    t[x] = last_sweep(links_at(row, x), values_at(z, around, x), r[x], row.diagonal[x]);
  }
  return sum_of(row.width, [&](int64_t x) { return product(r[x], t[x]); });
}

static double largest_shift(int64_t width, const float* resistance, const double* r) {
  return largest_of(width, [&](int64_t x) { return shift(resistance[x], r[x]); });
}

static double largest_resistance(int64_t width, const float* resistance) {
  return largest_of(width, [&](int64_t x) { return static_cast<double>(resistance[x]); });
}

// ---- Coarse levels -----------------------------------------------------------------------------

static void cell_start(CellRow row, const float* __restrict rhs, float scale,
                       float* __restrict step, float* __restrict out) {
  for (int64_t x = 0; x < row.width; ++x) {
    const float value = scale * (rhs[x] / row.diagonal[x]);
    step[x] = value;
    out[x] = value;
  }
}

static void cell_step(CellRow row, const float* value, Around<float> around, const float* rhs,
                      float keep, float scale, float* __restrict step, float* __restrict out) {
  for (int64_t x = 0; x < row.width; ++x) {
    const float rest = rhs[x] - applied<float>(links_at(row, x), values_at(value, around, x));
    const float change = keep * step[x] + scale * (rest / row.diagonal[x]);
    step[x] = change;
    out[x] = value[x] + change;
  }
}

static void cell_left(CellRow row, const float* value, Around<float> around, const float* rhs,
                      float* __restrict out) {
  for (int64_t x = 0; x < row.width; ++x) {
    out[x] = rhs[x] - applied<float>(links_at(row, x), values_at(value, around, x));
  }
}

// Both cells of a pair at a time, so that nothing is divided.
// ---- Resistances ----------------------------------------------------------------------

static void set_first_resistance(CellRow row, float* __restrict out) {
  for (int64_t x = 0; x < row.width; ++x) {
    out[x] = first_resistance(row.ground[x], row.diagonal[x]);
  }
}

static void relax(int64_t width, const float* link, const float* from, float* __restrict to) {
  for (int64_t x = 0; x < width; ++x) to[x] = better_way(to[x], from[x], link[x]);
}

static void relax_row(int64_t width, const float* link, float* resistance) {
  for (int64_t x = 1; x < width; ++x) {
    resistance[x] = better_way(resistance[x], resistance[x - 1], link[x - 1]);
  }
  for (int64_t x = width - 2; x >= 0; --x) {
    resistance[x] = better_way(resistance[x], resistance[x + 1], link[x]);
  }
}

constexpr Rows kRows = {
    .diagonal = diagonal,
    .start = start,
    .advance = advance,
    .curvature = curvature,
    .move = move,
    .left = left,
    .sweep = sweep,
    .largest_shift = largest_shift,
    .largest_resistance = largest_resistance,
    .cell_start = cell_start,
    .cell_step = cell_step,
    .cell_left = cell_left,
    .add_coarse = add_coarse,
    .add_pairs = add_pairs,
    .first_resistance = set_first_resistance,
    .relax = relax,
    .relax_row = relax_row,
};
