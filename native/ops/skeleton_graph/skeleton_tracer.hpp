// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/skeleton_graph/skeleton_voxels.hpp"

namespace bitvox::skeleton_graph {

enum class Kind : std::uint8_t { kEndPoint, kSlab, kJunction };

inline Kind kind_of(std::size_t neighbours) {
  return neighbours < 2 ? Kind::kEndPoint : neighbours == 2 ? Kind::kSlab : Kind::kJunction;
}

// The voxels of a branch, one after the other.
using Path = std::vector<std::int64_t>;

// Follows the branches of a skeleton, voxel by voxel.
class Tracer {
 public:
  // The skeleton stays as it is while this follows it.
  Tracer(const Skeleton& skeleton, Extent extent, Progress& progress)
      : progress_(progress),
        voxels_(skeleton, extent, progress),
        visited_(static_cast<std::size_t>(voxels_.count())) {
    kinds_.reserve(visited_.size());
    for (std::int64_t i = 0; i < voxels_.count(); ++i) {
      poll(i);
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

}  // namespace bitvox::skeleton_graph
