// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"

namespace bitvox {

// For loops of many short rounds on one thread: reports now and then that nothing of the phase is
// finished yet, so that it can be stopped.
class Pulse {
 public:
  explicit Pulse(Progress& progress) : progress_(progress) {}
  void beat() {
    if (++count_ % kBetweenReports == 0) progress_.report(0, 1);
  }

 private:
  static constexpr std::int64_t kBetweenReports = std::int64_t{1} << 16;

  Progress& progress_;
  std::int64_t count_ = 0;
};

}  // namespace bitvox
