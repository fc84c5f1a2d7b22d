// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "cuda/clock.cuh"

namespace bitvox::cuda {

// The rounds of a cooperative launch: between two of them the grid synchronises, and all threads
// learn the same, that another follows or that the launch's time is up. Work that goes in windows
// opens the next one when a round has found nothing to do. All threads of the grid call.
class GridRounds {
 public:
  // In the GPU's memory, all zeros before the first launch; it counts on from launch to launch.
  struct State {
    unsigned long long round;
    unsigned stops[2];  // [r % 2]: after round r
  };

  __device__ GridRounds(State* state, unsigned long long most_nanoseconds)
      : state_(state), until_(nanoseconds() + most_nanoseconds), round_(state->round) {
    cooperative_groups::this_grid().sync();  // all have read it
  }

  // Of the one that goes on.
  __device__ unsigned long long round() const { return round_; }

  // Ends a round. What any thread wrote in it can be read in the next. False: return.
  __device__ bool next() {
    const bool leads = blockIdx.x == 0 && threadIdx.x == 0;
    unsigned* const stop = &state_->stops[round_ % 2];
    if (leads) {
      *stop = nanoseconds() > until_ ? 1 : 0;
      state_->round = round_ + 1;
    }
    cooperative_groups::this_grid().sync();
    ++round_;
    return *static_cast<volatile unsigned*>(stop) == 0;
  }

 private:
  State* state_;
  unsigned long long until_;
  unsigned long long round_;
};

}  // namespace bitvox::cuda
