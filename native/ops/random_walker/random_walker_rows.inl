// SPDX-License-Identifier: BSD-2-Clause
// Plain loops that the compiler makes vectors of. Nothing here may be fused or reordered: the same
// bits for every instruction set.

#define BITVOX_INLINE static inline
#include "ops/random_walker/random_walker_cells.inl"
#undef BITVOX_INLINE

static void links(VoxelRow row, float* __restrict x_links, float* __restrict y_links,
                  float* __restrict z_links, float* __restrict ground) {
  for (int64_t x = 0; x < row.width; ++x) {
    x_links[x] = link_to(row, x, row.values, row.states, x + 1, row.scales.x);
    y_links[x] =
        link_to(row, x, row.values_around.y_after, row.states_around.y_after, x, row.scales.y);
    z_links[x] =
        link_to(row, x, row.values_around.z_after, row.states_around.z_after, x, row.scales.z);
    ground[x] = ground_of(row, x);
  }
}

static void steps_to(VoxelRow row, State seed, double* __restrict out) {
  for (int64_t x = 0; x < row.width; ++x) {
    out[x] = static_cast<double>(steps_to_states(row, x, seed, seed));
  }
}

static void start_vote(VoteRow row) {
  for (int64_t x = 0; x < row.width; ++x) {
    row.left[x] = 1;
    row.best[x] = -1;
    row.winner[x] = kFree;
  }
}

static inline void count(const VoteRow& row, State seed, int64_t x, float probability) {
  const bool better = probability > row.best[x];
  row.best[x] = better ? probability : row.best[x];
  row.winner[x] = better ? seed : row.winner[x];
}

static void vote(VoteRow row, State seed, float* probability) {
  for (int64_t x = 0; x < row.width; ++x) {
    const float value = probability_of(probability[x], row.states[x], seed);
    probability[x] = value;
    row.left[x] -= value;
    count(row, seed, x, value);
  }
}

static void vote_last(VoteRow row, State seed, float* probability) {
  for (int64_t x = 0; x < row.width; ++x) {
    const float value = probability_of(row.left[x], row.states[x], seed);
    probability[x] = value;
    count(row, seed, x, value);
  }
}

constexpr Rows kRows = {
    .links = links,
    .steps_to = steps_to,
    .start_vote = start_vote,
    .vote = vote,
    .vote_last = vote_last,
};
