// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "cuda/device_arena.hpp"
#include "cuda/pinned_buffer.hpp"
#include "cuda/stream.hpp"
#include "ops/colour_classes/colour_fit.hpp"

namespace bitvox::colour_classes {

// A fit in the GPU's memory; its pointers are to that.
struct FitOnGpu {
  CountedPoints points{};
  EmRules rules;
  MixtureSums* block_sums = nullptr;  // [block]
  int blocks = 0;
  int blocks_done = 0;  // in this step
  Em em;
};

// How many fits go on, and in the host's memory whether none does.
struct Ends {
  int* left;
  int* all;
};

// With what a fit begins.
struct FirstFit {
  const ClassPoints* points = nullptr;
  Mixture mixture;
};

// Steps of many fits at a time. What is enqueued must be done when it goes.
class FitsOnGpu {
 public:
  static std::int64_t bytes(const std::vector<FirstFit>& firsts);
  // Copies all to the GPU, and waits for that. Fits of one number of Gaussians should follow one
  // another. Throws DeviceError.
  FitsOnGpu(const std::vector<FirstFit>& firsts, const FitRules& rules, const cuda::Stream& stream);

  // All fits begin again. Waits.
  void restart(const cuda::Stream& stream);
  // Enqueues a step of each fit that has not ended.
  void step(const cuda::Stream& stream) const;
  // By what the GPU has done until now.
  bool have_ended() const { return *static_cast<const volatile int*>(all_ended_.get()) != 0; }
  // Waits.
  std::vector<Em> states(const cuda::Stream& stream) const;

 private:
  struct Arrays {
    Arrays(const std::vector<FirstFit>& firsts, cuda::DeviceArena& arena);

    FitOnGpu* fits = nullptr;
    int* left = nullptr;
    std::map<const ClassPoints*, CountedPoints> points_of;
    std::vector<MixtureSums*> block_sums;  // [fit]
  };

  cuda::DeviceArena arena_;
  Arrays arrays_;
  cuda::PinnedBuffer<int> all_ended_;
  std::vector<FitOnGpu> starts_;
};

}  // namespace bitvox::colour_classes
