// SPDX-License-Identifier: BSD-2-Clause
#include "paths/path_tree.hpp"

#include <algorithm>
#include <new>

#include "core/threads/pulse.hpp"

namespace bitvox::paths {

template <class Word, class Cost>
PathTree<Word, Cost>::PathTree(const Grid& grid, const Cost* costs) : grid_(grid), costs_(costs) {
  std::uint8_t place = 1;
  for (int dz = -1; dz <= 1; ++dz) {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx, ++place) {
        const unsigned code = step_code(dx, dy, dz);
        if (!grid.goes(code)) continue;
        const std::int64_t offset = dx + grid.shape.width * (dy + grid.shape.height * dz);
        neighbours_.push_back({dx, dy, dz, offset, grid.steps[code], place});
      }
    }
  }
}

template <class Word, class Cost>
template <class Body>
void PathTree<Word, Cost>::each_neighbour(std::int64_t voxel, const Body& body) const {
  const auto outside = [](std::int64_t i, std::int64_t size) { return i < 0 || i >= size; };
  const Shape& shape = grid_.shape;
  const std::int64_t x = voxel % shape.width, y = voxel / shape.width % shape.height;
  const std::int64_t z = voxel / shape.width / shape.height;
  for (const Neighbour& to : neighbours_) {
    if (outside(x + to.dx, shape.width) || outside(y + to.dy, shape.height) ||
        outside(z + to.dz, shape.depth)) {
      continue;
    }
    body(voxel + to.offset, to);
  }
}

template <class Word, class Cost>
bool PathTree<Word, Cost>::comes_from(std::int64_t from, std::int64_t to, std::uint32_t step) {
  const Word word = (*words_)[from];
  if (word == kFar<Word>) return false;
  const Sum<Word, Cost> sum{};
  return word + sum.longer(costs_[to], step) == (*words_)[to];
}

template <class Word, class Cost>
void PathTree<Word, Cost>::grow(SumMap<Word>& words, std::int64_t root,
                                const std::vector<std::int64_t>& targets, Progress& progress) {
  words_ = &words;
  root_ = root;
  states_.reset();  // its memory
  states_.reset(static_cast<std::uint8_t*>(
      platform::zeroed_memory(static_cast<std::size_t>(grid_.voxels()))));
  if (!states_) throw std::bad_alloc();
  mark_back(targets, progress);
  grow_on(progress);
}

template <class Word, class Cost>
void PathTree<Word, Cost>::mark_back(const std::vector<std::int64_t>& targets, Progress& progress) {
  std::vector<std::int64_t> waiting;
  const auto mark = [&](std::int64_t voxel) {
    if ((state(voxel) & kOnPath) != 0) return;
    state(voxel) |= kOnPath;
    if (voxel != root_) waiting.push_back(voxel);
  };
  for (const std::int64_t target : targets) {
    if ((*words_)[target] != kFar<Word>) mark(target);
  }
  for (Pulse pulse(progress); !waiting.empty(); pulse.beat()) {
    const std::int64_t voxel = waiting.back();
    waiting.pop_back();
    each_neighbour(voxel, [&](std::int64_t from, const Neighbour& way) {
      if (comes_from(from, voxel, way.step)) mark(from);
    });
  }
}

// All voxels of as many steps at once: a predecessor is final when each of them has been offered.
template <class Word, class Cost>
void PathTree<Word, Cost>::grow_on(Progress& progress) {
  std::vector<std::int64_t> now, next;
  if ((state(root_) & kOnPath) != 0) now.push_back(root_);
  state(root_) |= kFinal;
  for (Pulse pulse(progress); !now.empty(); now.swap(next)) {
    next.clear();
    for (const std::int64_t voxel : now) {
      pulse.beat();
      each_neighbour(voxel, [&](std::int64_t to, const Neighbour& way) {
        std::uint8_t& known = state(to);
        if ((known & kOnPath) == 0 || (known & kFinal) != 0) return;
        if (!comes_from(voxel, to, way.step)) return;
        const auto back = static_cast<std::uint8_t>(28 - way.place);
        const auto before = static_cast<std::uint8_t>(known & kPlaces);
        if (before == kNowhere) next.push_back(to);
        if (before == kNowhere || back < before) {
          known = static_cast<std::uint8_t>(kOnPath | back);
        }
      });
    }
    for (const std::int64_t voxel : next) state(voxel) |= kFinal;
  }
}

template <class Word, class Cost>
std::vector<std::int64_t> PathTree<Word, Cost>::path_to(std::int64_t target) const {
  std::vector<std::int64_t> path;
  if ((states_.get()[target] & kOnPath) == 0) return path;
  const auto place_before = [&](std::int64_t voxel) { return states_.get()[voxel] & kPlaces; };
  for (std::int64_t voxel = target;;) {
    path.push_back(voxel);
    const int before = place_before(voxel);
    if (before == kNowhere) break;
    const int place = before - 1;
    const int dx = place % 3 - 1, dy = place / 3 % 3 - 1, dz = place / 9 - 1;
    voxel += dx + grid_.shape.width * (dy + grid_.shape.height * dz);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

template class PathTree<std::uint32_t, std::uint8_t>;
template class PathTree<std::uint32_t, std::uint16_t>;
template class PathTree<std::uint64_t, std::uint8_t>;
template class PathTree<std::uint64_t, std::uint16_t>;

}  // namespace bitvox::paths
