// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "core/disjoint_sets.hpp"
#include "ops/skeleton_graph/junction_thinning.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"
#include "ops/skeleton_graph/skeleton_network.hpp"

namespace bitvox::skeleton_graph {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// How much a branch is worth keeping, and which voxel is deleted if it is cut.
struct Cut {
  double worth = kInfinity;
  std::int64_t voxel = -1;  // none without slabs, as no branch of a loop is
};

double grey_value(const VoxelValues& grey, const VoxelPosition& voxel) {
  const double value = grey.at(voxel);
  return std::isnan(value) ? -kInfinity : value;
}

Cut cut_of(const Options& options, const SkeletonVoxels& voxels, const Network& network,
           std::int64_t link, Steps& steps) {
  const auto slabs = network.slabs(link);
  if (slabs.empty()) {
    return {};
  }
  if (options.loops == Loops::kShortest) {
    return {network.links()[static_cast<std::size_t>(link)].length, slabs[slabs.size() / 2]};
  }
  Cut cut;
  double sum = 0;
  for (const std::int64_t i : slabs) {
    const double value = grey_value(*options.grey, voxels.position(i));
    sum += value;
    steps.add();
    if (cut.voxel < 0 || value < cut.worth) {
      cut = {value, i};
    }
  }
  if (options.loops == Loops::kDarkestBranch) {
    const double mean = sum / static_cast<double>(slabs.size());
    cut.worth = std::isnan(mean) ? -kInfinity : mean;  // of both infinities
  }
  return cut;
}

}  // namespace

std::int64_t prune_once(const Options& options, Skeleton& skeleton, Progress& progress) {
  Tracer tracer(skeleton, options.extent, progress);
  const SkeletonVoxels& voxels = tracer.voxels();
  std::vector<bool> stays(skeleton.voxels.size(), true);
  std::vector<std::int64_t> met;
  std::int64_t branches = 0;
  tracer.for_branches([&](const Path& path) {
    if (tracer.kind(path.front()) == Kind::kEndPoint &&
        tracer.kind(path.back()) == Kind::kJunction &&
        length(voxels, path, options.spacing) < options.shortest) {
      for (const std::int64_t i : path) {
        stays[static_cast<std::size_t>(i)] = i == path.back();
      }
      met.push_back(path.back());
      ++branches;
    }
  });
  thin_junctions(tracer, met, stays, progress);
  keep(skeleton, stays, progress);
  return branches;
}

// The spanning forest by J. B. Kruskal, "On the shortest spanning subtree of a graph and the
// traveling salesman problem", Proceedings of the AMS 7 (1956) 48-50: of any loop it leaves out the
// branch that is worth least.
std::int64_t cut_loops_once(const Options& options, Skeleton& skeleton, Progress& progress) {
  Tracer tracer(skeleton, options.extent, progress);
  const Network network(tracer, options.spacing, progress);
  const auto links = std::ssize(network.links());
  Steps steps(progress);
  std::vector<Cut> cuts;
  for (std::int64_t i = 0; i < links; ++i) {
    cuts.push_back(cut_of(options, tracer.voxels(), network, i, steps));
    steps.add();
  }
  std::vector<std::int64_t> order(cuts.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    steps.add();
    return cuts[static_cast<std::size_t>(a)].worth > cuts[static_cast<std::size_t>(b)].worth;
  });
  DisjointSets<std::int64_t> nodes(static_cast<std::size_t>(network.nodes()));
  std::int64_t loops = 0;
  std::vector<bool> stays(skeleton.voxels.size(), true);
  std::vector<std::int64_t> met;
  for (const std::int64_t i : order) {
    steps.add();
    const Link& link = network.links()[static_cast<std::size_t>(i)];
    const bool is_loop = nodes.root(link.from) == nodes.root(link.to);
    nodes.join(link.from, link.to);
    if (is_loop) {
      const std::int64_t cut = cuts[static_cast<std::size_t>(i)].voxel;
      stays[static_cast<std::size_t>(cut)] = false;
      for (const std::int64_t n : tracer.voxels().neighbours(cut)) {
        if (tracer.kind(n) == Kind::kJunction) {
          met.push_back(n);
        }
      }
      ++loops;
    }
  }
  thin_junctions(tracer, met, stays, progress);
  keep(skeleton, stays, progress);
  return loops;
}

}  // namespace bitvox::skeleton_graph
