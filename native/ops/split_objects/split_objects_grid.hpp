// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/options/terms.hpp"
#include "core/threads/parallel.hpp"
#include "core/volumes/shape.hpp"
#include "ops/label/label_terms.hpp"
#include "ops/split_objects/split_objects_neighbours.hpp"
#include "ops/split_objects/split_objects_rows.hpp"

namespace bitvox::split_objects {

// The voxels of a volume and their neighbours.
class Grid {
 public:
  Grid(const Shape& shape, label::Connectivity connectivity, Extent extent)
      : shape_(shape), neighbours_(shape, connectivity, extent) {}

  const Shape& shape() const { return shape_; }
  const Neighbours& neighbours() const { return neighbours_; }
  bool planar() const { return neighbours_.planar(); }
  int most_axes() const { return neighbours_.most_axes(); }
  std::int64_t voxels() const { return shape_.voxel_count(); }

 private:
  Shape shape_;
  Neighbours neighbours_;
};

// A row and the eight around it, copied so that what is outside is 0.
template <class T>
class Window {
 public:
  Window(const Grid& grid, const T* values)
      : grid_(grid),
        values_(values),
        stride_(grid.shape().width + 2 * kBeside),
        rows_(static_cast<std::size_t>(9 * stride_)) {}

  // Moving to the next row of a slice copies three rows only.
  NineRows<T> at(std::int64_t y, std::int64_t z) {
    const bool next = z == z_ && y == y_ + 1;
    for (std::int64_t dy = next ? 1 : -1; dy <= 1; ++dy) {
      for (std::int64_t dz = -1; dz <= 1; ++dz) copy(y + dy, z + dz, dz);
    }
    y_ = y;
    z_ = z;
    for (std::int64_t i = 0; i < 9; ++i) {
      pointers_[static_cast<std::size_t>(i)] = place(y + i % 3 - 1, i / 3 - 1);
    }
    return pointers_.data();
  }

 private:
  static constexpr std::int64_t kBeside = 16;

  T* place(std::int64_t y, std::int64_t dz) {
    return rows_.data() + (3 * (dz + 1) + (y + 3) % 3) * stride_ + kBeside;
  }

  void copy(std::int64_t y, std::int64_t z, std::int64_t dz) {
    const Shape& s = grid_.shape();
    const bool there =
        y >= 0 && y < s.height && z >= 0 && z < s.depth && (dz == 0 || !grid_.planar());
    if (there) {
      std::copy_n(values_ + (z * s.height + y) * s.width, s.width, place(y, dz));
    } else {
      std::fill_n(place(y, dz), s.width, T{0});
    }
  }

  const Grid& grid_;
  const T* values_;
  std::int64_t stride_;
  std::vector<T> rows_;
  std::array<const T*, 9> pointers_{};
  std::int64_t y_ = -9;
  std::int64_t z_ = -9;
};

// The rows of a volume in parts, each of some rows of one slice, in raster order.
class RowParts {
 public:
  explicit RowParts(const Shape& shape) : shape_(shape) {
    constexpr std::int64_t kVoxels = std::int64_t{1} << 16;
    rows_ = std::clamp<std::int64_t>(kVoxels / shape.width, 1, shape.height);
    of_slice_ = (shape.height + rows_ - 1) / rows_;
  }

  std::int64_t count() const { return of_slice_ * shape_.depth; }
  std::int64_t slice(std::int64_t part) const { return part / of_slice_; }
  std::int64_t first(std::int64_t part) const { return part % of_slice_ * rows_; }
  std::int64_t end(std::int64_t part) const { return std::min(shape_.height, first(part) + rows_); }

 private:
  Shape shape_;
  std::int64_t rows_;
  std::int64_t of_slice_;
};

}  // namespace bitvox::split_objects
