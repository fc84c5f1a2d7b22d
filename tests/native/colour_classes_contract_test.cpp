// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "colour_classes_runs.hpp"
#include "operation_contract.hpp"

namespace bitvox::colour_classes {
namespace {

using bitvox::test::BackendContract;
using bitvox::test::OperationContract;

bitvox::test::Operation contract() {
  const auto run_one = [](const std::string& backend, int threads, Progress& progress) {
    Options options;
    options.backend = backend;
    options.threads = threads;
    const Result result = train(match(3000), options, progress);
    bitvox::test::Bits bits;
    for (const double number : result.model.means) bits.add(number);
    for (const double number : result.model.covariances) bits.add(number);
    for (const double number : result.model.weights) bits.add(number);
    for (const double number : result.log_likelihood) bits.add(number);
    return bitvox::test::Outcome{result.run.backend, bits};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    train(ColourSamples(), options, progress);
  };
  return {run_one, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(ColourClasses, OperationContract,
                         bitvox::test::on_every_backend(contract()), bitvox::test::contract_name);
INSTANTIATE_TEST_SUITE_P(ColourClasses, BackendContract, bitvox::test::on_every_backend(contract()),
                         bitvox::test::contract_name);

}  // namespace
}  // namespace bitvox::colour_classes
