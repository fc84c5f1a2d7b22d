// SPDX-License-Identifier: BSD-2-Clause
#include "paths/path_tiles_cpu.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "paths/path_tile_worker.hpp"

namespace bitvox::paths {
namespace {

// Tiles with seeds wait first.
template <class Algebra>
void wake_seeds(TiledPaths<Algebra>& volume, int threads, Progress& progress) {
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
  TiledPaths<Algebra> volume(grid, algebra, nodes, words, goal);
  wake_seeds(volume, threads, looking);
  const std::int64_t tiles = volume.cut.tiles();
  // How far it is: tiles that were worked on at least once.
  std::vector<std::uint8_t> begun(static_cast<std::size_t>(tiles));
  const auto workers = static_cast<int>(std::min<std::int64_t>(threads, tiles));
  run_team(workers, tiles, working, [&](Team& team, int) {
    TileWorker<Algebra> worker(volume, rows);
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
