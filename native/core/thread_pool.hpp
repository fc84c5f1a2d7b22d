// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace bitvox {

// Threads that are kept between operations. It grows so that all submitted tasks run at the same
// time, whoever submitted them; two operations at once never wait for each other's threads.
class ThreadPool {
 public:
  // The one pool of the process. Never destroyed: its threads may still be there when the process
  // exits or the JVM forgets this library.
  static ThreadPool& instance();

  // Starts `count` copies of task at the same time. Throws std::system_error, with none started,
  // when the system refuses the threads. Tasks must not throw.
  void submit(int count, const std::function<void(int)>& task);

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> tasks_;
  int free_threads_ = 0;  // neither running a task nor promised to one in tasks_
};

}  // namespace bitvox
