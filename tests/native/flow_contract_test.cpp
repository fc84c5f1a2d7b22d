// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "flow_runs.hpp"
#include "operation_contract.hpp"
#include "ops/flow/flow.hpp"

namespace bitvox::flow {
namespace {

using test::BackendContract;
using test::CollectSlices;
using test::KeptBodies;
using test::OperationContract;

constexpr Face kClosed = Face::kClosed, kFree = Face::kFree, kPeriodic = Face::kPeriodic,
               kMoving = Face::kMoving;

test::Outcome run_with(const std::string& bodies, int precision, const std::string& backend,
                       int threads, Progress& progress) {
  const BitVolume balls = test::balls({65, 12, 8}, 4, 20, 1);
  const BitVolume volume = test::make_volume(
      {65, 12, 8}, [&](auto x, auto y, auto z) { return x < 44 && test::voxel(balls, x, y, z); });
  Options options;
  options.phase = Phase::kBackground;
  options.faces() = {kMoving, kFree, kClosed, kClosed, kPeriodic, kPeriodic};
  options.wall = {0.02, 0, 0};
  options.force = {1e-6, 0, 1e-5};
  options.viscosity = 0.1;
  options.steps = 60;
  options.frames = 3;
  options.backend = backend == "cpu" ? "auto" : backend;
  options.threads = threads;
  options.bodies = bodies;
  options.precision = precision;
  CollectSlices velocity, movie, particles;
  KeptBodies moved;
  const Outputs out{&velocity, &movie, &particles, options.bodies.empty() ? nullptr : &moved};
  const Result result = simulate({&volume, nullptr}, options, out, progress);
  test::Outcome outcome;
  outcome.backend = result.run.backend;
  outcome.result.add(velocity.values())
      .add(movie.values())
      .add(particles.values())
      .add(result.fluid);
  outcome.result.add(result.max_speed).add(result.mass_change).add(result.mach);
  outcome.result.add(moved.all());
  for (std::size_t a = 0; a < 3; ++a) outcome.result.add(result.mean_velocity[a]);
  return outcome;
}

test::Outcome run(const std::string& backend, int threads, Progress& progress) {
  return run_with("", 32, backend, threads, progress);
}

TEST(FlowContract, BodiesMoveAlikeEverywhere) {
  NoProgress progress;
  const std::string bodies =
      "sphere centre=50,6,4 radius=2.5 density=1.3\n"
      "box centre=58,5,4 size=4,5,6 density=1.1 velocity=-0.03,0.01,0 spin=0,0.01,0.02\n"
      "gravity acceleration=0,1e-4,0\n";
  for (const int precision : {32, 16}) {
    const test::Outcome expected = run_with(bodies, precision, "scalar", 1, progress);
    for (const std::string& backend : test::available_backends())
      for (const int threads : {1, 3}) {
        const test::Outcome found = run_with(bodies, precision, backend, threads, progress);
        EXPECT_TRUE(found.result == expected.result) << precision << backend << " " << threads;
      }
  }
}

void run_wrong(const std::string& backend, Progress& progress) {
  Options options;
  options.backend = backend == "cpu" ? "auto" : backend;
  const BitVolume nothing({4, 4, 4});
  simulate({&nothing, nullptr}, options, {}, progress);
}

INSTANTIATE_TEST_SUITE_P(Flow, OperationContract, test::on_every_backend({run, run_wrong, 4}),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(Flow, BackendContract, test::on_every_backend({run, run_wrong, 4}),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::flow
