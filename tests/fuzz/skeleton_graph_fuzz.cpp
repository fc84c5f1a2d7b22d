// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_operation.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"

namespace bitvox::skeleton_graph {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const auto volume = std::make_shared<BitVolume>(bytes.bits(bytes.shape(140, 20, 12)));
  Options options;
  for (double& spacing : options.spacing) spacing = bytes.number(0, 3);
  options.shortest = bytes.number(0, 20);
  options.neighbours = bytes.one_of({Neighbours::kVolume, Neighbours::kSlice});
  return [=](const std::string&, int, Progress& progress) {
    const Result result = trace(*volume, nullptr, options, progress);
    test::Bits bits;
    bits.add(result.skeleton).add(result.skeletons).add(result.end_points).add(result.junctions);
    bits.add(result.junction_voxels).add(result.slab_voxels).add(result.inner_voxels);
    for (const Branch& branch : result.branches) {
      bits.add(branch.skeleton).add(branch.length).add(branch.voxels);
    }
    return bits.add(result.pruned_branches);
  };
}

const fuzz::FuzzOperation operation("skeleton_graph", make);

}  // namespace
}  // namespace bitvox::skeleton_graph
