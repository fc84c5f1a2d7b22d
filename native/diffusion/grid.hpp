// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/memory/aligned_array.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress.hpp"
#include "diffusion/around.hpp"

namespace bitvox {

// The cells of one level, of which the voxels are the finest. The concentration is given before the
// first layer and behind the last one, layers being along z: volumes are turned that way.
struct Grid {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t depth = 0;
  bool periodic = false;  // along x and y

  // From row to row: at least two cells lie between rows, for what is beyond the ends of both.
  std::int64_t stride() const { return (width + 2 + 7) / 8 * 8; }
  std::int64_t rows() const { return height * depth; }
  std::int64_t cells() const { return width * rows(); }
  // One cell is no neighbour of itself.
  bool wraps_x() const { return periodic && width > 1; }
  bool wraps_y() const { return periodic && height > 1; }

  Grid coarse() const { return {(width + 1) / 2, (height + 1) / 2, (depth + 1) / 2, periodic}; }
};

// A value a cell, 0 at first. Rows have a cell more at both ends: 0, or, where the sides are
// periodic and close_row() was called, the cell at the other end.
template <class T>
class GridField {
 public:
  // A row of zeros comes first, and before it the cell before its first one.
  static constexpr std::int64_t kLead = 16;

  explicit GridField(const Grid& grid)
      : grid_(grid), stride_(grid.stride()), values_(aligned_array<T>(count(grid))) {}

  // Bytes that a field takes.
  static std::int64_t bytes(const Grid& grid) {
    return count(grid) * static_cast<std::int64_t>(sizeof(T));
  }

  void clear(int threads, Progress& progress) {
    constexpr std::int64_t kChunk = std::int64_t{1} << 20;
    const std::int64_t all = count(grid_);
    parallel_for((all + kChunk - 1) / kChunk, threads, progress, [&](std::int64_t i) {
      std::fill_n(values_.get() + i * kChunk, std::min(kChunk, all - i * kChunk), T{});
    });
  }

  const Grid& grid() const { return grid_; }
  T* row(std::int64_t y, std::int64_t z) { return first() + (z * grid_.height + y) * stride_; }
  const T* row(std::int64_t y, std::int64_t z) const {
    return first() + (z * grid_.height + y) * stride_;
  }

  // The same, or the row at the other side where y is outside; zeros where there is none.
  const T* beyond(std::int64_t y, std::int64_t z) const {
    if (z < 0 || z >= grid_.depth) return zeros();
    if (y >= 0 && y < grid_.height) return row(y, z);
    return grid_.wraps_y() ? row(y < 0 ? grid_.height - 1 : 0, z) : zeros();
  }
  Around<T> around(std::int64_t y, std::int64_t z) const {
    return {beyond(y - 1, z), beyond(y + 1, z), beyond(y, z - 1), beyond(y, z + 1)};
  }

  void close_row(T* row) const {
    if (grid_.wraps_x()) {
      row[-1] = row[grid_.width - 1];
      row[grid_.width] = row[0];
    }
  }

  // All of it, as many elements as bytes() has room for.
  T* memory() { return values_.get(); }
  const T* memory() const { return values_.get(); }

  void swap(GridField& other) noexcept { std::swap(values_, other.values_); }

 private:
  static std::int64_t count(const Grid& grid) { return kLead + grid.stride() * (1 + grid.rows()); }
  const T* zeros() const { return values_.get() + kLead; }
  T* first() const { return values_.get() + kLead + stride_; }

  Grid grid_;
  std::int64_t stride_;
  AlignedArray<T> values_;
};

// Goes through the rows of a grid on several threads, some thousand cells at a time; those of a
// small one without them, which cost more than it does.
class RowLoop {
 public:
  RowLoop(int threads, Progress& progress) : threads_(threads), progress_(progress) {}

  int threads() const { return threads_; }
  Progress& progress() const { return progress_; }

  // body(y, z)
  template <class Body>
  void operator()(const Grid& grid, const Body& body) const {
    struct Nothing {};
    (*this)(
        grid, [] { return Nothing{}; },
        [&](Nothing, std::int64_t y, std::int64_t z) { body(y, z); });
  }

  // body(own, y, z), where own is what make() returned to the thread: a buffer.
  template <class Make, class Body>
  void operator()(const Grid& grid, const Make& make, const Body& body) const {
    const std::int64_t rows = grid.rows();
    const std::int64_t batch = std::max<std::int64_t>(1, kBatch / grid.width);
    const auto run = [&](auto& own, std::int64_t first, std::int64_t end) {
      for (std::int64_t row = first; row < end; ++row) {
        body(own, row % grid.height, row / grid.height);
      }
    };
    if (rows <= batch) {
      auto own = make();
      run(own, 0, rows);
      return;
    }
    parallel_for(
        (rows + batch - 1) / batch, threads_, progress_, make,
        [&](auto& own, std::int64_t i) { run(own, i * batch, std::min(rows, (i + 1) * batch)); });
  }

  // body(i), of slices or the like.
  template <class Body>
  void each(std::int64_t count, const Body& body) const {
    parallel_for(count, threads_, progress_, body);
  }

 private:
  static constexpr std::int64_t kBatch = 1 << 14;
  int threads_;
  Progress& progress_;
};

}  // namespace bitvox
