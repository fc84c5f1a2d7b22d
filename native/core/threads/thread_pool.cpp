// SPDX-License-Identifier: BSD-2-Clause
#include "core/threads/thread_pool.hpp"

#include <chrono>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "core/platform/platform.hpp"
#include "core/threads/parallel.hpp"

namespace bitvox {
ThreadPool& ThreadPool::instance() {
  static ThreadPool* const pool = new ThreadPool;
  return *pool;
}

void ThreadPool::submit(int count, const std::function<void(int)>& task) {
  std::vector<std::function<void()>> tasks;
  tasks.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    tasks.emplace_back([task, i] { task(i); });
  }
  const std::lock_guard lock(mutex_);
  while (idle_.size() < tasks.size()) {
    start_thread();
  }
  for (auto& each : tasks) {  // nothing from here on can fail
    Worker& worker = idle_.front();
    worker.task.swap(each);
    worker.wake.notify_one();
    busy_.splice(busy_.begin(), idle_, idle_.begin());
  }
}

void ThreadPool::start_thread() {
  idle_.emplace_front();
  try {
    platform::without_signals(
        [this] { std::thread([this, worker = idle_.begin()] { work(worker); }).detach(); });
  } catch (const std::system_error&) {
    idle_.pop_front();
    throw std::runtime_error("the system starts no more than " +
                             std::to_string(idle_.size() + busy_.size()) +
                             " threads here; ask for fewer (threads=)");
  } catch (...) {
    idle_.pop_front();
    throw;
  }
}

void ThreadPool::work(Workers::iterator self) {
  constexpr std::chrono::seconds kPatience{1};
  const auto has_task = [&] { return self->task != nullptr; };
  std::unique_lock lock(mutex_);
  for (;;) {
    if (!too_many_idle()) {
      self->wake.wait(lock, [&] { return has_task() || too_many_idle(); });
    } else if (!self->wake.wait_for(lock, kPatience, has_task) && too_many_idle()) {
      idle_.erase(self);
      return;
    }
    if (!has_task()) continue;
    lock.unlock();
    self->task();
    self->task = nullptr;
    lock.lock();
    idle_.splice(idle_.begin(), busy_, self);
    // The one that has been idle longest may have gone to sleep when there were not too many.
    if (too_many_idle()) idle_.back().wake.notify_one();
    rest(lock, self);
  }
}

// Returns when there is a task, else when it has given back what it held.
void ThreadPool::rest(std::unique_lock<std::mutex>& lock, Workers::iterator self) {
  constexpr std::chrono::milliseconds kMoment{20};
  const bool rests = !self->wake.wait_for(lock, kMoment, [&] { return self->task != nullptr; });
  if (void (*const give_back)() = give_back_; rests && give_back != nullptr) {
    lock.unlock();
    give_back();
    lock.lock();
  }
}

void ThreadPool::dismiss() {
  const std::lock_guard lock(mutex_);
  dismissed_ = true;
  for (Worker& worker : idle_) worker.wake.notify_one();
}

void ThreadPool::recall() {
  const std::lock_guard lock(mutex_);
  dismissed_ = false;
}

bool ThreadPool::too_many_idle() const {
  return idle_.size() > (dismissed_ ? std::size_t{0} : static_cast<std::size_t>(core_count()));
}

}  // namespace bitvox
