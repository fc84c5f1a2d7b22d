// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "operation_contract.hpp"
#include "ops/morphology/morphology.hpp"

namespace bitvox::morphology {
namespace {

using bitvox::test::BackendContract;
using bitvox::test::OperationContract;
using test::random_volume;

bitvox::test::Operation contract() {
  const auto run_one = [](const std::string& backend, int threads, Progress& progress) {
    static const BitVolume volume = random_volume({300, 200, 130}, 0.999, 1);
    Options options;
    options.radius = 3;
    options.backend = backend;
    options.threads = threads;
    const Result result = apply(volume, nullptr, options, progress);
    bitvox::test::Bits bits;
    bits.add(result.volume).add(result.voxels_before).add(result.voxels_after);
    return bitvox::test::Outcome{result.run.backend, bits};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    options.radius = -1;
    apply(BitVolume({9, 9, 9}), nullptr, options, progress);
  };
  return {run_one, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(Morphology, OperationContract, bitvox::test::on_every_backend(contract()),
                         bitvox::test::contract_name);
INSTANTIATE_TEST_SUITE_P(Morphology, BackendContract, bitvox::test::on_every_backend(contract()),
                         bitvox::test::contract_name);

}  // namespace
}  // namespace bitvox::morphology
