// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton_graph/skeleton_graph.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/parallel.hpp"

namespace bitvox {
namespace {

void check(const SkeletonGraphOptions& options) {
  for (const double size : options.spacing) {
    if (!(size > 0) || !std::isfinite(size)) {
      throw InvalidInput("the size of a voxel must be positive");
    }
  }
  if (!(options.shortest >= 0)) {
    throw InvalidInput("the shortest branch must be 0 or longer");
  }
}

bool is_empty(const BitVolume& volume) {
  const std::uint64_t* const words = volume.words();
  return std::all_of(words, words + volume.shape().word_count(),
                     [](std::uint64_t word) { return word == 0; });
}

}  // namespace

SkeletonGraph skeleton_graph(const VolumeSource& skeleton, const DistanceMap* distances,
                             const SkeletonGraphOptions& options, Progress& progress) {
  check(options);
  const Shape& shape = skeleton.shape();
  SkeletonGraph graph(shape);
  PhaseProgress reading(progress, 0, 500);
  parallel_for(shape.depth, core_count(), reading,
               [&](std::int64_t z) { skeleton.read_slices(z, 1, graph.skeleton.slice(z)); });
  if (is_empty(graph.skeleton)) {
    throw InvalidInput("the image has no foreground voxels (value 255)");
  }
  PhaseProgress tracing(progress, 500, 1000);
  tracing.report(0, 1);
  if (options.shortest > 0) {
    while (const std::int64_t pruned = cpu::prune_once(options, graph.skeleton)) {
      graph.pruned_branches += pruned;
      tracing.report(0, 1);
    }
  }
  cpu::trace_skeleton(distances, options, graph);
  tracing.report(1, 1);
  return graph;
}

}  // namespace bitvox
