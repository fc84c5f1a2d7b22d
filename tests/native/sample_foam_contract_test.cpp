// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "operation_contract.hpp"
#include "ops/sample_foam/sample_foam.hpp"

namespace bitvox::sample_foam {
namespace {

using test::OperationContract;

test::Operation contract() {
  const auto run = [](const std::string&, int, Progress& progress) {
    return test::Outcome{{}, test::Bits().add(fill({200, 200, 200}, {2, 3, 0.5, 1}, progress))};
  };
  const auto run_wrong = [](const std::string&, Progress& progress) {
    fill({8, 8, 8}, {5, 4, 0.5, 1}, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(SampleFoam, OperationContract, test::without_backends(contract()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::sample_foam
