// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/engine.hpp"
#include "ops/solve/solve_attempt.hpp"

namespace bitvox::solve {

Attempted attempt_cuda(const Problem& problem, const Attempt& attempt, Progress& progress) {
  StandingProgress standing(progress);
  if (problem.options.precision == Precision::kSingle) {
    const auto engine = sparse::engine_cuda<float>(problem.threads, standing,
                                                   sparse::DeviceFormat::kFits, problem.on_gpu);
    return run_attempt(*engine, problem, attempt, standing);
  }
  const auto engine = sparse::engine_cuda<double>(problem.threads, standing,
                                                  sparse::DeviceFormat::kFits, problem.on_gpu);
  return run_attempt(*engine, problem, attempt, standing);
}

}  // namespace bitvox::solve
