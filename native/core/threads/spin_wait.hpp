// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <chrono>
#include <thread>

#include "core/threads/parallel.hpp"

namespace bitvox {

// One wait of a worker for another one, which is expected to take microseconds: it spins, then lets
// others run. With more workers than cores the other one may have no core, and spinning would use
// up the time that a container is given: there it soon sleeps.
class SpinWait {
 public:
  SpinWait(int workers, int spins)
      : crowded_(workers > core_count()), spins_(crowded_ ? 0 : spins) {}

  // Called until what is waited for has come.
  void pause() {
    ++calls_;
    if (calls_ <= spins_) {
      return;
    }
    if (!crowded_ || calls_ <= kYields) {
      std::this_thread::yield();
      return;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }

 private:
  static constexpr int kYields = 20;
  bool crowded_;
  int spins_;
  int calls_ = 0;
};

}  // namespace bitvox
