// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "operation_contract.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"

namespace bitvox::skeleton2d {
namespace {

using test::BackendContract;
using test::OperationContract;

test::Operation contract() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const BitVolume full =
        test::make_volume({400, 400, 30}, [](auto, auto, auto) { return true; });
    const Result result = thin(full, {{backend, threads}, Rule::kGuoHall}, progress);
    return test::Outcome{result.run.backend,
                         test::Bits().add(result.skeleton).add(result.iterations)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    thin(BitVolume({9, 9, 9}), {{backend, 0}, Rule::kGuoHall}, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(Skeleton2d, OperationContract, test::on_every_backend(contract()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(Skeleton2d, BackendContract, test::on_every_backend(contract()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::skeleton2d
