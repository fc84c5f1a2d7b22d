// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "operation_contract.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"

namespace bitvox::skeleton_graph {
namespace {

using test::OperationContract;

test::Operation contract() {
  const auto run = [](const std::string&, int, Progress& progress) {
    static const BitVolume lines = test::make_volume(
        {100, 90, 80}, [](auto x, auto y, auto z) { return y % 2 == 0 && z % 2 == 0 && x != 50; });
    const Result result = trace(lines, nullptr, {{1, 1, 1}, 60, Extent::kVolume}, progress);
    test::Bits bits;
    bits.add(result.skeleton).add(result.skeletons).add(result.end_points);
    for (const Branch& branch : result.branches) bits.add(branch.length).add(branch.voxels);
    return test::Outcome{{}, bits};
  };
  const auto run_wrong = [](const std::string&, Progress& progress) {
    trace(BitVolume({5, 5, 5}), nullptr, {}, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(SkeletonGraph, OperationContract, test::without_backends(contract()),
                         test::contract_name);

}  // namespace
}  // namespace bitvox::skeleton_graph
