// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>

namespace bitvox {

// Threads that are kept between operations. It grows so that all submitted tasks run at the same
// time, whoever submitted them; two operations at once never wait for each other's threads. It
// shrinks to a thread a core when more have had nothing to do for a while.
class ThreadPool {
 public:
  // The one pool of the process. Never destroyed: its threads may still be there when the process
  // exits or the JVM forgets this library.
  static ThreadPool& instance();

  // Starts `count` copies of task at the same time. Throws std::system_error or std::bad_alloc,
  // with none started, when the system refuses threads or memory. Tasks must not throw.
  void submit(int count, const std::function<void(int)>& task);

  // Called by a thread of the pool that had a task and has had none since for a moment, and so
  // before it ends: to give back what it holds for tasks that may follow at once. Must not throw.
  void when_resting(void (*give_back)()) { give_back_ = give_back; }

  // Ends threads that have nothing to do within about a second, and keeps none until recall().
  void dismiss();
  void recall();

 private:
  struct Worker {
    std::condition_variable wake;
    std::function<void()> task;  // empty: nothing to do
  };
  using Workers = std::list<Worker>;

  void start_thread();
  void rest(std::unique_lock<std::mutex>& lock, Workers::iterator self);
  void work(Workers::iterator self);
  bool too_many_idle() const;

  std::atomic<void (*)()> give_back_ = nullptr;
  std::mutex mutex_;
  bool dismissed_ = false;
  Workers idle_;  // the one that was busy last is first, and is taken first: the others may leave
  Workers busy_;
};

}  // namespace bitvox
