// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "paths/path_grid.hpp"
#include "paths/path_tile_cut.hpp"
#include "paths/path_tile_queue.hpp"
#include "paths/paths_rows.hpp"

namespace bitvox::paths {

// Words and nodes of a volume, and what the threads share.
template <class Algebra>
class TiledPaths {
 public:
  using Word = typename Algebra::Word;
  using Node = typename Algebra::Node;

  TiledPaths(const Grid& of, const Algebra& rule, const Node* known, Word* found,
             std::int64_t asked)
      : grid(of),
        algebra(rule),
        nodes(known),
        words(found),
        goal(asked),
        cut(grid.shape),
        goal_tile(asked == kNoGoal ? -1 : tile_of(asked)),
        queue(cut.tiles()),
        locks_(static_cast<std::size_t>(cut.counts[1] * cut.counts[2])) {}

  std::int64_t index(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return (z * grid.shape.height + y) * grid.shape.width + x;
  }

  std::int64_t tile_of(std::int64_t voxel) const {
    const std::int64_t x = voxel % grid.shape.width;
    const std::int64_t y = voxel / grid.shape.width % grid.shape.height;
    const std::int64_t z = voxel / grid.shape.width / grid.shape.height;
    return x / kTileWidth + cut.counts[0] * (y / cut.height + cut.counts[1] * (z / cut.depth));
  }

  // Of voxels: the first of a tile, and that behind its last one.
  std::array<std::int64_t, 3> begin(std::int64_t tile) const {
    const auto [x, y, z] = cut.place(tile);
    return {x * kTileWidth, y * cut.height, z * cut.depth};
  }
  std::array<std::int64_t, 3> size(std::int64_t tile) const {
    const auto [x, y, z] = begin(tile);
    return {std::min<std::int64_t>(kTileWidth, grid.shape.width - x),
            std::min(cut.height, grid.shape.height - y), std::min(cut.depth, grid.shape.depth - z)};
  }

  // Counted from the tile's first one. Outside of the volume there is none.
  RowOfVolume<Algebra> row(std::int64_t tile, std::int64_t y, std::int64_t z) const {
    const std::array<std::int64_t, 3> from = begin(tile);
    const Shape& shape = grid.shape;
    y += from[1];
    z += from[2];
    if (y < 0 || y >= shape.height || z < 0 || z >= shape.depth) return {};
    const std::int64_t first = (z * shape.height + y) * shape.width + from[0];
    const std::int64_t rest = shape.width - from[0];
    return {words + first, nodes + first, std::min<std::int64_t>(kTileWidth, rest), from[0] > 0,
            rest > kTileWidth};
  }

  // Words of a tile's rows, and of all tiles before and behind it, or of those beside them, are
  // read and written under this lock.
  std::unique_lock<std::mutex> lock_rows(std::int64_t tile, int dy, int dz) {
    const auto [x, y, z] = cut.place(tile);
    if (y + dy < 0 || y + dy >= cut.counts[1] || z + dz < 0 || z + dz >= cut.counts[2]) return {};
    return std::unique_lock(locks_[static_cast<std::size_t>((z + dz) * cut.counts[1] + y + dy)]);
  }

  const Grid& grid;
  const Algebra algebra;
  const Node* const nodes;
  Word* const words;
  const std::int64_t goal;
  const TileCut cut;
  const std::int64_t goal_tile;
  TileQueue<Word> queue;

 private:
  std::vector<std::mutex> locks_;
};

// What a thread works on tiles with.
template <class Algebra>
class TileWorker {
 public:
  using Word = typename Algebra::Word;

  TileWorker(TiledPaths<Algebra>& volume, const TileRows<Algebra>& rows)
      : volume_(volume), rows_(rows) {
    tile_.algebra = volume.algebra;
    tile_.slice_rows = volume.cut.height + 2;
    tile_.all_rows = tile_.slice_rows * (volume.cut.depth + 2);
    set_steps(volume.grid);
    const std::int64_t words = tile_.all_rows * kRowWords;
    words_ = aligned_array<Word>(words);
    longer_ = aligned_array<Word>(words * tile_.kind_count);
    waiting_.resize(static_cast<std::size_t>(tile_.all_rows));
    changed_.resize(waiting_.size());
    const std::int64_t first = tile_.slice_rows + 1;
    tile_.words = words_.get() + first * kRowWords;
    tile_.longer = longer_.get() + first * kRowWords;
    tile_.waiting = waiting_.data() + first;
    tile_.changed = changed_.data() + first;
  }

