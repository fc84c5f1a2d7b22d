// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "collect_slices.hpp"
#include "operation_contract.hpp"
#include "ops/label/label.hpp"

namespace bitvox::label {
namespace {

using test::BackendContract;
using test::OperationContract;

test::Operation contract(const Index& block) {
  const auto run_one = [block](const std::string& backend, int threads, Progress& progress) {
    static const BitVolume volume = test::random_volume({200, 90, 30}, 0.3, 1);
    Options options;
    options.backend = backend;
    options.threads = threads;
    options.min_size = 2;
    options.block = block;
    test::CollectSlices labels(volume.shape(), PixelType::kUint16);
    BitVolume binary(volume.shape());
    const Result result = label(volume, options, {&labels, &binary, true, nullptr}, progress);
    const Objects& objects = result.objects;
    test::Bits bits;
    bits.add(labels.volume).add(binary).add(objects.voxels).add(result.found);
    for (const auto& squares : objects.squares) bits.add(squares);
    bits.add(objects.surface).add(objects.euler);
    return test::Outcome{result.run.backend, bits};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    options.min_size = -1;
    label(BitVolume({9, 9, 9}), options, {}, progress);
  };
  return {run_one, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(Label, OperationContract, test::on_every_backend(contract({})),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(LabelInBlocks, OperationContract,
                         test::on_every_backend(contract({70, 50, 12})), test::contract_name);
INSTANTIATE_TEST_SUITE_P(Label, BackendContract, test::on_every_backend(contract({})),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::label
