// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "operation_contract.hpp"
#include "ops/solve/solve.hpp"
#include "solve_runs.hpp"
#include "sparse_matrices.hpp"

namespace bitvox::solve {
namespace {

using sparse::Csr;
using sparse::test::grid;
using test::bits_of;

test::Operation operation() {
  static const Csr<double> matrix = grid(30, 30, 30);
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    Options options;
    options.backend = backend;
    options.threads = threads;
    const Result result = solve(matrix, nullptr, options, progress);
    return test::Outcome{result.run.backend, bits_of(result)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    options.tolerance = 2;
    solve(matrix, nullptr, options, progress);
  };
  return {run, run_wrong};
}

}  // namespace
}  // namespace bitvox::solve

namespace bitvox::test {
INSTANTIATE_TEST_SUITE_P(Solve, OperationContract, on_every_backend(solve::operation()),
                         contract_name);
INSTANTIATE_TEST_SUITE_P(Solve, BackendContract, on_every_backend(solve::operation()),
                         contract_name);
}  // namespace bitvox::test
