// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "collect_slices.hpp"
#include "operation_contract.hpp"
#include "ops/distance_map/distance_map.hpp"

namespace bitvox::distance_map {
namespace {

using test::BackendContract;
using test::OperationContract;

test::Operation contract(const Index& block) {
  const auto run = [block](const std::string& backend, int threads, Progress& progress) {
    static const BitVolume volume = test::random_volume({160, 150, 140}, 0.999, 2);
    Options options;
    options.backend = backend;
    options.threads = threads;
    options.block = block;
    options.region = Region::kSigned;
    test::CollectSlices map(volume.shape(), PixelType::kFloat32);
    const Result result = measure(volume, options, map, progress);
    return test::Outcome{
        result.run.backend,
        test::Bits().add(result.largest_inside).add(result.largest_outside).add(map.volume)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    options.spacing.x = 0;
    test::CollectSlices map({20, 9, 8}, PixelType::kFloat32);
    measure(BitVolume({20, 9, 8}), options, map, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(DistanceMap, OperationContract, test::on_every_backend(contract({})),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(DistanceMapInBlocks, OperationContract,
                         test::on_every_backend(contract({60, 60, 0})), test::contract_name);
INSTANTIATE_TEST_SUITE_P(DistanceMap, BackendContract, test::on_every_backend(contract({})),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::distance_map
