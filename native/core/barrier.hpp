// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <atomic>
#include <thread>

#include "core/parallel.hpp"

namespace bitvox {

// Where some workers of a run_team() wait for one another. They spin, as they meet every few
// microseconds.
class Barrier {
 public:
  explicit Barrier(int size) : size_(size) {}

  // False when the team was stopped: then return.
  bool wait(const Team& team) {
    const unsigned phase = phase_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
      arrived_.store(0, std::memory_order_relaxed);
      phase_.store(phase + 1, std::memory_order_release);
      return !team.stopped();
    }
    for (int spins = 0; phase_.load(std::memory_order_acquire) == phase; ++spins) {
      if (team.stopped()) {
        return false;
      }
      if (spins > kSpins) {
        std::this_thread::yield();  // more threads than cores
      }
    }
    return true;
  }

 private:
  static constexpr int kSpins = 5000;
  const int size_;
  std::atomic<int> arrived_{0};
  std::atomic<unsigned> phase_{0};
};

}  // namespace bitvox
