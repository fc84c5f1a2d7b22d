// SPDX-License-Identifier: BSD-2-Clause
// How soon a flow through a large volume ends that is cancelled.
#include <gtest/gtest.h>

#include <string>

#include "core/backends/dispatch.hpp"
#include "core/threads/stopwatch.hpp"
#include "flow_runs.hpp"

namespace bitvox::flow {
namespace {

// Cancels at the first report after a time, as a user's key does.
class CancelAfterSeconds final : public Progress {
 public:
  explicit CancelAfterSeconds(double seconds) : seconds_(seconds) {}
  void report(std::int64_t, std::int64_t) override {
    if (clock_.seconds() >= seconds_) throw Cancelled();
  }
  double late() const { return clock_.seconds() - seconds_; }

 private:
  const double seconds_;
  const Stopwatch clock_;
};

// While it reads, sorts and allocates, in its steps, looks and pictures.
TEST(FlowSlowTest, StopsWithinAFifthOfASecond) {
  const std::string backend = choose_backend("auto").name;
  const std::int64_t side = backend == "cuda" ? 512 : 160;
  const BitVolume fluid = test::make_volume({side, side, side}, [](auto x, auto y, auto z) {
    return (x / 16 + y / 16 + z / 16) % 4 != 0;
  });
  Options options;
  options.backend = backend;
  options.steps = 1000000;
  options.steady = 1e-6;
  options.frames = 50000;
  options.particles = 1000;
  options.bodies = "sphere centre=40,40,40 radius=3\n";
  for (int i = 0; i < 30; ++i) {
    CancelAfterSeconds progress(0.003 * i * (i + 1));
    test::CollectSlices movie, points;
    EXPECT_THROW(
        simulate({&fluid, nullptr}, options, {nullptr, &movie, &points, nullptr}, progress),
        Cancelled);
    EXPECT_LT(progress.late(), 0.2) << "cancelled after " << 0.003 * i * (i + 1) << " s";
  }
}

}  // namespace
}  // namespace bitvox::flow
