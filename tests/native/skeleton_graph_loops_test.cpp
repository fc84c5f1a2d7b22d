// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/error.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"
#include "skeleton_graph_reference.hpp"

namespace bitvox::skeleton_graph {
namespace {

using test::drawing;
using test::ObviousGraph;
using test::Voxel;

// A value for each voxel: few different ones, so that many are equal.
class Grey final : public VoxelValues {
 public:
  explicit Grey(std::int64_t values) : values_(values) {}
  double at(const VoxelPosition& v) const override {
    test::Random random(static_cast<std::uint64_t>((v.z * 1000 + v.y) * 1000 + v.x));
    return static_cast<double>(random.below(values_));
  }
  double at(const Voxel& v) const {
    return at(VoxelPosition{std::get<0>(v), std::get<1>(v), std::get<2>(v)});
  }

 private:
  std::int64_t values_;
};

double worth_of(const ObviousGraph::Edge& edge, Loops loops, const Grey& grey) {
  if (loops == Loops::kShortest) return edge.length;
  double sum = 0, least = std::numeric_limits<double>::infinity();
  if (edge.slabs.empty()) return least;
  for (const Voxel& v : edge.slabs) {
    sum += grey.at(v);
    least = std::min(least, grey.at(v));
  }
  return loops == Loops::kDarkestVoxel ? least : sum / static_cast<double>(edge.slabs.size());
}

// Deletes the branches that are worth least as long as their ends stay joined without them.
std::vector<double> worth_of_what_is_cut(const ObviousGraph& graph, Loops loops, const Grey& grey) {
  std::vector<std::size_t> order(graph.edges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return worth_of(graph.edges[a], loops, grey) < worth_of(graph.edges[b], loops, grey);
  });
  std::vector<bool> left(graph.edges.size(), true);
  std::vector<double> cut;
  for (const std::size_t i : order) {
    if (graph.edges[i].slabs.empty()) continue;
    left[i] = false;
    if (graph.joined(graph.edges[i].a, graph.edges[i].b, left)) {
      cut.push_back(worth_of(graph.edges[i], loops, grey));
    } else {
      left[i] = true;
    }
  }
  return cut;
}

// Whether as many voxels of the branch, or one more, are on one side of this one as on the other.
bool is_in_the_middle(const ObviousGraph::Edge& edge, const Voxel& middle, std::int64_t reach_z) {
  if (edge.ends.empty()) return true;  // a ring
  std::set<Voxel> rest = edge.slabs;
  rest.erase(middle);
  std::vector<std::size_t> sides = {0, 0};
  for (const auto& side : test::components(rest, reach_z)) sides.push_back(side.size());
  std::sort(sides.rbegin(), sides.rend());
  return sides[0] - sides[1] <= 1;
}

void expect_cut(const BitVolume& volume, const Options& options, const Grey& grey) {
  const std::int64_t reach_z = options.extent == Extent::kVolume ? 1 : 0;
  NoProgress progress;
  const ObviousGraph graph(volume, options);
  const std::vector<double> expected = worth_of_what_is_cut(graph, options.loops, grey);
  Skeleton cut = skeleton_of(volume, progress);
  EXPECT_EQ(cut_loops_once(options, cut, progress), std::ssize(expected));
  std::set<Voxel> left;
  for (const VoxelPosition& v : cut.voxels) left.insert({v.x, v.y, v.z});
  // Besides, only voxels of junctions go, which are thin again.
  const auto stays = [&](const Voxel& v) { return left.count(v) != 0; };
  EXPECT_EQ(std::count_if(graph.slabs.begin(), graph.slabs.end(), stays) + std::ssize(expected),
            std::ssize(graph.slabs));
  EXPECT_TRUE(std::all_of(graph.end_points.begin(), graph.end_points.end(), stays));
  std::vector<double> worth;
  for (const auto& edge : graph.edges) {
    std::vector<Voxel> gone;
    for (const Voxel& v : edge.slabs)
      if (left.count(v) == 0) gone.push_back(v);
    if (gone.empty()) continue;
    ASSERT_EQ(gone.size(), 1U);
    worth.push_back(worth_of(edge, options.loops, grey));
    if (options.loops == Loops::kShortest) {
      EXPECT_TRUE(is_in_the_middle(edge, gone.front(), reach_z));
    } else {
      EXPECT_EQ(grey.at(gone.front()), worth_of(edge, Loops::kDarkestVoxel, grey));
    }
  }
  std::sort(worth.begin(), worth.end());
  ASSERT_EQ(worth.size(), expected.size());
  for (std::size_t i = 0; i < worth.size(); ++i) EXPECT_NEAR(worth[i], expected[i], 1e-9);

  const Result result = trace(volume, nullptr, options, progress);
  EXPECT_GE(result.cut_loops, std::ssize(expected));
  EXPECT_EQ(result.skeletons, std::ssize(test::components(graph.all, reach_z)));
  for (const Part& part : result.parts) EXPECT_EQ(part.loops(), 0);
}

TEST(SkeletonGraphLoops, AreCutWhereTheyAreWorthLeast) {
  NoProgress progress;
  const Grey many(1 << 20), few(3);
  for (std::uint64_t seed = 0; seed < 12; seed += 3) {
    for (const Grey* grey : {&many, &few}) {
      for (const Loops loops : {Loops::kShortest, Loops::kDarkestBranch, Loops::kDarkestVoxel}) {
        Options volume{{0.5, 2, 3}, 0, Extent::kVolume, loops, grey};
        Options slices{{1, 1, 1}, 0, Extent::kPerSlice, loops, grey};
        BitVolume noise = test::random_volume({66, 7, 4}, 0.05 + 0.01 * double(seed), seed);
        test::set_voxel(noise, 65, 6, 3);
        expect_cut(noise, volume, *grey);
        expect_cut(noise, slices, *grey);
        const BitVolume objects =
            test::random_volume({40, 30, 3}, 0.55 + 0.02 * double(seed), seed);
        expect_cut(skeleton2d::thin(objects, {}, progress).skeleton, slices, *grey);
        expect_cut(skeleton3d::thin(objects, nullptr, {}, progress).skeleton, volume, *grey);
      }
    }
  }
}

const std::vector<std::string> kTwoWays = {"      xxx      ",  //
                                           "     x   x     ",  //
                                           "xxxxx     xxxxx",  //
                                           "     x   x     ",  //
                                           "      xxx      "};

// Two branches as long: the one that is traced later is cut, in its middle; then it is two ends.
TEST(SkeletonGraphLoops, OfEqualBranchesTheLaterIsCut) {
  NoProgress progress;
  const BitVolume ways = drawing(kTwoWays);
  const Result whole = trace(ways, nullptr, {}, progress);
  ASSERT_EQ(whole.parts.size(), 1U);
  EXPECT_EQ(whole.parts[0].loops(), 1);
  EXPECT_EQ(whole.parts[0].triple_points, 2);
  Options options;
  options.loops = Loops::kShortest;
  const Result cut = trace(ways, nullptr, options, progress);
  EXPECT_EQ(cut.cut_loops, 1);
  EXPECT_EQ(cut.end_points, 4);
  EXPECT_TRUE(test::voxel(cut.skeleton, 7, 0, 0));
  EXPECT_FALSE(test::voxel(cut.skeleton, 7, 4, 0));
  // With pruning the ends go too, and one line is left.
  options.shortest = 4;
  const Result pruned = trace(ways, nullptr, options, progress);
  EXPECT_EQ(pruned.cut_loops, 1);
  EXPECT_EQ(pruned.pruned_branches, 2);
  EXPECT_EQ(pruned.branches.size(), 1U);
  EXPECT_TRUE(test::voxel(pruned.skeleton, 7, 0, 0));
  EXPECT_FALSE(test::voxel(pruned.skeleton, 8, 4, 0));
}

// The upper way has the darkest voxel, the lower one the smaller mean.
TEST(SkeletonGraphLoops, AreCutByVoxelsOrByMeans) {
  class TwoGreys final : public VoxelValues {
   public:
    double at(const VoxelPosition& v) const override {
      return v.y > 2 ? (v.x == 8 ? 4 : 5) : v.y < 2 ? (v.x == 6 ? 3 : 200) : 0;
    }
  };
  const TwoGreys grey;
  NoProgress progress;
  Options options;
  options.grey = &grey;
  options.loops = Loops::kDarkestVoxel;
  const BitVolume by_voxel = trace(drawing(kTwoWays), nullptr, options, progress).skeleton;
  EXPECT_FALSE(test::voxel(by_voxel, 6, 0, 0));
  EXPECT_TRUE(test::voxel(by_voxel, 8, 4, 0));
  options.loops = Loops::kDarkestBranch;
  const BitVolume by_mean = trace(drawing(kTwoWays), nullptr, options, progress).skeleton;
  EXPECT_TRUE(test::voxel(by_mean, 6, 0, 0));
  EXPECT_FALSE(test::voxel(by_mean, 8, 4, 0));
}

TEST(SkeletonGraphLoops, WhatIsNotANumberIsDarkest) {
  class Hole final : public VoxelValues {
   public:
    double at(const VoxelPosition& v) const override {
      constexpr double kInfinite = std::numeric_limits<double>::infinity();
      return v.x != 7 ? -1e300 : v.y == 0 ? std::numeric_limits<double>::quiet_NaN() : -kInfinite;
    }
  };
  const Hole grey;
  NoProgress progress;
  Options options;
  options.grey = &grey;
  for (const Loops loops : {Loops::kDarkestVoxel, Loops::kDarkestBranch}) {
    options.loops = loops;
    const Result cut = trace(drawing(kTwoWays), nullptr, options, progress);
    EXPECT_EQ(cut.cut_loops, 1);
    EXPECT_TRUE(test::voxel(cut.skeleton, 7, 0, 0));  // both are as dark
    EXPECT_FALSE(test::voxel(cut.skeleton, 7, 4, 0));
  }
}

TEST(SkeletonGraphLoops, RingsOpenOppositeTheirFirstVoxel) {
  NoProgress progress;
  Options options;
  options.loops = Loops::kShortest;
  const Result cut = trace(drawing({" xx  ", "x  x ", " xx  "}), nullptr, options, progress);
  EXPECT_EQ(cut.cut_loops, 1);
  EXPECT_EQ(cut.end_points, 2);
  EXPECT_FALSE(test::voxel(cut.skeleton, 2, 2, 0));
}

TEST(SkeletonGraphLoops, TheDarkestNeedsAGreyImage) {
  NoProgress progress;
  Options options;
  options.loops = Loops::kDarkestBranch;
  EXPECT_THROW(trace(drawing({"xxx"}), nullptr, options, progress), InvalidInput);
}

}  // namespace
}  // namespace bitvox::skeleton_graph
