// SPDX-License-Identifier: BSD-2-Clause
#include "paths/path_tiles_cpu.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <mutex>
#include <vector>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "paths/path_tile_queue.hpp"
#include "paths/paths_rows.hpp"

namespace bitvox::paths {
namespace {

// How a volume is cut into tiles. Flat volumes get flat tiles.
struct Cut {
  explicit Cut(const Shape& whole) : shape(whole) {
    constexpr std::int64_t kMostDeep = 16, kMostHigh = 64;
    depth = std::min(whole.depth, kMostDeep);
    height = std::clamp<std::int64_t>(kTileRows / depth, 1, std::min(whole.height, kMostHigh));
    const std::array<std::int64_t, 3> all{whole.width, whole.height, whole.depth};
    for (std::size_t i = 0; i < 3; ++i) counts[i] = (all[i] + sides()[i] - 1) / sides()[i];
  }

  std::array<std::int64_t, 3> sides() const { return {kTileWidth, height, depth}; }
  std::int64_t tiles() const { return counts[0] * counts[1] * counts[2]; }
  std::array<std::int64_t, 3> place(std::int64_t tile) const {
    return {tile % counts[0], tile / counts[0] % counts[1], tile / counts[0] / counts[1]};
  }
  // -1: there is none.
  std::int64_t beside(std::int64_t tile, int dx, int dy, int dz) const {
    const auto [x, y, z] = place(tile);
    const auto outside = [](std::int64_t i, std::int64_t count) { return i < 0 || i >= count; };
    if (outside(x + dx, counts[0]) || outside(y + dy, counts[1]) || outside(z + dz, counts[2])) {
      return -1;
    }
    return tile + dx + counts[0] * (dy + counts[1] * dz);
  }

  Shape shape;
  std::int64_t height = 1, depth = 1;
  std::array<std::int64_t, 3> counts{};
};

// body(dx, dy, dz) for a tile and those around it.
template <class Body>
void each_side(const Body& body) {
  for (int dz = -1; dz <= 1; ++dz) {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) body(dx, dy, dz);
    }
  }
}

// The part of a tile's copy that lies in one of the tiles around it, or in itself.
struct Part {
  std::array<std::int64_t, 3> first;  // in the copy; -1: around it
  std::array<std::int64_t, 3> end;
};

// Words and nodes of a volume, and what the threads share.
template <class Algebra>
class Volume {
 public:
  using Word = typename Algebra::Word;
  using Node = typename Algebra::Node;

  Volume(const Grid& of, const Algebra& rule, const Node* known, Word* found, std::int64_t asked)
      : grid(of),
        algebra(rule),
        nodes(known),
        words(found),
        goal(asked),
        cut(grid.shape),
        goal_tile(asked == kNoGoal ? -1 : tile_of(asked)),
        queue(cut.tiles()),
        locks(static_cast<std::size_t>(cut.tiles())) {}

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

  const Grid& grid;
  const Algebra algebra;
  const Node* const nodes;
  Word* const words;
  const std::int64_t goal;
  const Cut cut;
  const std::int64_t goal_tile;
  TileQueue<Word> queue;
  // A tile's words are written and read under its lock.
  std::vector<std::mutex> locks;
};

// What a thread works on tiles with.
template <class Algebra>
class Worker {
 public:
  using Word = typename Algebra::Word;
  using Node = typename Algebra::Node;

