// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton_graph/skeleton_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"
#include "skeleton_graph_reference.hpp"
#include "test_volumes.hpp"

namespace bitvox::skeleton_graph {
namespace {

using test::drawing;

Result graph_of(const BitVolume& volume, const Options& options = {},
                const VoxelValues* distances = nullptr) {
  NoProgress progress;
  return trace(volume, distances, options, progress);
}

// ---- The same graph from the components of its slabs ------------------------------------------

void expect_the_obvious(const BitVolume& volume, const Options& options) {
  const std::int64_t reach_z = options.extent == Extent::kVolume ? 1 : 0;
  const test::ObviousGraph obvious(volume, options);
  const Result graph = graph_of(volume, options);
  const std::size_t all_around = reach_z == 1 && volume.shape().depth > 1 ? 26 : 8;
  EXPECT_EQ(graph.inner_voxels, std::count_if(obvious.all.begin(), obvious.all.end(), [&](auto& v) {
              return test::around(obvious.all, v, reach_z).size() == all_around;
            }));
  EXPECT_EQ(graph.end_points, std::ssize(obvious.end_points));
  EXPECT_EQ(graph.junctions, static_cast<std::int64_t>(obvious.junctions));
  EXPECT_EQ(graph.junction_voxels, std::ssize(obvious.junction_voxels));
  EXPECT_EQ(graph.slab_voxels, std::ssize(obvious.slabs));
  EXPECT_EQ(graph.skeletons, std::ssize(test::components(obvious.all, reach_z)));
  std::vector<double> expected;
  for (const auto& edge : obvious.edges) expected.push_back(edge.length);
  std::sort(expected.begin(), expected.end());
  std::vector<double> lengths;
  for (const Branch& branch : graph.branches) {
    lengths.push_back(branch.length);
    EXPECT_GE(branch.skeleton, 1);
    EXPECT_LE(branch.skeleton, graph.skeletons);
  }
  std::sort(lengths.begin(), lengths.end());
  ASSERT_EQ(lengths.size(), expected.size());
  for (std::size_t i = 0; i < lengths.size(); ++i)
    EXPECT_NEAR(lengths[i], expected[i], 1e-9 * (1 + lengths[i]));
}

TEST(SkeletonGraph, AgreesWithTheComponentsOfSlabs) {
  const Options anisotropic{{0.5, 2, 3}, 0, Extent::kVolume};
  const Options slices{{1, 1, 1}, 0, Extent::kPerSlice};
  NoProgress progress;
  for (std::uint64_t seed = 0; seed < 60; seed += 12) {
    const double density = 0.01 + 0.004 * static_cast<double>(seed);
    BitVolume noise = test::random_volume({70, 13, 9}, density, seed);
    test::set_voxel(noise, 3, 3, 3);
    expect_the_obvious(noise, anisotropic);
    expect_the_obvious(noise, slices);
    BitVolume objects = test::random_volume({90, 80, 3}, 0.45 + 0.006 * double(seed), seed);
    expect_the_obvious(skeleton2d::thin(objects, {}, progress).skeleton, slices);
    expect_the_obvious(skeleton3d::thin(objects, nullptr, {}, progress).skeleton, anisotropic);
  }
}

// ---- Known graphs ----------------------------------------------------------------------------

TEST(SkeletonGraph, OfOneVoxelHasAnEndPointAndNoBranch) {
  const Result graph = graph_of(drawing({"   ", " x ", "   "}));
  EXPECT_EQ(graph.end_points, 1);
  EXPECT_EQ(graph.skeletons, 1);
  EXPECT_TRUE(graph.branches.empty());
}

// Where holes lie close together, a skeleton has inner voxels too, but few.
TEST(SkeletonGraph, OfWhatIsThinnedHasHardlyAnyInnerVoxel) {
  NoProgress progress;
  const Options slices{{1, 1, 1}, 0, Extent::kPerSlice};
  const auto share = [](const Result& graph) {
    const auto all = graph.end_points + graph.slab_voxels + graph.junction_voxels;
    return double(graph.inner_voxels) / double(all);
  };
  for (std::uint64_t seed = 0; seed < 17; ++seed) {
    const BitVolume objects = test::random_volume({90, 80, 5}, 0.5 + 0.03 * double(seed), seed);
    for (const auto rule :
         {skeleton2d::Rule::kGuoHall, skeleton2d::Rule::kHilditch, skeleton2d::Rule::kImagej}) {
      const BitVolume thin = skeleton2d::thin(objects, {{"auto", 0}, rule}, progress).skeleton;
      EXPECT_LT(share(graph_of(thin, slices)), 0.1);
    }
    const BitVolume thin = skeleton3d::thin(objects, nullptr, {}, progress).skeleton;
    EXPECT_EQ(graph_of(thin).inner_voxels, 0);
  }
}

TEST(SkeletonGraph, OfABlockHasInnerVoxels) {
  BitVolume block({7, 6, 5});
  for (std::int64_t z = 0; z < 5; ++z)
    for (std::int64_t y = 0; y < 6; ++y)
      for (std::int64_t x = 0; x < 7; ++x) test::set_voxel(block, x, y, z);
  EXPECT_EQ(graph_of(block).inner_voxels, 5 * 4 * 3);
  EXPECT_EQ(graph_of(block, {{1, 1, 1}, 0, Extent::kPerSlice}).inner_voxels, 5 * 4 * 5);
}

TEST(SkeletonGraph, OfALineIsOneBranch) {
  const Result graph =
      graph_of(drawing({"xxx    ", "   x   ", "    xx "}), {{2, 2, 2}, 0, Extent::kVolume});
  ASSERT_EQ(graph.branches.size(), 1U);
  const Branch& branch = graph.branches[0];
  EXPECT_DOUBLE_EQ(branch.length, 2 * (3 + 2 * std::sqrt(2)));
  EXPECT_EQ(branch.voxels, 6);
  EXPECT_EQ(branch.first, (VoxelPosition{0, 0, 0}));
  EXPECT_EQ(branch.last, (VoxelPosition{5, 2, 0}));
  EXPECT_EQ(graph.end_points, 2);
  EXPECT_EQ(graph.slab_voxels, 4);
}

TEST(SkeletonGraph, OfARingStartsAtItsFirstVoxel) {
  const Result graph = graph_of(drawing({" xx  ", "x  x ", " xx  "}));
  ASSERT_EQ(graph.branches.size(), 1U);
  EXPECT_DOUBLE_EQ(graph.branches[0].length, 2 + 4 * std::sqrt(2));
  EXPECT_EQ(graph.branches[0].voxels, 6);
  EXPECT_EQ(graph.branches[0].first, (VoxelPosition{1, 0, 0}));
  EXPECT_EQ(graph.branches[0].last, (VoxelPosition{1, 0, 0}));
  EXPECT_EQ(graph.end_points + graph.junctions, 0);
}

// The four voxels next to the centre touch one another, so all five are one junction.
TEST(SkeletonGraph, JoinsJunctionVoxelsThatTouch) {
  const std::vector<std::string> cross = {"   x   ", "   x   ", "   x   ", "xxxxxxx",
                                          "   x   ", "   x   ", "   x   "};
  const Result graph = graph_of(drawing(cross));
  EXPECT_EQ(graph.junctions, 1);
  EXPECT_EQ(graph.junction_voxels, 5);
  EXPECT_EQ(graph.end_points, 4);
  ASSERT_EQ(graph.branches.size(), 4U);
  for (const Branch& branch : graph.branches) EXPECT_EQ(branch.length, 2);
}

TEST(SkeletonGraph, PrunesShortEndBranchesOnly) {
  const BitVolume comb =
      drawing({"      x        ", "xx    x    x   ", "  xx xxx  xxxx ", "    x   xx    x"});
  const Result whole = graph_of(comb);
  EXPECT_EQ(whole.end_points, 3);
  EXPECT_EQ(whole.pruned_branches, 0);
  for (const double shortest : {1.5, 2.5, 100.0}) {
    const Result pruned = graph_of(comb, {{1, 1, 1}, shortest, Extent::kVolume});
    for (const Branch& branch : pruned.branches) {
      const auto is_end = [&](const VoxelPosition& at) {
        int count = -1;
        for (std::int64_t y = std::max<std::int64_t>(0, at.y - 1);
             y <= std::min<std::int64_t>(3, at.y + 1); ++y)
          for (std::int64_t x = std::max<std::int64_t>(0, at.x - 1);
               x <= std::min<std::int64_t>(14, at.x + 1); ++x)
            count += test::voxel(pruned.skeleton, x, y, 0);
        return count < 2;
      };
      if (is_end(branch.first) != is_end(branch.last)) {
        EXPECT_GE(branch.length, shortest);
      }
    }
    EXPECT_EQ(pruned.skeletons, 1);
    EXPECT_GT(pruned.pruned_branches, 0) << shortest;
  }
  // A line has no junction, so it stays however short it is.
  EXPECT_EQ(graph_of(drawing({"xx"}), {{1, 1, 1}, 9, Extent::kVolume}).branches.size(), 1U);
}

TEST(SkeletonGraph, MeansOverTheDistanceMap) {
  class Ramp final : public VoxelValues {
   public:
    double at(const VoxelPosition& voxel) const override { return static_cast<double>(voxel.x); }
  };
  const Ramp ramp;
  const Result line = graph_of(drawing({" xxxx "}), {}, &ramp);
  EXPECT_DOUBLE_EQ(line.branches[0].mean_distance, 2.5);
  const Result ring = graph_of(drawing({" x ", "x x", " x "}), {}, &ramp);
  EXPECT_DOUBLE_EQ(ring.branches[0].mean_distance, 1);
}

TEST(SkeletonGraph, RefusesWrongOptionsAndEmptyImages) {
  NoProgress progress;
  const BitVolume line = drawing({"xxx"});
  EXPECT_THROW(graph_of(line, {{0, 1, 1}, 0, Extent::kVolume}), InvalidInput);
  EXPECT_THROW(graph_of(line, {{1, 1, 1}, -1, Extent::kVolume}), InvalidInput);
  EXPECT_THROW(graph_of(BitVolume({5, 5, 5})), InvalidInput);
}

TEST(SkeletonGraph, ReportsWhileItTraces) {
  class Count final : public Progress {
   public:
    void report(std::int64_t, std::int64_t) override { ++reports; }
    std::int64_t reports = 0;
  };
  const std::int64_t side = 128;
  const BitVolume lines = test::make_volume(
      {side, side, side}, [](auto, auto y, auto z) { return y % 2 == 0 && z % 2 == 0; });
  Count progress;
  trace(lines, nullptr, {}, progress);
  const std::int64_t voxels = side * side * side / 4;
  const std::int64_t each = 1 << 16;
  EXPECT_GT(progress.reports, side + 4 * voxels / each);
}

TEST(SkeletonGraph, RefusesWhatIsTooThickForTheMemory) {
  const std::int64_t voxels = available_host_bytes() / 200;
  BitVolume block({1024, 1024, voxels / (1024 * 1024) + 1});
  std::fill_n(block.words(), block.shape().word_count(), ~std::uint64_t{0});
  NoProgress progress;
  EXPECT_THROW(trace(block, nullptr, {}, progress), HostOutOfMemory);
}

}  // namespace
}  // namespace bitvox::skeleton_graph
