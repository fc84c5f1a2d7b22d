// SPDX-License-Identifier: BSD-2-Clause
// What is computed for one voxel, on the CPU and on the GPU: the same operations in the same order.
// Who includes this defines BITVOX_INLINE.

// 2^-n for n from 0 to 126, from the bits of a float.
BITVOX_INLINE float power_of_half(int n) {
  return __builtin_bit_cast(float, static_cast<uint32_t>(127 - n) << 23);
}

// exp(-e) for e from 0 to 80: 2^-n times a Taylor polynomial, as libraries round in their own ways.
BITVOX_INLINE float exp_of_minus(float e) {
  constexpr float kLog2e = 1.44269504F;
  constexpr float kLn2High = 0.693359375F;  // 355 / 512: its products with n are exact
  constexpr float kLn2Low = -2.12194440e-4F;
  // The nearest whole number, or nearly. NOLINTNEXTLINE(bugprone-incorrect-roundings)
  const int n = static_cast<int>(e * kLog2e + 0.5F);
  const float whole = static_cast<float>(n);
  const float f = (whole * kLn2High - e) + whole * kLn2Low;  // at most ln(2) / 2
  const float sum =
      1 + f * (1 + f * (1 / 2.0F +
                        f * (1 / 6.0F + f * (1 / 24.0F + f * (1 / 120.0F + f * (1 / 720.0F))))));
  return sum * power_of_half(n);
}

// Of a step. Differences that are no numbers are as large as any.
BITVOX_INLINE float weight(float a, float b, float scale) {
  constexpr float kFar = 80;
  constexpr float kLeast = 1e-10F;
  const float difference = a - b;
  const float e = scale * (difference * difference);
  return exp_of_minus(e < kFar ? e : kFar) + kLeast;
}

BITVOX_INLINE float weight_if(bool condition, float a, float b, float scale) {
  const float value = weight(a, b, scale);
  return condition ? value : 0.0F;
}

// The weights of the steps from x to the neighbours whose states are from first to last.
BITVOX_INLINE float steps_to_states(const VoxelRow& row, int64_t x, State first, State last) {
  const float own = row.values[x];
  const auto to = [&](const float* values, const State* states, int64_t at, float scale) {
    return weight_if(states[at] >= first && states[at] <= last, own, values[at], scale);
  };
  const float along_x = to(row.values, row.states, x - 1, row.scales.x) +
                        to(row.values, row.states, x + 1, row.scales.x);
  const float along_y =
      to(row.values_around.y_before, row.states_around.y_before, x, row.scales.y) +
      to(row.values_around.y_after, row.states_around.y_after, x, row.scales.y);
  const float along_z =
      to(row.values_around.z_before, row.states_around.z_before, x, row.scales.z) +
      to(row.values_around.z_after, row.states_around.z_after, x, row.scales.z);
  const float sum = (along_x + along_y) + along_z;
  return row.states[x] == kFree ? sum : 0.0F;
}

BITVOX_INLINE float ground_of(const VoxelRow& row, int64_t x) {
  return steps_to_states(row, x, kFirstSeed, 65535);
}

// To the next voxel along an axis.
BITVOX_INLINE float link_to(const VoxelRow& row, int64_t x, const float* values,
                            const State* states, int64_t at, float scale) {
  return weight_if(row.states[x] == kFree && states[at] == kFree, row.values[x], values[at], scale);
}

// The probability that a seed is met, of x as it was solved.
BITVOX_INLINE float probability_of(float x, State state, State seed) {
  const float low = x > 0 ? x : 0.0F;
  const float within = low < 1 ? low : 1.0F;
  const float at_seed = state == seed ? 1.0F : 0.0F;
  return state == kFree ? within : at_seed;
}
