// SPDX-License-Identifier: BSD-2-Clause
#include "ops/graph_distance/graph_distance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "graph_distance_reference.hpp"
#include "graph_distance_runs.hpp"
#include "refusal.hpp"

namespace bitvox::graph_distance {
namespace {

using bitvox::test::Random;
using bitvox::test::refusal;
using test::difference;
using test::graph_of;
using test::grid_graph;
using test::plain_paths;
using test::PlainGraph;
using test::random_graph;
using test::run;
using Whole = std::uint64_t;

class GraphDistanceTest : public testing::TestWithParam<std::string> {
 protected:
  template <class Number>
  void expect_as_dijkstra(const PlainGraph<Number>& plain, const std::vector<std::int32_t>& sources,
                          int threads = 0) {
    const auto expected = plain_paths(plain, sources);
    EXPECT_EQ("", difference(expected, run(graph_of(plain), sources, GetParam(), threads)))
        << plain.vertices << " vertices, " << plain.edges.size() << " edges";
  }
};

auto below(std::int64_t bound) {
  return [bound](Random& random) { return static_cast<Whole>(random.below(bound)); };
}

TEST_P(GraphDistanceTest, KnownGraph) {
  // 1 -(4)- 2 -(1)- 3, 1 -(7)- 3, 4 alone.
  const PlainGraph<Whole> plain{4, Direction::kUndirected, {{0, 1, 4}, {1, 2, 1}, {0, 2, 7}}};
  const Result result = run(graph_of(plain), {0}, GetParam());
  EXPECT_EQ((std::vector<std::int64_t>{0, 4, 5, kUnreached}), result.distances);
  EXPECT_EQ((std::vector<std::int32_t>{-1, 0, 1, -1}), result.predecessors);
  EXPECT_EQ(3, result.reached);
  EXPECT_EQ(2, result.farthest);
}

TEST_P(GraphDistanceTest, OneVertexAndItsLoop) {
  const PlainGraph<Whole> plain{1, Direction::kUndirected, {{0, 0, 0}, {0, 0, 3}}};
  const Result result = run(graph_of(plain), {0}, GetParam());
  EXPECT_EQ(std::vector<std::int64_t>{0}, result.distances);
  EXPECT_EQ(std::vector<std::int32_t>{kNoPredecessor}, result.predecessors);
}

TEST_P(GraphDistanceTest, DirectedEdgesLeadOneWay) {
  const PlainGraph<Whole> plain{3, Direction::kDirected, {{0, 1, 2}, {2, 1, 1}}};
  EXPECT_EQ((std::vector<std::int64_t>{0, 2, kUnreached}),
            run(graph_of(plain), {0}, GetParam()).distances);
}

TEST_P(GraphDistanceTest, AsDijkstraOnRandomGraphs) {
  Random random(1);
  for (const std::int32_t vertices : {2, 7, 31, 257, 1009, 5003}) {
    for (const Direction direction : {Direction::kDirected, Direction::kUndirected}) {
      for (const std::int64_t bound : {1, 2, 1000, 1 << 30}) {
        const auto plain =
            random_graph<Whole>(vertices, 3 * vertices + 1, direction, random, below(bound));
        expect_as_dijkstra(plain, {vertices / 2});
        expect_as_dijkstra(plain, {0, vertices - 1, vertices / 3});
      }
    }
  }
}

TEST_P(GraphDistanceTest, AsDijkstraOnGridsByAnyNumberOfThreads) {
  Random random(2);
  const auto plain = grid_graph<Whole>(151, 97, Direction::kUndirected, random, [](Random& r) {
    return static_cast<Whole>(1 + r.below(1000));
  });
  for (const int threads : {1, 2, 3, 7}) expect_as_dijkstra(plain, {151 * 40 + 70}, threads);
}

TEST_P(GraphDistanceTest, EdgesOfWeight0NeverLoop) {
  Random random(3);
  for (const std::int64_t bound : {1, 2, 3}) {
    expect_as_dijkstra(grid_graph<Whole>(67, 45, Direction::kUndirected, random, below(bound)),
                       {5, 2000, 3000});
    expect_as_dijkstra(random_graph<Whole>(3001, 4000, Direction::kDirected, random, below(bound)),
                       {5, 2000});
  }
}

TEST_P(GraphDistanceTest, RowsOfAnyLength) {
  Random random(4);
  // A star in both directions, whose rays also form rings, and rows longer than a block of a GPU.
  for (const std::int32_t rays : {1023, 1024, 1025, 1026, 30011}) {
    PlainGraph<Whole> plain{rays + 1, Direction::kUndirected, {}};
    for (std::int32_t v = 1; v <= rays; ++v) {
      plain.edges.push_back({0, v, static_cast<Whole>(random.below(1000))});
      if (v % 3 == 0) plain.edges.push_back({v, v / 2, Whole{1}});
    }
    expect_as_dijkstra(plain, {2});
  }
  PlainGraph<Whole> full{70, Direction::kDirected, {}};
  for (std::int32_t k = 0; k < 30; ++k) {
    for (std::int32_t u = 1; u < 70; ++u) {
      for (std::int32_t v = 0; v < 60; ++v) {
        full.edges.push_back({u, v, static_cast<Whole>(random.below(100) + k)});
      }
    }
  }
  expect_as_dijkstra(full, {2});
}

TEST_P(GraphDistanceTest, LongPaths) {
  Random random(5);
  PlainGraph<Whole> plain{20011, Direction::kDirected, {}};
  for (std::int32_t v = 1; v < plain.vertices; ++v)
    plain.edges.push_back({v - 1, v, static_cast<Whole>(v % 7)});
  expect_as_dijkstra(plain, {0});
  expect_as_dijkstra(plain, {0, 10000, 10001});
}

TEST_P(GraphDistanceTest, ManySources) {
  Random random(6);
  const auto plain = grid_graph<Whole>(101, 203, Direction::kUndirected, random, below(100));
  std::vector<std::int32_t> sources;
  for (std::int32_t v = 3; v < plain.vertices; v += 7) sources.push_back(v);
  expect_as_dijkstra(plain, sources);
}

TEST_P(GraphDistanceTest, MoreThan32Bits) {
  Random random(7);
  // Weights of 32 bits, sums of more.
  expect_as_dijkstra(
      grid_graph<Whole>(43, 29, Direction::kUndirected, random, below(std::int64_t{1} << 32)),
      {17});
  expect_as_dijkstra(
      random_graph<Whole>(1009, 5000, Direction::kUndirected, random, below(std::int64_t{1} << 55)),
      {17});
  // The largest that there is, and one more.
  constexpr Whole kHalf = Whole{1} << 62;
  const PlainGraph<Whole> most{3, Direction::kDirected, {{0, 1, kHalf}, {1, 2, kHalf - 2}}};
  expect_as_dijkstra(most, {0});
  const PlainGraph<Whole> more{4, Direction::kDirected, {{0, 1, kHalf}, {1, 3, kHalf}}};
  EXPECT_EQ("the distance of vertex 4 is 2^63 - 1 or more; divide all weights by 1000, say",
            refusal([&] { run(graph_of(more), {0}, GetParam()); }));
  // A path that is too long does no harm beside one that is not.
  const PlainGraph<Whole> beside{
      4, Direction::kDirected, {{0, 1, kHalf}, {1, 3, kHalf}, {0, 3, kHalf}}};
  expect_as_dijkstra(beside, {0});
  // The border of 32 bits.
  for (const std::int64_t last : {-2, -1, 0, 1}) {
    const PlainGraph<Whole> border{
        3, Direction::kDirected, {{0, 1, 1 << 30}, {1, 2, static_cast<Whole>((1 << 30) + last)}}};
    expect_as_dijkstra(border, {0});
  }
}

TEST_P(GraphDistanceTest, FloatsAreAddedFromTheSourceOnwards) {
  Random random(8);
  const auto uniform = [](Random& r) { return static_cast<double>(r.next() >> 11) * 0x1p-53; };
  expect_as_dijkstra(grid_graph<double>(83, 61, Direction::kUndirected, random, uniform), {99});
  const auto wide = [](Random& r) { return std::exp2(static_cast<double>(r.below(400)) - 200); };
  expect_as_dijkstra(random_graph<double>(2003, 9000, Direction::kUndirected, random, wide), {99});
  // Rounding swallows the small ones: they are as edges of weight 0.
  const auto swallowed = [](Random& r) { return r.below(2) == 0 ? 1e17 : 0.5; };
  expect_as_dijkstra(grid_graph<double>(53, 47, Direction::kUndirected, random, swallowed), {99});
  const PlainGraph<double> large{3, Direction::kDirected, {{0, 1, 1e308}, {1, 2, 1e308}}};
  EXPECT_EQ(
      "the distance of vertex 3 is more than a 64-bit float holds; divide all weights by 1e20, say",
      refusal([&] { run(graph_of(large), {0}, GetParam()); }));
}

TEST_P(GraphDistanceTest, RefusesSourcesThatAreNotThere) {
  const Graph graph = graph_of(PlainGraph<Whole>{2, Direction::kDirected, {{0, 1, 1}}});
  Options options;
  options.backend = GetParam();
  NoProgress quiet;
  EXPECT_EQ("there is no source; name at least one vertex",
            refusal([&] { measure(graph, {}, options, quiet); }));
  for (const std::int64_t source : {std::int64_t{0}, std::int64_t{3}, std::int64_t{-1}}) {
    EXPECT_EQ("the source " + std::to_string(source) +
                  " is no vertex of the graph; its vertices go from 1 to 2",
              refusal([&] {
                measure(graph, {1, source}, options, quiet);
              }));
  }
  EXPECT_EQ((std::vector<std::int64_t>{0, 1}), measure(graph, {1, 1, 1}, options, quiet).distances);
}

INSTANTIATE_TEST_SUITE_P(GraphDistance, GraphDistanceTest,
                         testing::ValuesIn(bitvox::test::available_backends()),
                         bitvox::test::backend_name);

// Larger than what the GPU's lists of a block hold, and than a launch lasts.
class SlowGraphDistanceTest : public GraphDistanceTest {};

TEST_P(SlowGraphDistanceTest, AsDijkstraOnLargeGraphs) {
  Random random(9);
  const auto weight = [](Random& r) { return static_cast<Whole>(r.below(1000)); };
  expect_as_dijkstra(grid_graph<Whole>(1501, 997, Direction::kUndirected, random, weight), {7});
  const auto plain = random_graph<Whole>(300007, 2000003, Direction::kDirected, random, weight);
  expect_as_dijkstra(plain, {7});
  PlainGraph<Whole> path{300017, Direction::kDirected, {}};
  for (std::int32_t v = 1; v < path.vertices; ++v) {
    path.edges.push_back({v - 1, v, static_cast<Whole>(v % 3)});
  }
  expect_as_dijkstra(path, {0});
}

INSTANTIATE_TEST_SUITE_P(GraphDistance, SlowGraphDistanceTest,
                         testing::ValuesIn(bitvox::test::available_backends()),
                         bitvox::test::backend_name);

}  // namespace
}  // namespace bitvox::graph_distance
