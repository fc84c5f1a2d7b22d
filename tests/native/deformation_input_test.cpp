// SPDX-License-Identifier: BSD-2-Clause
// Wrong input, and what bodies at the edge of what can be done give.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>

#include "collect_slices.hpp"
#include "core/error.hpp"
#include "deformation_runs.hpp"

namespace bitvox::deformation {
namespace {

using bitvox::test::CollectSlices;
using test::full;
using test::make_volume;
using test::run;

template <class Error = InvalidInput, class Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

template <class Change>
std::string message_with(const Change& change) {
  Options options;
  options.nodes = 300;
  options.frames = 1;
  options.steps = 10;
  change(options);
  return message_of([&] { run(full({12, 12, 12}), options); });
}

TEST(DeformationInput, Options) {
  EXPECT_EQ(message_with([](Options&) {}), "nothing");
  EXPECT_EQ(message_with([](Options& o) { o.poisson = 0.5; }),
            "poisson=0.5 is not allowed; use -0.99 to 0.499");
  EXPECT_EQ(message_with([](Options& o) { o.poisson = std::nan(""); }),
            "poisson=nan is not allowed; use -0.99 to 0.499");
  EXPECT_EQ(message_with([](Options& o) { o.strain = 0; }),
            "strain=0 is not allowed; use a number above 0 and at most 0.9");
  EXPECT_EQ(message_with([](Options& o) { o.modulus = 0; }),
            "modulus=0 is not allowed; use a number above 0 and at most 1000000000000000");
  EXPECT_EQ(message_with([](Options& o) { o.neighbours = 24; }),
            "neighbours=24 is not allowed; use 16 or 32");
  EXPECT_EQ(message_with([](Options& o) { o.spacing.z = 0; }).substr(0, 12), "a voxel size");
  EXPECT_EQ(message_with([](Options& o) { o.node_spacing = 0.001; }),
            "nodes at a distance of 0.001 divide the body's box into more than 2147483647 cells; "
            "use fewer nodes or a larger node_spacing");
  EXPECT_EQ(message_with([](Options& o) {
              o.frames = 100'000;
              o.steps = 1001;
            }),
            "frames=100000 of steps=1001 each are more than 100000000 steps; use fewer frames or "
            "steps, or a larger time_step");
  EXPECT_EQ(message_with([](Options& o) {
              o.steps = 0;
              o.time_step = 1e-12;
            }),
            "frames=1 of steps=1.2e+14 each are more than 100000000 steps; use fewer frames or "
            "steps, or a larger time_step");
}

TEST(DeformationInput, Bodies) {
  Options options;
  options.steps = 10;
  options.frames = 1;
  EXPECT_EQ(message_of<UnsuitableImage>([&] {
              run(BitVolume({5, 5, 5}), options);
            }),
            "no voxel of the mask is set");
  options.nodes = 8;
  EXPECT_EQ(message_of([&] {
              run(full({12, 12, 12}), options);
            }),
            "there are 2 layers of nodes between the plates; 3 are needed at least, use more "
            "nodes");
  // A thin rod under a roof: no node finds the roof's edge.
  options.nodes = 40;
  options.jitter = 0;
  const BitVolume thin = make_volume(
      {40, 40, 40}, [](auto x, auto y, auto z) { return z < 30 ? true : x == 1 && y == 1; });
  EXPECT_EQ(message_of([&] { run(thin, options); }),
            "no node lies at the far plate; use more nodes");
  options.load = Load::kBall;
  EXPECT_EQ(message_of([&] { run(thin, options); }), "nothing");
}

// A mask that is only a size.
class Huge final : public VolumeSource {
 public:
  const Shape& shape() const override { return shape_; }
  std::unique_ptr<VolumeReader> open() const override { throw std::logic_error("it was read"); }

