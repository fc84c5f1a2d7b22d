// SPDX-License-Identifier: BSD-2-Clause
// Plain loops that the compiler makes vectors of. Nothing here may be fused or reordered: the same
// bits for every instruction set.

#define BITVOX_INLINE static inline
#include "ops/tortuosity/tortuosity_cells.inl"
#undef BITVOX_INLINE

// A sum over a row: lane x % 32 adds up its voxels, then lanes are added in pairs.
constexpr int kSumLanes = 32;

static inline double fold(double* lanes) {
  for (int half = kSumLanes / 2; half > 0; half /= 2) {
    for (int lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  }
  return lanes[0];
}

// Adds up a row, or a piece of one that begins at a multiple of the lanes.
static inline void add_products(const float* a, const float* b, int64_t width, double* lanes) {
  int64_t x = 0;
  for (; x + kSumLanes <= width; x += kSumLanes) {
    for (int lane = 0; lane < kSumLanes; ++lane) {
      lanes[lane] += static_cast<double>(a[x + lane]) * static_cast<double>(b[x + lane]);
    }
  }
  for (int lane = 0; x + lane < width; ++lane) {
    lanes[lane] += static_cast<double>(a[x + lane]) * static_cast<double>(b[x + lane]);
  }
}

static inline double sum_of_products(const float* a, const float* b, int64_t width) {
  double lanes[kSumLanes] = {};
  add_products(a, b, width, lanes);
  return fold(lanes);
}

template <class Term>
static inline double sum_of(int64_t width, const Term& term) {
  double lanes[kSumLanes] = {};
  int64_t x = 0;
  for (; x + kSumLanes <= width; x += kSumLanes) {
    for (int lane = 0; lane < kSumLanes; ++lane) lanes[lane] += term(x + lane);
  }
  for (int lane = 0; x + lane < width; ++lane) lanes[lane] += term(x + lane);
  return fold(lanes);
}

// ---- Voxels ------------------------------------------------------------------------------------

static void unpack(const uint64_t* bits, int64_t words, uint8_t* bytes) {
  for (int64_t word = 0; word < words; ++word) {
    for (int bit = 0; bit < 64; ++bit) {
      bytes[word * 64 + bit] = static_cast<uint8_t>(bits[word] >> bit & 1);
    }
  }
}

static void encode(const uint8_t* row, Around<uint8_t> around, int64_t width, Code* codes) {
  for (int64_t x = 0; x < width; ++x) {
    const int links = row[x - 1] + row[x + 1] + 4 * (around.y_before[x] + around.y_after[x]) +
                      16 * (around.z_before[x] + around.z_after[x]);
    codes[x] = static_cast<Code>(row[x] * links);
  }
}

static double start(VoxelRow row, const Code* before, const Code* after, float* __restrict r,
                    float* __restrict z) {
  for (int64_t x = 0; x < row.width; ++x) {
    const float value = imbalance(row.codes, before, after, x);
    r[x] = value;
    z[x] = value * sweep_factor(row.codes[x], row.weights);
  }
  return sum_of_products(r, r, row.width);
}

static void advance(int64_t width, float beta, const float* __restrict t, float* __restrict p) {
  for (int64_t x = 0; x < width; ++x) p[x] = t[x] + beta * p[x];
}

static double curvature(VoxelRow row, const float* p, Around<float> around) {
  constexpr int64_t kPiece = 16 * kSumLanes;
  float product[kPiece];
  double lanes[kSumLanes] = {};
  for (int64_t at = 0; at < row.width; at += kPiece) {
    const int64_t count = row.width - at < kPiece ? row.width - at : kPiece;
    for (int64_t x = 0; x < count; ++x) {
      product[x] = applied(row.codes, row.weights, p, around, at + x);
    }
    add_products(p + at, product, count, lanes);
  }
  return fold(lanes);
}

static double move(VoxelRow row, const float* p, Around<float> around, float alpha,
                   float* __restrict v, float* __restrict r, float* __restrict z) {
  for (int64_t x = 0; x < row.width; ++x) {
    v[x] += alpha * p[x];
    const float value = r[x] - alpha * applied(row.codes, row.weights, p, around, x);
    r[x] = value;
    z[x] = value * sweep_factor(row.codes[x], row.weights);
  }
  return sum_of_products(r, r, row.width);
}

static void residual(VoxelRow row, const float* z, Around<float> around, const float* r,
                     float* __restrict out) {
  for (int64_t x = 0; x < row.width; ++x) {
    out[x] = r[x] - applied(row.codes, row.weights, z, around, x);
  }
}

// Both cells of a pair at a time, so that nothing is divided.
static void add_coarse(VoxelRow row, const float* coarse, float factor, float* __restrict z) {
  int64_t pair = 0;
  for (; 2 * pair + 1 < row.width; ++pair) {
    const float value = factor * coarse[pair];
    z[2 * pair] += pore(row.codes[2 * pair]) * value;
    z[2 * pair + 1] += pore(row.codes[2 * pair + 1]) * value;
  }
  if (2 * pair < row.width) {
    z[2 * pair] += pore(row.codes[2 * pair]) * (factor * coarse[pair]);
  }
}

static double sweep(VoxelRow row, const float* z, Around<float> around, const float* r,
                    float* __restrict t) {
  for (int64_t x = 0; x < row.width; ++x) {
    const float left = r[x] - applied(row.codes, row.weights, z, around, x);
    t[x] = z[x] + left * sweep_factor(row.codes[x], row.weights);
  }
  return sum_of_products(r, t, row.width);
}

// ---- What comes of it --------------------------------------------------------------------------

static double flux(VoxelRow row, const Code* next_codes, const float* v, const float* next_v) {
  return sum_of(row.width, [&](int64_t x) {
    return both(row.codes[x], next_codes[x], 1 + difference(next_v[x], v[x]));
  });
}

static double flux_of_face(VoxelRow row, const float* v, double sign) {
  return sum_of(row.width, [&](int64_t x) {
    return both(row.codes[x], row.codes[x], flux_at_face(v[x], sign));
  });
}

static double energy(VoxelRow row, const Code* y_after, const Code* z_after, const float* v,
                     Around<float> around) {
  return sum_of(row.width, [&](int64_t x) {
    return energy_of_links(row.codes, row.weights, y_after, z_after, v, around, x);
  });
}

static double energy_of_face(VoxelRow row, const float* v, double sign) {
  return sum_of(row.width, [&](int64_t x) {
    return both(row.codes[x], row.codes[x], energy_at_face(v[x], sign));
  });
}

static double residual_squared(VoxelRow row, const Code* before, const Code* after, const float* v,
                               Around<float> around) {
  return sum_of(row.width, [&](int64_t x) {
    return imbalance_squared(row.codes, row.weights, before, after, v, around, x);
  });
}

static double sum(int64_t width, const float* v) {
  return sum_of(width, [&](int64_t x) { return static_cast<double>(v[x]); });
}

static void links(VoxelRow row, const Code* y_after, const Code* z_after, float* __restrict x_links,
                  float* __restrict y_links, float* __restrict z_links) {
  for (int64_t x = 0; x < row.width; ++x) {
    const Code code = row.codes[x];
    x_links[x] = pore(code) * pore(row.codes[x + 1]) * row.weights.x;
    y_links[x] = pore(code) * pore(y_after[x]) * row.weights.y;
    z_links[x] = pore(code) * pore(z_after[x]);
  }
}

// ---- Cells of coarse levels --------------------------------------------------------------------

static void cell_start(CellRow row, const float* rhs, float scale, float* __restrict step,
                       float* __restrict out) {
  for (int64_t x = 0; x < row.width; ++x) {
    const float value = scale * (rhs[x] / row.diagonal[x]);
    step[x] = value;
    out[x] = value;
  }
}

static void cell_step(CellRow row, const float* value, Around<float> around, const float* rhs,
                      float keep, float scale, float* __restrict step, float* __restrict out) {
  for (int64_t x = 0; x < row.width; ++x) {
    const float change =
        keep * step[x] + scale * (cell_left(row, value, around, rhs, x) / row.diagonal[x]);
    step[x] = change;
    out[x] = value[x] + change;
  }
}

static void cell_residual(CellRow row, const float* value, Around<float> around, const float* rhs,
                          float* __restrict out) {
  for (int64_t x = 0; x < row.width; ++x) out[x] = cell_left(row, value, around, rhs, x);
}

static void cell_add_coarse(int64_t width, const float* coarse, float factor,
                            float* __restrict value) {
  int64_t pair = 0;
  for (; 2 * pair + 1 < width; ++pair) {
    const float change = factor * coarse[pair];
    value[2 * pair] += change;
    value[2 * pair + 1] += change;
  }
  if (2 * pair < width) value[2 * pair] += factor * coarse[pair];
}

static void add_pairs(int64_t width, const float* values, float* __restrict out) {
  for (int64_t x = 0; x < width; ++x) out[x] += values[2 * x] + values[2 * x + 1];
}

constexpr Rows kRows = {
    .unpack = unpack,
    .encode = encode,
    .start = start,
    .advance = advance,
    .curvature = curvature,
    .move = move,
    .residual = residual,
    .add_coarse = add_coarse,
    .sweep = sweep,
    .flux = flux,
    .flux_of_face = flux_of_face,
    .energy = energy,
    .energy_of_face = energy_of_face,
    .residual_squared = residual_squared,
    .sum = sum,
    .links = links,
    .cell_start = cell_start,
    .cell_step = cell_step,
    .cell_residual = cell_residual,
    .cell_add_coarse = cell_add_coarse,
    .add_pairs = add_pairs,
};
