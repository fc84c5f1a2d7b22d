// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>

#include "core/threads/between_reports.hpp"
#include "core/threads/progress.hpp"
#include "core/threads/thread_pool.hpp"

namespace bitvox {

// A value that takes long to get and cannot be interrupted, such as the answer of a driver that has
// to start first: computed once, on a thread of the pool. Who waits for it can stop waiting; it is
// there later for those who ask again.
template <class T>
class Background {
 public:
  // Starts. Throws std::system_error or std::bad_alloc where there is no thread for it.
  explicit Background(std::function<T()> compute) {
    auto task = std::make_shared<std::packaged_task<T()>>(std::move(compute));
    value_ = task->get_future().share();
    ThreadPool::instance().submit(1, [task](int) { (*task)(); });
  }

  // When the process exits: what still runs would use what is destroyed then. Something that hangs
  // does not keep the process for ever.
  ~Background() { value_.wait_for(std::chrono::seconds(10)); }

  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  // Waits for the value, or until progress throws. Rethrows what compute threw.
  const T& get(Progress& progress) const {
    while (value_.wait_for(kBetweenReports) != std::future_status::ready) {
      progress.report(0, 1);
    }
    return value_.get();
  }

 private:
  std::shared_future<T> value_;
};

}  // namespace bitvox
