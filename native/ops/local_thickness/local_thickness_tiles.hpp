// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/parallel.hpp"
#include "ops/distance_map/distance_map_field.hpp"
#include "ops/local_thickness/local_thickness_balls.hpp"

namespace bitvox::local_thickness {

// The CPU paints balls tile by tile: 64 x 64 x 64 voxels, whose bits say which are not covered yet
// and stay in the cache. A tile collects the balls that reach it from the tiles around.
template <class T>
class Tiles {
 public:
  static constexpr std::int64_t kSide = 64;

  // squares: squared distances to the background, of which `largest` is the largest.
  Tiles(const Shape& shape, bool planar, const distance_map::Spacing& steps, const T* squares,
        T largest)
      : shape_(shape),
        planar_(planar),
        steps_(steps),
        squares_(squares),
        depth_(planar ? 1 : kSide),
        nx_((shape.width + kSide - 1) / kSide),
        ny_((shape.height + kSide - 1) / kSide),
        nz_((shape.depth + depth_ - 1) / depth_),
        cubes_(sizeof(T) < sizeof(double)),
        most_(largest),
        table_(cubes_ ? static_cast<std::int64_t>(largest) : 0),
        largest_(static_cast<std::size_t>(nx_ * ny_ * nz_)),
        centres_(static_cast<std::size_t>(nx_ * shape.height * shape.depth)) {}

  static std::int64_t bytes(const Shape& shape, int threads) {
    // The lists of balls of a tile depend on the content: as if a tile's voxels all were centres.
    const std::int64_t lists = kSide * kSide * kSide * 16;
    return shape.word_count() * 8 + threads * (lists + kSide * kSide * 16) +
           3 * 4 * BallTable::kMost;
  }

  // Writes for every voxel the largest squared radius of all balls that cover it.
  void paint(T* thickest, int threads, Progress& progress) {
    PhaseProgress finding(progress, 0, 200);
    PhaseProgress painting(progress, 200, 1000);
    parallel_for(nx_ * ny_ * nz_, threads, finding, [&](std::int64_t tile) { find_centres(tile); });
    parallel_for(
        nx_ * ny_ * nz_, threads, painting, [] { return Own(); },
        [&](Own& own, std::int64_t tile) { paint_tile(tile, own, thickest); });
  }

 private:
  struct Ball {
    T square;
    std::int32_t x, y, z;
  };

  struct Own {
    std::vector<Ball> balls;
    std::vector<std::uint64_t> open = std::vector<std::uint64_t>(kSide * kSide);  // not covered yet
    std::vector<std::uint64_t> open_rows = std::vector<std::uint64_t>(kSide);     // of a slice
  };

  struct Box {
    std::int64_t x0, x1, y0, y1, z0, z1;  // first and last voxel
  };

  Box box_of(std::int64_t tile) const {
    const std::int64_t x = tile % nx_ * kSide;
    const std::int64_t y = tile / nx_ % ny_ * kSide;
    const std::int64_t z = tile / (nx_ * ny_) * depth_;
    return {x, std::min(x + kSide, shape_.width) - 1, y, std::min(y + kSide, shape_.height) - 1,
            z, std::min(z + depth_, shape_.depth) - 1};
  }

  std::int64_t voxel(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return (z * shape_.height + y) * shape_.width + x;
  }

  // The centres among a tile's voxels of row (y, z).
  std::uint64_t& centres(std::int64_t tile_x, std::int64_t y, std::int64_t z) {
    return centres_[static_cast<std::size_t>((z * shape_.height + y) * nx_ + tile_x)];
  }

  // Of a step along each axis, summed as the distance map sums.
  double square_of(std::int64_t dx, std::int64_t dy, std::int64_t dz) const {
    const double x = static_cast<double>(dx) * steps_.x;
    const double y = static_cast<double>(dy) * steps_.y;
    const double z = static_cast<double>(dz) * steps_.z;
    return x * x + y * y + z * z;
  }

  // Whether a ball lies in that of a neighbour. (Where voxels are not cubes this is not known.)
  bool is_covered(std::int64_t x, std::int64_t y, std::int64_t z, std::int64_t square) const {
    if (square >= table_.count()) return false;
    const std::uint32_t* const least = table_.least().data() + 3 * square;
    const std::int64_t reach = planar_ ? 0 : 1;
    for (std::int64_t k = std::max<std::int64_t>(0, z - reach);
         k <= std::min(shape_.depth - 1, z + reach); ++k) {
      for (std::int64_t j = std::max<std::int64_t>(0, y - 1);
           j <= std::min(shape_.height - 1, y + 1); ++j) {
        for (std::int64_t i = std::max<std::int64_t>(0, x - 1);
             i <= std::min(shape_.width - 1, x + 1); ++i) {
          const int e = (i != x) + (j != y) + (k != z);
          if (e > 0 && squares_[voxel(i, j, k)] >= static_cast<T>(least[e - 1])) return true;
        }
      }
    }
    return false;
  }

