// SPDX-License-Identifier: BSD-2-Clause
// Which force acts where none was given.
#include <gtest/gtest.h>

#include "flow_runs.hpp"
#include "ops/flow/flow.hpp"

namespace bitvox::flow {
namespace {

using test::all_fluid;
using test::flow_through;

const Vector kUsual{0, 0, 1e-5}, kNone{};

TEST(FlowForceTest, ActsUnaskedIfNothingElseDrivesTheFluid) {
  Options options;
  EXPECT_EQ(acting_force(options), kUsual);
  for (std::size_t face = 0; face < kFaces; ++face) {
    Options moving;
    moving.faces()[face] = Face::kMoving;
    EXPECT_EQ(acting_force(moving), kNone) << face;
    moving.force = {1e-6, 0, -1e-6};  // it was asked for
    EXPECT_EQ(acting_force(moving), (Vector{1e-6, 0, -1e-6}));
  }
  for (const Face face : {Face::kFree, Face::kPeriodic}) {
    Options at_rest;
    at_rest.left = at_rest.right = face;
    EXPECT_EQ(acting_force(at_rest), kUsual);
  }
  const std::string body = "box centre=5,5,5 size=2,2,2";
  const auto with = [&](const std::string& rest) {
    Options others;
    others.bodies = body + rest;
    return acting_force(others);
  };
  EXPECT_EQ(with(""), kUsual);  // an obstacle
  EXPECT_EQ(with(" density=2"), kUsual);
  EXPECT_EQ(with(" velocity=0,0,0 spin=0,0,0"), kUsual);
  EXPECT_EQ(with(" velocity=0,0.001,0"), kNone);
  EXPECT_EQ(with(" spin=0,0,0.001"), kNone);
  EXPECT_EQ(with(" density=2\ngravity acceleration=0,1e-4,0"), kNone);
  EXPECT_EQ(with(" density=2\ngravity acceleration=0,0,0"), kUsual);
}

// In a slice that a stream crosses nothing moves along z, where 12 % of its speed was seen.
TEST(FlowForceTest, AStreamThroughASliceStaysInIt) {
  Options options;
  options.left = Face::kMoving;
  options.right = Face::kFree;
  options.wall = {0.01, 0, 0};
  options.steps = 300;
  const BitVolume slice = all_fluid({40, 20, 1});
  const Result result = flow_through(slice, options);
  EXPECT_GT(result.mean_velocity.x, 0.005);
  EXPECT_EQ(result.mean_velocity.z, 0);
  options.force = kNone;
  EXPECT_EQ(flow_through(slice, options).mean_velocity, result.mean_velocity);
}

TEST(FlowForceTest, IsSaidBeforeItFlows) {
  NoProgress progress;
  const BitVolume fluid = all_fluid({12, 12, 12});
  Options options;
  const Expectation usual = expect({&fluid, nullptr}, options, progress);
  EXPECT_EQ(usual.force, kUsual);
  EXPECT_GT(usual.speed, 0);
  options.bodies = "sphere centre=6,6,6 radius=2 velocity=0.01,0,0";
  const Expectation pushed = expect({&fluid, nullptr}, options, progress);
  EXPECT_EQ(pushed.force, kNone);
  EXPECT_EQ(pushed.speed, 0.01);
}

}  // namespace
}  // namespace bitvox::flow
