// SPDX-License-Identifier: BSD-2-Clause
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
  options.method = bytes.one_of({Method::kAuto, Method::kCg, Method::kBicgstab, Method::kGmres});
  options.preconditioner =
      bytes.one_of({Preconditioning::kAuto, Preconditioning::kNone, Preconditioning::kJacobi,
                    Preconditioning::kChebyshev, Preconditioning::kMultigrid});
  options.precision = bytes.one_of({Precision::kDouble, Precision::kSingle});
  options.most_iterations = 200;
  options.restart = bytes.integer(1, 30);
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    // What is chosen may be another on the GPU, which has no incomplete factors.
    const bool any = options.preconditioner == Preconditioning::kAuto;
    if (any && backend == "cuda") options.backend = "scalar";
    const Result result = solve(matrix, &b, options, progress);
    test::Bits bits;
    bits.add(result.x).add(result.history).add(result.residual).add(result.iterations);
    return bits;
  };
}

const fuzz::FuzzOperation operation("solve", make);

}  // namespace
}  // namespace bitvox::solve