  Worker(Volume<Algebra>& volume, const TileRows<Algebra>& rows)
      : volume_(volume),
        rows_(rows),
        all_rows_((volume.cut.height + 2) * (volume.cut.depth + 2)),
        words_(static_cast<std::size_t>(all_rows_ * kTileStride)),
        nodes_(words_.size()),
        waiting_(static_cast<std::size_t>(all_rows_)),
        changed_(waiting_.size()) {
    tile_.algebra = volume.algebra;
    tile_.beside_count = 0;
    const Grid& grid = volume.grid;
    const auto length = [&](unsigned code) { return grid.goes(code) ? grid.steps[code] : 0; };
    tile_.step_x = length(1);
    for (int dz = -1; dz <= 1; ++dz) {
      for (int dy = -1; dy <= 1; ++dy) {
        if (dy == 0 && dz == 0) continue;
        const RowStep beside{dy, dz, length(step_code(0, dy, dz)), length(step_code(1, dy, dz))};
        if (beside.step != 0 || beside.side != 0) tile_.beside[tile_.beside_count++] = beside;
      }
    }
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
  void load(std::int64_t tile) {
    const auto [width, height, depth] = volume_.size(tile);
    tile_.height = static_cast<int>(height);
    tile_.depth = static_cast<int>(depth);
    const std::int64_t first = tile_.slice_rows() + 1;
    tile_.words = words_.data() + first * kTileStride + kTileLead;
    tile_.nodes = nodes_.data() + first * kTileStride + kTileLead;
    tile_.waiting = waiting_.data() + first;
    tile_.changed = changed_.data() + first;
    std::fill(words_.begin(), words_.end(), kLimit<Word>);
    std::fill(nodes_.begin(), nodes_.end(), Algebra::kOutside);
    std::fill(waiting_.begin(), waiting_.end(), std::uint8_t{0});
    std::fill(changed_.begin(), changed_.end(), std::uint8_t{0});
    each_side([&](int dx, int dy, int dz) {
      const std::int64_t from = volume_.cut.beside(tile, dx, dy, dz);
      if (from < 0) return;
      const std::lock_guard lock(volume_.locks[static_cast<std::size_t>(from)]);
      each_row(tile, {dx, dy, dz},
               [&](std::int64_t in_volume, std::int64_t in_copy, std::int64_t count) {
                 rows_.load(volume_.words + in_volume, count, tile_.words + in_copy);
                 std::copy_n(volume_.nodes + in_volume, count, tile_.nodes + in_copy);
               });
    });
  }

  // The rows, or ends of rows, of a copy that lie in one of the tiles around, in itself where all
  // is 0: body(where in the volume, where in the copy, count).
  template <class Body>
  void each_row(std::int64_t tile, std::array<int, 3> side, const Body& body) const {
    const std::array<std::int64_t, 3> begin = volume_.begin(tile), size = volume_.size(tile);
    Part part{};
    for (std::size_t i = 0; i < 3; ++i) {
      part.first[i] = side[i] < 0 ? -1 : side[i] == 0 ? 0 : size[i];
      part.end[i] = side[i] < 0 ? 0 : side[i] == 0 ? size[i] : size[i] + 1;
    }
    for (std::int64_t z = part.first[2]; z < part.end[2]; ++z) {
      for (std::int64_t y = part.first[1]; y < part.end[1]; ++y) {
        body(volume_.index(begin[0] + part.first[0], begin[1] + y, begin[2] + z),
             tile_.row(y, z) * kTileStride + part.first[0], part.end[0] - part.first[0]);
      }
    }
  }

  // The rows that have something new beside them, or before or behind them.
  void set_waiting(std::uint32_t sides) {
    const bool all = (sides >> tile_side(0, 0, 0) & 1) != 0;
    const auto beside = [](std::int64_t i, std::int64_t count, int d) {
      return d == 0 || i == (d < 0 ? 0 : count - 1);
    };
    for (std::int64_t z = 0; z < tile_.depth; ++z) {
      for (std::int64_t y = 0; y < tile_.height; ++y) {
        std::uint8_t why = all ? kRowBeside | kRowEnds : 0;
        each_side([&](int dx, int dy, int dz) {
          if ((sides >> tile_side(dx, dy, dz) & 1) == 0) return;
          if (!beside(y, tile_.height, dy) || !beside(z, tile_.depth, dz)) return;
          why = static_cast<std::uint8_t>(why | (dx == 0 ? kRowBeside : kRowEnds));
        });
        tile_.waiting[tile_.row(y, z)] = why;
        if (all) tile_.changed[tile_.row(y, z)] = 1;
      }
    }
  }

  void write_back(std::int64_t tile) {
    const std::lock_guard lock(volume_.locks[static_cast<std::size_t>(tile)]);
    each_row(tile, {0, 0, 0},
             [&](std::int64_t in_volume, std::int64_t in_copy, std::int64_t count) {
               if (tile_.changed[in_copy / kTileStride] == 0) return;
               rows_.store(tile_.words + in_copy, count, volume_.words + in_volume);
             });
    if (tile == volume_.goal_tile) volume_.queue.limit(volume_.words[volume_.goal]);
  }

  Volume<Algebra>& volume_;
  const TileRows<Algebra>& rows_;
  const std::int64_t all_rows_;
  std::vector<Word> words_;
  std::vector<Node> nodes_;
  std::vector<std::uint8_t> waiting_, changed_;
  Tile<Algebra> tile_{};
};

// Tiles with seeds wait first.
template <class Algebra>
void wake_seeds(Volume<Algebra>& volume, int threads, Progress& progress) {
  using Word = typename Algebra::Word;
  parallel_for(volume.cut.tiles(), threads, progress, [&](std::int64_t tile) {
    const auto [x0, y0, z0] = volume.begin(tile);
    const auto [width, height, depth] = volume.size(tile);
    Word smallest = kFar<Word>;
    for (std::int64_t z = z0; z < z0 + depth; ++z) {
      for (std::int64_t y = y0; y < y0 + height; ++y) {
        const Word* const row = volume.words + volume.index(x0, y, z);
        for (std::int64_t x = 0; x < width; ++x) smallest = std::min(smallest, row[x]);
      }
    }
    if (smallest != kFar<Word>) volume.queue.wake(tile, TileQueue<Word>::kAll, smallest);
  });
}

}  // namespace

