// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "minkowski_reference.hpp"
#include "operation_contract.hpp"
#include "ops/minkowski/minkowski.hpp"

namespace bitvox::minkowski {
namespace {

using test::BackendContract;
using test::bits;
using test::OperationContract;

test::Operation contract() {
  const auto run_one = [](const std::string& backend, int threads, Progress& progress) {
    static const BitVolume volume = test::random_volume({300, 200, 130}, 0.3, 1);
    Options options;
    options.backend = backend;
    options.threads = threads;
    options.edges = Edges::kClipped;
    const Result result = measure(volume, options, progress);
    return test::Outcome{result.run.backend, bits(result.numbers.at(0))};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    options.spacing.x = -1;
    measure(BitVolume({9, 9, 9}), options, progress);
  };
  return {run_one, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(Minkowski, OperationContract, test::on_every_backend(contract()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(Minkowski, BackendContract, test::on_every_backend(contract()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::minkowski
