// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ops/skeleton_graph/longest_path.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"
#include "ops/skeleton_graph/skeleton_network.hpp"

namespace bitvox::skeleton_graph {
namespace {

// Counts and measures what is in each connected skeleton.
class Measurement {
 public:
  Measurement(const Tracer& tracer, const Network& network, Graph& graph, Progress& progress)
      : tracer_(tracer),
        network_(network),
        part_of_voxel_(tracer.label([](std::int64_t) { return true; }, graph.skeletons)),
        parts_(static_cast<std::size_t>(graph.skeletons)),
        graph_(graph),
        steps_(progress) {
    graph_.junctions = network.junction_count();
  }

  const std::vector<std::int64_t>& part_of_voxel() const { return part_of_voxel_; }
  std::vector<Part>& parts() { return parts_; }

  void count_voxels(std::size_t all_around) {
    for (std::int64_t i = 0; i < tracer_.voxels().count(); ++i) {
      steps_.add();
      graph_.inner_voxels += tracer_.voxels().neighbours(i).size() == all_around;
      Part& part = part_of(i);
      switch (tracer_.kind(i)) {
        case Kind::kEndPoint:
          ++part.end_points;
          ++graph_.end_points;
          break;
        case Kind::kSlab:
          ++part.slab_voxels;
          ++graph_.slab_voxels;
          break;
        case Kind::kJunction:
          ++part.junction_voxels;
          ++graph_.junction_voxels;
      }
    }
  }

  void add_branches(const VoxelValues* distances) {
    for (std::int64_t i = 0; i < std::ssize(network_.links()); ++i) {
      const auto path = network_.path(i);
      Branch branch;
      branch.skeleton = part_of_voxel_[static_cast<std::size_t>(path.front())];
      branch.length = network_.links()[static_cast<std::size_t>(i)].length;
      branch.first = tracer_.voxels().position(path.front());
      branch.last = tracer_.voxels().position(path.back());
      const bool returns = path.front() == path.back();
      branch.voxels = std::ssize(path) - (returns ? 1 : 0);
      if (distances != nullptr) {
        branch.mean_distance =
            mean(*distances, path.first(static_cast<std::size_t>(branch.voxels)));
      }
      graph_.branches.add(branch);
      Part& part = part_of(path.front());
      ++part.branches;
      part.total_length += branch.length;
      part.longest_branch = std::max(part.longest_branch, branch.length);
      steps_.add();
    }
  }

  void count_nodes() {
    std::vector<std::int64_t> ends(static_cast<std::size_t>(network_.nodes()));
    for (const Link& link : network_.links()) {
      ++ends[static_cast<std::size_t>(link.from)];
      ++ends[static_cast<std::size_t>(link.to)];
      steps_.add();
    }
    for (std::int64_t i = 0; i < network_.nodes(); ++i) {
      const std::int64_t voxel = network_.first_voxel(i);
      if (tracer_.kind(voxel) == Kind::kJunction) {
        Part& part = part_of(voxel);
        ++part.junctions;
        part.triple_points += ends[static_cast<std::size_t>(i)] == 3;
        part.quadruple_points += ends[static_cast<std::size_t>(i)] == 4;
      }
      steps_.add();
    }
  }

 private:
  Part& part_of(std::int64_t voxel) {
    return parts_[static_cast<std::size_t>(part_of_voxel_[static_cast<std::size_t>(voxel)] - 1)];
  }

  double mean(const VoxelValues& values, std::span<const std::int64_t> path) {
    double sum = 0;
    for (const std::int64_t i : path) {
      sum += values.at(tracer_.voxels().position(i));
      steps_.add();
    }
    return sum / static_cast<double>(path.size());
  }

  const Tracer& tracer_;
  const Network& network_;
  const std::vector<std::int64_t> part_of_voxel_;
  std::vector<Part> parts_;
  Graph& graph_;
  Steps steps_;
};

}  // namespace

void trace_cpu(const Skeleton& skeleton, const VoxelValues* distances, const Options& options,
               Graph& graph, Progress& progress) {
  Tracer tracer(skeleton, options.extent, progress);
  const Network network(tracer, options.spacing, progress);
  Measurement measurement(tracer, network, graph, progress);
  const bool flat = options.extent == Extent::kPerSlice || skeleton.shape.depth == 1;
  measurement.count_voxels(flat ? 8 : 26);
  measurement.add_branches(distances);
  measurement.count_nodes();
  if (options.longest_path) {
    graph.on_longest_path.resize(skeleton.voxels.size());
    find_longest_paths(tracer, network, measurement.part_of_voxel(), measurement.parts(),
                       graph.on_longest_path, progress);
  }
  for (const Part& part : measurement.parts()) graph.parts.add(part);
}

}  // namespace bitvox::skeleton_graph
