// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/host_and_device.hpp"
#include "ops/agents/agent_places.hpp"

// The cells of an arena on the GPU. The CPU's tests look at them too.
namespace bitvox::agents {

// What other threads may change at the same time.
BITVOX_BOTH inline void set_bits(std::uint32_t* word, std::uint32_t bits) {
#ifdef __CUDA_ARCH__
  atomicOr(word, bits);
#else
  *word |= bits;
#endif
}
BITVOX_BOTH inline void clear_bits(std::uint32_t* word, std::uint32_t bits) {
#ifdef __CUDA_ARCH__
  atomicAnd(word, ~bits);
#else
  *word &= ~bits;
#endif
}

// Of a word that is not zero.
BITVOX_BOTH inline int lowest_bit(std::uint32_t word) {
#ifdef __CUDA_ARCH__
  return __ffs(static_cast<int>(word)) - 1;
#else
  return std::countr_zero(word);
#endif
}

// Who is in each cell, and bits that say which cells are taken. A word has 24 cells along x, and 8
// bits of the next word's first ones, so that cells around any cell are bits of one word a row.
// Words lie in tiles of 8 rows (3D: 4 x 4), as what is near is looked at together. Around the arena
// is a margin for what is looked at.
template <int kAxes>
struct Cells {
  static constexpr std::int32_t kOfWord = 24;
  static constexpr std::int32_t kOfNext = 8;
  static constexpr std::int32_t kRowsOfTile = kAxes == 2 ? 8 : 16;
  static constexpr std::int32_t kSideOfTile = kAxes == 2 ? 8 : 4;
  static constexpr std::int32_t kMargin = kAroundBirth<kAxes>;
  static_assert(2 * kMargin <= kOfNext);

  std::int32_t words_per_row = 0;
  std::int32_t tiles_per_column = 0;
  std::uint32_t* taken = nullptr;  // bits
  std::int32_t* agents = nullptr;  // of cells that are taken

  // So many of an arena, and then pointers to that: `words` of taken, kOfWord times as many agents.
  // 3D arenas with too many cells for any memory have too many words for numbers of 32 bits.
  static std::int64_t words(const std::array<std::int64_t, kAxes>& cells) {
    std::int64_t words = kRowsOfTile * words_along_x(cells[0]);
    for (std::size_t i = 1; i < kAxes; ++i) words *= tiles_along(cells[i]);
    return words;
  }
  static std::int64_t bytes(const std::array<std::int64_t, kAxes>& cells) {
    return words(cells) * 4 * (1 + kOfWord);
  }
  Cells() = default;
  Cells(const std::array<std::int64_t, kAxes>& cells, std::uint32_t* bits, std::int32_t* numbers)
      : words_per_row(static_cast<std::int32_t>(words_along_x(cells[0]))),
        tiles_per_column(static_cast<std::int32_t>(tiles_along(cells[1]))),
        taken(bits),
        agents(numbers) {}

  // ---- A cell: a bit of a word ---------------------------------------------------------------

