// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "graph_distance_runs.hpp"
#include "operation_contract.hpp"

namespace bitvox::graph_distance {
namespace {

bitvox::test::Operation operation() {
  static const Graph graph = [] {
    bitvox::test::Random random(1);
    return test::graph_of(test::grid_graph<std::uint64_t>(
        701, 503, Direction::kUndirected, random,
        [](bitvox::test::Random& r) { return static_cast<std::uint64_t>(1 + r.below(100)); }));
  }();
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    Options options;
    options.backend = backend;
    options.threads = threads;
    const Result result = measure(graph, {1}, options, progress);
    return bitvox::test::Outcome{result.run.backend, test::bits_of(result)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    measure(graph, {0}, options, progress);
  };
  return {run, run_wrong};
}

}  // namespace
}  // namespace bitvox::graph_distance

namespace bitvox::test {
INSTANTIATE_TEST_SUITE_P(GraphDistance, OperationContract,
                         on_every_backend(graph_distance::operation()), contract_name);
INSTANTIATE_TEST_SUITE_P(GraphDistance, BackendContract,
                         on_every_backend(graph_distance::operation()), contract_name);
}  // namespace bitvox::test
