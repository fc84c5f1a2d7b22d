// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"
#include "cuda/stream.hpp"

namespace bitvox::cuda {

// Lets the host run ahead of the GPU, but only so far that a user who cancels need not wait, and
// reports how far the GPU is at least ten times a second.
class Pacer {
 public:
  Pacer(const Stream& stream, Progress& progress, std::int64_t total)
      : stream_(stream), progress_(progress), total_(total) {
    progress_.report(0, total_);
  }

  // Some work was enqueued, so that `done` of the total is now done or enqueued.
  void enqueued(std::int64_t done);

  // Waits for everything enqueued so far; then all is done.
  void finish();

 private:
  static constexpr int kAhead = 4;  // marks in flight
  static constexpr int kCallsPerMark = 4;

  struct Mark {
    Event event;
    std::int64_t done = 0;
  };

  void mark(std::int64_t done);
  void wait_for_oldest();

  const Stream& stream_;
  Progress& progress_;
  std::int64_t total_;
  std::int64_t calls_ = 0;
  std::int64_t last_done_ = 0;
  std::int64_t marked_ = 0;   // marks so far; number i is marks_[i % kAhead]
  std::int64_t reached_ = 0;  // of these, known to be reached
  std::int64_t done_ = 0;     // and what was done by then; its mark may be in use again
  Mark marks_[kAhead];
};

}  // namespace bitvox::cuda
