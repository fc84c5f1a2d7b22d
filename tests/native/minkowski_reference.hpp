// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "ops/minkowski/minkowski.hpp"
#include "test_volumes.hpp"

namespace bitvox::test {

// Shape numbers window by window: what each of the 2 x 2 x 2 (in slices 2 x 2) voxels, and each set
// of them, adds, shared with the other windows that it is in.
class ObviousShapeNumbers {
 public:
  // Of the volume, or of slice `slice` where that is not below 0. Within the mask, if there is one:
  // of the object in it, and where edges are clipped, in windows of which it has all voxels.
  ObviousShapeNumbers(const BitVolume& volume, Edges edges, std::int64_t slice = -1,
                      const BitVolume* mask = nullptr)
      : volume_(volume), mask_(mask), slice_(slice), axes_(slice < 0 ? 3 : 2), corners_(corners()) {
    for (int i = 0; i < minkowski::kDirections; ++i) pairs_.push_back(pairs(i));
    const Shape& s = volume.shape();
    const std::int64_t from = edges == Edges::kBackground ? -1 : 0;
    const std::int64_t less = edges == Edges::kBackground ? 0 : 1;
    for (std::int64_t z = axes_ == 3 ? from : 0; z < (axes_ == 3 ? s.depth - less : 1); ++z)
      for (std::int64_t y = from; y < s.height - less; ++y)
        for (std::int64_t x = from; x < s.width - less; ++x) {
          x_ = x;
          y_ = y;
          z_ = z;
          if (edges == Edges::kBackground || window_in_mask()) add_window();
        }
  }

  std::int64_t windows = 0;
  double euler_faces = 0;
  double euler_all = 0;
  std::array<double, minkowski::kDirections> entries{};
  std::array<double, minkowski::kDirections> plane_euler{};

 private:
  struct Offset {
    int d[3];
  };

  bool object(const Offset& o) const {
    const std::int64_t x = x_ + o.d[0];
    const std::int64_t y = y_ + o.d[1];
    const std::int64_t z = slice_ < 0 ? z_ + o.d[2] : slice_;
    const Shape& s = volume_.shape();
    return x >= 0 && y >= 0 && z >= 0 && x < s.width && y < s.height && z < s.depth &&
           voxel(volume_, x, y, z) && in_mask(o);
  }

  // Of voxels of the volume.
  bool in_mask(const Offset& o) const {
    return mask_ == nullptr ||
           voxel(*mask_, x_ + o.d[0], y_ + o.d[1], slice_ < 0 ? z_ + o.d[2] : slice_);
  }

  std::vector<Offset> corners() const {
    std::vector<Offset> all;
    for (int z = 0; z < (axes_ == 3 ? 2 : 1); ++z)
      for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 2; ++x) all.push_back({{x, y, z}});
    return all;
  }

  bool window_in_mask() const {
    return std::all_of(corners_.begin(), corners_.end(),
                       [&](const Offset& o) { return in_mask(o); });
  }

  void add_window() {
    ++windows;
    add_cells();
    for (int i = 0; i < minkowski::kDirections; ++i) {
      if (axes_ == 2 && minkowski::kDirection[i].d[2] != 0) continue;
      add_entries(i);
      if (axes_ == 3) add_plane(i);
    }
  }

  // Boxes of 1 or 2 voxels along each axis.
  void add_cells() {
    const int cells = axes_ == 3 ? 27 : 9;
    for (int cell = 0; cell < cells; ++cell) {
      const int kind[3] = {cell % 3, cell / 3 % 3, cell / 9};  // low, high, both
      int dimension = 0;
      double share = 1;
      for (int a = 0; a < axes_; ++a) {
        if (kind[a] == 2) {
          ++dimension;
        } else {
          share /= 2;
        }
      }
      bool all = true, any = false;
      for (const Offset& o : corners_) {
        bool in = true;
        for (int a = 0; a < axes_; ++a) in = in && (kind[a] == 2 || kind[a] == o.d[a]);
        if (in) {
          all = all && object(o);
          any = any || object(o);
        }
      }
      euler_faces += (dimension % 2 == 0 ? 1 : -1) * (all ? share : 0);
      euler_all += ((axes_ - dimension) % 2 == 0 ? 1 : -1) * (any ? share : 0);
    }
  }

