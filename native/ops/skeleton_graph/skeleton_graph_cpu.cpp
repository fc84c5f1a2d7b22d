// SPDX-License-Identifier: BSD-2-Clause
#include <cmath>
#include <cstdint>
#include <vector>

#include "ops/skeleton_graph/skeleton_graph.hpp"
#include "ops/skeleton_graph/skeleton_voxels.hpp"

namespace bitvox::skeleton_graph {
namespace {

enum class Kind : std::uint8_t { kEndPoint, kSlab, kJunction };

Kind kind_of(std::size_t neighbours) {
  return neighbours < 2 ? Kind::kEndPoint : neighbours == 2 ? Kind::kSlab : Kind::kJunction;
}

// The voxels of a branch, one after the other.
using Path = std::vector<std::int64_t>;

class Tracer {
 public:
  Tracer(const BitVolume& volume, Neighbours neighbours, Progress& progress)
      : progress_(progress),
        voxels_(volume, neighbours, progress),
        visited_(static_cast<std::size_t>(voxels_.count())) {
    kinds_.reserve(visited_.size());
    for (std::int64_t i = 0; i < voxels_.count(); ++i) {
      kinds_.push_back(kind_of(voxels_.neighbours(i).size()));
    }
  }

  const SkeletonVoxels& voxels() const { return voxels_; }
  Kind kind(std::int64_t i) const { return kinds_[static_cast<std::size_t>(i)]; }

  // Calls visit(path) once for every branch: from end points, then between junctions, then rings.
  template <class Visit>
  void for_branches(Visit&& visit) {
    for (const Kind from : {Kind::kEndPoint, Kind::kJunction}) {
      for (std::int64_t i = 0; i < voxels_.count(); ++i) {
        poll(i);
        if (kind(i) == from) {
          trace_from(i, visit);
        }
      }
    }
    for (std::int64_t i = 0; i < voxels_.count(); ++i) {
      poll(i);
      if (kind(i) == Kind::kSlab && !visited(i)) {
        start(i);
        follow(voxels_.neighbours(i).front());
        visit(path_);
      }
    }
  }

  // Labels from 1 the connected parts of the voxels that belong(i); 0 for the others.
  template <class Belong>
  std::vector<std::int64_t> label(Belong&& belong, std::int64_t& parts) const {
    std::vector<std::int64_t> labels(visited_.size());
    std::vector<std::int64_t> open;
    std::int64_t seen = 0;
    parts = 0;
    for (std::int64_t first = 0; first < voxels_.count(); ++first) {
      if (!belong(first) || labels[static_cast<std::size_t>(first)] != 0) {
        continue;
      }
      labels[static_cast<std::size_t>(first)] = ++parts;
      open.push_back(first);
      while (!open.empty()) {
        poll(seen++);
        const std::int64_t i = open.back();
        open.pop_back();
        for (const std::int64_t n : voxels_.neighbours(i)) {
          if (belong(n) && labels[static_cast<std::size_t>(n)] == 0) {
            labels[static_cast<std::size_t>(n)] = parts;
            open.push_back(n);
          }
        }
      }
    }
    return labels;
  }

 private:
  // So that the user can stop it.
  void poll(std::int64_t i) const {
    if (i % kVoxelsPerReport == 0) {
      progress_.report(0, 1);
    }
  }

  bool visited(std::int64_t i) const { return visited_[static_cast<std::size_t>(i)]; }

  void start(std::int64_t i) {
    path_.assign(1, i);
    visited_[static_cast<std::size_t>(i)] = true;
  }

  template <class Visit>
  void trace_from(std::int64_t i, Visit&& visit) {
    for (const std::int64_t n : voxels_.neighbours(i)) {
      // Every branch once; and junction voxels that touch are no branch.
      const bool again = visited(n) && kind(n) != Kind::kJunction;
      const bool same_junction = kind(i) == Kind::kJunction && kind(n) == Kind::kJunction;
      if (!again && !same_junction) {
        start(i);
        follow(n);
        visit(path_);
      }
    }
    visited_[static_cast<std::size_t>(i)] = true;
  }

