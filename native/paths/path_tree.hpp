// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/platform/platform.hpp"
#include "core/threads/progress.hpp"
#include "paths/path_grid.hpp"
#include "paths/path_sum.hpp"
#include "paths/sum_map.hpp"

namespace bitvox::paths {

// The best paths from one voxel, the root, to others, out of a finished map of sums (without
// labels) whose only seed is the root.
//
// Of paths of equal sums the one of the fewest steps is taken. Of these, seen from the end, every
// step comes from the first voxel in memory that it can come from. So each voxel has one
// predecessor: of the neighbours from which its sum comes, that to which the fewest steps lead from
// the root, and of these the first in memory. As steps grow along a path, costs of 0 make no
// circles; as the map is unique, so are the paths, whatever made it; and together they are a tree.
template <class Word, class Cost>
class PathTree {
 public:
  PathTree(const Grid& grid, const Cost* costs);

  // What leads to targets that are reached. Looks at all voxels on any best path to one of them:
  // first from the targets back to the root, then from the root on, step by step. Of words that are
  // not on such a path nothing is asked but that they are not too small. Throws Cancelled, and
  // what fetches parts of the map throws.
  void grow(SumMap<Word>& words, std::int64_t root, const std::vector<std::int64_t>& targets,
            Progress& progress);

  // The voxels from the root to a target of the last call, both too; none if it is not reached.
  std::vector<std::int64_t> path_to(std::int64_t target) const;

 private:
  struct Neighbour {
    int dx, dy, dz;
    std::int64_t offset;
    std::uint32_t step;
    std::uint8_t place;  // among 27, from 1, in the order of memory
  };

  template <class Body>
  void each_neighbour(std::int64_t voxel, const Body& body) const;
  bool comes_from(std::int64_t from, std::int64_t to, std::uint32_t step);
  void mark_back(const std::vector<std::int64_t>& targets, Progress& progress);
  void grow_on(Progress& progress);
  std::uint8_t& state(std::int64_t voxel) { return states_.get()[voxel]; }

  // Of a voxel: whether it is on a best path, whether its predecessor is known for good, and where
  // that lies: its place, or kNowhere. All 0 at first: pages that no path crosses are never
  // touched.
  static constexpr std::uint8_t kOnPath = 0x20, kFinal = 0x40, kPlaces = 0x1f, kNowhere = 0;

  Grid grid_;
  const Cost* costs_;
  SumMap<Word>* words_ = nullptr;
  std::int64_t root_ = -1;
  std::vector<Neighbour> neighbours_;
  std::unique_ptr<std::uint8_t, platform::FreeMemory> states_;
};

}  // namespace bitvox::paths
