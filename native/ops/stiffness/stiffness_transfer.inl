// SPDX-License-Identifier: BSD-2-Clause
// Between a level and the coarser one: coarse node X is at fine node 2 X. Whoever includes this is
// freestanding, see cpu/rows.cpp.in.

// Adds `factor` times a row of a vector to three rows of numbers, `stride` apart.
inline void add_row_of(const LevelRows& level, int64_t row, const float* vector, float factor,
                       float* out, int64_t stride) {
  const int32_t* const places = level.place + row * level.blocks;
  for (int64_t block = 0; block < level.blocks; ++block) {
    if (places[block] == 0) continue;
    const float* const from = vector + static_cast<int64_t>(places[block]) * kOfBlock;
    for (int c = 0; c < 3; ++c) {
      float* const to = out + c * stride + block * kLanes;
      for (int i = 0; i < kLanes; ++i) to[i] += factor * from[c * kLanes + i];
    }
  }
}

inline void clear_rows(float* rows, int64_t stride) {
  __builtin_memset(rows, 0, static_cast<uint64_t>(3 * stride) * sizeof(float));
}

// Fine node 2 i + step, or -1: where an odd number of nodes is periodic there is none between the
// last and the first that both levels have.
inline int64_t fine_node(const LevelRows& fine, int axis, int64_t i, int step) {
  return wrapped(2 * i + step, fine.nodes[axis], fine.periodic[axis] && fine.nodes[axis] % 2 == 0);
}

static void restrict_to(const LevelRows* coarse, RowRange range, const LevelRows* fine,
                        const float* left, float* b, float* scratch) {
  const int64_t stride = scratch_stride(fine->blocks);
  const int64_t nodes = fine->nodes[0];
  float* const sums = scratch + kLanes;
  for (int64_t z = range.z; z < range.z_end; ++z)
    for (int64_t y = range.y; y < range.y_end; ++y) {
      clear_rows(scratch, stride);
      for (int k = -1; k <= 1; ++k)
        for (int j = -1; j <= 1; ++j) {
          const int64_t fine_z = fine_node(*fine, 2, z, k), fine_y = fine_node(*fine, 1, y, j);
          if (fine_z < 0 || fine_y < 0) continue;
          const float factor = (k == 0 ? 1.0F : 0.5F) * (j == 0 ? 1.0F : 0.5F);
          add_row_of(*fine, fine_z * fine->nodes[1] + fine_y, left, factor, sums, stride);
        }
      if (fine->periodic[0] && nodes % 2 == 0) {
        for (int c = 0; c < 3; ++c) sums[c * stride - 1] = sums[c * stride + nodes - 1];
      }
      const int32_t* const places = coarse->place + (z * coarse->nodes[1] + y) * coarse->blocks;
      for (int64_t block = 0; block < coarse->blocks; ++block) {
        if (places[block] == 0) continue;
        float* const out = b + static_cast<int64_t>(places[block]) * kOfBlock;
        for (int c = 0; c < 3; ++c)
          for (int i = 0; i < kLanes; ++i) {
            const int64_t x = block * kLanes + i;
            if (x >= coarse->nodes[0]) continue;                  // no node
            const float* const from = sums + c * stride + 2 * x;  // zeros behind the last node
            out[c * kLanes + i] = from[0] + 0.5F * (from[-1] + from[1]);
          }
      }
    }
}

static void add_coarse(const LevelRows* fine, RowRange range, const LevelRows* coarse,
                       const float* values, float* x, float* scratch) {
  const int64_t stride = scratch_stride(coarse->blocks);
  float* const mean = scratch + kLanes;
  const auto next = [&](int axis, int64_t i) { return i + 1 < coarse->nodes[axis] ? i + 1 : 0; };
  for (int64_t z = range.z; z < range.z_end; ++z)
    for (int64_t y = range.y; y < range.y_end; ++y) {
      clear_rows(scratch, stride);
      const int64_t ys[2] = {y / 2, y % 2 == 0 ? -1 : next(1, y / 2)};
      const int64_t zs[2] = {z / 2, z % 2 == 0 ? -1 : next(2, z / 2)};
      const float factor = (y % 2 == 0 ? 1.0F : 0.5F) * (z % 2 == 0 ? 1.0F : 0.5F);
      for (const int64_t k : zs)
        for (const int64_t j : ys) {
          if (j < 0 || k < 0) continue;
          add_row_of(*coarse, k * coarse->nodes[1] + j, values, factor, mean, stride);
        }
      if (coarse->periodic[0]) {
        for (int c = 0; c < 3; ++c) mean[c * stride + coarse->nodes[0]] = mean[c * stride];
      }
      const int64_t row = (z * fine->nodes[1] + y) * fine->blocks;
      for (int64_t block = 0; block < fine->blocks; ++block) {
        const int64_t place = fine->place[row + block];
        if (place == 0) continue;
        for (int c = 0; c < 3; ++c) {
          const float* const from = mean + c * stride + block * (kLanes / 2);
          const float* const inverse = fine->inverse + place * kOfBlock + c * kLanes;
          float* const to = x + place * kOfBlock + c * kLanes;
          for (int i = 0; i < kLanes; i += 2) {
            const float between = 0.5F * (from[i / 2] + from[i / 2 + 1]);
            to[i] += inverse[i] != 0 ? from[i / 2] : 0;
            to[i + 1] += inverse[i + 1] != 0 ? between : 0;
          }
        }
      }
    }
}
