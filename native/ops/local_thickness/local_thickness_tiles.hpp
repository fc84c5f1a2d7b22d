// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "ops/distance_map/distance_map_field.hpp"
#include "ops/local_thickness/local_thickness_centres.hpp"
#include "ops/local_thickness/local_thickness_grid.hpp"
#include "ops/local_thickness/local_thickness_lists.hpp"
#include "ops/local_thickness/local_thickness_rows.hpp"

namespace bitvox::local_thickness {

// The CPU paints balls tile by tile. A tile collects the balls that reach it from the tiles around
// and sorts them; each of its parts picks those that reach it; and a part's bricks are painted.
template <class T>
class Tiles {
 public:
  Tiles(const RowsOf<T>& kernels, const TileGrid& grid, const Steps& steps, T largest)
      : kernels_(kernels),
        grid_(grid),
        steps_(steps),
        most_(largest),
        bits_(static_cast<std::size_t>(grid.words())),
        centres_(static_cast<std::size_t>(grid.count())) {}

  // Besides the lists of balls, whose length depends on the content.
  static std::int64_t bytes(const Shape& shape, int threads) {
    return shape.word_count() * 8 + CentreFinder<T>::bytes(shape, threads) +
           threads * kTileBricks * static_cast<std::int64_t>(sizeof(Brick<T>));
  }

  // The squared distances become the largest squared radius of all balls that cover the voxel.
  // Throws HostOutOfMemory where the lists of balls do not fit.
  void paint(T* squares, const MemoryUser& user, int threads, Progress& progress) {
    PhaseProgress finding(progress, 0, 300);
    PhaseProgress listing(progress, 300, 350);
    PhaseProgress painting(progress, 350, 1000);
    require_memory(
        user, host_memory(),
        find_centres(squares, threads, finding) * static_cast<std::int64_t>(sizeof(Centre)));
    parallel_for(grid_.count(), threads, listing,
                 [&](std::int64_t tile) { list_centres(tile, squares); });
    parallel_for(
        grid_.count(), threads, painting, [] { return Own(); },
        [&](Own& own, std::int64_t tile) { paint_tile(tile, own, squares); });
  }

 private:
  static constexpr std::int64_t kSide = TileGrid::kSide;
  static constexpr std::int64_t kPart = kBrickWidth;  // a side of a tile's parts
  static constexpr std::int64_t kTileBricks = kSide * kSide * kSide / kBrickWidth / kBrickRows;

  // Where in its tile.
  struct Centre {
    T square;
    std::uint8_t x, y, z;
  };

  // Of one thread.
  struct Own {
    std::vector<Ball<T>> list;
    std::vector<Ball<T>> scratch;
    BallArrays<T> balls;   // of the tile
    BallArrays<T> picked;  // of a part
    std::vector<Brick<T>> bricks;
  };

  // Of a step; as exact as the distance map's.
  using Sum = std::conditional_t<sizeof(T) < sizeof(double), std::int64_t, double>;
  Sum square_of(std::int64_t dx, std::int64_t dy, std::int64_t dz) const {
    if constexpr (sizeof(T) < sizeof(double)) return dx * dx + dy * dy + dz * dz;
    const double x = static_cast<double>(dx) * steps_.x;
    const double y = static_cast<double>(dy) * steps_.y;
    const double z = static_cast<double>(dz) * steps_.z;
    return static_cast<Sum>(x * x + y * y + z * z);
  }

  double smallest_step() const {
    const Sum plane = std::min(square_of(1, 0, 0), square_of(0, 1, 0));
    return static_cast<double>(grid_.planar ? plane : std::min(plane, square_of(0, 0, 1)));
  }

  // Returns how many there are.
  std::int64_t find_centres(const T* squares, int threads, Progress& progress) {
    const CentreFinder<T> finder(kernels_, grid_, squares, most_, smallest_step());
    const std::int64_t rows = grid_.shape.height * grid_.shape.depth;
    constexpr std::int64_t kRows = 16;
    std::atomic<std::int64_t> count{0};
    parallel_for((rows + kRows - 1) / kRows, threads, progress,
                 [&] { return typename CentreFinder<T>::Scratch(grid_.shape.width); },
                 [&](auto& scratch, std::int64_t task) {
                   for (std::int64_t row = task * kRows; row < std::min(rows, (task + 1) * kRows);
                        ++row) {
                     count += finder.find(row % grid_.shape.height, row / grid_.shape.height,
                                          scratch, bits_.data() + row * grid_.nx);
                   }
                 });
    return count;
  }

