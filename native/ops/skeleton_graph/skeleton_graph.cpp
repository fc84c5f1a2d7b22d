// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton_graph/skeleton_graph.hpp"

#include <cmath>
#include <string>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/packing.hpp"
#include "core/volumes/read_volume.hpp"
#include "cpu/packing_rows.hpp"

namespace bitvox::skeleton_graph {
namespace {

void check(const Options& options) {
  for (const double size : {options.spacing.x, options.spacing.y, options.spacing.z}) {
    if (!(size > 0) || !std::isfinite(size)) {
      throw InvalidInput("the size of a voxel must be positive");
    }
  }
  check_fields(options);
  const bool darkest =
      options.loops == Loops::kDarkestBranch || options.loops == Loops::kDarkestVoxel;
  if (darkest && options.grey == nullptr) {
    throw InvalidInput("cutting loops where they are darkest needs a grey image");
  }
}

// A voxel's position, kind, labels, place in a branch, and as many neighbours as it can have.
constexpr std::int64_t kMostBytesPerVoxel = 128 + 26 * 8;

void check_voxels(const BitVolume& volume) {
  const std::int64_t voxels =
      packing_rows().count_bits(volume.words(), volume.shape().word_count());
  if (voxels == 0) {
    throw UnsuitableImage("the image has no foreground voxels");
  }
  const std::string name = "the graph of " + std::to_string(voxels) + " voxels";
  require_memory({name, "Skeletonize the image first, or crop it."}, host_memory(),
                 voxels * kMostBytesPerVoxel);
}

// Loops first, then end branches; what is left of a junction may be a loop again.
void delete_branches(const Options& options, Result& graph, Progress& progress) {
  std::int64_t deleted = 0;
  do {
    deleted = 0;
    if (options.loops != Loops::kKeep) {
      deleted = cut_loops_once(options, graph.skeleton, progress);
      graph.cut_loops += deleted;
    }
    if (options.shortest > 0 && deleted == 0) {
      deleted = prune_once(options, graph.skeleton, progress);
      graph.pruned_branches += deleted;
    }
  } while (deleted > 0);
}

}  // namespace

Result trace(const VolumeSource& skeleton, const VoxelValues* distances, const Options& options,
             Progress& progress) {
  check(options);
  const Shape& shape = skeleton.shape();
  Result graph(shape);
  auto [reading, tracing] = progress_parts(progress, 1, 1);
  read_volume(skeleton, graph.skeleton, core_count(), reading);
  check_voxels(graph.skeleton);
  tracing.report(0, 1);
  delete_branches(options, graph, tracing);
  trace_cpu(distances, options, graph, tracing);
  tracing.report(1, 1);
  return graph;
}

}  // namespace bitvox::skeleton_graph
