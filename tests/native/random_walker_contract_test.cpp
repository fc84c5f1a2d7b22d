// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "operation_contract.hpp"
#include "ops/random_walker/random_walker.hpp"
#include "random_walker_runs.hpp"

namespace bitvox::random_walker {
namespace {

using test::BackendContract;
using test::bits_of;
using test::Computed;
using test::noisy_blocks;
using test::OperationContract;
using test::scattered_seeds;

test::Operation operation() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    const Shape shape{30, 20, 12};
    static const GreyVolume image = noisy_blocks(shape, 0.05, 1);
    static const GreyVolume seeds = scattered_seeds(shape, 20, 2);
    Options options;
    options.backend = backend;
    options.threads = threads;
    Computed computed(seeds);
    computed.result =
        segment(image, seeds, options, {&computed.labels, &computed.probabilities}, progress);
    return test::Outcome{computed.result.run.backend, bits_of(computed)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    options.beta = -1;
    const GreyVolume image = noisy_blocks({4, 4, 4}, 0, 1);
    segment(image, image, options, {}, progress);
  };
  return {run, run_wrong, 20};
}

INSTANTIATE_TEST_SUITE_P(RandomWalker, OperationContract, test::on_every_backend(operation()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(RandomWalker, BackendContract, test::on_every_backend(operation()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::random_walker
