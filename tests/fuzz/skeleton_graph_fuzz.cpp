// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"

namespace bitvox::skeleton_graph {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

// Grey values, some of them alike.
class RemainderOfPosition final : public VoxelValues {
 public:
  double at(const VoxelPosition& v) const override {
    return static_cast<double>((7 * v.x + 3 * v.y + 5 * v.z) % 11);
  }
};

FuzzRun make(FuzzBytes& bytes) {
  const auto volume = std::make_shared<BitVolume>(bytes.bits(bytes.shape(140, 20, 12)));
  Options options;
  fuzz::fuzz_fields(bytes, options);
  options.shortest = bytes.yes() ? 0 : bytes.number(0, 20);
  return [=](const std::string&, int, Progress& progress) {
    const RemainderOfPosition grey;
    Options with_grey = options;
    with_grey.grey = &grey;
    const Result result = trace(*volume, nullptr, with_grey, progress);
    test::Bits bits;
    bits.add(result.skeleton).add(result.skeletons).add(result.end_points).add(result.junctions);
    bits.add(result.junction_voxels).add(result.slab_voxels).add(result.inner_voxels);
    for (const Branch& branch : result.branches) {
      bits.add(branch.skeleton).add(branch.length).add(branch.voxels);
    }
    for (const Part& part : result.parts) {
      bits.add(part.branches).add(part.loops()).add(part.total_length).add(part.longest_path);
      bits.add(part.triple_points).add(part.quadruple_points).add(part.path_first.x);
    }
    if (result.longest_paths) bits.add(*result.longest_paths);
    return bits.add(result.pruned_branches).add(result.cut_loops);
  };
}

const fuzz::FuzzOperation operation("skeleton_graph", make);

}  // namespace
}  // namespace bitvox::skeleton_graph
