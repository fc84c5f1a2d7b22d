// SPDX-License-Identifier: BSD-2-Clause
// From row to row of aggregated cells, see aggregation.hpp; for tables of inner loops.

// out(x) += values(2 x) + values(2 x + 1); `width` is that of out.
static void add_pairs(int64_t width, const float* values, float* __restrict out) {
  for (int64_t x = 0; x < width; ++x) out[x] += values[2 * x] + values[2 * x + 1];
}

// value(x) += factor * coarse(x / 2).
static void add_coarse(int64_t width, const float* coarse, float factor, float* __restrict value) {
  int64_t pair = 0;
  for (; 2 * pair + 1 < width; ++pair) {
    const float change = factor * coarse[pair];
    value[2 * pair] += change;
    value[2 * pair + 1] += change;
  }
  if (2 * pair < width) value[2 * pair] += factor * coarse[pair];
}
