// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <type_traits>

#include "core/error.hpp"
#include "core/threads/first_error.hpp"
#include "core/threads/progress.hpp"

namespace bitvox {

// The cores that this process may use: those of the machine, or fewer where the system or the CPU
// quota of a container allows fewer.
int core_count();

// The number of threads to use: requested, or all cores for 0. Throws InvalidInput below 0 and
// above 1024.
int thread_count(int requested);

// Runs body(0) .. body(count - 1) on `threads` threads of a reused pool and returns when every one
// is done. Only the calling thread touches progress: at the start, at least ten times a second,
// and at the end. When progress or a body throws, no new body starts, and the exception is rethrown
// here: of several bodies that of the lowest i, whatever the number of threads, unless progress
// threw or a body ends early because its team has stopped. Bodies should take milliseconds: they
// are not interrupted.
void parallel_for(std::int64_t count, int threads, Progress& progress,
                  const std::function<void(std::int64_t)>& body);

// The same with something of its own for each thread that takes part, made and destroyed by it: a
// reader, a buffer. body(own, i), where own is what make() returned on this thread, or, where a
// body may take long, body(own, i, team), which returns soon after team.stopped().
template <class Make, class Body>
void parallel_for(std::int64_t count, int threads, Progress& progress, const Make& make,
                  const Body& body);

// What the workers of one run_team() share.
class Team {
 public:
  explicit Team(int size) : size_(size) {}

  int size() const { return size_; }

  // Someone threw or the user cancelled: return soon, what you compute is thrown away.
  bool stopped() const { return stop_.load(std::memory_order_relaxed); }
  void stop() { stop_.store(true, std::memory_order_relaxed); }

  // Counts towards the total given to run_team().
  void add_done(std::int64_t amount) { done_.fetch_add(amount, std::memory_order_relaxed); }
  std::int64_t done() const { return done_.load(std::memory_order_relaxed); }

 private:
  int size_;
  std::atomic<bool> stop_{false};
  std::atomic<std::int64_t> done_{0};
};

// Runs body(team, 0) .. body(team, threads - 1), all at the same time, so that they may wait for
// one another (while checking team.stopped()). Progress as for parallel_for; the exception that was
// thrown first is rethrown.
void run_team(int threads, std::int64_t total, Progress& progress,
              const std::function<void(Team&, int)>& body);

template <class Make, class Body>
void parallel_for(std::int64_t count, int threads, Progress& progress, const Make& make,
                  const Body& body) {
  const auto team_size = static_cast<int>(std::clamp<std::int64_t>(count, 1, threads));
  std::atomic<std::int64_t> next{0};
  FirstError error;
  try {
    run_team(team_size, count, progress, [&](Team& team, int) {
      auto own = make();
      // What was taken is done to its end, and all before what fails was taken before.
      while (!team.stopped()) {
        const std::int64_t i = next++;
        if (i >= count) return;
        try {
          if constexpr (std::is_invocable_v<const Body&, decltype(own)&, std::int64_t,
                                            const Team&>) {
            body(own, i, static_cast<const Team&>(team));
          } else {
            body(own, i);
          }
        } catch (const Cancelled&) {  // perhaps because another body has failed
          throw;
        } catch (...) {
          error.keep(i);
          throw;
        }
        team.add_done(1);
      }
    });
  } catch (const Cancelled&) {
    throw;
  } catch (...) {
    error.rethrow();
    throw;
  }
}

}  // namespace bitvox
