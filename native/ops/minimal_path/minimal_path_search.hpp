// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/memory/aligned_array.hpp"
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

// The map and the paths from a root, in words of one width; its memory serves one root after the
// other.
template <class Word, class Cost>
class Search {
 public:
  // make(problem, progress) makes the maps of a twin.
  template <class Make>
  Search(const geodesic::Terrain& terrain, const Cost* costs, const Make& make, Progress& progress)
      : terrain_(terrain), problem_{terrain.grid, {}, costs}, tree_(terrain.grid, costs) {
    constexpr auto kBytes = static_cast<std::int64_t>(sizeof(Word)) + 1;  // and states of the tree
    require_memory(kHostUser, host_memory(), terrain.grid.voxels() * kBytes);
    maps_ = make(problem_, progress);
    words_ = aligned_array<Word>(terrain.grid.voxels());
  }

  static bool fits(const geodesic::Terrain& terrain) {
    return paths::sum_fits<Word>(dearest(terrain), terrain.grid.longest_step(), 0);
  }

  // take(sum, path) for each target in turn, -1 and no voxel where no path leads. False
  // where words are too narrow: nothing was taken.
  template <class Take>
  bool follow(const Ways& ways, const Take& take, Progress& progress) {
    const std::int64_t voxels = terrain_.grid.voxels();
    auto [filling, searching, looking, growing] = progress_parts(progress, 1, 30, 1, 3);
    geodesic::each_part(voxels, terrain_.threads, filling,
                        [&](std::int64_t first, std::int64_t end) {
                          std::fill(words_.get() + first, words_.get() + end, paths::kFar<Word>);
                        });
    words_[static_cast<std::size_t>(ways.root)] = 0;
    const bool one = ways.targets.size() == 1;
    maps_->find(words_.get(), one ? ways.targets[0] : paths::kNoGoal, searching);
    if (!is_exact(ways, looking)) return false;
    tree_.grow(words_.get(), ways.root, ways.targets, growing);
    const auto count = static_cast<std::int64_t>(ways.targets.size());
    for (std::int64_t i = 0; i < count; ++i) {
      growing.report(i, count);
      const std::int64_t target = ways.targets[static_cast<std::size_t>(i)];
      const Word word = words_[static_cast<std::size_t>(target)];
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
    const bool all = std::all_of(ways.targets.begin(), ways.targets.end(), [&](std::int64_t voxel) {
      return words_[static_cast<std::size_t>(voxel)] != paths::kFar<Word>;
    });
    if (all) return true;
    const Word largest =
        geodesic::largest_word(words_.get(), terrain_.grid.voxels(), terrain_.threads, progress);
    return paths::sum_is_exact(largest, dearest(terrain_), terrain_.grid.longest_step(), 0);
  }

  const geodesic::Terrain& terrain_;
  const geodesic::Problem<Word, Cost> problem_;
  paths::PathTree<Word, Cost> tree_;
  std::unique_ptr<Maps<Word>> maps_;
  AlignedArray<Word> words_;
};

}  // namespace bitvox::minimal_path
