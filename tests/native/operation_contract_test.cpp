// SPDX-License-Identifier: BSD-2-Clause
#include "operation_contract.hpp"

#include <utility>

#include "core/error.hpp"
#include "refusal.hpp"

namespace bitvox::test {
namespace {

double fraction(std::int64_t done, std::int64_t total) {
  return static_cast<double>(done) / static_cast<double>(total);
}

// From 0 up to the total, and never back; the total may change on the way.
class CheckProgress final : public Progress {
 public:
  void report(std::int64_t done, std::int64_t total) override {
    ASSERT_GT(total, 0);
    ASSERT_LE(done, total);
    const double now = fraction(done, total);
    if (reports_ == 0) {
      EXPECT_EQ(done, 0);
    }
    EXPECT_GE(now, last_);
    last_ = now;
    ++reports_;
  }
  double last() const { return last_; }
  std::int64_t reports() const { return reports_; }

 private:
  double last_ = 0;
  std::int64_t reports_ = 0;
};

// Cancels at the first report of at least `at`, after which there is to be no other.
class CancelAt final : public Progress {
 public:
  explicit CancelAt(double at) : at_(at) {}
  void report(std::int64_t done, std::int64_t total) override {
    EXPECT_FALSE(cancelled_) << "it went on after it was cancelled";
    if (fraction(done, total) >= at_) {
      cancelled_ = true;
      throw Cancelled();
    }
  }

 private:
  double at_;
  bool cancelled_ = false;
};

TEST_P(OperationContract, ReportsProgressFromStartToEnd) {
  const std::string& backend = GetParam().backend;
  const Operation& operation = GetParam().operation;
  CheckProgress progress;
  operation.run(backend, 2, progress);
  EXPECT_EQ(progress.last(), 1.0);
  EXPECT_GE(progress.reports(), operation.fewest_reports);
}

TEST_P(OperationContract, StopsAtStartMiddleAndEnd) {
  const std::string& backend = GetParam().backend;
  const Operation& operation = GetParam().operation;
  NoProgress quiet;
  const Outcome whole = operation.run(backend, 2, quiet);
  for (const auto& [threads, at] : {std::pair{1, 0.0}, {3, 0.01}, {1, 0.5}, {3, 0.5}, {3, 1.0}}) {
    SCOPED_TRACE(testing::Message() << "threads " << threads << ", at " << at);
    CancelAt progress(at);
    EXPECT_THROW(operation.run(backend, threads, progress), Cancelled);
  }
  // And nothing is left behind that would spoil the next run.
  EXPECT_TRUE(operation.run(backend, 2, quiet).result == whole.result);
}

TEST_P(OperationContract, RefusesWrongInput) {
  const std::string& backend = GetParam().backend;
  const Operation& operation = GetParam().operation;
  NoProgress quiet;
  EXPECT_THROW(operation.run_wrong(backend, quiet), InvalidInput);
}

TEST_P(BackendContract, SaysWhichBackendRan) {
  const std::string& backend = GetParam().backend;
  const Operation& operation = GetParam().operation;
  NoProgress quiet;
  EXPECT_EQ(operation.run(backend, 0, quiet).backend, backend);
}

TEST_P(BackendContract, SameForEveryThreadCount) {
  const std::string& backend = GetParam().backend;
  const Operation& operation = GetParam().operation;
  NoProgress quiet;
  const Outcome expected = operation.run("scalar", 1, quiet);
  for (const int threads : {1, 3, 16}) {
    EXPECT_TRUE(operation.run(backend, threads, quiet).result == expected.result)
        << "threads " << threads;
  }
}

TEST_P(BackendContract, RefusesImpossibleThreads) {
  const std::string& backend = GetParam().backend;
  const Operation& operation = GetParam().operation;
  NoProgress quiet;
  for (const int threads : {-1, 1025}) {
    EXPECT_EQ(refusal([&] { operation.run(backend, threads, quiet); }),
              "threads=" + std::to_string(threads) + " is not allowed; use 0 (all cores) to 1024");
  }
}

TEST_P(BackendContract, RefusesUnknownBackends) {
  NoProgress quiet;
  EXPECT_EQ(refusal([&] { GetParam().operation.run("sse9", 0, quiet); }),
            "unknown backend 'sse9'; use auto, cuda, avx512, avx2 or scalar");
}

}  // namespace
}  // namespace bitvox::test
