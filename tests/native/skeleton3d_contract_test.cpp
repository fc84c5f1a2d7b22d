// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "operation_contract.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"

namespace bitvox::skeleton3d {
namespace {

using test::BackendContract;
using test::OperationContract;

const Options kVerified{{}, true};

test::Operation contract(const Options& usual = {}) {
  const auto run = [usual](const std::string& backend, int threads, Progress& progress) {
    static const BitVolume volume = test::balls({130, 100, 90}, 30, 20, 2);
    static const BitVolume anchors = test::random_volume(volume.shape(), 0.001, 9);
    Options options = usual;
    options.backend = backend;
    options.threads = threads;
    const Result result = thin(volume, &anchors, options, progress);
    return test::Outcome{result.run.backend, test::Bits().add(result.skeleton).add(result.deleted)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    thin(BitVolume({20, 9, 8}), nullptr, {{backend, 0}, false}, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(Skeleton3d, OperationContract, test::on_every_backend(contract()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(Skeleton3dVerified, OperationContract,
                         test::on_every_backend(contract(kVerified)), test::contract_name);
INSTANTIATE_TEST_SUITE_P(Skeleton3d, BackendContract, test::on_every_backend(contract()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::skeleton3d
