// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

#include "diffusion/around.hpp"

namespace bitvox::random_walker {

// What a voxel is: outside the volume, free, or a seed, of label State - kFirstSeed.
using State = uint16_t;
constexpr State kOutside = 0;
constexpr State kFree = 1;
constexpr State kFirstSeed = 2;

// What the squared difference of two values along each axis is multiplied by.
struct Scales {
  float x;
  float y;
  float z;
};

// A row of voxels with its neighbours.
struct VoxelRow {
  const float* values;
  Around<float> values_around;
  const State* states;
  Around<State> states_around;
  Scales scales;
  int64_t width;
};

// What the labels so far have come to, at every voxel.
struct VoteRow {
  const State* states;
  float* left;    // of 1, that no label so far has
  float* best;    // the largest probability so far,
  State* winner;  // and the seeds whose it is
  int64_t width;
};

// Inner loops of random_walker, one table an instruction set.
struct Rows {
  static const Rows scalar, avx2, avx512;

  // Weights of steps to the next free voxels, 0 from and to others; and those of all steps to
  // seeds.
  void (*links)(VoxelRow row, float* x, float* y, float* z, float* ground);
  // Those of steps to the seeds of one label.
  void (*steps_to)(VoxelRow row, State seed, double* out);

  void (*start_vote)(VoteRow row);
  // Probabilities become 0 to 1, and what they must be at seeds.
  void (*vote)(VoteRow row, State seed, float* probability);
  // For the last label: sets its probabilities.
  void (*vote_last)(VoteRow row, State seed, float* probability);
};

}  // namespace bitvox::random_walker
