// SPDX-License-Identifier: BSD-2-Clause
#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/solve/solve.hpp"

namespace bitvox::solve {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;
using sparse::Preconditioning;

FuzzRun make(FuzzBytes& bytes) {
  sparse::Coo coo;
  coo.rows = coo.columns = bytes.between(1, 60);
  const bool is_symmetric = bytes.yes();
  const std::int64_t entries = bytes.between(0, 200);
  for (std::int64_t k = 0; k < entries; ++k) {
    const std::int64_t i = bytes.between(0, coo.rows - 1);
    const std::int64_t j = bytes.between(0, coo.rows - 1);
    const auto a = static_cast<double>(bytes.between(-20, 20)) / 4;
    coo.add(i, j, a);
    if (is_symmetric) coo.add(j, i, a);
  }
  for (std::int64_t i = 0; i < coo.rows; ++i) {
    if (!bytes.rarely()) coo.add(i, i, static_cast<double>(bytes.between(1, 40)));
  }
  NoProgress quiet;
  const sparse::Csr<double> matrix = sparse::to_csr(coo, quiet);
  std::vector<double> b(static_cast<std::size_t>(coo.rows));
  for (double& value : b) value = static_cast<double>(bytes.between(-3, 3));
  Options options;
  fuzz::fuzz_fields(bytes, options);
  options.max_iterations = 200;
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    // The GPU has no incomplete factors, and so may choose another preconditioner.
    const bool cpu_alone = options.preconditioner == Preconditioning::kAuto ||
                           sparse::needs_cpu(options.preconditioner);
    if (cpu_alone && backend == "cuda") options.backend = "scalar";
    const Result result = solve(matrix, &b, options, progress);
    test::Bits bits;
    bits.add(result.solution).add(result.history).add(result.residual).add(result.iterations);
    return bits;
  };
}

const fuzz::FuzzOperation operation("solve", make);

}  // namespace
}  // namespace bitvox::solve