 private:
  Shape shape_{std::int64_t{1} << 20, std::int64_t{1} << 20, 4096};
};

TEST(DeformationInput, WhatDoesNotFitIsNotRead) {
  NoProgress quiet;
  EXPECT_THROW(deform(Huge(), {}, {}, quiet), HostOutOfMemory);
  // Options come first.
  Options options;
  options.nodes = kMostNodes + 1;
  EXPECT_THROW(deform(Huge(), options, {}, quiet), InvalidInput);
}

TEST(DeformationInput, GreyImages) {
  const BitVolume mask = full({8, 8, 8});
  Options options;
  options.nodes = 200;
  options.steps = 10;
  CollectSlices warped;
  Outputs outputs;
  outputs.warped = &warped;
  EXPECT_EQ(message_of([&] { run(mask, options, outputs); }),
            "a warped image needs a grey one, and the other way round");
  const GreyVolume other({8, 8, 9}, PixelType::kUint8);
  outputs.grey = &other;
  EXPECT_EQ(message_of([&] { run(mask, options, outputs); }),
            "the grey image has 8 x 8 x 9 voxels, the mask 8 x 8 x 8");
  const GreyVolume labels({8, 8, 8}, PixelType::kInt32);
  outputs.grey = &labels;
  EXPECT_EQ(message_of([&] { run(mask, options, outputs); }), kGreyRequired);
  EXPECT_EQ(warped.slices(), 0);
}

TEST(DeformationInput, NodesAreSoManyAndInTheBody) {
  const BitVolume mask = make_volume({60, 50, 40}, [](auto x, auto y, auto) {
    return (x - 30) * (x - 30) + (y - 25) * (y - 25) < 400;
  });
  Options options;
  options.spacing = {0.5, 0.5, 0.8};
  options.nodes = 2000;
  options.jitter = 1;
  options.steps = 10;
  test::KeepFrames frames;
  const Result result = run(mask, options, frames);
  EXPECT_NEAR(static_cast<double>(result.nodes), 2000, 200);
  for (const Vector& place : frames.places.front()) {
    EXPECT_TRUE(bitvox::test::voxel(mask, static_cast<std::int64_t>(place[0] / 0.5),
                                    static_cast<std::int64_t>(place[1] / 0.5),
                                    static_cast<std::int64_t>(place[2] / 0.8)));
  }
  // The volume of a node.
  double voxels = 0;
  for (std::int64_t i = 0; i < 60 * 50; ++i) {
    voxels += bitvox::test::voxel(mask, i % 60, i / 60, 0) ? 40 : 0;
  }
  EXPECT_NEAR(std::pow(result.node_spacing, 3) * static_cast<double>(result.nodes),
              voxels * 0.5 * 0.5 * 0.8, 1e-6);
  // Other seeds give others.
  options.seed = 2;
  test::KeepFrames others;
  run(mask, options, others);
  EXPECT_NE(others.places.front(), frames.places.front());
}

TEST(DeformationInput, DivergenceEndsTheStepsAndIsSaid) {
  Options options;
  options.nodes = 500;
  options.frames = 4;
  options.steps = 2000;
  options.time_step = 30;
  for (const Method method : test::kMethods) {
    options.method = method;
    test::KeepFrames frames;
    CollectSlices displacement;
    Outputs outputs;
    outputs.frames = &frames;
    outputs.displacement = &displacement;
    const Result result = run(full({12, 12, 12}), options, outputs);
    EXPECT_EQ(result.diverged_at, 1000);
    EXPECT_EQ(result.run.note,
              "The steps diverged before step 1000 of 8000; use a shorter time_step, less strain "
              "or another method.");
    EXPECT_EQ(frames.numbers, std::vector<std::int64_t>{0});
    EXPECT_EQ(result.table.step, std::vector<std::int64_t>{0});
    EXPECT_EQ(displacement.slices(), 0);
  }
}

TEST(DeformationInput, LooseNodesStay) {
  // A block, and a crumb far away between the plates.
  const BitVolume mask = make_volume({40, 16, 16}, [](auto x, auto y, auto z) {
    return x < 16 || (x >= 36 && y >= 7 && y < 11 && z >= 6 && z < 10);
  });
  Options options;
  options.node_spacing = 2;
  options.jitter = 0;
  options.strain = 0.1;
  options.frames = 1;
  for (const Method method : test::kMethods) {
    options.method = method;
    test::KeepFrames frames;
    const Result result = run(mask, options, frames);
    EXPECT_EQ(result.nodes, 8 * 8 * 8 + 8);
    EXPECT_EQ(result.diverged_at, -1);
    std::int64_t crumbs = 0;
    for (std::size_t i = 0; i < frames.places[0].size(); ++i) {
      if (frames.places[0][i][0] < 30) continue;
      ++crumbs;
      // Of shape matching they have the body's rotation, as the block goes down beside them.
      const double most = method == Method::kShapeMatching ? 0.02 : 1e-4;
      for (const double moved : frames.displacements[1][i]) EXPECT_NEAR(moved, 0, most);
    }
    EXPECT_EQ(crumbs, 8);
  }
}

}  // namespace
}  // namespace bitvox::deformation
