// SPDX-License-Identifier: BSD-2-Clause
#include "core/threads/parallel.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "core/platform/platform.hpp"
#include "core/threads/between_reports.hpp"
#include "core/threads/stop_request.hpp"
#include "core/threads/thread_pool.hpp"

namespace bitvox {
namespace {

// One run_team(), shared by its workers; the last one to leave frees it.
struct Run {
  explicit Run(int threads) : team(threads), running(threads) {}

  void fail(std::exception_ptr exception) {
    const std::lock_guard lock(mutex);
    if (!failure) {
      failure = std::move(exception);
    }
    team.stop();
  }

  void leave() {
    const std::lock_guard lock(mutex);
    if (--running == 0) {
      finished.notify_one();
    }
  }

  Team team;
  std::mutex mutex;
  std::condition_variable finished;
  int running;
  std::exception_ptr failure;
};

// The team that this thread works for.
thread_local const Team* working_for = nullptr;

}  // namespace

int core_count() {
  static const int count = [] {
    const int cores = platform::allowed_cores();
    return std::min(cores, platform::quota_of_cores().value_or(cores));
  }();
  return count;
}

int thread_count(int requested) {
  if (requested < 0 || requested > 1024) {
    throw InvalidInput("threads=" + std::to_string(requested) +
                       " is not allowed; use 0 (all cores) to 1024");
  }
  return requested == 0 ? core_count() : requested;
}

bool stop_requested() { return working_for != nullptr && working_for->stopped(); }

void run_team(int threads, std::int64_t total, Progress& progress,
              const std::function<void(Team&, int)>& body) {
  progress.report(0, total);
  const auto run = std::make_shared<Run>(threads);
  ThreadPool::instance().submit(threads, [run, &body](int worker) {
    const Team* const before = std::exchange(working_for, &run->team);
    try {
      body(run->team, worker);
    } catch (...) {
      run->fail(std::current_exception());
    }
    working_for = before;
    run->leave();  // body is not touched after this
  });

  // The calling thread only reports, so that a slow listener never holds up the work.
  std::unique_lock lock(run->mutex);
  while (!run->finished.wait_for(lock, kBetweenReports, [&] { return run->running == 0; })) {
    if (run->team.stopped()) {
      continue;
    }
    lock.unlock();
    try {
      progress.report(std::min(run->team.done(), total), total);
    } catch (...) {
      run->fail(std::current_exception());
    }
    lock.lock();
  }
  if (run->failure) {
    std::rethrow_exception(run->failure);
  }
  lock.unlock();
  progress.report(total, total);
}

void parallel_for(std::int64_t count, int threads, Progress& progress,
                  const std::function<void(std::int64_t)>& body) {
  struct Nothing {};
  parallel_for(
      count, threads, progress, [] { return Nothing{}; },
      [&](Nothing, std::int64_t i) { body(i); });
}

}  // namespace bitvox