  void list_centres(std::int64_t tile, const T* squares) {
    const Box box = grid_.box(tile);
    const auto word = [&](std::int64_t y, std::int64_t z) {
      return bits_[static_cast<std::size_t>(grid_.word(tile, y, z))];
    };
    std::size_t count = 0;
    for (std::int64_t z = box.z0; z <= box.z1; ++z) {
      for (std::int64_t y = box.y0; y <= box.y1; ++y) {
        count += static_cast<std::size_t>(std::popcount(word(y, z)));
      }
    }
    std::vector<Centre>& centres = centres_[static_cast<std::size_t>(tile)];
    centres.reserve(count);
    for (std::int64_t z = box.z0; z <= box.z1; ++z) {
      for (std::int64_t y = box.y0; y <= box.y1; ++y) {
        for (std::uint64_t bits = word(y, z); bits != 0; bits &= bits - 1) {
          const int x = std::countr_zero(bits);
          centres.push_back({squares[grid_.voxel(box.x0 + x, y, z)], static_cast<std::uint8_t>(x),
                             static_cast<std::uint8_t>(y - box.y0),
                             static_cast<std::uint8_t>(z - box.z0)});
        }
      }
    }
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

  // The balls that reach a tile, the largest first, as seen from its first voxel.
  void collect(std::int64_t tile, Own& own) const {
    own.list.clear();
    const Box box = grid_.box(tile);
    const std::int64_t tile_z = tile / (grid_.nx * grid_.ny);
    const Around x = around(tile % grid_.nx, grid_.nx, kSide, steps_.x);
    const Around y = around(tile / grid_.nx % grid_.ny, grid_.ny, kSide, steps_.y);
    const Around z =
        grid_.planar ? Around{tile_z, tile_z} : around(tile_z, grid_.nz, grid_.depth, steps_.z);
    for (std::int64_t k = z.first; k <= z.last; ++k) {
      for (std::int64_t j = y.first; j <= y.last; ++j) {
        for (std::int64_t i = x.first; i <= x.last; ++i) {
          collect_from((k * grid_.ny + j) * grid_.nx + i, box, own.list);
        }
      }
    }
    sort_by_falling_square(own.list, own.scratch);
    own.balls.assign(own.list);
  }

  void collect_from(std::int64_t tile, const Box& box, std::vector<Ball<T>>& balls) const {
    const Box from = grid_.box(tile);
    const Box here{0, box.x1 - box.x0, 0, box.y1 - box.y0, 0, box.z1 - box.z0};
    for (const Centre& centre : centres_[static_cast<std::size_t>(tile)]) {
      const Ball<T> ball{centre.square, static_cast<std::int32_t>(from.x0 - box.x0 + centre.x),
                         static_cast<std::int32_t>(from.y0 - box.y0 + centre.y),
                         static_cast<std::int32_t>(from.z0 - box.z0 + centre.z)};
      const bool reaches =
          square_of(gap(ball.x, ball.x, here.x0, here.x1), gap(ball.y, ball.y, here.y0, here.y1),
                    gap(ball.z, ball.z, here.z0, here.z1)) < static_cast<Sum>(ball.square);
      if (reaches) balls.push_back(ball);
    }
  }

  static LocalBox local(const Box& part, const Box& box) {
    const auto from = [](std::int64_t first, std::int64_t place) {
      return static_cast<std::int32_t>(place - first);
    };
    return {from(box.x0, part.x0), from(box.x0, part.x1), from(box.y0, part.y0),
            from(box.y0, part.y1), from(box.z0, part.z0), from(box.z0, part.z1)};
  }

  // The bricks of a part of the tile that have object voxels.
  void cut_bricks(const Box& box, const Box& part, T* squares,
                  std::vector<Brick<T>>& bricks) const {
    const int height = brick_height(grid_.planar);
    const int depth = brick_depth(grid_.planar);
    for (std::int64_t z = part.z0; z <= part.z1; z += depth) {
      for (std::int64_t y = part.y0; y <= part.y1; y += height) {
        Brick<T> brick{static_cast<std::int32_t>(part.x0 - box.x0),
                       static_cast<std::int32_t>(y - box.y0),
                       static_cast<std::int32_t>(z - box.z0),
                       grid_.planar ? 1 : 0,
                       {},
                       squares + grid_.voxel(part.x0, y, z),
                       grid_.shape.width,
                       grid_.shape.width * grid_.shape.height};
        std::uint32_t any = 0;
        for (int row = 0; row < kBrickRows; ++row) {
          const std::int64_t dy = row % height;
          const std::int64_t dz = row / height;
          if (y + dy > part.y1 || z + dz > part.z1) continue;
          brick.open[row] = kernels_.nonzero(brick.to + dy * brick.to_row + dz * brick.to_slice,
                                             part.x1 - part.x0 + 1);
          any |= brick.open[row];
        }
        if (any != 0) bricks.push_back(brick);
      }
    }
  }

  void paint_tile(std::int64_t tile, Own& own, T* squares) const {
    const Box box = grid_.box(tile);
    bool collected = false;
    for (std::int64_t z = box.z0; z <= box.z1; z += kPart) {
      for (std::int64_t y = box.y0; y <= box.y1; y += kPart) {
        for (std::int64_t x = box.x0; x <= box.x1; x += kPart) {
          const Box part{x, std::min(x + kPart - 1, box.x1), y, std::min(y + kPart - 1, box.y1),
                         z, std::min(z + kPart - 1, box.z1)};
          own.bricks.clear();
          cut_bricks(box, part, squares, own.bricks);
          if (own.bricks.empty()) continue;
          if (!collected) collect(tile, own);
          collected = true;
          own.picked.make_room(own.balls.count());
          kernels_.pick(own.balls.view(), local(part, box), steps_, own.picked.view());
          for (Brick<T>& brick : own.bricks) kernels_.paint(own.picked.view(), steps_, brick);
        }
      }
    }
  }

  const RowsOf<T>& kernels_;
  const TileGrid& grid_;
  const Steps steps_;
  const T most_;                     // of the squares
  std::vector<std::uint64_t> bits_;  // centres
  std::vector<std::vector<Centre>> centres_;
};

}  // namespace bitvox::local_thickness
