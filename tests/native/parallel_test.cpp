// SPDX-License-Identifier: BSD-2-Clause
#include "core/threads/parallel.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/threads/background.hpp"
#include "core/threads/barrier.hpp"
#include "core/threads/stop_request.hpp"
#include "core/threads/thread_pool.hpp"
#include "platform/platform.hpp"
#include "test_volumes.hpp"

namespace bitvox {
namespace {

using Clock = std::chrono::steady_clock;

TEST(ParallelFor, RunsEveryBodyOnce) {
  NoProgress progress;
  for (const int threads : {1, 2, 3, 8}) {
    std::vector<std::atomic<int>> runs(1000);
    parallel_for(1000, threads, progress, [&](std::int64_t i) { ++runs[static_cast<size_t>(i)]; });
    for (const auto& count : runs) {
      ASSERT_EQ(count, 1);
    }
  }
}

TEST(ParallelFor, NothingToDo) {
  NoProgress progress;
  parallel_for(0, 4, progress, [](std::int64_t) { FAIL(); });
}

TEST(ParallelFor, RethrowsWhatABodyThrew) {
  NoProgress progress;
  const auto body = [](std::int64_t i) {
    if (i == 7) throw InvalidInput("seven");
  };
  EXPECT_THROW(parallel_for(100, 3, progress, body), InvalidInput);
}

// Of all that fail the first one takes longest to do so.
TEST(ParallelFor, RethrowsTheErrorOfTheFirstBody) {
  NoProgress progress;
  for (const int threads : {1, 2, 3, 5}) {
    const auto body = [](std::int64_t i) {
      if (i < 20) return;
      if (i == 20) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      throw InvalidInput("body " + std::to_string(i));
    };
    try {
      parallel_for(100, threads, progress, body);
      ADD_FAILURE() << "no error";
    } catch (const InvalidInput& e) {
      EXPECT_EQ(std::string(e.what()), "body 20") << threads;
    }
  }
}

// A body before it that ends because its team has stopped does not hide the error.
TEST(ParallelFor, ABodyThatStopsHidesNoError) {
  NoProgress progress;
  struct Nothing {};
  const auto body = [](Nothing, std::int64_t i, const Team& team) {
    if (i == 1) throw InvalidInput("one");
    while (!team.stopped()) std::this_thread::yield();
    throw Cancelled();
  };
  EXPECT_THROW(parallel_for(
                   2, 2, progress, [] { return Nothing{}; }, body),
               InvalidInput);
}

// What a thread has of its own, made and destroyed by it.
class Own {
 public:
  explicit Own(std::atomic<int>& alive) : alive_(&alive) { ++*alive_; }
  Own(Own&& other) noexcept : alive_(std::exchange(other.alive_, nullptr)) {}
  Own& operator=(Own&&) = delete;
  Own(const Own&) = delete;
  Own& operator=(const Own&) = delete;
  ~Own() {
    if (alive_ != nullptr) {
      EXPECT_EQ(std::this_thread::get_id(), thread_);
      --*alive_;
    }
  }

  void use() const { EXPECT_EQ(std::this_thread::get_id(), thread_); }