  // Pairs of corners that lie in the direction.
  std::vector<std::pair<Offset, Offset>> pairs(int direction) const {
    std::vector<std::pair<Offset, Offset>> found;
    for (const Offset& a : corners_)
      for (const Offset& b : corners_) {
        const int* const d = minkowski::kDirection[direction].d;
        if (b.d[0] - a.d[0] == d[0] && b.d[1] - a.d[1] == d[1] && b.d[2] - a.d[2] == d[2]) {
          found.emplace_back(a, b);
        }
      }
    return found;
  }

  // A line enters as often as it leaves.
  void add_entries(int direction) {
    const auto& all = pairs_[static_cast<std::size_t>(direction)];
    for (const auto& [a, b] : all) {
      if (object(a) != object(b)) {
        entries[static_cast<std::size_t>(direction)] += 0.5 / static_cast<double>(all.size());
      }
    }
  }

  // The polygons of the window's corners in planes with this normal: squares, rectangles, or
  // triangles. A corner is in four of them, or six; a side in two.
  void add_plane(int normal) {
    const int* const n = minkowski::kDirection[normal].d;
    const int size = std::abs(n[0]) + std::abs(n[1]) + std::abs(n[2]);
    double& sum = plane_euler[static_cast<std::size_t>(normal)];
    for (int level = -3; level <= 3; ++level) {
      std::vector<Offset> polygon;
      for (const Offset& o : corners_) {
        if (o.d[0] * n[0] + o.d[1] * n[1] + o.d[2] * n[2] == level) polygon.push_back(o);
      }
      if (polygon.size() < 3) continue;
      if (size == 1) {  // both squares of a window, each in two windows
        sum += 0.5 * euler_of(polygon, 4);
      } else {
        sum += euler_of(polygon, polygon.size() == 4 ? 4 : 6);
      }
    }
  }

  double euler_of(const std::vector<Offset>& polygon, int corner_shares) const {
    double euler = 0;
    bool all = true;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      all = all && object(polygon[i]);
      euler += object(polygon[i]) ? 1.0 / corner_shares : 0;
      for (std::size_t k = i + 1; k < polygon.size(); ++k) {
        const bool side = polygon.size() == 3 || !opposite(polygon, i, k);
        if (side && object(polygon[i]) && object(polygon[k])) euler -= 0.5;
      }
    }
    return euler + (all ? 1 : 0);
  }

  // Of four corners in rising order the first and the last are opposite, as are the other two.
  static bool opposite(const std::vector<Offset>& polygon, std::size_t i, std::size_t k) {
    const auto distance = [&](std::size_t a, std::size_t b) {
      int squares = 0;
      for (int axis = 0; axis < 3; ++axis) {
        const int step = polygon[a].d[axis] - polygon[b].d[axis];
        squares += step * step;
      }
      return squares;
    };
    int farthest = 0;
    for (std::size_t other = 0; other < polygon.size(); ++other) {
      farthest = std::max(farthest, distance(i, other));
    }
    return distance(i, k) == farthest;
  }

  const BitVolume& volume_;
  const BitVolume* mask_;
  std::int64_t slice_;
  int axes_;
  std::vector<Offset> corners_;
  std::vector<std::vector<std::pair<Offset, Offset>>> pairs_;  // of each direction
  std::int64_t x_ = 0, y_ = 0, z_ = 0;
};

// All numbers.
inline Bits bits(const minkowski::ShapeNumbers& n) {
  Bits all;
  all.add(n.voxels).add(n.volume).add(n.total_volume).add(n.measured_volume).add(n.surface);
  all.add(n.mean_breadth).add(n.euler_faces).add(n.euler_all).add(n.anisotropy);
  for (const double value : n.intercepts) all.add(value);
  for (const double value : n.intercept_axes) all.add(value);
  return all;
}

}  // namespace bitvox::test
