// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton_graph/skeleton_network.hpp"

#include <cmath>

namespace bitvox::skeleton_graph {

Network::Network(Tracer& tracer, const Spacing& spacing, Progress& progress) {
  junctions_ = tracer.label([&](std::int64_t i) { return tracer.kind(i) == Kind::kJunction; },
                            junction_count_);
  std::vector<std::int64_t> node_of = number_nodes(tracer, progress);
  paths_.reserve(junctions_.size());
  tracer.for_branches([&](const Path& path) {
    const auto first = static_cast<std::size_t>(path.front());
    if (tracer.kind(path.front()) == Kind::kSlab) {
      node_of[first] = nodes();  // that of a ring
      first_voxels_.push_back(path.front());
    }
    const std::int64_t to = node_of[static_cast<std::size_t>(path.back())];
    links_.push_back({node_of[first], to, length(tracer.voxels(), path, spacing)});
    first_step_.push_back(std::ssize(paths_));
    paths_.insert(paths_.end(), path.begin(), path.end());
  });
  first_step_.push_back(std::ssize(paths_));
}

// Which node an end point or junction voxel belongs to, in ascending order of their first voxels.
std::vector<std::int64_t> Network::number_nodes(const Tracer& tracer, Progress& progress) {
  Steps steps(progress);
  std::vector<std::int64_t> node_of(junctions_.size());
  std::vector<std::int64_t> of_junction(static_cast<std::size_t>(junction_count_) + 1, -1);
  for (std::size_t i = 0; i < junctions_.size(); ++i) {
    steps.add();
    const Kind kind = tracer.kind(static_cast<std::int64_t>(i));
    std::int64_t& known = of_junction[static_cast<std::size_t>(junctions_[i])];
    if (kind == Kind::kEndPoint || (kind == Kind::kJunction && known < 0)) {
      node_of[i] = nodes();
      first_voxels_.push_back(static_cast<std::int64_t>(i));
    }
    if (kind == Kind::kJunction) {
      node_of[i] = known = known < 0 ? node_of[i] : known;
    }
  }
  return node_of;
}

std::span<const std::int64_t> Network::slabs(std::int64_t link) const {
  const auto all = path(link);
  const bool is_ring =
      all.front() == all.back() && junctions_[static_cast<std::size_t>(all.front())] == 0;
  return is_ring ? all.first(all.size() - 1) : all.subspan(1, all.size() - 2);
}

double distance(const VoxelPosition& a, const VoxelPosition& b, const Spacing& spacing) {
  const double x = static_cast<double>(a.x - b.x) * spacing.x;
  const double y = static_cast<double>(a.y - b.y) * spacing.y;
  const double z = static_cast<double>(a.z - b.z) * spacing.z;
  return std::sqrt(x * x + y * y + z * z);
}

double length(const SkeletonVoxels& voxels, std::span<const std::int64_t> path,
              const Spacing& spacing) {
  double sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    sum += distance(voxels.position(path[i - 1]), voxels.position(path[i]), spacing);
  }
  return sum;
}

}  // namespace bitvox::skeleton_graph
