// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "collect_slices.hpp"
#include "operation_contract.hpp"
#include "ops/granulometry/granulometry.hpp"

namespace bitvox::granulometry {
namespace {

using test::BackendContract;
using test::OperationContract;

test::Operation contract(std::int64_t slab_depth) {
  const auto run = [slab_depth](const std::string& backend, int threads, Progress& progress) {
    static const BitVolume volume = test::balls({160, 150, 140}, 40, 30, 2);
    Options options;
    options.backend = backend;
    options.threads = threads;
    options.block = {0, 0, slab_depth};
    options.max_radius = 20;
    test::CollectSlices map(volume.shape(), PixelType::kUint16);
    const Result result = measure(volume, options, &map, progress);
    return test::Outcome{result.run.backend, test::Bits().add(result.counts).add(map.volume)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    measure(BitVolume({20, 9, 8}), options, nullptr, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(Granulometry, OperationContract, test::on_every_backend(contract(0)),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(GranulometryInSlabs, OperationContract,
                         test::on_every_backend(contract(60)), test::contract_name);
INSTANTIATE_TEST_SUITE_P(Granulometry, BackendContract, test::on_every_backend(contract(0)),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::granulometry
