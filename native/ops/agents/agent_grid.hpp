// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/memory/aligned_array.hpp"
#include "core/memory/zeroed_words.hpp"
#include "ops/agents/agent_places.hpp"

namespace bitvox::agents {

// The cells of an arena, or of some layers of it along its last axis, on the CPU: which are taken,
// and by whom. A byte a cell says whether it is taken, so that a window of a row is one number, and
// threads that change cells of their own need no atomics.
template <int kAxes>
class Grid {
 public:
  // So many cells along each axis; of the last one the layers from `first` on, with a margin around
  // for windows.
  Grid(const std::array<std::int64_t, kAxes>& cells, std::int64_t first) : cells_(cells) {
    std::int64_t stride = 1;
    for (std::size_t i = 0; i < kAxes; ++i) {
      strides_[i] = stride;
      origin_ += (kMargin - (i + 1 == kAxes ? first : 0)) * stride;
      stride *= cells[i] + 2 * kMargin;
    }
    count_ = stride;
    taken_ = ZeroedWords(count_ / kWordBytes + 2);  // windows may reach a word beyond
    agents_ = aligned_array<std::int32_t>(count_);
  }

  static std::int64_t bytes(const std::array<std::int64_t, kAxes>& cells) {
    std::int64_t count = 1;
    for (const std::int64_t side : cells) count *= side + 2 * kMargin;
    return count * (1 + static_cast<std::int64_t>(sizeof(std::int32_t)));
  }

  std::int64_t cell_of(const Point<kAxes>& point) const {
    std::int64_t cell = origin_;
    for (std::size_t i = 0; i < kAxes; ++i) {
      cell += point.at[i] / kSide<kAxes> * strides_[i];
    }
    return cell;
  }

  bool is_taken(std::int64_t cell) const { return taken()[cell] != 0; }
  void take(std::int64_t cell, std::int32_t agent) {
    taken()[cell] = 1;
    agents_[static_cast<std::size_t>(cell)] = agent;
  }
  void leave(std::int64_t cell) { taken()[cell] = 0; }
  // Of a cell that is taken.
  std::int32_t agent(std::int64_t cell) const { return agents_[static_cast<std::size_t>(cell)]; }

  // Rows of cells along x, for who goes through all of them: each(agent, in the order of cells).
  std::int64_t size() const { return count_; }  // with the margin
  std::int64_t rows() const {
    std::int64_t rows = 1;
    for (std::size_t i = 1; i < kAxes; ++i) rows *= cells_[i];
    return rows;
  }
  template <class Each>
  void each_in_row(std::int64_t row, const Each& each) const {
    std::int64_t cell = kMargin;
    for (std::size_t i = 1; i < kAxes; ++i) {
      const std::int64_t at = i + 1 < kAxes ? row % cells_[i] : row;
      row /= cells_[i];
      cell += (kMargin + at) * strides_[i];
    }
    const std::int64_t end = cell + cells_[0];
    for (; cell < end; cell += kWordBytes) {
      std::uint64_t window = window_at(cell);
      if (end - cell < kWordBytes) window &= first_cells(end - cell);
      for (; window != 0; window &= window - 1) {
        each(agent(cell + std::countr_zero(window) / 8));
      }
    }
  }

  // Who is in the cells around a point, so many to each side; returns how many.
  template <int kCells>
  int list_taken(const Point<kAxes>& point, std::int32_t (&list)[kWindow<kAxes, kCells>]) const {
    static_assert(kCells <= kMargin);
    const std::int64_t cell = cell_of(point);
    int count = 0;
    for (int z = kAxes == 3 ? -kCells : 0; z <= (kAxes == 3 ? kCells : 0); ++z) {
      list_plane<kCells>(cell + z * strides_[kAxes - 1], list, count);
    }
    return count;
  }

  // Whether look(agent) is true for any of them; begins where they are nearest.
  template <int kCells, class Look>
  bool any_taken(const Point<kAxes>& point, const Look& look) const {
    const std::int64_t cell = cell_of(point);
    if (is_taken(cell) && look(agent(cell))) return true;
    std::int32_t list[kWindow<kAxes, kCells>];
    for (int i = 0; i <= (kAxes == 3 ? 2 * kCells : 0); ++i) {
      const int z = i % 2 == 0 ? i / 2 : -(i + 1) / 2;  // 0, -1, 1, -2, 2, ...
      int count = 0;
      list_plane<kCells>(cell + z * strides_[kAxes - 1], list, count);
      for (int j = 0; j < count; ++j) {
        if (look(list[j])) return true;
      }
    }
    return false;
  }

 private:
  static constexpr std::int64_t kMargin = kAroundBirth<kAxes>;
  static constexpr std::int64_t kWordBytes = 8;
  static_assert(std::endian::native == std::endian::little, "the first byte is the lowest");

  static constexpr std::uint64_t first_cells(std::int64_t count) {
    return (std::uint64_t{1} << (8 * count)) - 1;
  }
  std::uint8_t* taken() const { return reinterpret_cast<std::uint8_t*>(taken_.get()); }
  std::uint64_t window_at(std::int64_t cell) const {
    std::uint64_t window;
    std::memcpy(&window, taken() + cell, sizeof window);
    return window;
  }

  // The cells of some rows around one, as bits in one number if that has room for them, so that a
  // single loop goes through all that are taken.
  template <int kCells>
  void list_plane(std::int64_t middle, std::int32_t* list, int& count) const {
    constexpr int kRow = 2 * kCells + 1;
    const std::int64_t corner = middle - kCells - kCells * strides_[1];
    if constexpr (kRow < kWordBytes) {
      std::uint64_t taken = 0;
      for (int y = 0; y < kRow; ++y) {
        taken |= first_bits<kRow>(window_at(corner + y * strides_[1])) << (y * kRow);
      }
      for (; taken != 0; taken &= taken - 1) {
        const int at = std::countr_zero(taken);
        list[count++] = agent(corner + at % kRow + at / kRow * strides_[1]);
      }
    } else {
      for (int y = 0; y < kRow; ++y) {
        for (std::int64_t x = 0; x < kRow; ++x) {
          const std::int64_t cell = corner + y * strides_[1] + x;
          if (is_taken(cell)) list[count++] = agent(cell);
        }
      }
    }
  }

  // The lowest bits of the first bytes, side by side.
  template <int kBytes>
  static constexpr std::uint64_t first_bits(std::uint64_t window) {
    static_assert(kBytes < kWordBytes);
    // Byte i goes from bit 8 i to bit kTo + i; no two products meet.
    constexpr int kTo = 7 * (kBytes - 1);
    std::uint64_t factor = 0;
    for (int i = 0; i < kBytes; ++i) factor |= std::uint64_t{1} << (kTo - 7 * i);
    constexpr std::uint64_t kLowest = 0x0101010101010101;
    const std::uint64_t bytes = window & kLowest & first_cells(kBytes);
    return (bytes * factor >> kTo) & ((std::uint64_t{1} << kBytes) - 1);
  }

  std::array<std::int64_t, kAxes> cells_;
  std::array<std::int64_t, kAxes> strides_{};
  std::int64_t origin_ = 0;
  std::int64_t count_ = 0;
  ZeroedWords taken_;
  AlignedArray<std::int32_t> agents_;
};

}  // namespace bitvox::agents
