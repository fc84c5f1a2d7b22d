// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"
#include "ops/skeleton_graph/skeleton_tracer.hpp"

namespace bitvox::skeleton_graph {

// A branch as a link between two nodes, which are the same where it returns to its junction.
struct Link {
  std::int64_t from = 0;
  std::int64_t to = 0;
  double length = 0;
};

// A skeleton as a graph: its nodes are end points, junctions and the first voxels of rings, its
// links are branches in the order in which they are traced.
class Network {
 public:
  // Throws Cancelled.
  Network(Tracer& tracer, const Spacing& spacing, Progress& progress);

  std::int64_t nodes() const { return std::ssize(first_voxels_); }
  const std::vector<Link>& links() const { return links_; }

  // The voxel of a node that comes first.
  std::int64_t first_voxel(std::int64_t node) const {
    return first_voxels_[static_cast<std::size_t>(node)];
  }

  // The voxels of a link from its first to its last, which are the same for a ring.
  std::span<const std::int64_t> path(std::int64_t link) const {
    const auto i = static_cast<std::size_t>(link);
    return {paths_.data() + first_step_[i], paths_.data() + first_step_[i + 1]};
  }

  // Those of them that are slabs: all but both ends, of a ring all.
  std::span<const std::int64_t> slabs(std::int64_t link) const;

  // Of junction voxels, which junction, from 1 on; else 0.
  const std::vector<std::int64_t>& junctions() const { return junctions_; }
  std::int64_t junction_count() const { return junction_count_; }

 private:
  std::vector<std::int64_t> number_nodes(const Tracer& tracer, Progress& progress);

  std::vector<Link> links_;
  std::vector<std::int64_t> first_voxels_;
  std::vector<std::int64_t> paths_;       // of link 0, of link 1, ...
  std::vector<std::int64_t> first_step_;  // where those of each link begin; then the end
  std::vector<std::int64_t> junctions_;
  std::int64_t junction_count_ = 0;
};

// Between the centres of two voxels.
double distance(const VoxelPosition& a, const VoxelPosition& b, const Spacing& spacing);

// The sum of the distances between successive voxels.
double length(const SkeletonVoxels& voxels, std::span<const std::int64_t> path,
              const Spacing& spacing);

}  // namespace bitvox::skeleton_graph
