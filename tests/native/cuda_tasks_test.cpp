// SPDX-License-Identifier: BSD-2-Clause
// Tasks that make tasks, shared out in every way that native/cuda/ has, by launches of every shape
// and of short time: no work is lost, none is left, and all end. Also for compute-sanitizer.
#include <gtest/gtest.h>

#ifdef BITVOX_WITH_CUDA
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "cuda_tasks.hpp"
#include "test_volumes.hpp"

namespace bitvox::test {
namespace {

using Edges = std::vector<std::vector<std::pair<int, std::uint32_t>>>;

TaskGraph graph_of(const Edges& edges) {
  TaskGraph graph;
  graph.starts.push_back(0);
  for (const auto& of_vertex : edges) {
    for (const auto& [end, length] : of_vertex) {
      graph.ends.push_back(end);
      graph.lengths.push_back(length);
    }
    graph.starts.push_back(static_cast<int>(graph.ends.size()));
  }
  return graph;
}

TaskGraph random_graph(int vertices, int most_edges, std::uint64_t seed) {
  Random random(seed);
  Edges edges(static_cast<std::size_t>(vertices));
  for (auto& of_vertex : edges) {
    const std::int64_t count = random.below(most_edges + 1);
    for (std::int64_t i = 0; i < count; ++i) {
      of_vertex.emplace_back(static_cast<int>(random.below(vertices)),
                             static_cast<std::uint32_t>(random.below(1000)));
    }
  }
  return graph_of(edges);
}

// One task at a time.
TaskGraph chain(int vertices) {
  Edges edges(static_cast<std::size_t>(vertices));
  for (int i = 0; i + 1 < vertices; ++i) edges[static_cast<std::size_t>(i)].emplace_back(i + 1, 1);
  return graph_of(edges);
}

// All at once, and back: each is woken while it may run.
TaskGraph star(int vertices) {
  Edges edges(static_cast<std::size_t>(vertices));
  for (int i = 1; i < vertices; ++i) {
    edges[0].emplace_back(i, static_cast<std::uint32_t>(vertices - i));
    edges[static_cast<std::size_t>(i)].emplace_back(0, 0U);
    edges[static_cast<std::size_t>(i)].emplace_back(i % (vertices - 1) + 1, 1U);
  }
  return graph_of(edges);
}

std::vector<std::uint32_t> by_dijkstra(const TaskGraph& graph) {
  using Item = std::pair<std::uint32_t, int>;
  std::vector<std::uint32_t> distances(static_cast<std::size_t>(graph.vertices()), ~0U);
  std::priority_queue<Item, std::vector<Item>, std::greater<>> heap;
  distances[0] = 0;
  heap.push({0, 0});
  while (!heap.empty()) {
    const auto [distance, vertex] = heap.top();
    heap.pop();
    const auto v = static_cast<std::size_t>(vertex);
    if (distance != distances[v]) continue;
    for (auto i = static_cast<std::size_t>(graph.starts[v]);
         i < static_cast<std::size_t>(graph.starts[v + 1]); ++i) {
      std::uint32_t& known = distances[static_cast<std::size_t>(graph.ends[i])];
      if (distance + graph.lengths[i] >= known) continue;
      known = distance + graph.lengths[i];
      heap.push({known, graph.ends[i]});
    }
  }
  return distances;
}

std::vector<TaskGraph> graphs() {
  return {graph_of(Edges(1)),
          chain(2),
          chain(301),
          star(57),
          random_graph(3, 4, 1),
          random_graph(997, 5, 2),
          random_graph(4999, 9, 3)};
}

using Runner = std::function<TaskRun(const TaskGraph&, const TaskLaunch&)>;

class CudaTasks : public testing::Test {
 protected:
  void SetUp() override {
    if (!backends().front().available) GTEST_SKIP() << backends().front().detail;
  }

  static void expect_right(const Runner& run) {
    constexpr std::uint64_t kShort = 30'000;
    constexpr std::uint64_t kLong = 50'000'000;
    for (const TaskGraph& graph : graphs()) {
      const auto distances = by_dijkstra(graph);
      std::uint64_t reached = 0;
      for (const std::uint32_t distance : distances) reached += distance != ~0U ? 1 : 0;
      for (const TaskLaunch& launch :
           {TaskLaunch{1, 32, kLong}, TaskLaunch{1, 1024, kShort}, TaskLaunch{3, 64, kShort},
            TaskLaunch{7, 96, kLong}, TaskLaunch{66, 224, kShort}, TaskLaunch{5000, 32, kLong},
            TaskLaunch{5000, 256, kShort}, TaskLaunch{5000, 1024, kLong}}) {
        const TaskRun found = run(graph, launch);
        EXPECT_TRUE(found.distances == distances)
            << graph.vertices() << " vertices, " << launch.blocks << " blocks of " << launch.threads
            << " threads, " << launch.nanoseconds << " ns";
        EXPECT_EQ(found.open, 0U);
        EXPECT_GE(found.taken, reached);
      }
    }
  }
};

TEST_F(CudaTasks, OwnersThatWait) {
  expect_right([](const auto& graph, const auto& launch) {
    return run_waiting(graph, launch, Keys::kShort);
  });
  expect_right([](const auto& graph, const auto& launch) {
    return run_waiting(graph, launch, Keys::kLong);
  });
}

TEST_F(CudaTasks, OwnersThatSteal) {
  expect_right([](const auto& graph, const auto& launch) {
    return run_stealing(graph, launch, Keys::kShort);
  });
  expect_right([](const auto& graph, const auto& launch) {
    return run_stealing(graph, launch, Keys::kLong);
  });
}

TEST_F(CudaTasks, Tickets) { expect_right(run_with_tickets); }

TEST_F(CudaTasks, Rounds) { expect_right(run_in_rounds); }

// A launch of little time does little.
TEST_F(CudaTasks, TimeEnds) {
  const TaskGraph graph = chain(20'000);
  const TaskLaunch launch{132, 128, 200'000};
  EXPECT_GT(run_waiting(graph, launch, Keys::kShort).launches, 3);
  EXPECT_GT(run_with_tickets(graph, launch).launches, 3);
  EXPECT_GT(run_in_rounds(graph, launch).launches, 3);
}

}  // namespace
}  // namespace bitvox::test
#endif
