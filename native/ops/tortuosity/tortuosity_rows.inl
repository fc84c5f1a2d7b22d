// SPDX-License-Identifier: BSD-2-Clause
// Plain loops that the compiler makes vectors of. Nothing here may be fused or reordered: the same
// bits for every instruction set.

#include "diffusion/aggregation.inl"
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

// A sum of products over a row, to whose lanes add(at, count, lanes) adds those of a piece.
constexpr int64_t kPiece = 16 * kSumLanes;
template <class Add>
static inline double sum_of_pieces(int64_t width, const Add& add) {
  double lanes[kSumLanes] = {};
  for (int64_t at = 0; at < width; at += kPiece) {
    const int64_t count = width - at < kPiece ? width - at : kPiece;
    add(at, count, lanes);
  }
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

static double start(VoxelRow row, const Code* before, const Code* after, float* __restrict z) {
  for (int64_t x = 0; x < row.width; ++x) {
    z[x] = imbalance(row.codes, before, after, x) * sweep_factor(row.codes[x], row.weights);
  }
  return sum_of(row.width,
                [&](int64_t x) { return square(imbalance(row.codes, before, after, x)); });
}

// out(x) is the value of the coarse cell of voxel x, of which the first is even.
static void refine(const float* coarse, int64_t count, float* __restrict out) {
  int64_t pair = 0;
  for (; 2 * pair + 1 < count; ++pair) {
    out[2 * pair] = coarse[pair];
    out[2 * pair + 1] = coarse[pair];
  }
  if (2 * pair < count) out[2 * pair] = coarse[pair];
}

// What flows to the neighbours of a row, to be added up.
static void flow_to(const CoarseRow& to, int64_t at, int64_t count, const float* own,
                    float* __restrict buffer, float* __restrict flow) {
  refine(to.values + at / 2, count, buffer);
  for (int64_t i = 0; i < count; ++i) {
    flow[i] += to.links * (pore(to.codes[at + i]) * (own[i] - buffer[i]));
  }
}

// What advance() does where those flows are known.
static void advance_piece(const Code* codes, Weights weights, int64_t count, const float* own,
                          const float* along_y, const float* along_z, float correction, float beta,
                          const float* z, const float* left, float* __restrict p) {
  for (int64_t x = 0; x < count; ++x) {
    const float along_x =
        pore(codes[x - 1]) * (own[x] - own[x - 1]) + pore(codes[x + 1]) * (own[x] - own[x + 1]);
    const float coarse_left = (weights.x * along_x + weights.y * along_y[x]) + along_z[x];
    const float t =
        swept(z[x], left[x], sweep_factor(codes[x], weights), correction, own[x], coarse_left);
    p[x] = pore(codes[x]) * t + beta * p[x];
  }
}

static void advance(VoxelRow row, const CoarseRows& coarse, float correction, float beta,
                    const float* __restrict z, const float* __restrict left, float* __restrict p) {
  float buffer[4][kPiece + 2];
  float* const own = buffer[0] + 1;  // with those of the voxels before and behind
  float* const along_y = buffer[1];
  float* const along_z = buffer[2];
  for (int64_t at = 0; at < row.width; at += kPiece) {
    const int64_t count = row.width - at < kPiece ? row.width - at : kPiece;
    const bool is_last = at + count == row.width;
    refine(coarse.own + at / 2, count, own);
    own[-1] = coarse.own[at / 2 - 1];
    own[count] = coarse.own[is_last ? (row.width + 1) / 2 : (at + count) / 2];
    for (int64_t i = 0; i < count; ++i) along_y[i] = along_z[i] = 0;
    for (const CoarseRow& to : coarse.y) {
      if (to.links > 0) flow_to(to, at, count, own, buffer[3], along_y);
    }
    for (const CoarseRow& to : coarse.z) {
      if (to.links > 0) flow_to(to, at, count, own, buffer[3], along_z);
    }
    advance_piece(row.codes + at, row.weights, count, own, along_y, along_z, correction, beta,
                  z + at, left + at, p + at);
  }
}

static double curvature(VoxelRow row, const float* p, Around<float> around) {
  return sum_of_pieces(row.width, [&](int64_t at, int64_t count, double* lanes) {
    float product[kPiece];
    for (int64_t x = 0; x < count; ++x) {
      product[x] = applied(row.codes, row.weights, p, around, at + x);
    }
    add_products(p + at, product, count, lanes);
  });
}

static double move(VoxelRow row, const float* p, Around<float> around, float alpha,
                   float* __restrict v, float* __restrict z) {
  for (int64_t x = 0; x < row.width; ++x) {
    v[x] += alpha * p[x];
    z[x] = moved(z[x], sweep_factor(row.codes[x], row.weights), alpha,
                 applied(row.codes, row.weights, p, around, x));
  }
  return sum_of_pieces(row.width, [&](int64_t at, int64_t count, double* lanes) {
    float r[kPiece];
    for (int64_t x = 0; x < count; ++x) {
      r[x] = unswept(z[at + x], diagonal_of(row.codes[at + x], row.weights));
    }
    add_products(r, r, count, lanes);
  });
}

static double residual(VoxelRow row, const float* z, Around<float> around, float* __restrict left) {
  return sum_of_pieces(row.width, [&](int64_t at, int64_t count, double* lanes) {
    float sum[kPiece];
    for (int64_t i = 0; i < count; ++i) {
      const int64_t x = at + i;
      const float r = unswept(z[x], diagonal_of(row.codes[x], row.weights));
      left[x] = r - applied(row.codes, row.weights, z, around, x);
      sum[i] = r + left[x];
    }
    add_products(sum, z + at, count, lanes);
  });
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
    const bool here = row.codes[x] != 0;
    return energy_of_links(here & (row.codes[x + 1] != 0), here & (y_after[x] != 0),
                           here & (z_after[x] != 0), row.weights, v[x], v[x + 1], around.y_after[x],
                           around.z_after[x]);
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
    return imbalance_squared(row.codes[x], row.weights, imbalance(row.codes, before, after, x),
                             {v[x], v[x - 1], v[x + 1], around.y_before[x], around.y_after[x],
                              around.z_before[x], around.z_after[x]});
  });
}

