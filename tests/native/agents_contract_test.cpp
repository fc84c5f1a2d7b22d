// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "agents_runs.hpp"
#include "operation_contract.hpp"

namespace bitvox::agents {
namespace {

using test::BackendContract;
using test::OperationContract;

test::Operation contract(Shape shape, int strips) {
  const auto run = [=](const std::string& backend, int threads, Progress& progress) {
    static const BitVolume free = test::make_volume(
        shape, [](auto x, auto y, auto z) { return (x / 20 + y / 20 + z) % 5 != 0; });
    Options options;
    options.radius = 1.5;
    options.agents = 5000;
    options.steps = 30;
    options.every = 10;
    options.divide = 40;
    options.strips = strips;
    options.backend = backend;
    options.threads = threads;
    const Arena arena{shape, &free, nullptr, nullptr, nullptr};
    const Simulated made = simulated(arena, options, progress);
    return test::Outcome{made.result.run.backend, made.bits()};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.radius = -1;
    options.backend = backend;
    simulated({{9, 9, 1}}, options, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(Agents, OperationContract,
                         test::on_every_backend(contract({400, 300, 1}, 1)), test::contract_name);
INSTANTIATE_TEST_SUITE_P(Agents, BackendContract,
                         test::on_every_backend(contract({400, 300, 1}, 1)), test::contract_name);
INSTANTIATE_TEST_SUITE_P(AgentsInStrips, OperationContract,
                         testing::ValuesIn(test::on_backends(contract({400, 300, 1}, 5),
                                                             {"scalar"})),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::agents
