// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/distance_map/distance_map_field.hpp"
#include "ops/local_thickness/local_thickness_centres.hpp"
#include "ops/local_thickness/local_thickness_grid.hpp"
#include "ops/local_thickness/local_thickness_lists.hpp"
#include "ops/local_thickness/local_thickness_queue.hpp"
#include "ops/local_thickness/local_thickness_rows.hpp"

namespace bitvox::local_thickness {

// The CPU paints balls tile by tile. A tile takes the balls that reach it from the tiles around,
// the largest first and some thousands at a time, until all of it is covered; each of its parts
// picks those that reach it, and the part's bricks are painted. However many balls there are, the
// first that covers a voxel is its largest.
template <class T>
class Tiles {
 public:
  Tiles(const RowsOf<T>& kernels, const TileGrid& grid, const Steps& steps, T largest)
      : kernels_(kernels),
        grid_(grid),
        steps_{steps.x, steps.y, steps.z, near(largest)},
        most_(largest),
        bits_(static_cast<std::size_t>(grid.words())),
        centres_(static_cast<std::size_t>(grid.count())) {}

  // Besides the centres, whose number depends on the content: paint() says how many.
  static std::int64_t bytes(const Shape& shape, int threads) {
    const TileGrid volume(shape, false);
    const TileGrid slices(shape, true);
    constexpr auto kBallBytes = static_cast<std::int64_t>(3 * 4 + sizeof(T) + sizeof(float));
    const auto balls = static_cast<std::int64_t>(kMostBalls);
    const std::int64_t own = balls * static_cast<std::int64_t>(sizeof(Ball<T>)) +
                             2 * (balls + kBallsBehind) * kBallBytes +
                             kTileBricks * static_cast<std::int64_t>(sizeof(Brick<T>)) +
                             volume.count() * static_cast<std::int64_t>(sizeof(Source)) +
                             kSide * kSide * kSide * static_cast<std::int64_t>(sizeof(Centre<T>));
    return shape.word_count() * 8 + CentreFinder<T>::bytes(shape, threads) +
           slices.count() * static_cast<std::int64_t>(sizeof(std::vector<Centre<T>>)) +
           std::min<std::int64_t>(threads, slices.count()) * own;
  }

  // The squared distances become the largest squared radius of all balls that cover the voxel.
  // Throws HostOutOfMemory where the centres do not fit.
  void paint(T* squares, const MemoryUser& user, int threads, Progress& progress) {
    auto [finding, listing, painting] = progress_parts(progress, 6, 1, 13);
    require_memory(
        user, host_memory(),
        find_centres(squares, threads, finding) * static_cast<std::int64_t>(sizeof(Centre<T>)));
    parallel_for(
        grid_.count(), threads, listing, [] { return std::vector<Centre<T>>(); },
        [&](std::vector<Centre<T>>& scratch, std::int64_t tile) {
          list_centres(tile, squares, scratch);
        });
    parallel_for(
        grid_.count(), threads, painting, [] { return Own(); },
        [&](Own& own, std::int64_t tile) { paint_tile(tile, own, squares); });
  }

 private:
  static constexpr std::int64_t kSide = TileGrid::kSide;
  static constexpr std::int64_t kPart = kBrickWidth;  // a side of a tile's parts
  static constexpr std::int64_t kTileParts = (kSide / kPart) * (kSide / kPart) * (kSide / kPart);
  static constexpr std::int64_t kTileBricks = kSide * kSide * kSide / kBrickWidth / kBrickRows;

  // Balls that are taken at once: few at first, as large ones often cover all.
  static constexpr std::size_t kFewBalls = 256;
  static constexpr std::size_t kMostBalls = 1 << 14;
  using Source = typename BallQueue<T>::Source;

  // The bricks of a part with open voxels.
  struct Part {
    LocalBox open;
    std::vector<Brick<T>> bricks;
  };

  // Of one thread.
  struct Own {
    BallQueue<T> queue;
    std::vector<Ball<T>> list;
    BallArrays<T> balls;   // of the tile
    BallArrays<T> picked;  // of a part
    std::array<Part, kTileParts> parts;
  };

  // Voxels may be 1e-30 or 1e30 long. A power of 2, so that nothing is rounded.
  static double near(T largest) {
    return sizeof(T) < sizeof(double) || largest == T{0}
               ? 1
               : std::ldexp(1.0, -std::ilogb(static_cast<double>(largest)) / 2);
  }

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

  void list_centres(std::int64_t tile, const T* squares, std::vector<Centre<T>>& scratch) {
    const TileBox box = grid_.box(tile);
    const auto word = [&](std::int64_t y, std::int64_t z) {
      return bits_[static_cast<std::size_t>(grid_.word(tile, y, z))];
    };
    std::size_t count = 0;
    for (std::int64_t z = box.z0; z <= box.z1; ++z) {
      for (std::int64_t y = box.y0; y <= box.y1; ++y) {
        count += static_cast<std::size_t>(std::popcount(word(y, z)));
      }
    }
    std::vector<Centre<T>>& centres = centres_[static_cast<std::size_t>(tile)];
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
    sort_by_falling_square(centres, scratch);
  }