static double sum(int64_t width, const float* v) {
  return sum_of(width, [&](int64_t x) { return static_cast<double>(v[x]); });
}

static void links(VoxelRow row, const Code* y_after, const Code* z_after, float* __restrict x_links,
                  float* __restrict y_links, float* __restrict z_links) {
  for (int64_t x = 0; x < row.width; ++x) {
    const Code code = row.codes[x];
    x_links[x] = pore(code) * pore(row.codes[x + 1]);
    y_links[x] = pore(code) * pore(y_after[x]);
    z_links[x] = pore(code) * pore(z_after[x]);
  }
}

// ---- Cells of coarse levels --------------------------------------------------------------------

static inline float left_of_cell(const CellRow& row, const float* value,
                                 const Around<float>& around, const float* rhs, int64_t x) {
  return cell_left(
      rhs[x], row.diagonal[x], row.weights,
      {0, row.x[x - 1], row.x[x], row.y_before[x], row.y[x], row.z_before[x], row.z[x]},
      {value[x], value[x - 1], value[x + 1], around.y_before[x], around.y_after[x],
       around.z_before[x], around.z_after[x]});
}

static void cell_start(CellRow row, const float* rhs, float scale, float* __restrict out) {
  for (int64_t x = 0; x < row.width; ++x) out[x] = scale * (rhs[x] / row.diagonal[x]);
}

static void cell_step(CellRow row, const float* value, Around<float> around, const float* rhs,
                      float keep, float scale, float* __restrict out) {
  for (int64_t x = 0; x < row.width; ++x) {
    out[x] = cell_stepped(value[x], out[x], keep, scale, left_of_cell(row, value, around, rhs, x),
                          row.diagonal[x]);
  }
}

static void cell_residual(CellRow row, const float* value, Around<float> around, const float* rhs,
                          float* __restrict out) {
  for (int64_t x = 0; x < row.width; ++x) out[x] = left_of_cell(row, value, around, rhs, x);
}

constexpr Rows kRows = {
    .unpack = unpack,
    .encode = encode,
    .start = start,
    .advance = advance,
    .curvature = curvature,
    .move = move,
    .residual = residual,
    .flux = flux,
    .flux_of_face = flux_of_face,
    .energy = energy,
    .energy_of_face = energy_of_face,
    .residual_squared = residual_squared,
    .sum = sum,
    .links = links,
    .cell_diagonal = cell_diagonal,
    .cell_start = cell_start,
    .cell_step = cell_step,
    .cell_residual = cell_residual,
    .product = sum_of_products,
    .add_coarse = add_coarse,
    .add_pairs = add_pairs,
};