  // Appends i and what comes after it, up to an end point, a junction, or where the path began.
  void follow(std::int64_t i) {
    path_.push_back(i);
    while (kind(i) == Kind::kSlab && i != path_.front()) {
      visited_[static_cast<std::size_t>(i)] = true;
      const auto both = voxels_.neighbours(i);
      const std::int64_t came_from = path_[path_.size() - 2];
      i = both[0] == came_from ? both[1] : both[0];
      path_.push_back(i);
    }
  }

  Progress& progress_;
  SkeletonVoxels voxels_;
  std::vector<Kind> kinds_;
  std::vector<bool> visited_;
  Path path_;
};

double distance(const VoxelPosition& a, const VoxelPosition& b, const double* spacing) {
  const double x = static_cast<double>(a.x - b.x) * spacing[0];
  const double y = static_cast<double>(a.y - b.y) * spacing[1];
  const double z = static_cast<double>(a.z - b.z) * spacing[2];
  return std::sqrt(x * x + y * y + z * z);
}

double length(const SkeletonVoxels& voxels, const Path& path, const double* spacing) {
  double sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    sum += distance(voxels.position(path[i - 1]), voxels.position(path[i]), spacing);
  }
  return sum;
}

}  // namespace

void trace_cpu(const DistanceMap* distances, const Options& options, Result& graph,
               Progress& progress) {
  Tracer tracer(graph.skeleton, options.neighbours, progress);
  const SkeletonVoxels& voxels = tracer.voxels();
  const bool flat = options.neighbours == Neighbours::kSlice || graph.skeleton.shape().depth == 1;
  const std::size_t all_around = flat ? 8 : 26;
  for (std::int64_t i = 0; i < voxels.count(); ++i) {
    graph.inner_voxels += voxels.neighbours(i).size() == all_around;
    graph.end_points += tracer.kind(i) == Kind::kEndPoint;
    graph.slab_voxels += tracer.kind(i) == Kind::kSlab;
    graph.junction_voxels += tracer.kind(i) == Kind::kJunction;
  }
  tracer.label([&](std::int64_t i) { return tracer.kind(i) == Kind::kJunction; }, graph.junctions);
  const auto skeletons = tracer.label([](std::int64_t) { return true; }, graph.skeletons);

  tracer.for_branches([&](const Path& path) {
    Branch branch;
    branch.skeleton = skeletons[static_cast<std::size_t>(path.front())];
    branch.length = length(voxels, path, options.spacing);
    branch.first = voxels.position(path.front());
    branch.last = voxels.position(path.back());
    const bool ring = path.front() == path.back();
    branch.voxels = std::ssize(path) - (ring ? 1 : 0);
    if (distances != nullptr) {
      double sum = 0;
      for (std::int64_t i = 0; i < branch.voxels; ++i) {
        sum += distances->at(voxels.position(path[static_cast<std::size_t>(i)]));
      }
      branch.mean_distance = sum / static_cast<double>(branch.voxels);
    }
    graph.branches.push_back(branch);
  });
}

std::int64_t prune_once(const Options& options, BitVolume& skeleton, Progress& progress) {
  Tracer tracer(skeleton, options.neighbours, progress);
  const SkeletonVoxels& voxels = tracer.voxels();
  std::vector<std::int64_t> deleted;
  std::int64_t branches = 0;
  tracer.for_branches([&](const Path& path) {
    if (tracer.kind(path.front()) == Kind::kEndPoint &&
        tracer.kind(path.back()) == Kind::kJunction &&
        length(voxels, path, options.spacing) < options.shortest) {
      deleted.insert(deleted.end(), path.begin(), path.end() - 1);
      ++branches;
    }
  });
  for (const std::int64_t i : deleted) {
    const VoxelPosition& at = voxels.position(i);
    skeleton.slice(at.z)[at.y * skeleton.shape().words_per_row() + at.x / 64] &=
        ~(std::uint64_t{1} << (at.x % 64));
  }
  return branches;
}

}  // namespace bitvox::skeleton_graph