  // Tiles so far away that the largest ball of the volume reaches from one to the other.
  struct Around {
    std::int64_t first, last;
  };
  Around around(std::int64_t tile, std::int64_t count, std::int64_t side, double step) const {
    constexpr double kFarthest = 1 << 30;  // longer than any side; sizes may differ without limit
    const double voxels = std::min(kFarthest, std::sqrt(static_cast<double>(most_)) / step);
    const std::int64_t reach = static_cast<std::int64_t>(voxels) / side + 1;
    return {std::max<std::int64_t>(0, tile - reach), std::min(count - 1, tile + reach)};
  }

  // Those that may reach a tile, from which its balls are taken.
  void queue_sources(std::int64_t tile, BallQueue<T>& queue) const {
    const std::int64_t tile_z = tile / (grid_.nx * grid_.ny);
    const Around x = around(tile % grid_.nx, grid_.nx, kSide, steps_.x);
    const Around y = around(tile / grid_.nx % grid_.ny, grid_.ny, kSide, steps_.y);
    const Around z =
        grid_.planar ? Around{tile_z, tile_z} : around(tile_z, grid_.nz, grid_.depth, steps_.z);
    queue.clear(grid_.box(tile));
    for (std::int64_t k = z.first; k <= z.last; ++k) {
      for (std::int64_t j = y.first; j <= y.last; ++j) {
        throw_if_stopped();
        for (std::int64_t i = x.first; i <= x.last; ++i) {
          const std::int64_t from = (k * grid_.ny + j) * grid_.nx + i;
          queue.add(from, centres_[static_cast<std::size_t>(from)]);
        }
      }
    }
    queue.start();
  }

  // The bricks of a part of the tile that have object voxels.
  void cut_bricks(const TileBox& box, const TileBox& part, T* squares,
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

  // False where the tile has none.
  bool cut_parts(std::int64_t tile, T* squares, std::array<Part, kTileParts>& parts) const {
    const TileBox box = grid_.box(tile);
    bool any = false;
    auto part = parts.begin();
    for (std::int64_t z = 0; z < kSide; z += kPart) {
      for (std::int64_t y = 0; y < kSide; y += kPart) {
        for (std::int64_t x = 0; x < kSide; x += kPart) {
          part->bricks.clear();
          const TileBox there{box.x0 + x, std::min(box.x0 + x + kPart - 1, box.x1),
                              box.y0 + y, std::min(box.y0 + y + kPart - 1, box.y1),
                              box.z0 + z, std::min(box.z0 + z + kPart - 1, box.z1)};
          cut_bricks(box, there, squares, part->bricks);
          any = any || !part->bricks.empty();
          ++part;
        }
      }
    }
    return any;
  }

  // Drops the bricks that are covered. Returns the box of all open voxels: x1 < x0 if there are
  // none.
  static LocalBox close_bricks(std::array<Part, kTileParts>& parts) {
    LocalBox all = no_voxels();
    for (Part& part : parts) {
      part.open = no_voxels();
      std::erase_if(part.bricks,
                    [&](const Brick<T>& brick) { return !add_open(brick, part.open); });
      if (!part.bricks.empty()) add_box(part.open, all);
    }
    return all;
  }

  void paint_tile(std::int64_t tile, Own& own, T* squares) const {
    if (!cut_parts(tile, squares, own.parts)) return;
    queue_sources(tile, own.queue);
    std::size_t most = kFewBalls;
    for (LocalBox open = close_bricks(own.parts); open.x0 <= open.x1 && !own.queue.empty();
         open = close_bricks(own.parts)) {
      own.queue.take(
          most, grid_, open,
          [&](std::int64_t dx, std::int64_t dy, std::int64_t dz, T square) {
            return square_of(dx, dy, dz) < static_cast<Sum>(square);
          },
          own.list);
      most = std::min(4 * most, kMostBalls);
      own.balls.assign(own.list, steps_.near);
      own.picked.make_room(own.balls.count());
      for (Part& part : own.parts) {
        if (part.bricks.empty()) continue;
        kernels_.pick(own.balls.view(), part.open, steps_, own.picked.view());
        for (Brick<T>& brick : part.bricks) {
          throw_if_stopped();
          kernels_.paint(own.picked.view(), steps_, brick);
        }
      }
    }
  }

  const RowsOf<T>& kernels_;
  const TileGrid& grid_;
  const Steps steps_;
  const T most_;                     // of the squares
  std::vector<std::uint64_t> bits_;  // centres
  std::vector<std::vector<Centre<T>>> centres_;
};

}  // namespace bitvox::local_thickness
