// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/threads/progress_parts.hpp"
#include "ops/geodesic/geodesic_search.hpp"
#include "ops/minimal_path/minimal_path_twins.hpp"
#include "paths/path_tree.hpp"

namespace bitvox::minimal_path {

// Voxels to which paths lead from one voxel, the root. None is a wall.
struct Ways {
  std::int64_t root = 0;
  std::vector<std::int64_t> targets;
};

// The map and the paths from a root, in words of one width.
template <class Word, class Cost>
class Search {
 public:
  // make(problem, progress) makes the maps of a twin.
  template <class Make>
  Search(const geodesic::Terrain& terrain, const Cost* costs, const Make& make, Progress& progress)
      : terrain_(terrain), problem_{terrain.grid, {}, costs}, tree_(terrain.grid, costs) {
    require_memory(kHostUser, host_memory(), terrain.grid.voxels());  // states of the tree
    maps_ = make(problem_, progress);
  }

  static bool fits(const geodesic::Terrain& terrain) {
    return paths::sum_fits<Word>(dearest(terrain), terrain.grid.longest_step(), 0);
  }

  // take(sum, path) for each target in turn, -1 and no voxel where no path leads. False
  // where words are too narrow: nothing was taken.
  template <class Take>
  bool follow(const Ways& ways, const Take& take, Progress& progress) {
    auto [searching, looking, growing] = progress_parts(progress, 31, 1, 3);
    const bool one = ways.targets.size() == 1;
    maps_->find(ways.root, one ? ways.targets[0] : paths::kNoGoal, searching);
    if (!is_exact(ways, looking)) return false;
    StandingProgress fetching(growing);
    paths::SumMap<Word>& sums = maps_->sums(fetching);
    tree_.grow(sums, ways.root, ways.targets, growing);
    const auto count = static_cast<std::int64_t>(ways.targets.size());
    for (std::int64_t i = 0; i < count; ++i) {
      growing.report(i, count);
      const std::int64_t target = ways.targets[static_cast<std::size_t>(i)];
      const Word word = sums[target];
      const bool reached = word != paths::kFar<Word>;
      take(reached ? static_cast<std::int64_t>(word) : -1, tree_.path_to(target));
    }
    progress.report(1, 1);
    return true;
  }

 private:
  static std::uint64_t dearest(const geodesic::Terrain& terrain) {
    return std::max<std::uint64_t>(1, terrain.costs.largest);
  }

  // Words below the limit are exact. One that is far may be too large for its width, unless all
  // others are so small that none can be.
  bool is_exact(const Ways& ways, Progress& progress) const {
    paths::SumMap<Word>& sums = maps_->sums(progress);
    const bool all = std::all_of(ways.targets.begin(), ways.targets.end(), [&](std::int64_t voxel) {
      return sums[voxel] != paths::kFar<Word>;
    });
    if (all) return true;
    return paths::sum_is_exact(maps_->largest(progress), dearest(terrain_),
                               terrain_.grid.longest_step(), 0);
  }

  const geodesic::Terrain& terrain_;
  const geodesic::Problem<Word, Cost> problem_;
  paths::PathTree<Word, Cost> tree_;
  std::unique_ptr<Maps<Word>> maps_;
};

}  // namespace bitvox::minimal_path