 private:
  std::atomic<int>* alive_;
  std::thread::id thread_ = std::this_thread::get_id();
};

TEST(ParallelFor, EveryThreadHasItsOwn) {
  NoProgress progress;
  std::atomic<int> alive{0};
  std::atomic<int> made{0};
  std::vector<std::atomic<int>> runs(1000);
  const auto make = [&] {
    ++made;
    return Own(alive);
  };
  parallel_for(1000, 3, progress, make, [&](const Own& own, std::int64_t i) {
    own.use();
    ++runs[static_cast<size_t>(i)];
  });
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(made, 3);
  for (const auto& count : runs) {
    ASSERT_EQ(count, 1);
  }
}

TEST(ParallelFor, NothingIsLeftWhenItFails) {
  NoProgress progress;
  std::atomic<int> alive{0};
  const auto body = [](const Own&, std::int64_t i) {
    if (i == 7) throw InvalidInput("seven");
  };
  EXPECT_THROW(parallel_for(
                   100, 3, progress, [&] { return Own(alive); }, body),
               InvalidInput);
  const auto fail = []() -> Own { throw InvalidInput("none"); };
  EXPECT_THROW(parallel_for(100, 3, progress, fail, body), InvalidInput);
  EXPECT_EQ(alive, 0);
}

TEST(ParallelFor, ReportsFromStartToEndOnTheCallingThread) {
  class Recorder final : public Progress {
   public:
    void report(std::int64_t done, std::int64_t total) override {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      EXPECT_GE(done, last);
      EXPECT_EQ(total, 50);
      last = done;
      ++reports;
    }
    std::thread::id caller = std::this_thread::get_id();
    std::int64_t last = 0;
    int reports = 0;
  } recorder;
  parallel_for(50, 2, recorder,
               [](std::int64_t) { std::this_thread::sleep_for(std::chrono::milliseconds(10)); });
  EXPECT_EQ(recorder.last, 50);
  EXPECT_GE(recorder.reports, 4);  // 250 ms, ten a second, and both ends
}

TEST(ParallelFor, CancelStopsWithinTwoTenthsOfASecond) {
  test::CancelAfter progress(3);
  const auto start = Clock::now();
  EXPECT_THROW(
      parallel_for(100000, 2, progress,
                   [](std::int64_t) { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }),
      Cancelled);
  EXPECT_LT(Clock::now() - start, std::chrono::milliseconds(400));
}

TEST(RunTeam, WorkersRunAtTheSameTime) {
  NoProgress progress;
  constexpr int kThreads = 7;  // more than a small machine has cores
  std::atomic<int> arrived{0};
  run_team(kThreads, 1, progress, [&](Team& team, int) {
    ++arrived;
    while (arrived < kThreads && !team.stopped()) {
      std::this_thread::yield();
    }
  });
  EXPECT_EQ(arrived, kThreads);
}

TEST(RunTeam, AFailureFreesThoseWhoWait) {
  NoProgress progress;
  const auto body = [](Team& team, int worker) {
    if (worker == 0) throw InvalidInput("zero");
    while (!team.stopped()) {
      std::this_thread::yield();
    }
  };
  EXPECT_THROW(run_team(3, 1, progress, body), InvalidInput);
}

TEST(RunTeam, TwoAtOnceDoNotWaitForEachOther) {
  std::atomic<int> inside{0};
  const auto operation = [&] {
    NoProgress progress;
    run_team(2, 1, progress, [&](Team&, int) {
      ++inside;
      while (inside < 4) {
        std::this_thread::yield();
      }
    });
  };
  std::thread other(operation);
  operation();
  other.join();
  EXPECT_EQ(inside, 4);
}

TEST(ThreadCount, ZeroMeansAllCores) {
  EXPECT_EQ(thread_count(0), core_count());
  EXPECT_EQ(thread_count(3), 3);
  EXPECT_THROW(thread_count(-1), InvalidInput);
  EXPECT_THROW(thread_count(1025), InvalidInput);
}

// A task that fails to be copied the third time.
class CopiedTwice {
 public:
  CopiedTwice(std::atomic<int>& copies, std::atomic<int>& runs) : copies_(copies), runs_(runs) {}
  CopiedTwice(const CopiedTwice& other) : copies_(other.copies_), runs_(other.runs_) {
    if (++copies_ > 3) throw std::bad_alloc();
  }
  void operator()(int) const { ++runs_; }

