// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>

namespace bitvox {

// Which of several parts done side by side found wrong input: of all that did the first one, so
// that the error is the same for any number of threads.
class FirstError {
 public:
  // Whether an error in a part would be the first.
  bool is_open(std::int64_t part) const { return part < part_.load(std::memory_order_relaxed); }

  // Called while a part's exception is handled.
  void keep(std::int64_t part) {
    const std::lock_guard lock(mutex_);
    if (!is_open(part)) return;
    part_ = part;
    error_ = std::current_exception();
  }

  // Called when all parts are done that are open.
  void rethrow() const {
    if (error_ != nullptr) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  std::atomic<std::int64_t> part_ = std::numeric_limits<std::int64_t>::max();
  std::exception_ptr error_;
};

}  // namespace bitvox
