// SPDX-License-Identifier: BSD-2-Clause
#include "core/thread_pool.hpp"

#include <csignal>
#include <thread>

namespace bitvox {
namespace {

// Signals are the host program's business (the JVM has its own threads for them).
class BlockSignals {
 public:
  BlockSignals() {
    sigset_t all;
    sigfillset(&all);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) {
      sigdelset(&all, fault);
    }
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~BlockSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockSignals(const BlockSignals&) = delete;
  BlockSignals& operator=(const BlockSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

ThreadPool& ThreadPool::instance() {
  static ThreadPool* const pool = new ThreadPool;
  return *pool;
}

void ThreadPool::submit(int count, const std::function<void(int)>& task) {
  std::list<std::function<void()>> all;
  for (int i = 0; i < count; ++i) {
    all.emplace_back([task, i] { task(i); });
  }
  {
    const std::lock_guard lock(mutex_);
    const BlockSignals inherited_by_new_threads;
    while (free_threads_ < count) {
      std::thread([this] { work(); }).detach();
      ++free_threads_;
    }
    tasks_.splice(tasks_.end(), all);  // nothing from here on can fail
    free_threads_ -= count;
  }
  wake_.notify_all();
}

void ThreadPool::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return !tasks_.empty(); });
    const std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    lock.lock();
    ++free_threads_;
  }
}

}  // namespace bitvox
