// SPDX-License-Identifier: BSD-2-Clause
#include "ops/permeability/permeability_grid.hpp"

#include <atomic>

#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "core/volumes/packing.hpp"
#include "cpu/packing_rows.hpp"

namespace bitvox::permeability {
namespace {

// Rows with a place for the one before and the one after: what is beyond is the border's.
std::int64_t changes_along_row(const std::uint64_t* row, const Shape& shape, Border border) {
  std::int64_t changes = 0;
  std::uint64_t before = 0;
  const std::int64_t words = shape.words_per_row();
  for (std::int64_t i = 0; i < words; ++i) {
    const std::uint64_t shifted = row[i] << 1 | before;
    std::uint64_t inside = i == words - 1 ? shape.last_word_mask() : ~std::uint64_t{0};
    if (i == 0) inside &= ~std::uint64_t{1};
    changes += std::popcount((row[i] ^ shifted) & inside);
    before = row[i] >> 63;
  }
  const std::int64_t last = shape.width - 1;
  const std::int64_t low = static_cast<std::int64_t>(row[0] & 1U);
  const std::int64_t high = static_cast<std::int64_t>(row[last / 64] >> (last % 64) & 1U);
  if (border == Border::kWall) changes += low + high;
  if (border == Border::kPeriodic) changes += low ^ high;
  return changes;
}

std::int64_t differences(const std::uint64_t* a, const std::uint64_t* b, std::int64_t words) {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < words; ++i) count += std::popcount(a[i] ^ b[i]);
  return count;
}

// Beyond the first and the last layer of an axis.
std::int64_t changes_at_ends(const std::uint64_t* first, const std::uint64_t* last,
                             std::int64_t words, Border border) {
  if (border == Border::kWall) {
    return packing_rows().count_bits(first, words) + packing_rows().count_bits(last, words);
  }
  return border == Border::kPeriodic ? differences(first, last, words) : 0;
}

}  // namespace

PorePlaces Grid::places() const {
  const Shape& s = shape();
  return {pores.words(),
          ranks.data(),
          {static_cast<int>(s.width), static_cast<int>(s.height), static_cast<int>(s.depth)},
          s.words_per_row(),
          {borders[0], borders[1], borders[2]}};
}

std::int64_t count_pores(const BitVolume& pores) {
  return packing_rows().count_bits(pores.words(), pores.shape().word_count());
}

std::int64_t count_faces(const BitVolume& pores, const std::array<Border, 3>& borders, int threads,
                         Progress& progress) {
  const Shape& s = pores.shape();
  const std::int64_t row = s.words_per_row();
  const std::int64_t slice = s.words_per_slice();
  std::atomic<std::int64_t> faces{
      changes_at_ends(pores.slice(0), pores.slice(s.depth - 1), slice, borders[2])};
  parallel_for(s.depth, threads, progress, [&](std::int64_t z) {
    const std::uint64_t* const first = pores.slice(z);
    std::int64_t count = changes_at_ends(first, first + slice - row, row, borders[1]);
    count += differences(first, first + row, slice - row);  // of each row to the next
    if (z > 0) count += differences(pores.slice(z - 1), first, slice);
    for (std::int64_t y = 0; y < s.height; ++y) {
      count += changes_along_row(first + y * row, s, borders[0]);
    }
    faces += count;
  });
  return faces;
}

Grid make_grid(BitVolume pores, const std::array<Border, 3>& borders, int axis) {
  const std::int64_t words = pores.shape().word_count();
  require_memory({"Permeability", "Crop the image."}, host_memory(), 4 * words);
  Grid grid{std::move(pores), borders, axis, {}, 0};
  grid.ranks.resize(static_cast<std::size_t>(words));
  for (std::int64_t i = 0; i < words; ++i) {
    grid.ranks[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(grid.count);
    grid.count += std::popcount(grid.pores.words()[i]);
  }
  return grid;
}

std::vector<std::uint32_t> voxels_of(const Grid& grid, int threads, Progress& progress) {
  const Shape& s = grid.shape();
  require_memory({"Permeability", "Crop the image."}, host_memory(), 4 * grid.cells());
  std::vector<std::uint32_t> voxels(static_cast<std::size_t>(grid.cells()));
  parallel_for(s.depth, threads, progress, [&](std::int64_t z) {
    for (std::int64_t y = 0; y < s.height; ++y) {
      const std::int64_t row = z * s.height + y;
      for_row(grid, row, [&](std::int64_t x, std::int64_t cell) {
        voxels[static_cast<std::size_t>(cell)] = static_cast<std::uint32_t>(row * s.width + x);
      });
    }
  });
  return voxels;
}

}  // namespace bitvox::permeability
