// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"

namespace bitvox::sparse {

// For loops of one thread that take long: asks now and then whether to stop, by a report that
// leaves the progress where it is (StandingProgress).
class Steady {
 public:
  explicit Steady(Progress& progress) : progress_(progress) {}

  // So many entries were gone through.
  void worked(std::int64_t entries) {
    since_ += entries;
    if (since_ >= kEntries) {
      since_ = 0;
      progress_.report(0, 1);
    }
  }

 private:
  static constexpr std::int64_t kEntries = 1 << 18;
  Progress& progress_;
  std::int64_t since_ = 0;
};

}  // namespace bitvox::sparse
