// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>

namespace bitvox {

// Which of several parts done side by side failed: of all that did the first one, so that the error
// is the same for any number of threads.
class FirstError {
 public:
  // Called while a part's exception is handled.
  void keep(std::int64_t part) {
    const std::lock_guard lock(mutex_);
    if (part >= part_) return;
    part_ = part;
    error_ = std::current_exception();
  }

  // Called when no part is being done any more. Returns if none failed.
  void rethrow() const {
    if (error_ != nullptr) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  std::int64_t part_ = std::numeric_limits<std::int64_t>::max();
  std::exception_ptr error_;
};

}  // namespace bitvox
