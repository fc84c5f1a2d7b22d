// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "core/threads/parallel.hpp"

namespace bitvox {

// Where workers of a run_team() wait for what others do, which is expected to take microseconds.
//
// They look again and again, and then sleep. A worker that spins or yields on for one that lost its
// core to another program leaves that one there, for milliseconds each time. Where it sleeps, the
// system has a core to move the other one to, and prefers both to a program that never sleeps.
// Where looking was in vain it is shorter the next times.
class Bell {
 public:
  // Until has_come(), which reads atomics with acquire order. False when the team was stopped: then
  // return.
  template <class HasCome>
  bool wait(const Team& team, const HasCome& has_come) {
    if (has_come()) return true;
    // With more workers than cores the other one may have no core, and looking would use up the
    // time that a container is given.
    const int looks = team.size() > core_count() ? 0 : looks_.load(std::memory_order_relaxed);
    for (int i = 0; i < looks && !team.stopped(); ++i) {
      if (!has_come()) continue;
      if (looks < kMostLooks) looks_.store(looks + kLooksGained, std::memory_order_relaxed);
      return true;
    }
    looks_.store(std::max(looks / 4, kFewestLooks), std::memory_order_relaxed);
    return sleep(team, has_come);
  }

  // After what others may wait for was stored.
  void ring() {
    // Changes nothing, but who begins to sleep after it sees what was stored before it.
    if (sleepers_.fetch_add(0, std::memory_order_acq_rel) == 0) return;
    { const std::lock_guard until_they_sleep(mutex_); }
    woken_.notify_all();
  }

 private:
  template <class HasCome>
  bool sleep(const Team& team, const HasCome& has_come) {
    std::unique_lock lock(mutex_);
    sleepers_.fetch_add(1, std::memory_order_acq_rel);
    while (!has_come() && !team.stopped()) {
      woken_.wait_for(lock, kBetweenLooksForAStop);
    }
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
    return !team.stopped();
  }

  // 100 to 200 microseconds to 1 or 2: waking takes some 10, and for each of many workers again.
  static constexpr int kMostLooks = 100'000, kFewestLooks = 1000, kLooksGained = 100;
  static constexpr std::chrono::milliseconds kBetweenLooksForAStop{10};

  std::atomic<int> looks_{kMostLooks};
  std::mutex mutex_;
  std::condition_variable woken_;
  std::atomic<int> sleepers_{0};
};

}  // namespace bitvox