  // Balls that cover their centre alone are no centres: what is not covered in the end is theirs.
  double smallest_step() const {
    const double plane = std::min(square_of(1, 0, 0), square_of(0, 1, 0));
    return planar_ ? plane : std::min(plane, square_of(0, 0, 1));
  }

  void find_centres(std::int64_t tile) {
    const Box box = box_of(tile);
    const double smallest = smallest_step();
    T largest{0};
    for (std::int64_t z = box.z0; z <= box.z1; ++z) {
      for (std::int64_t y = box.y0; y <= box.y1; ++y) {
        std::uint64_t bits = 0;
        const T* const row = squares_ + voxel(0, y, z);
        for (std::int64_t x = box.x0; x <= box.x1; ++x) {
          const T square = row[x];
          if (static_cast<double>(square) <= smallest) continue;
          if (cubes_ && is_covered(x, y, z, static_cast<std::int64_t>(square))) continue;
          bits |= std::uint64_t{1} << (x - box.x0);
          largest = std::max(largest, square);
        }
        centres(tile % nx_, y, z) = bits;
      }
    }
    largest_[static_cast<std::size_t>(tile)] = largest;
  }

  // How many voxels lie between two ranges: 0 where they meet.
  static std::int64_t gap(std::int64_t a0, std::int64_t a1, std::int64_t b0, std::int64_t b1) {
    return std::max<std::int64_t>({0, b0 - a1, a0 - b1});
  }

  double square_between(const Box& a, const Box& b) const {
    return square_of(gap(a.x0, a.x1, b.x0, b.x1), gap(a.y0, a.y1, b.y0, b.y1),
                     gap(a.z0, a.z1, b.z0, b.z1));
  }

  // Tiles so far away that the largest ball of the volume reaches from one to the other.
  struct Around {
    std::int64_t first, last;
  };
  Around around(std::int64_t tile, std::int64_t count, std::int64_t side, double step) const {
    const double voxels = std::sqrt(static_cast<double>(most_)) / step;
    const std::int64_t reach = static_cast<std::int64_t>(voxels) / side + 1;
    return {std::max<std::int64_t>(0, tile - reach), std::min(count - 1, tile + reach)};
  }

  // The balls that reach a tile, the largest first.
  void collect(std::int64_t tile, std::vector<Ball>& balls) {
    balls.clear();
    const Box box = box_of(tile);
    const std::int64_t tile_z = tile / (nx_ * ny_);
    const Around x = around(tile % nx_, nx_, kSide, steps_.x);
    const Around y = around(tile / nx_ % ny_, ny_, kSide, steps_.y);
    const Around z = planar_ ? Around{tile_z, tile_z} : around(tile_z, nz_, depth_, steps_.z);
    for (std::int64_t k = z.first; k <= z.last; ++k) {
      for (std::int64_t j = y.first; j <= y.last; ++j) {
        for (std::int64_t i = x.first; i <= x.last; ++i) {
          collect_from((k * ny_ + j) * nx_ + i, box, balls);
        }
      }
    }
    std::sort(balls.begin(), balls.end(),
              [](const Ball& a, const Ball& b) { return a.square > b.square; });
  }

  void collect_from(std::int64_t tile, const Box& box, std::vector<Ball>& balls) {
    const Box from = box_of(tile);
    const T largest = largest_[static_cast<std::size_t>(tile)];
    if (!(square_between(from, box) < static_cast<double>(largest))) return;
    for (std::int64_t z = from.z0; z <= from.z1; ++z) {
      for (std::int64_t y = from.y0; y <= from.y1; ++y) {
        for (std::uint64_t bits = centres(tile % nx_, y, z); bits != 0; bits &= bits - 1) {
          const std::int64_t x = from.x0 + std::countr_zero(bits);
          const T square = squares_[voxel(x, y, z)];
          if (square_between({x, x, y, y, z, z}, box) < static_cast<double>(square)) {
            balls.push_back({square, static_cast<std::int32_t>(x), static_cast<std::int32_t>(y),
                             static_cast<std::int32_t>(z)});
          }
        }
      }
    }
  }

  // How far the ball reaches along x in the row that is dy and dz away; -1: not at all.
  std::int64_t reach_of(T square, std::int64_t dy, std::int64_t dz) const {
    if (cubes_) {
      const std::int64_t left = static_cast<std::int64_t>(square) - 1 - dy * dy - dz * dz;
      return left < 0 ? -1 : static_cast<std::int64_t>(std::sqrt(static_cast<double>(left)));
    }
    const auto limit = static_cast<double>(square);
    if (!(square_of(0, dy, dz) < limit)) return -1;
    auto reach = static_cast<std::int64_t>(std::sqrt(std::max(0.0, limit - square_of(0, dy, dz))) /
                                           steps_.x);
    while (square_of(reach + 1, dy, dz) < limit) ++reach;
    while (!(square_of(reach, dy, dz) < limit)) --reach;
    return reach;
  }

