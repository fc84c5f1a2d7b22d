// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "collect_slices.hpp"
#include "operation_contract.hpp"
#include "ops/granulometry/granulometry.hpp"

namespace bitvox::granulometry {
namespace {

using test::BackendContract;
using test::OperationContract;

test::Operation contract() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const BitVolume volume = test::balls({130, 100, 90}, 20, 15, 2);
    Options options;
    options.element = Element::kBall;
    options.backend = backend;
    options.threads = threads;
    test::CollectSlices map(volume.shape(), PixelType::kUint16);
    const Result result = measure(volume, options, &map, progress);
    return test::Outcome{result.run.backend, test::Bits().add(result.counts).add(map.volume)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.element = Element::kBall;
    options.backend = backend;
    measure(BitVolume({20, 9, 8}), options, nullptr, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(GranulometryBalls, OperationContract, test::on_every_backend(contract()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(GranulometryBalls, BackendContract, test::on_every_backend(contract()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::granulometry
