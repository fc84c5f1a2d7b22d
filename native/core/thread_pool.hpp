// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>

namespace bitvox {

// Threads that are kept between operations. It grows so that all submitted tasks run at the same
// time, whoever submitted them; two operations at once never wait for each other's threads.
class ThreadPool {
 public:
  // The one pool of the process. Never destroyed: its threads may still be there when the process
  // exits or the JVM forgets this library.
  static ThreadPool& instance();

  // Starts `count` copies of task at the same time. Throws std::system_error or std::bad_alloc,
  // with none started, when the system refuses threads or memory. Tasks must not throw.
  void submit(int count, const std::function<void(int)>& task);

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::list<std::function<void()>> tasks_;
  int free_threads_ = 0;  // neither running a task nor promised to one in tasks_
};

}  // namespace bitvox
