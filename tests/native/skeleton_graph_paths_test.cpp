// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"
#include "ops/skeleton_graph/longest_path.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"
#include "ops/skeleton_graph/skeleton_tags.hpp"
#include "skeleton_graph_reference.hpp"

namespace bitvox::skeleton_graph {
namespace {

using test::drawing;
using test::ObviousGraph;
using test::Voxel;

constexpr double kApart = std::numeric_limits<double>::infinity();

// R. W. Floyd, "Algorithm 97: shortest path", Communications of the ACM 5 (1962) 345.
std::vector<std::vector<double>> distances_of(const ObviousGraph& graph) {
  const std::size_t count = graph.nodes.size();
  std::vector<std::vector<double>> away(count, std::vector<double>(count, kApart));
  for (std::size_t i = 0; i < count; ++i) away[i][i] = 0;
  for (const auto& e : graph.edges)
    away[e.a][e.b] = away[e.b][e.a] = std::min(away[e.a][e.b], e.length);
  for (std::size_t via = 0; via < count; ++via)
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < count; ++j)
        away[i][j] = std::min(away[i][j], away[i][via] + away[via][j]);
  return away;
}

Voxel voxel_of(const VoxelPosition& at) { return {at.x, at.y, at.z}; }

// The part as it is found in its voxels.
void expect_part(const Part& part, const std::set<Voxel>& voxels, const ObviousGraph& graph) {
  const auto count = [&](const std::set<Voxel>& kind) {
    return std::count_if(voxels.begin(), voxels.end(), [&](auto& v) { return kind.count(v) != 0; });
  };
  EXPECT_EQ(part.end_points, count(graph.end_points));
  EXPECT_EQ(part.slab_voxels, count(graph.slabs));
  EXPECT_EQ(part.junction_voxels, count(graph.junction_voxels));
  const auto is_here = [&](const ObviousGraph::Edge& edge) {
    return voxels.count(edge.slabs.empty() ? edge.ends.front() : *edge.slabs.begin()) != 0;
  };
  std::int64_t branches = 0, rings = 0;
  double total = 0, longest = 0;
  for (const auto& edge : graph.edges) {
    if (!is_here(edge)) continue;
    ++branches;
    rings += edge.ends.empty();
    total += edge.length;
    longest = std::max(longest, edge.length);
  }
  EXPECT_EQ(part.branches, branches);
  EXPECT_NEAR(part.total_length, total, 1e-9 * (1 + total));
  EXPECT_NEAR(part.longest_branch, longest, 1e-9 * (1 + longest));
  std::int64_t junctions = 0, triple = 0, quadruple = 0;
  for (std::size_t i = 0; i < graph.junctions; ++i) {
    if (voxels.count(*graph.nodes[i].begin()) == 0) continue;
    ++junctions;
    std::int64_t ends = 0;
    for (const auto& edge : graph.edges) ends += (edge.a == i) + (edge.b == i);
    triple += ends == 3;
    quadruple += ends == 4;
  }
  EXPECT_EQ(part.junctions, junctions);
  EXPECT_EQ(part.triple_points, triple);
  EXPECT_EQ(part.quadruple_points, quadruple);
  EXPECT_EQ(part.loops(), branches - (junctions + part.end_points + rings) + 1);
}

void expect_path(const Part& part, const std::set<Voxel>& voxels, const std::set<Voxel>& marked,
                 const ObviousGraph& graph, const std::vector<std::vector<double>>& away,
                 std::int64_t reach_z) {
  double longest = 0;
  double between_its_ends = part.path_first == part.path_last ? 0 : kApart;
  const Voxel first = voxel_of(part.path_first), last = voxel_of(part.path_last);
  for (std::size_t i = 0; i < away.size(); ++i)
    for (std::size_t j = 0; j < away.size(); ++j) {
      if (graph.nodes[i].empty() || voxels.count(*graph.nodes[i].begin()) == 0) continue;
      if (away[i][j] == kApart) continue;
      longest = std::max(longest, away[i][j]);
      if (graph.nodes[i].count(first) != 0 && graph.nodes[j].count(last) != 0)
        between_its_ends = away[i][j];
    }
  EXPECT_NEAR(part.longest_path, longest, 1e-9 * (1 + longest));
  EXPECT_NEAR(part.longest_path, between_its_ends, 1e-9 * (1 + longest));
  std::set<Voxel> path;
  for (const Voxel& v : voxels)
    if (marked.count(v) != 0) path.insert(v);
  EXPECT_EQ(path.count(first) + path.count(last), 2U);
  EXPECT_EQ(test::components(path, reach_z).size(), 1U);
  double sum = 0;
  for (const auto& edge : graph.edges) {
    const bool is_here = std::all_of(edge.ends.begin(), edge.ends.end(),
                                     [&](const Voxel& v) { return path.count(v) != 0; });
    const auto slabs = std::count_if(edge.slabs.begin(), edge.slabs.end(),
                                     [&](const Voxel& v) { return path.count(v) != 0; });
    if (edge.ends.empty()) continue;  // of a ring one voxel is marked
    EXPECT_TRUE(slabs == 0 || (slabs == std::ssize(edge.slabs) && is_here));
    if (slabs > 0 || (edge.slabs.empty() && is_here)) sum += edge.length;
  }
  EXPECT_NEAR(part.longest_path, sum, 1e-9 * (1 + sum));
}

void expect_the_obvious(const BitVolume& volume, Options options) {
  options.longest_path = true;
  NoProgress progress;
  const Result result = trace(volume, nullptr, options, progress);
  const ObviousGraph graph(volume, options);
  const auto away = distances_of(graph);
  const std::int64_t reach_z = options.extent == Extent::kVolume ? 1 : 0;
  auto parts = test::components(graph.all, reach_z);
  const auto raster = [](const Voxel& v) {
    return std::tuple{std::get<2>(v), std::get<1>(v), std::get<0>(v)};
  };
  const auto first_of = [&](const std::set<Voxel>& part) {
    auto first = raster(*part.begin());
    for (const Voxel& v : part) first = std::min(first, raster(v));
    return first;
  };
  std::sort(parts.begin(), parts.end(),
            [&](const auto& a, const auto& b) { return first_of(a) < first_of(b); });
  ASSERT_EQ(result.parts.size(), parts.size());
  const std::set<Voxel> marked = test::voxels_of(*result.longest_paths);
  EXPECT_TRUE(std::includes(graph.all.begin(), graph.all.end(), marked.begin(), marked.end()));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    expect_part(result.parts[i], parts[i], graph);
    expect_path(result.parts[i], parts[i], marked, graph, away, reach_z);
  }
}

