// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>

#include "core/progress.hpp"
#include "ops/flow/flow_cells.hpp"

namespace bitvox::flow {

inline constexpr std::int64_t kStepsBetween = 50;  // looks at the whole field

// Whether a flow has become steady: at no look in the last tenth of the steps so far, and in 200 of
// them at least, its velocities were further than a limit from those where that tenth began. What
// approaches its end exponentially is then about as far from it. One look at the end of the tenth
// would not do: eddies may have come round by then.
class Steady {
 public:
  // Without a limit, 0, never. While the ramp lasts no flow is steady.
  explicit Steady(const Options& options) : limit_(options.steady), ramp_(options.ramp) {}

  // After so many steps, at 0 and then multiples of kStepsBetween.
  void look(std::int64_t step, const Totals& totals, Cells& cells, Progress& progress);

  bool reached() const { return step_ > 0; }
  std::int64_t step() const { return step_; }  // at which it was; 0: not
  double change() const { return change_; }    // the largest in the last whole tenth
  const std::array<double, 3>& velocity() const { return velocity_; }  // where that began

 private:
  void keep(std::int64_t step, const Totals& totals, Cells& cells, Progress& progress);

  const double limit_;
  const std::int64_t ramp_;
  std::int64_t kept_ = 0;  // the step at which this tenth began
  double largest_ = 0;     // change in it
  double change_ = 0;
  std::int64_t step_ = 0;
  std::array<double, 3> velocity_{};
};

}  // namespace bitvox::flow
