// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <atomic>

#include "core/threads/bell.hpp"
#include "core/threads/parallel.hpp"

namespace bitvox {

// Where some workers of a run_team() wait for one another, every few microseconds.
class Barrier {
 public:
  explicit Barrier(int size) : size_(size) {}

  // False when the team was stopped: then return.
  bool wait(const Team& team) {
    const unsigned phase = phase_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
      arrived_.store(0, std::memory_order_relaxed);
      phase_.store(phase + 1, std::memory_order_release);
      bell_.ring();
      return !team.stopped();
    }
    return bell_.wait(team, [&] { return phase_.load(std::memory_order_acquire) != phase; });
  }

 private:
  const int size_;
  std::atomic<int> arrived_{0};
  std::atomic<unsigned> phase_{0};
  Bell bell_;
};

}  // namespace bitvox
