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

void check_voxels(std::int64_t voxels) {
  if (voxels == 0) {
    throw UnsuitableImage("the image has no foreground voxels");
  }
  require_memory_for(voxels);
}

// Loops first, then end branches; what is left of a junction may be a loop again.
void delete_branches(const Options& options, Skeleton& skeleton, Graph& graph, Progress& progress) {
  std::int64_t deleted = 0;
  do {
    deleted = 0;
    if (options.loops != Loops::kKeep) {
      deleted = cut_loops_once(options, skeleton, progress);
      graph.cut_loops += deleted;
    }
    if (options.shortest > 0 && deleted == 0) {
      deleted = prune_once(options, skeleton, progress);
      graph.pruned_branches += deleted;
    }
  } while (deleted > 0);
}

}  // namespace

void require_memory_for(std::int64_t voxels) {
  const std::string name = "the graph of " + std::to_string(voxels) + " voxels";
  require_memory({name, "Skeletonize the image first, or crop it."}, host_memory(),
                 voxels * kMostBytesPerVoxel);
}

Graph trace(Skeleton& skeleton, const VoxelValues* distances, const Options& options,
            Progress& progress) {
  check(options);
  check_voxels(std::ssize(skeleton.voxels));
  progress.report(0, 1);
  Graph graph;
  delete_branches(options, skeleton, graph, progress);
  trace_cpu(skeleton, distances, options, graph, progress);
  progress.report(1, 1);
  return graph;
}

Result trace(const VolumeSource& in, const VoxelValues* distances, const Options& options,
             Progress& progress) {
  check(options);
  Result result(in.shape());
  auto [reading, tracing, drawing] = progress_parts(progress, 8, 8, 1);
  read_volume(in, result.skeleton, core_count(), reading);
  const std::int64_t voxels =
      packing_rows().count_bits(result.skeleton.words(), in.shape().word_count());
  check_voxels(voxels);
  Skeleton skeleton = skeleton_of(result.skeleton, tracing);
  static_cast<Graph&>(result) = trace(skeleton, distances, options, tracing);
  if (std::ssize(skeleton.voxels) < voxels) {
    result.skeleton.clear(core_count(), drawing);
    draw(skeleton, result.skeleton, drawing);
  }
  if (options.longest_path) {
    keep(skeleton, result.on_longest_path, drawing);
    draw(skeleton, result.longest_paths.emplace(in.shape()), drawing);
  }
  drawing.report(1, 1);
  return result;
}

}  // namespace bitvox::skeleton_graph