  void work(std::int64_t tile, std::uint32_t sides) {
    load(tile);
    set_waiting(sides);
    rows_.settle(tile_);
    write_back(tile);
    Word smallest[27];
    rows_.wake(tile_, smallest);
    each_side([&](int dx, int dy, int dz) {
      const Word key = smallest[tile_side(dx, dy, dz)];
      if (key == kFar<Word>) return;
      const std::int64_t other = volume_.cut.beside(tile, dx, dy, dz);
      volume_.queue.wake(other, std::uint32_t{1} << tile_side(-dx, -dy, -dz), key);
    });
  }

 private:
  void set_steps(const Grid& grid) {
    tile_.along = grid.goes(1) ? kind_of(grid.steps[1]) : -1;
    for (int dz = -1; dz <= 1; ++dz) {
      for (int dy = -1; dy <= 1; ++dy) {
        if (dy == 0 && dz == 0) continue;
        const RowBeside beside{dy, dz, tile_.row(dy, dz)};
        const unsigned straight = step_code(0, dy, dz), side = step_code(1, dy, dz);
        if (grid.goes(straight)) {
          StepKind& kind = tile_.kinds[kind_of(grid.steps[straight])];
          kind.straight[kind.straight_count++] = beside;
        }
        if (grid.goes(side)) {
          StepKind& kind = tile_.kinds[kind_of(grid.steps[side])];
          kind.side[kind.side_count++] = beside;
        }
        if (grid.goes(straight) || grid.goes(side)) tile_.beside[tile_.beside_count++] = beside;
      }
    }
  }

  int kind_of(std::uint32_t length) {
    for (int kind = 0; kind < tile_.kind_count; ++kind) {
      if (tile_.kinds[kind].length == length) return kind;
    }
    tile_.kinds[tile_.kind_count].length = length;
    return tile_.kind_count++;
  }

  void load(std::int64_t tile) {
    const auto [width, height, depth] = volume_.size(tile);
    tile_.height = static_cast<int>(height);
    tile_.depth = static_cast<int>(depth);
    std::fill(waiting_.begin(), waiting_.end(), std::uint8_t{0});
    std::fill(changed_.begin(), changed_.end(), std::uint8_t{0});
    for (std::int64_t z = -1; z <= depth; ++z) {
      for (int dy = -1; dy <= 1; ++dy) {
        const auto lock = volume_.lock_rows(tile, dy, z < 0 ? -1 : z < depth ? 0 : 1);
        const RowRange rows = RowRange::beside(height, dy);
        for (std::int64_t y = rows.first; y < rows.end; ++y) {
          ask_for(volume_.row(tile, y, z + 1));
          rows_.load(volume_.row(tile, y, z), tile_, tile_.row(y, z));
        }
      }
    }
  }

  // As rows lie far apart a processor does not see which will be next. Inline, as for GCC a
  // function that does this alone does nothing.
  [[gnu::always_inline]] static void ask_for(const RowOfVolume<Algebra>& row) {
    if (row.count == 0) return;
    constexpr std::int64_t kWordsOfLine = 64 / sizeof(Word);
    const std::int64_t first = row.before ? -1 : 0, last = row.count - (row.after ? 0 : 1);
    for (std::int64_t x = first; x < last; x += kWordsOfLine) __builtin_prefetch(row.words + x);
    __builtin_prefetch(row.words + last);
    __builtin_prefetch(row.nodes + first);
    __builtin_prefetch(row.nodes + last);
  }

  // The rows that have something new beside them, before or behind them.
  void set_waiting(std::uint32_t sides) {
    each_side([&](int dx, int dy, int dz) {
      if ((sides >> tile_side(dx, dy, dz) & 1) == 0) return;
      const bool all = dx == 0 && dy == 0 && dz == 0;
      const RowRange rows = RowRange::next_to(tile_.height, dy);
      each_row(rows, RowRange::next_to(tile_.depth, dz), [&](std::int64_t y, std::int64_t z) {
        tile_.waiting[tile_.row(y, z)] |= all ? kNewWithin : kNewAround;
        if (all) tile_.changed[tile_.row(y, z)] = 1;
      });
    });
  }

  void write_back(std::int64_t tile) {
    const auto lock = volume_.lock_rows(tile, 0, 0);
    each_row({0, tile_.height}, {0, tile_.depth}, [&](std::int64_t y, std::int64_t z) {
      if (tile_.changed[tile_.row(y, z)] == 0) return;
      rows_.store(tile_, tile_.row(y, z), volume_.row(tile, y, z));
    });
    if (tile == volume_.goal_tile) volume_.queue.limit(volume_.words[volume_.goal]);
  }

  TiledPaths<Algebra>& volume_;
  const TileRows<Algebra>& rows_;
  AlignedArray<Word> words_, longer_;
  std::vector<std::uint8_t> waiting_, changed_;
  Tile<Algebra> tile_{};
};

}  // namespace bitvox::paths
