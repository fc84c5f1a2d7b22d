// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "collect_slices.hpp"
#include "operation_contract.hpp"
#include "ops/split_objects/split_objects.hpp"

namespace bitvox::split_objects {
namespace {

using test::BackendContract;
using test::OperationContract;

test::Operation contract() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const BitVolume volume = test::balls({150, 90, 40}, 9, 120, 1);
    Options options;
    options.tolerance = 0.5;
    options.backend = backend;
    options.threads = threads;
    options.line = true;
    test::CollectSlices labels(volume.shape(), PixelType::kUint16);
    BitVolume binary(volume.shape());
    const Result result = split(volume, {}, options, {&labels, &binary, true}, progress);
    test::Bits bits;
    bits.add(labels.volume).add(binary).add(result.objects.voxels).add(result.parts);
    bits.add(result.objects.surface).add(result.objects.euler);
    return test::Outcome{result.run.backend, bits};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    options.spacing.x = 0;
    split(BitVolume({5, 5, 5}), {}, options, {}, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(SplitObjects, OperationContract, test::on_every_backend(contract()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(SplitObjects, BackendContract, test::on_every_backend(contract()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::split_objects
