// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_steady.hpp"

#include <algorithm>

namespace bitvox::flow {
namespace {

// To a look from which on the steps since `kept` are a third of all.
constexpr std::int64_t kLeastSteps = 200;
bool is_whole(std::int64_t kept, std::int64_t step) {
  return step - kept >= std::max(kLeastSteps, (step + 2) / 3);
}

}  // namespace

void Steady::look(std::int64_t step, const Totals& totals, Cells& cells, Progress& progress) {
  if (limit_ == 0 || reached()) return;
  if (step <= ramp_) return keep(step, totals, cells, progress);
  largest_ = std::max(largest_, cells.change(progress));
  if (!is_whole(kept_, step)) return;
  change_ = largest_;
  if (change_ <= limit_) {
    step_ = step;
  } else {
    keep(step, totals, cells, progress);
  }
}

void Steady::keep(std::int64_t step, const Totals& totals, Cells& cells, Progress& progress) {
  cells.keep(progress);
  kept_ = step;
  largest_ = 0;
  velocity_ = totals.velocity;
}

}  // namespace bitvox::flow
