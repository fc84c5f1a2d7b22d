// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/pacer.hpp"

#include <chrono>
#include <thread>

#include "core/threads/between_reports.hpp"

namespace bitvox::cuda {

void Pacer::enqueued(std::int64_t done) {
  last_done_ = done;
  if (++calls_ % kCallsPerMark == 0) {
    mark(done);
  }
}

void Pacer::finish() {
  mark(last_done_);
  while (reached_ < marked_) {
    wait_for_oldest();
  }
  progress_.report(total_, total_);
}

void Pacer::mark(std::int64_t done) {
  if (marked_ - reached_ == kAhead) {
    wait_for_oldest();
  }
  Mark& next = marks_[marked_ % kAhead];
  next.event.record(stream_);
  next.done = done;
  ++marked_;
}

void Pacer::wait_for_oldest() {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds kBetweenLooks{20};
  const Mark& oldest = marks_[reached_ % kAhead];
  Clock::time_point reported = Clock::now();
  while (!oldest.event.reached()) {
    std::this_thread::sleep_for(kBetweenLooks);
    if (Clock::now() - reported >= kBetweenReports) {
      progress_.report(done_, total_);
      reported = Clock::now();
    }
  }
  ++reached_;
  done_ = oldest.done;
  progress_.report(done_, total_);
}

}  // namespace bitvox::cuda
