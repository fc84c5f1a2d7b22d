// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/backends/instruction_set.hpp"
#include "ops/solve/solve.hpp"

namespace bitvox::solve {

// One method with one preconditioner.
struct Attempt {
  Method method = Method::kCg;
  sparse::Preconditioning preconditioner = sparse::Preconditioning::kNone;
  int restart = 0;  // of GMRES
};

// What to try, one after the other until one converges: what the options ask for, or what suits the
// matrix. Where the method is free and the last one is GMRES, it begins again as late as memory and
// time for so many rows allow: of few rows, not before it must have the solution. For the
// backend cuda no preconditioner is chosen that runs on the CPU alone.
std::vector<Attempt> attempts_for(const sparse::Properties& properties, const Options& options);

// A system whose right-hand side is not 0 and has no part of which there is no solution.
struct Problem {
  const sparse::Csr<double>& matrix;
  const std::vector<double>& b;
  const sparse::Properties& properties;
  const Options& options;
  int threads;
  bool is_reduced;                                    // b is what is left of the one that was given
  std::shared_ptr<const sparse::MatrixOnGpu> on_gpu;  // the matrix, or another one, or null
};

struct Attempted {
  std::vector<double> x;
  sparse::Outcome outcome = sparse::Outcome::kConverged;
  std::string preconditioner;
  std::int64_t iterations = 0;
  double residual = 1;
  std::vector<double> history;
};

// The twins.
Attempted attempt_cpu(InstructionSet instructions, const Problem& problem, const Attempt& attempt,
                      Progress& progress);
Attempted attempt_cuda(const Problem& problem, const Attempt& attempt, Progress& progress);

// What they share, once there is an engine. Progress goes from where it stands to its end.
template <class T>
Attempted run_attempt(sparse::Engine<T>& engine, const Problem& problem, const Attempt& attempt,
                      StandingProgress& progress);

}  // namespace bitvox::solve
