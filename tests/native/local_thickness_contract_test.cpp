// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "collect_slices.hpp"
#include "operation_contract.hpp"
#include "ops/local_thickness/local_thickness.hpp"

namespace bitvox::local_thickness {
namespace {

using test::BackendContract;
using test::OperationContract;

test::Operation contract() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const BitVolume volume = test::balls({130, 100, 90}, 20, 15, 2);
    Options options;
    options.backend = backend;
    options.threads = threads;
    test::CollectSlices map(volume.shape(), PixelType::kFloat32);
    const Result result = measure(volume, options, &map, progress);
    return test::Outcome{result.run.backend,
                         test::Bits().add(result.thickness).add(result.voxels).add(map.volume)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    measure(BitVolume({20, 9, 8}), options, nullptr, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(LocalThickness, OperationContract, test::on_every_backend(contract()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(LocalThickness, BackendContract, test::on_every_backend(contract()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::local_thickness