TEST(SkeletonGraphPaths, AgreeWithAllPairs) {
  NoProgress progress;
  for (std::uint64_t seed = 0; seed < 24; seed += 3) {
    const Options anisotropic{{0.5, 2, 3}, 0, Extent::kVolume};
    const Options slices{{1, 1, 1}, 0, Extent::kPerSlice};
    BitVolume noise = test::random_volume({66, 7, 4}, 0.04 + 0.006 * double(seed), seed);
    test::set_voxel(noise, 65, 6, 3);
    expect_the_obvious(noise, anisotropic);
    expect_the_obvious(noise, slices);
    const BitVolume objects = test::random_volume({40, 30, 3}, 0.5 + 0.015 * double(seed), seed);
    expect_the_obvious(skeleton2d::thin(objects, {}, progress).skeleton, slices);
    const BitVolume thin = skeleton3d::thin(objects, nullptr, {}, progress).skeleton;
    expect_the_obvious(thin, anisotropic);
    Options tree = anisotropic;
    tree.loops = Loops::kShortest;
    expect_the_obvious(trace(thin, nullptr, tree, progress).skeleton, anisotropic);
  }
}

// From the left end along the upper way, which is the shorter one, to the right end.
TEST(SkeletonGraphPaths, TakeTheShorterWayRoundALoop) {
  const BitVolume ways = drawing({"     xxx     ",  //
                                  "xxxxx   xxxxx",  //
                                  "    x   x    ",  //
                                  "    x   x    ",  //
                                  "     xxx     "});
  NoProgress progress;
  Options options;
  options.longest_path = true;
  const Result result = trace(ways, nullptr, options, progress);
  ASSERT_EQ(result.parts.size(), 1U);
  EXPECT_EQ(result.parts[0].path_first, (VoxelPosition{0, 1, 0}));
  EXPECT_EQ(result.parts[0].path_last, (VoxelPosition{12, 1, 0}));
  EXPECT_TRUE(test::voxel(*result.longest_paths, 6, 0, 0));
  EXPECT_FALSE(test::voxel(*result.longest_paths, 6, 4, 0));
  EXPECT_FALSE(trace(ways, nullptr, {}, progress).longest_paths.has_value());
}

TEST(SkeletonGraphPaths, OfOneNodeAreAVoxel) {
  NoProgress progress;
  Options options;
  options.longest_path = true;
  const BitVolume ring_and_dot = drawing({" xx    ", "x  x  x", " xx    "});
  const Result result = trace(ring_and_dot, nullptr, options, progress);
  ASSERT_EQ(result.parts.size(), 2U);
  EXPECT_EQ(result.parts[0].longest_path + result.parts[1].longest_path, 0);
  EXPECT_EQ(test::voxels_of(*result.longest_paths), (std::set<Voxel>{{1, 0, 0}, {6, 1, 0}}));
}

TEST(SkeletonGraphPaths, ThatTakeTooLongAreRefused) {
  EXPECT_NO_THROW(require_searchable(250'000, 400'000));
  EXPECT_THROW(require_searchable(250'000, 400'001), InvalidInput);
  EXPECT_THROW(require_searchable(std::int64_t{1} << 40, std::int64_t{1} << 40), InvalidInput);
}

// ---- Tags ------------------------------------------------------------------------------------

TEST(SkeletonGraphTags, CountNeighbours) {
  for (const std::int64_t width : {1, 2, 63, 64, 65, 127, 128, 129}) {
    for (const double density : {0.0, 0.02, 0.1, 1.0}) {
      const BitVolume volume = test::random_volume({width, 5, 4}, density, 7);
      const std::set<Voxel> all = test::voxels_of(volume);
      for (const Extent extent : {Extent::kVolume, Extent::kPerSlice}) {
        std::vector<std::uint8_t> tags(static_cast<std::size_t>(width * 5), 1);
        for (std::int64_t z = 0; z < 4; ++z) {
          tag_slice(volume, extent, z, tags.data());
          for (std::int64_t y = 0; y < 5; ++y)
            for (std::int64_t x = 0; x < width; ++x) {
              const int reach = extent == Extent::kVolume ? 1 : 0;
              const auto count = test::around(all, {x, y, z}, reach).size();
              const int tag = count < 2 ? 30 : count == 2 ? 127 : 70;
              ASSERT_EQ(tags[static_cast<std::size_t>(y * width + x)],
                        all.count({x, y, z}) != 0 ? tag : 0);
            }
        }
      }
    }
  }
}

}  // namespace
}  // namespace bitvox::skeleton_graph
