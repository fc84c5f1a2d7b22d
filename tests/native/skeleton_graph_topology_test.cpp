// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "ops/skeleton2d/skeleton2d.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"
#include "ops/skeleton_graph/simple_point.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"
#include "skeleton_graph_reference.hpp"

// Cutting and pruning change the topology by the loops that are cut, and by nothing else.
namespace bitvox::skeleton_graph {
namespace {

using test::drawing;
using test::Voxel;

// Vertices - edges + faces - cubes of the closed cubes at doubled coordinates.
std::int64_t euler_number(const std::set<Voxel>& voxels) {
  std::set<Voxel> cells;
  for (const auto& [x, y, z] : voxels)
    for (std::int64_t k = -1; k <= 1; ++k)
      for (std::int64_t j = -1; j <= 1; ++j)
        for (std::int64_t i = -1; i <= 1; ++i) cells.insert({2 * x + i, 2 * y + j, 2 * z + k});
  std::int64_t sum = 0;
  for (const auto& [x, y, z] : cells)  // a cube has three even coordinates, a vertex none
    sum += ((x % 2 == 0) != (y % 2 == 0)) != (z % 2 == 0) ? -1 : 1;
  return sum;
}

struct Count {
  std::int64_t components = 0;
  std::int64_t euler = 0;     // of all
  std::int64_t in_nodes = 0;  // holes within junctions, which are no loops of the graph
  std::int64_t corners = 0;   // three voxels that touch, one of them a slab: read as loops

  // That the graph of these voxels has.
  std::int64_t loops() const { return components - euler - in_nodes + corners; }
};

Count count_of(const BitVolume& volume, const Options& options) {
  const std::int64_t reach = options.extent == Extent::kVolume ? 1 : 0;
  const test::ObviousGraph graph(volume, options);
  // Slices of graphs of their own must not touch.
  const auto apart = [&](const std::set<Voxel>& voxels) {
    std::set<Voxel> moved;
    for (const auto& [x, y, z] : voxels) moved.insert({x, y, reach == 1 ? z : 2 * z});
    return moved;
  };
  Count count;
  count.components = std::ssize(test::components(graph.all, reach));
  count.euler = euler_number(apart(graph.all));
  count.in_nodes =
      static_cast<std::int64_t>(graph.junctions) - euler_number(apart(graph.junction_voxels));
  std::set<std::set<Voxel>> corners;
  for (const Voxel& v : graph.slabs) {
    const auto both = test::around(graph.all, v, reach);
    const auto beside = test::around(graph.all, both[0], reach);
    if (std::find(beside.begin(), beside.end(), both[1]) != beside.end())
      corners.insert({v, both[0], both[1]});
  }
  count.corners = std::ssize(corners);
  return count;
}

std::int64_t loops_of(const Result& graph) {
  std::int64_t loops = 0;
  for (const Part& part : graph.parts) loops += part.loops();
  return loops;
}

// Prunes with several lengths; returns how many branches went.
std::int64_t expect_the_same_loops(const BitVolume& volume, Options options) {
  NoProgress progress;
  const Count before = count_of(volume, options);
  std::int64_t pruned = 0;
  for (const double shortest : {0.0, 1.3, 2.5, 6.0, 1000.0}) {
    SCOPED_TRACE(shortest);
    options.shortest = shortest;
    const Result graph = trace(volume, nullptr, options, progress);
    const Count after = count_of(graph.skeleton, options);
    EXPECT_EQ(after.components, before.components);
    EXPECT_EQ(after.euler, before.euler);
    EXPECT_EQ(loops_of(graph), after.loops());
    EXPECT_LE(after.corners, before.corners);
    EXPECT_LE(after.in_nodes, before.in_nodes);
    if (before.in_nodes == 0 && before.corners == 0) {
      EXPECT_EQ(loops_of(graph), before.loops());
    }
    const bool unchanged = test::voxels_of(graph.skeleton) == test::voxels_of(volume);
    EXPECT_EQ(graph.pruned_branches == 0, unchanged);
    pruned += graph.pruned_branches;
  }
  return pruned;
}

void expect_only_real_cuts(const BitVolume& volume, Options options) {
  NoProgress progress;
  const Count before = count_of(volume, options);
  for (const double shortest : {0.0, 4.0}) {
    options.loops = Loops::kShortest;
    options.shortest = shortest;
    const Result graph = trace(volume, nullptr, options, progress);
    const Count after = count_of(graph.skeleton, options);
    EXPECT_EQ(after.components, before.components);
    EXPECT_EQ(loops_of(graph), 0);
    EXPECT_GE(graph.cut_loops, after.euler - before.euler);
    EXPECT_LE(graph.cut_loops, after.euler - before.euler + before.corners);
  }
}

TEST(SkeletonGraphTopology, OfSkeletonsIsKept) {
  NoProgress progress;
  std::int64_t pruned = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    SCOPED_TRACE(seed);
    const double density = 0.5 + 0.1 * static_cast<double>(seed);
    const BitVolume objects = test::random_volume({25, 20, 5}, density, seed);
    const Options slices{{1, 1, 1}, 0, Extent::kPerSlice};
    const BitVolume thin = skeleton3d::thin(objects, nullptr, {}, progress).skeleton;
    const BitVolume flat = skeleton2d::thin(objects, {}, progress).skeleton;
    pruned += expect_the_same_loops(thin, {});
    pruned += expect_the_same_loops(flat, slices);
    expect_only_real_cuts(thin, {});
    expect_only_real_cuts(flat, slices);
  }
  EXPECT_GT(pruned, 100);
}

// Where three arms meet in three pixels that touch, an arm less must not leave a loop.
const std::vector<std::string> kThreeArms = {"x            ",  //
                                             " x           ",  //
                                             "  x          ",  //
                                             "   xx        ",  //
                                             "   x xxxxxxxx",  //
                                             "  x          ",  //
                                             " x           ",  //
                                             "x            ",  //
                                             "x            ",  //
                                             "x            "};

TEST(SkeletonGraphTopology, OfACornerIsNoLoop) {
  NoProgress progress;
  Options options;
  const Result whole = trace(drawing(kThreeArms), nullptr, options, progress);
  EXPECT_EQ(whole.branches.size(), 3U);
  EXPECT_EQ(whole.junction_voxels, 3);
  options.shortest = 5;  // the first arm has 3 sqrt(2)
  const Result pruned = trace(drawing(kThreeArms), nullptr, options, progress);
  EXPECT_EQ(pruned.pruned_branches, 1);
  EXPECT_EQ(pruned.branches.size(), 1U);
  EXPECT_EQ(pruned.parts[0].loops(), 0);
  EXPECT_EQ(pruned.junctions, 0);
  EXPECT_EQ(pruned.end_points, 2);
  options.shortest = 1000;
  const Result nothing_left = trace(drawing(kThreeArms), nullptr, options, progress);
  EXPECT_EQ(nothing_left.pruned_branches, 3);
  EXPECT_EQ(nothing_left.parts[0].loops(), 0);
  EXPECT_EQ(test::voxels_of(nothing_left.skeleton).size(), 2U);
}

// But for junctions with a hole, which loops= does not cut.
TEST(SkeletonGraphTopology, OfAPrunedTreeIsOneLineOrVoxel) {
  NoProgress progress;
  std::int64_t pruned = 0, lines = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const double density = 0.04 + 0.02 * static_cast<double>(seed % 5);
    const BitVolume objects = test::random_volume({40, 24, 6}, density, seed);
    Options options;
    options.loops = Loops::kShortest;
    options.shortest = 1000;
    const BitVolume thin = skeleton3d::thin(objects, nullptr, {}, progress).skeleton;
    const Result graph = trace(thin, nullptr, options, progress);
    EXPECT_LE(graph.junctions, count_of(graph.skeleton, options).in_nodes);
    for (const Part& part : graph.parts) {
      if (part.junctions == 0) {
        EXPECT_EQ(part.end_points, part.branches + 1);
        EXPECT_LE(part.branches, 1);
        ++lines;
      }
    }
    pruned += graph.pruned_branches;
  }
  EXPECT_GT(pruned, 20);
  EXPECT_GT(lines, 20);
}

