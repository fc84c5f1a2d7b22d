// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "bits.hpp"
#include "grey_test_volumes.hpp"
#include "operation_contract.hpp"
#include "ops/minimal_path/minimal_path.hpp"

namespace bitvox::minimal_path {
namespace {

using test::BackendContract;
using test::OperationContract;

test::Operation operation() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const GreyVolume image = test::random_grey({48, 36, 28}, PixelType::kUint8, 250, 1);
    Inputs inputs(image);
    inputs.points = {0, 0, 0, 47, 35, 27, 3, 30, 20, 40, 5, 5};
    Options options;
    options.backend = backend;
    options.threads = threads;
    const Result result = trace(inputs, options, progress);
    return test::Outcome{
        result.run.backend,
        test::Bits().add(result.voxels).add(result.ends).add(result.costs).add(result.lengths)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    options.spacing.x = -1;
    const GreyVolume image({4, 4, 4}, PixelType::kUint8);
    Inputs inputs(image);
    inputs.points = {0, 0, 0, 1, 1, 1};
    trace(inputs, options, progress);
  };
  return {run, run_wrong, 10};
}

INSTANTIATE_TEST_SUITE_P(MinimalPath, OperationContract, test::on_every_backend(operation()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(MinimalPath, BackendContract, test::on_every_backend(operation()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::minimal_path