template <class Algebra>
void settle_tiles_cpu(InstructionSet instructions, const Grid& grid, const Algebra& algebra,
                      const typename Algebra::Node* nodes, typename Algebra::Word* words,
                      int threads, Progress& progress, std::int64_t goal) {
  auto [looking, working] = progress_parts(progress, 1, 50);
  const TileRows<Algebra>& rows = rows_for<Rows>(instructions);
  Volume<Algebra> volume(grid, algebra, nodes, words, goal);
  wake_seeds(volume, threads, looking);
  const std::int64_t tiles = volume.cut.tiles();
  // How far it is: tiles that were worked on at least once.
  std::vector<std::uint8_t> begun(static_cast<std::size_t>(tiles));
  const auto workers = static_cast<int>(std::min<std::int64_t>(threads, tiles));
  run_team(workers, tiles, working, [&](Team& team, int) {
    Worker<Algebra> worker(volume, rows);
    std::int64_t done = -1;
    for (;;) {
      const auto [tile, sides] = volume.queue.next(done, team);
      if (tile < 0) return;
      worker.work(tile, sides);
      std::uint8_t& known = begun[static_cast<std::size_t>(tile)];
      if (known == 0) team.add_done(1);
      known = 1;
      done = tile;
    }
  });
}

template void settle_tiles_cpu(InstructionSet, const Grid&, const Sum<std::uint32_t, std::uint8_t>&,
                               const std::uint8_t*, std::uint32_t*, int, Progress&, std::int64_t);
template void settle_tiles_cpu(InstructionSet, const Grid&,
                               const Sum<std::uint32_t, std::uint16_t>&, const std::uint16_t*,
                               std::uint32_t*, int, Progress&, std::int64_t);
template void settle_tiles_cpu(InstructionSet, const Grid&, const Sum<std::uint64_t, std::uint8_t>&,
                               const std::uint8_t*, std::uint64_t*, int, Progress&, std::int64_t);
template void settle_tiles_cpu(InstructionSet, const Grid&,
                               const Sum<std::uint64_t, std::uint16_t>&, const std::uint16_t*,
                               std::uint64_t*, int, Progress&, std::int64_t);

}  // namespace bitvox::paths