// A side branch that goes leaves the straight line that it came from.
TEST(SkeletonGraphTopology, OfALineIsStraightWithoutItsSideBranches) {
  NoProgress progress;
  Options options;
  options.shortest = 4;
  const Result comb = trace(drawing({"      x       x      ",  //
                                     "      x       x      ",  //
                                     "      x       x      ",  //
                                     "xxxxxxxxxxxxxxxxxxxxx",  //
                                     "          x   x      ",  //
                                     "          x   x      ",  //
                                     "          x   x      "}),
                            nullptr, options, progress);
  EXPECT_EQ(comb.pruned_branches, 4);
  ASSERT_EQ(comb.branches.size(), 1U);
  EXPECT_EQ(comb.branches[0].length, 20);
}

// Simple: without the centre there are as many parts, holes and cavities.
TEST(SkeletonGraphTopology, IsKeptBySimplePoints) {
  test::Random random(1);
  int simple = 0;
  for (int i = 0; i < 4000; ++i) {
    std::set<Voxel> voxels;
    std::uint32_t around = 0;
    const auto density = 1 + random.below(9);
    for (std::int64_t z = -1; z <= 1; ++z)
      for (std::int64_t y = -1; y <= 1; ++y)
        for (std::int64_t x = -1; x <= 1; ++x)
          if ((x != 0 || y != 0 || z != 0) &&
              static_cast<std::int64_t>(random.below(10)) < static_cast<std::int64_t>(density)) {
            voxels.insert({x, y, z});
            around |= neighbour_bit(x, y, z);
          }
    // What the closed cube of the centre shares with the others is one part without holes.
    std::set<Voxel> shared;
    for (const auto& [x, y, z] : voxels)
      for (std::int64_t k = -1; k <= 1; ++k)
        for (std::int64_t j = -1; j <= 1; ++j)
          for (std::int64_t l = -1; l <= 1; ++l) {
            const std::int64_t a = 2 * x + l, b = 2 * y + j, c = 2 * z + k;
            if (std::max({std::abs(a), std::abs(b), std::abs(c)}) <= 1) shared.insert({a, b, c});
          }
    std::int64_t euler = 0;
    for (const auto& [x, y, z] : shared) euler += (x + y + z + 3) % 2 == 0 ? 1 : -1;
    const bool expected = test::components(shared, 1).size() == 1 && euler == 1;
    EXPECT_EQ(is_simple(around), expected) << around;
    simple += expected;
  }
  EXPECT_GT(simple, 200);
}

}  // namespace
}  // namespace bitvox::skeleton_graph
