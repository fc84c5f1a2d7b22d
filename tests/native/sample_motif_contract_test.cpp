// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "operation_contract.hpp"
#include "ops/sample_motif/sample_motif.hpp"

namespace bitvox::sample_motif {
namespace {

using bitvox::test::OperationContract;

bitvox::test::Operation contract() {
  const auto run_one = [](const std::string&, int, Progress& progress) {
    const Result result = make({300, 500, 15, 4, 0.5, 1}, progress);
    bitvox::test::Bits bits;
    for (const std::string& letters : result.sequences) {
      for (const char letter : letters) bits.add(letter);
    }
    return bitvox::test::Outcome{"cpu", bits};
  };
  const auto run_wrong = [](const std::string&, Progress& progress) {
    make({0, 500, 15, 4, 0.5, 1}, progress);
  };
  return {run_one, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(SampleMotif, OperationContract, bitvox::test::without_backends(contract()),
                         bitvox::test::contract_name);

}  // namespace
}  // namespace bitvox::sample_motif
