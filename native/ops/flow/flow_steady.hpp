// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"
#include "ops/flow/flow_cells.hpp"
#include "ops/flow/flow_drive.hpp"

namespace bitvox::flow {

inline constexpr std::int64_t kStepsBetween = 50;  // looks at the whole field

// Whether a flow has become steady: at no look in the last third of the steps so far, and in 200 of
// them at least, its velocities were further than a limit, at most 0.05, from those where that
// third began. What approaches its end as 1 - exp(-t / T) is then no further from it: a third of
// the steps changes it by less than 0.05 only where t > 4 T, by 2.7 times what is left, and by more
// from there on. So it holds for what is somewhat slower, too. A shorter part would not do, nor one
// look at its end: eddies may have come round by then.
class Steady {
 public:
  // Without a limit, 0, never. While the ramp lasts no flow is steady.
  explicit Steady(const Options& options) : limit_(options.steady), ramp_(ramp_steps(options)) {}

  // After so many steps, at 0 and then multiples of kStepsBetween.
  void look(std::int64_t step, const Totals& totals, Cells& cells, Progress& progress);

  bool reached() const { return step_ > 0; }
  std::int64_t step() const { return step_; }           // at which it was; 0: not
  double change() const { return change_; }             // the largest in the last whole third
  const Vector& velocity() const { return velocity_; }  // where that began

 private:
  void keep(std::int64_t step, const Totals& totals, Cells& cells, Progress& progress);

  const double limit_;
  const std::int64_t ramp_;
  std::int64_t kept_ = 0;  // the step at which this third began
  double largest_ = 0;     // change in it
  double change_ = 0;
  std::int64_t step_ = 0;
  Vector velocity_;
};

}  // namespace bitvox::flow