  void paint_tile(std::int64_t tile, Own& own, T* thickest) {
    const Box box = box_of(tile);
    std::int64_t left = 0;
    for (std::int64_t z = box.z0; z <= box.z1; ++z) {
      std::uint64_t rows = 0;
      for (std::int64_t y = box.y0; y <= box.y1; ++y) {
        std::uint64_t bits = 0;
        for (std::int64_t x = box.x0; x <= box.x1; ++x) {
          const T square = squares_[voxel(x, y, z)];
          thickest[voxel(x, y, z)] = square;
          bits |= std::uint64_t{square > T{0}} << (x - box.x0);
        }
        own.open[row_of(box, y, z)] = bits;
        rows |= std::uint64_t{bits != 0} << (y - box.y0);
        left += std::popcount(bits);
      }
      own.open_rows[static_cast<std::size_t>(z - box.z0)] = rows;
    }
    if (left == 0) return;
    collect(tile, own.balls);
    for (const Ball& ball : own.balls) {
      left -= paint_ball(ball, box, own, thickest);
      if (left == 0) return;
    }
  }

  // Bits first to last.
  static std::uint64_t ones(std::int64_t first, std::int64_t last) {
    return (~std::uint64_t{0} >> (63 - (last - first))) << first;
  }

  static std::size_t row_of(const Box& box, std::int64_t y, std::int64_t z) {
    return static_cast<std::size_t>((z - box.z0) * kSide + y - box.y0);
  }

  // Returns how many voxels it covers for the first time.
  std::int64_t paint_ball(const Ball& ball, const Box& box, Own& own, T* thickest) const {
    const auto radius = [&](double step) {
      return static_cast<std::int64_t>(std::sqrt(static_cast<double>(ball.square)) / step) + 1;
    };
    const std::int64_t in_z = planar_ ? 0 : radius(steps_.z);
    const std::int64_t in_y = radius(steps_.y);
    const std::int64_t first_y = std::max(box.y0, ball.y - in_y);
    const std::int64_t last_y = std::min(box.y1, ball.y + in_y);
    if (first_y > last_y) return 0;
    const std::int64_t in_x = radius(steps_.x);
    const std::int64_t first_x = std::max(box.x0, ball.x - in_x);
    const std::int64_t last_x = std::min(box.x1, ball.x + in_x);
    if (first_x > last_x) return 0;
    const std::uint64_t columns_reached = ones(first_x - box.x0, last_x - box.x0);
    const std::uint64_t rows_reached = ones(first_y - box.y0, last_y - box.y0);
    std::int64_t covered = 0;
    for (std::int64_t z = std::max(box.z0, ball.z - in_z); z <= std::min(box.z1, ball.z + in_z);
         ++z) {
      std::uint64_t& open_rows = own.open_rows[static_cast<std::size_t>(z - box.z0)];
      for (std::uint64_t rows = open_rows & rows_reached; rows != 0; rows &= rows - 1) {
        const std::int64_t y = box.y0 + std::countr_zero(rows);
        std::uint64_t& open = own.open[row_of(box, y, z)];
        if ((open & columns_reached) == 0) continue;
        const std::int64_t reach = reach_of(ball.square, y - ball.y, z - ball.z);
        const std::int64_t first = std::max(box.x0, ball.x - reach);
        const std::int64_t last = std::min(box.x1, ball.x + reach);
        if (reach < 0 || first > last) continue;
        const std::uint64_t mask = ones(first - box.x0, last - box.x0);
        std::uint64_t fresh = open & mask;
        if (fresh == 0) continue;
        open &= ~mask;
        if (open == 0) open_rows &= ~(std::uint64_t{1} << (y - box.y0));
        covered += std::popcount(fresh);
        T* const to = thickest + voxel(box.x0, y, z);
        for (; fresh != 0; fresh &= fresh - 1) to[std::countr_zero(fresh)] = ball.square;
      }
    }
    return covered;
  }

  const Shape shape_;
  const bool planar_;
  const distance_map::Spacing steps_;
  const T* const squares_;
  const std::int64_t depth_;
  const std::int64_t nx_;
  const std::int64_t ny_;
  const std::int64_t nz_;
  const bool cubes_;
  const T most_;  // of the squares
  const BallTable table_;
  std::vector<T> largest_;  // of each tile's centres
  std::vector<std::uint64_t> centres_;
};

}  // namespace bitvox::local_thickness
