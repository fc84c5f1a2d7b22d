// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "core/threads/barrier.hpp"
#include "core/threads/parallel.hpp"

namespace bitvox::agents {

// Passes over many things that the workers of a team make together, one after the other: a worker
// takes some things at a time, and nobody begins the next pass before the last one has left this.
class Passes {
 public:
  explicit Passes(int workers) : barrier_(workers) {}

  // What a worker knows: how many passes it has made.
  struct Worker {
    int number;
    std::size_t passes = 0;
  };

  // body(begin, end) until all of 0 .. count - 1 are done. False if the team was stopped.
  template <class Body>
  bool run(const Team& team, Worker& worker, std::int64_t count, const Body& body) {
    std::atomic<std::int64_t>& next = next_[worker.passes % 3];
    // That of the last pass, which all have left, for the next but one.
    if (worker.number == 0) next_[(worker.passes + 2) % 3].store(0, std::memory_order_relaxed);
    ++worker.passes;
    for (;;) {
      const std::int64_t begin = next.fetch_add(kAtATime, std::memory_order_relaxed);
      if (begin >= count || team.stopped()) break;
      body(begin, std::min(count, begin + kAtATime));
    }
    return barrier_.wait(team);
  }

  // body() by one worker, while the others wait.
  template <class Body>
  bool run_alone(const Team& team, const Worker& worker, const Body& body) {
    if (worker.number == 0) body();
    return barrier_.wait(team);
  }

 private:
  static constexpr std::int64_t kAtATime = 2048;

  Barrier barrier_;
  std::array<std::atomic<std::int64_t>, 3> next_{};
};

}  // namespace bitvox::agents
