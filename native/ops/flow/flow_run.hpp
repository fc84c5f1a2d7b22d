// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <numbers>

#include "core/threads/progress.hpp"
#include "core/threads/stopwatch.hpp"
#include "ops/flow/flow_bodies.hpp"
#include "ops/flow/flow_cells.hpp"
#include "ops/flow/flow_pictures.hpp"

namespace bitvox::flow {

inline constexpr double kMostMach = 0.3;
inline constexpr double kMachPerSpeed = std::numbers::sqrt3;

// All that the flow depends on, before its first step.
struct Job {
  const Grid& grid;
  const Bodies& bodies;
  const Options& options;
  Pictures& pictures;
  const Stopwatch& clock;
};

// What makes the cells of one of the twins.
using MakeCells = std::function<std::unique_ptr<Cells>(Bodies& bodies, Progress& progress)>;

// What is not known before.
struct Ran {
  Totals totals;
  double fastest = 0;  // of all that was looked at
  std::int64_t fastest_step = 0;
  Vector before;                 // the mean velocity where the last tenth of the steps begins, or
                                 // the third of Steady
  std::int64_t steady_step = 0;  // see Result
  double steady_change = 0;
  Overlaps overlaps;
  double seconds = 0;  // without the last pictures
};

// All steps, with looks at the whole field every 50 of them, and all pictures.
Ran run(const Job& job, const MakeCells& make_cells, Progress& progress);

}  // namespace bitvox::flow
