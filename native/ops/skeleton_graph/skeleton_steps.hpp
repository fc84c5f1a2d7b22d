// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"

namespace bitvox::skeleton_graph {

// How many voxels are looked at between two reports: far less than a tenth of a second's work.
inline constexpr std::int64_t kVoxelsPerReport = 1 << 16;

// Asks after so many steps of a loop whether the user wants to stop.
class Steps {
 public:
  explicit Steps(Progress& progress) : progress_(progress) {}

  // Throws Cancelled.
  void add(std::int64_t steps = 1) {
    since_ += steps;
    if (since_ >= kVoxelsPerReport) {
      since_ = 0;
      progress_.report(0, 1);
    }
  }

 private:
  Progress& progress_;
  std::int64_t since_ = 0;
};

}  // namespace bitvox::skeleton_graph