 private:
  std::atomic<int>& copies_;
  std::atomic<int>& runs_;
};

TEST(ThreadPool, StartsAllTasksOrNone) {
  std::atomic<int> copies{0};
  std::atomic<int> runs{0};
  const std::function<void(int)> task = CopiedTwice(copies, runs);
  EXPECT_THROW(ThreadPool::instance().submit(8, task), std::bad_alloc);
  NoProgress progress;  // whatever was queued would run before this
  run_team(8, 1, progress, [](Team&, int) {});
  EXPECT_EQ(runs, 0);
}

using test::threads_here;

// Smaller teams in between must not keep all of them busy in turns.
TEST(ThreadPool, ShrinksToTheCoresWhenAskedForLess) {
  const std::int64_t before = threads_here();
  const int many = 3 * core_count() + 100;
  NoProgress progress;
  std::atomic<std::int64_t> most{0};
  std::atomic<int> arrived{0};
  run_team(many, 1, progress, [&](Team& team, int worker) {
    ++arrived;
    while (arrived < many && !team.stopped()) std::this_thread::yield();
    if (worker == 0) most = threads_here();
  });
  EXPECT_GE(most, many);
  const auto patience = Clock::now() + std::chrono::minutes(1);
  while (threads_here() > before + core_count() && Clock::now() < patience) {
    run_team(2, 1, progress, [](Team&, int) {});
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_LE(threads_here(), before + core_count());
}

TEST(ThreadPool, KeepsNoThreadWhenItIsDismissed) {
  static ThreadPool& pool = *new ThreadPool;  // its threads may outlive this test
  const std::int64_t before = threads_here();
  std::atomic<int> done{0};
  pool.submit(2, [&](int) { ++done; });
  while (done < 2) std::this_thread::yield();
  pool.dismiss();
  const auto patience = Clock::now() + std::chrono::minutes(1);
  while (threads_here() > before && Clock::now() < patience) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_LE(threads_here(), before);
}

TEST(ThreadPool, KeepsThreadsAgainWhenItIsRecalled) {
  static ThreadPool& pool = *new ThreadPool;
  const auto thread_of_a_task = [&] {
    std::atomic<std::int64_t> thread{0};
    pool.submit(1, [&](int) { thread = test::thread_id(); });
    while (thread == 0) std::this_thread::yield();
    return thread.load();
  };
  pool.dismiss();
  pool.recall();
  const std::int64_t first = thread_of_a_task();
  std::this_thread::sleep_for(std::chrono::milliseconds(1200));  // it is patient for a second
  EXPECT_EQ(thread_of_a_task(), first);
  pool.dismiss();
}

TEST(Background, ComputesOnceForAllWhoAsk) {
  std::atomic<int> computed{0};
  const Background<int> value([&] { return ++computed; });
  NoProgress progress;
  EXPECT_EQ(value.get(progress), 1);
  EXPECT_EQ(value.get(progress), 1);
}

TEST(Background, CanBeStoppedWhileItComputes) {
  std::promise<int> answer;
  const Background<int> value([&] { return answer.get_future().get(); });
  test::CancelAfter impatient(2);
  EXPECT_THROW(value.get(impatient), Cancelled);
  answer.set_value(7);
  NoProgress progress;
  EXPECT_EQ(value.get(progress), 7);
}

TEST(Background, RethrowsWhatWasThrown) {
  const Background<int> value([]() -> int { throw InvalidInput("none"); });
  NoProgress progress;
  EXPECT_THROW(value.get(progress), InvalidInput);
}

// A body that takes long sees that it is not wanted any more.
TEST(StopRequest, ReachesABodyThatTakesLong) {
  struct StopsAtSecond final : Progress {
    int reports = 0;
    void report(std::int64_t, std::int64_t) override {
      if (++reports > 1) throw Cancelled();
    }
  } stops;
  EXPECT_FALSE(stop_requested());
  std::atomic<int> seen{0};
  const auto body = [&](std::int64_t) {
    const auto end = Clock::now() + std::chrono::minutes(1);
    while (!stop_requested() && Clock::now() < end) std::this_thread::yield();
    if (stop_requested()) ++seen;
  };
  EXPECT_THROW(parallel_for(2, 2, stops, body), Cancelled);
  EXPECT_EQ(seen, 2);
  EXPECT_FALSE(stop_requested());
  NoProgress progress;
  std::atomic<int> again{0};
  parallel_for(4, 2, progress, [&](std::int64_t) { again += stop_requested() ? 1 : 0; });
  EXPECT_EQ(again, 0);  // the threads are the same
}

TEST(Barrier, WorkersMeetWhereThereAreMoreOfThemThanCores) {
  const int workers = 3 * core_count() + 1;
  constexpr int kMeetings = 200;
  std::vector<std::atomic<int>> arrived(kMeetings);
  Barrier barrier(workers);
  std::atomic<int> early{0};
  NoProgress progress;
  run_team(workers, 1, progress, [&](Team& team, int) {
    for (auto& count : arrived) {
      ++count;
      if (!barrier.wait(team)) return;
      if (count != workers) ++early;
    }
  });
  EXPECT_EQ(early, 0);
  EXPECT_EQ(arrived.back(), workers);
}

// Much later than anybody looks without sleeping.
constexpr std::chrono::milliseconds kLate{3};

TEST(Barrier, WhoSleepsIsWoken) {
  constexpr int kMeetings = 20;
  Barrier barrier(2);
  std::array<std::atomic<int>, 2> met{};
  std::atomic<int> apart{0};
  NoProgress progress;
  run_team(2, 1, progress, [&](Team& team, int worker) {
    const auto self = static_cast<std::size_t>(worker);
    for (int meeting = 0; meeting < kMeetings; ++meeting) {
      if (meeting % 2 == worker) std::this_thread::sleep_for(kLate);
      ++met[self];
      if (!barrier.wait(team)) return;
      if (met[1 - self] < meeting + 1) ++apart;
    }
  });
  EXPECT_EQ(apart, 0);
  EXPECT_EQ(met[0], kMeetings);
  EXPECT_EQ(met[1], kMeetings);
}

TEST(Barrier, WhoSleepsWakesWhenTheTeamIsStopped) {
  Barrier barrier(2);
  NoProgress progress;
  bool waited = true;
  run_team(2, 1, progress, [&](Team& team, int worker) {
    if (worker == 0) {
      waited = barrier.wait(team);
    } else {
      std::this_thread::sleep_for(kLate);
      team.stop();
    }
  });
  EXPECT_FALSE(waited);
}

}  // namespace
}  // namespace bitvox