  BITVOX_BOTH static std::int32_t cell_along(const Point<kAxes>& point, int axis) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(point.at[axis]) / kSide<kAxes>) +
           kMargin;
  }
  BITVOX_BOTH std::uint32_t word(std::int32_t word_along_x, std::int32_t y, std::int32_t z) const {
    const auto side = static_cast<std::uint32_t>(kSideOfTile);
    const auto row = static_cast<std::uint32_t>(y);
    std::uint32_t tile = row / side;
    std::uint32_t in_tile = row % side;
    if constexpr (kAxes == 3) {
      const auto layer = static_cast<std::uint32_t>(z);
      tile += layer / side * static_cast<std::uint32_t>(tiles_per_column);
      in_tile += layer % side * side;
    }
    tile =
        tile * static_cast<std::uint32_t>(words_per_row) + static_cast<std::uint32_t>(word_along_x);
    return tile * kRowsOfTile + in_tile;
  }
  // bit may be one of the next word's.
  BITVOX_BOTH static std::int64_t cell(std::uint32_t word, std::int32_t bit) {
    const bool is_next = bit >= kOfWord;
    return std::int64_t{word} * kOfWord + bit + (is_next ? (kRowsOfTile - 1) * kOfWord : 0);
  }

  BITVOX_BOTH void take(const Point<kAxes>& point, std::int32_t agent) const {
    change(point, [this, agent](std::uint32_t* bits, std::uint32_t bit, std::int64_t at) {
      set_bits(bits, bit);
      if (at >= 0) agents[at] = agent;
    });
  }
  BITVOX_BOTH void leave(const Point<kAxes>& point) const {
    change(point,
           [](std::uint32_t* bits, std::uint32_t bit, std::int64_t) { clear_bits(bits, bit); });
  }
  BITVOX_BOTH static bool in_one(const Point<kAxes>& a, const Point<kAxes>& b) {
    bool same = true;
    for (int i = 0; i < kAxes; ++i) same = same && cell_along(a, i) == cell_along(b, i);
    return same;
  }

 private:
  static std::int64_t words_along_x(std::int64_t cells) {
    return (cells + 2 * kMargin + kOfWord - 1) / kOfWord;
  }
  static std::int64_t tiles_along(std::int64_t cells) {
    return (cells + 2 * kMargin + kSideOfTile - 1) / kSideOfTile;
  }

  // change_bit(word, bit, cell), once or twice; the cell is -1 for the copy of a bit.
  template <class ChangeBit>
  BITVOX_BOTH void change(const Point<kAxes>& point, const ChangeBit& change_bit) const {
    const std::int32_t x = cell_along(point, 0);
    const std::uint32_t of = word(x / kOfWord, cell_along(point, 1), cell_along(point, kAxes - 1));
    const std::int32_t bit = x % kOfWord;
    change_bit(taken + of, std::uint32_t{1} << bit, cell(of, bit));
    if (bit < kOfNext && x >= kOfWord) {
      change_bit(taken + of - kRowsOfTile, std::uint32_t{1} << (kOfWord + bit), -1);
    }
  }
};

// The cells around that of a point, kCells to each side, in chunks: as many rows as one word has
// bits for.
template <int kAxes, int kCells>
class Around {
 public:
  static constexpr int kRow = 2 * kCells + 1;
  static constexpr int kRowsAtOnce = 32 / kRow < kRow ? 32 / kRow : kRow;
  static constexpr int kChunksOfPlane = (kRow + kRowsAtOnce - 1) / kRowsAtOnce;
  static constexpr int kChunks = kChunksOfPlane * (kAxes == 3 ? kRow : 1);

  BITVOX_BOTH Around(const Cells<kAxes>& cells, const Point<kAxes>& point)
      : cells_(cells),
        y_(Cells<kAxes>::cell_along(point, 1) - kCells),
        z_(kAxes == 3 ? Cells<kAxes>::cell_along(point, kAxes - 1) - kCells : 0) {
    const std::int32_t x = Cells<kAxes>::cell_along(point, 0) - kCells;
    word_ = x / Cells<kAxes>::kOfWord;
    bit_ = x % Cells<kAxes>::kOfWord;
  }

  // Which of them are taken: kRow bits a row.
  BITVOX_BOTH std::uint32_t taken(int chunk) const {
    const int first = chunk % kChunksOfPlane * kRowsAtOnce;
    std::uint32_t bits = 0;
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int row = 0; row < kRowsAtOnce; ++row) {
      if (kChunksOfPlane > 1 && first + row >= kRow) break;
      const std::uint32_t of_row = cells_.taken[word(chunk, row)] >> bit_;
      bits |= (of_row & ((std::uint32_t{1} << kRow) - 1)) << (row * kRow);
    }
    return bits;
  }
  // Who is in the one of a bit that is set.
  BITVOX_BOTH std::int32_t agent(int chunk, int bit) const {
    return cells_.agents[cells_.cell(word(chunk, bit / kRow), bit_ + bit % kRow)];
  }

 private:
  BITVOX_BOTH std::uint32_t word(int chunk, int row) const {
    return cells_.word(word_, y_ + chunk % kChunksOfPlane * kRowsAtOnce + row,
                       z_ + chunk / kChunksOfPlane);
  }

  const Cells<kAxes>& cells_;
  std::int32_t word_;  // along x
  std::int32_t bit_;   // in it, of the first cell
  std::int32_t y_;
  std::int32_t z_;
};

}  // namespace bitvox::agents
