// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "collect_slices.hpp"
#include "operation_contract.hpp"
#include "ops/permeability/permeability.hpp"

namespace bitvox::permeability {
namespace {

using test::BackendContract;
using test::CollectSlices;
using test::OperationContract;

test::Outcome run(const std::string& backend, int threads, Progress& progress) {
  static const BitVolume volume = test::balls({65, 24, 20}, 6, 30, 1);
  Options options;
  options.phase = Phase::kBackground;
  options.backend = backend;
  options.threads = threads;
  options.max_steps = 40;
  options.velocity = VelocityImage::kVector;
  test::Outcome outcome;
  CollectSlices velocities;
  const Result result = measure(volume, options, &velocities, progress);
  const Flow& flow = result.flows.at(0);
  outcome.backend = result.run.backend;
  outcome.result.add(result.pores)
      .add(flow.kozeny_carman)
      .add(flow.connected)
      .add(flow.permeability[0]);
  outcome.result.add(flow.permeability[1])
      .add(flow.permeability[2])
      .add(flow.mean_velocity)
      .add(flow.max_velocity);
  outcome.result.add(flow.steps).add(flow.tau).add(flow.spread).add(flow.change);
  outcome.result.add(velocities.values());
  return outcome;
}

void run_wrong(const std::string& backend, Progress& progress) {
  Options options;
  options.backend = backend;
  measure(BitVolume({4, 4, 4}), options, nullptr, progress);
}

INSTANTIATE_TEST_SUITE_P(Permeability, OperationContract,
                         test::on_every_backend({run, run_wrong, 2}), test::contract_name);
INSTANTIATE_TEST_SUITE_P(Permeability, BackendContract, test::on_every_backend({run, run_wrong, 2}),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::permeability
