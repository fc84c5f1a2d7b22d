// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/warp.cuh"
#include "ops/distance_map/distance_map_kernels.cuh"

namespace bitvox::local_thickness {

// The GPU paints tiles of 32 x 32 x 32 voxels (32 x 32 x 1 per slice). Every tile has a list of the
// balls that reach it, in bands of falling squared radius. A lane owns a row of 32 voxels and walks
// the list alone; what the bands before have covered stays as it is, and within a band the largest
// counts.
inline constexpr int kTile = 32;
inline constexpr int kBands = 256;
using cuda::kAllLanes;
using cuda::kWarp;

// What a voxel's value is in memory.
template <class V>
struct ValueOf {
  using Type = typename V::Cell;
};
template <>
struct ValueOf<distance_map::Pairs> {
  using Type = std::uint16_t;
};

// How many voxels a length is, at most 2^29, which no side is longer than: voxels may be a million
// times longer one way than another.
__device__ inline int voxels_in(double length, double step) {
  return static_cast<int>(fmin(length / step, 536870912.0));
}

// Squares are whole numbers, or doubles where voxels are not cubes.
template <class V>
using Square = std::conditional_t<std::is_same_v<V, distance_map::Doubles>, double, int>;

template <class V>
struct Ball {
  int x, y, z;
  Square<V> square;
};

template <class V>
struct Volume {
  using Value = typename ValueOf<V>::Type;
  const Value* squares;  // to the background
  Value* thickest;       // of all balls that cover a voxel
  std::int64_t pitch;    // values of a row
  int width, height, depth;
  int nx, ny, nz;  // tiles
  int tile_depth;  // 1: every slice on its own
  double step_x, step_y, step_z;
  double smallest;  // square of the shortest step: balls up to it cover their centre alone
  double largest;   // of the squares

  __device__ std::int64_t at(int x, int y, int z) const {
    return (static_cast<std::int64_t>(z) * height + y) * pitch + x;
  }
  __device__ int tile(int x, int y, int z) const { return (z * ny + y) * nx + x; }

  // Of a step, summed as the distance map sums.
  __device__ double square_of(int dx, int dy, int dz) const {
    const double x = static_cast<double>(dx) * step_x;
    const double y = static_cast<double>(dy) * step_y;
    const double z = static_cast<double>(dz) * step_z;
    return x * x + y * y + z * z;
  }
  __device__ static int gap(int a, int first, int last) { return max(0, max(first - a, a - last)); }

  __device__ bool reaches(const Ball<V>& ball, int dx, int dy, int dz) const {
    if constexpr (std::is_same_v<Square<V>, int>) {
      return static_cast<std::int64_t>(dx) * dx + static_cast<std::int64_t>(dy) * dy +
                 static_cast<std::int64_t>(dz) * dz <
             ball.square;
    } else {
      return square_of(dx, dy, dz) < ball.square;
    }
  }

  // The largest squares are in band 0.
  __device__ int band(Square<V> square) const {
    const double part = (largest - static_cast<double>(square)) / largest;
    return min(kBands - 1, static_cast<int>(part * kBands));
  }
};

// Which neighbours' balls contain a ball: BallTable.
struct Containment {
  const std::uint32_t* least;
  int count;
};

template <class V>
__device__ bool is_covered(const Volume<V>& volume, const Containment& table, int x, int y, int z,
                           int square) {
  if (square >= table.count) return false;
  const std::uint32_t* const least = table.least + 3 * static_cast<std::int64_t>(square);
  const int reach = volume.tile_depth > 1 ? 1 : 0;
  for (int k = max(0, z - reach); k <= min(volume.depth - 1, z + reach); ++k) {
    for (int j = max(0, y - 1); j <= min(volume.height - 1, y + 1); ++j) {
      for (int i = max(0, x - 1); i <= min(volume.width - 1, x + 1); ++i) {
        const int e = (i != x) + (j != y) + (k != z);
        if (e > 0 &&
            static_cast<std::uint32_t>(volume.squares[volume.at(i, j, k)]) >= least[e - 1]) {
          return true;
        }
      }
    }
  }
  return false;
}

// A bit for each centre: word tile_x of row (y, z). A warp a word.
template <class V>
__global__ void __launch_bounds__(256)
    find_centres_kernel(Volume<V> volume, Containment table, std::int64_t first_row,
                        std::int64_t rows, std::uint32_t* centres) {
  const std::int64_t warp =
      (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / kWarp;
  if (warp >= rows * volume.nx) return;
  const std::int64_t row = first_row + warp / volume.nx;
  const auto y = static_cast<int>(row % volume.height);
  const auto z = static_cast<int>(row / volume.height);
  const int x = static_cast<int>(warp % volume.nx) * kTile + cuda::this_lane();
  bool centre = false;
  if (x < volume.width) {
    const auto square = volume.squares[volume.at(x, y, z)];
    centre = static_cast<double>(square) > volume.smallest;
    if constexpr (std::is_same_v<Square<V>, int>) {
      centre = centre && !is_covered(volume, table, x, y, z, static_cast<int>(square));
    }
  }
  const unsigned bits = __ballot_sync(kAllLanes, centre);
  if (cuda::this_lane() == 0) centres[row * volume.nx + warp % volume.nx] = bits;
}

// Calls visit(tile, ball) for every tile that the ball of each centre reaches, unless a larger one
// covers the tile: cover[tile] is its square. A thread a word.
template <class V, class Visit>
__device__ void for_every_reached_tile(const Volume<V>& volume, const std::uint32_t* centres,
                                       const Square<V>* cover, std::int64_t first_row,
                                       std::int64_t rows, Visit&& visit) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= rows * volume.nx) return;
  const std::int64_t row = first_row + i / volume.nx;
  const auto tile_x = static_cast<int>(i % volume.nx);
  const auto y = static_cast<int>(row % volume.height);
  const auto z = static_cast<int>(row / volume.height);
  for (std::uint32_t bits = centres[row * volume.nx + tile_x]; bits != 0; bits &= bits - 1) {
    const int x = tile_x * kTile + __ffs(static_cast<int>(bits)) - 1;
    const Ball<V> ball{x, y, z, static_cast<Square<V>>(volume.squares[volume.at(x, y, z)])};
    const double radius = sqrt(static_cast<double>(ball.square));
    const auto tiles = [&](int centre, double step, int side, int count, int& first, int& last) {
      const int reach = voxels_in(radius, step) + 1;
      first = max(0, centre - reach) / side;
      last = min(count - 1, (centre + reach) / side);
    };
    int x0, x1, y0, y1, z0, z1;
    tiles(x, volume.step_x, kTile, volume.nx, x0, x1);
    tiles(y, volume.step_y, kTile, volume.ny, y0, y1);
    tiles(z, volume.step_z, volume.tile_depth, volume.nz, z0, z1);
    if (volume.tile_depth == 1) z0 = z1 = z;
    for (int k = z0; k <= z1; ++k) {
      const int dz = volume.gap(z, k * volume.tile_depth, (k + 1) * volume.tile_depth - 1);
      for (int j = y0; j <= y1; ++j) {
        const int dy = volume.gap(y, j * kTile, (j + 1) * kTile - 1);
        for (int t = x0; t <= x1; ++t) {
          const int dx = volume.gap(x, t * kTile, (t + 1) * kTile - 1);
          const int tile = volume.tile(t, j, k);
          if (ball.square >= cover[tile] && volume.reaches(ball, dx, dy, dz)) visit(tile, ball);
        }
      }
    }
  }
}

// counts[tile * kBands + band]
template <class V>
__global__ void __launch_bounds__(256)
    count_balls_kernel(Volume<V> volume, const std::uint32_t* centres, const Square<V>* cover,
                       std::int64_t first_row, std::int64_t rows, unsigned* counts) {
  for_every_reached_tile(
      volume, centres, cover, first_row, rows, [&](int tile, const Ball<V>& ball) {
        atomicAdd(counts + static_cast<std::int64_t>(tile) * kBands + volume.band(ball.square), 1U);
      });
}

// Where each band of a tile ends, from the tile's first ball on, and where it begins, as cursors;
// totals: the tiles' balls. A thread a tile.
static __global__ void __launch_bounds__(256)
    sum_bands_kernel(int tiles, const unsigned* counts, unsigned* cursors, unsigned* totals) {
  const int tile = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (tile >= tiles) return;
  unsigned sum = 0;
  for (int band = 0; band < kBands; ++band) {
    const std::int64_t i = static_cast<std::int64_t>(tile) * kBands + band;
    cursors[i] = sum;
    sum += counts[i];
  }
  totals[tile] = sum;
}

// Tiles first .. end - 1, whose lists lie one after the other.
struct TileRange {
  int first;
  int end;
  const std::uint64_t* begins;  // of each of these tiles' lists
};

// Afterwards cursors are where bands end.
template <class V>
__global__ void __launch_bounds__(256)
    list_balls_kernel(Volume<V> volume, const std::uint32_t* centres, const Square<V>* cover,
                      std::int64_t first_row, std::int64_t rows, TileRange range, unsigned* cursors,
                      Ball<V>* balls) {
  for_every_reached_tile(
      volume, centres, cover, first_row, rows, [&](int tile, const Ball<V>& ball) {
        if (tile < range.first || tile >= range.end) return;
        const unsigned place = atomicAdd(
            cursors + static_cast<std::int64_t>(tile) * kBands + volume.band(ball.square), 1U);
        balls[range.begins[tile - range.first] + place] = ball;
      });
}

// How far a ball reaches along x in a row dy and dz away; -1: not at all.
template <class V>
__device__ int reach_along_x(const Volume<V>& volume, const Ball<V>& ball, int dy, int dz) {
  if (!volume.reaches(ball, 0, dy, dz)) return -1;
  if constexpr (std::is_same_v<Square<V>, int>) {
    const int left = ball.square - 1 - dy * dy - dz * dz;
    auto reach = static_cast<unsigned>(sqrtf(static_cast<float>(left)));
    while (reach * reach > static_cast<unsigned>(left)) --reach;
    while ((reach + 1) * (reach + 1) <= static_cast<unsigned>(left)) ++reach;
    return static_cast<int>(reach);
  } else {
    const double left = ball.square - volume.square_of(0, dy, dz);
    constexpr int kFarthest = 1 << 29;
    int reach = voxels_in(sqrt(fmax(left, 0.0)), volume.step_x);
    while (reach < kFarthest && volume.reaches(ball, reach + 1, dy, dz)) ++reach;
    while (!volume.reaches(ball, reach, dy, dz)) --reach;
    return reach;
  }
}

inline constexpr int kPaintThreads = 256;  // 8 warps; four blocks paint a tile of 32 slices

// A warp paints 8 rows of 4 slices (32 rows of one). cursors: where bands end.
template <class V>
__global__ void __launch_bounds__(kPaintThreads)
    paint_tiles_kernel(Volume<V> volume, TileRange range, const unsigned* cursors,
                       const Ball<V>* all_balls) {
  const int lane = cuda::this_lane();
  const bool flat = volume.tile_depth == 1;
  const int tile = range.first + static_cast<int>(blockIdx.x);
  const int part = static_cast<int>(blockIdx.y * kPaintThreads + threadIdx.x) / kWarp;
  if (flat && part > 0) return;
  const int first_x = tile % volume.nx * kTile;
  const int first_y = tile / volume.nx % volume.ny * kTile + (flat ? 0 : part % 4 * 8);
  const int first_z =
      tile / (volume.nx * volume.ny) * volume.tile_depth + (flat ? 0 : part / 4 * 4);
  const int last_y = first_y + (flat ? 31 : 7);
  const int last_z = first_z + (flat ? 0 : 3);
  const int y = first_y + (flat ? lane : lane % 8);
  const int z = first_z + (flat ? 0 : lane / 8);

  std::uint32_t open = 0;  // voxels of the object that no ball of the bands so far covers
  const bool there = y < volume.height && z < volume.depth;
  typename Volume<V>::Value* const row = volume.thickest + (there ? volume.at(first_x, y, z) : 0);
  for (int i = 0; there && i < min(kTile, volume.width - first_x); ++i) {
    const auto square = volume.squares[volume.at(first_x + i, y, z)];
    row[i] = square;
    if (static_cast<double>(square) > 0) open |= 1U << i;
  }
  const Ball<V>* const balls = all_balls + range.begins[tile - range.first];
  const unsigned* const ends = cursors + static_cast<std::int64_t>(tile) * kBands;
  unsigned next = 0;
  for (int band = 0; band < kBands; ++band) {
    const unsigned end = ends[band];
    if (!__any_sync(kAllLanes, open != 0)) return;
    const std::uint32_t open_before = open;
    for (; next < end; ++next) {
      const Ball<V> ball = balls[next];
      if (!volume.reaches(ball, volume.gap(ball.x, first_x, first_x + kTile - 1),
                          volume.gap(ball.y, first_y, last_y),
                          volume.gap(ball.z, first_z, last_z))) {
        continue;
      }
      if (open_before == 0) continue;
      const int reach = reach_along_x(volume, ball, y - ball.y, z - ball.z);
      const int first = max(0, ball.x - reach - first_x);
      const int last = min(kTile - 1, ball.x + reach - first_x);
      if (reach < 0 || first > last) continue;
      const std::uint32_t mask = (0xffffffffU >> (31 - (last - first))) << first;
      open &= ~mask;
      for (std::uint32_t bits = open_before & mask; bits != 0; bits &= bits - 1) {
        auto& value = row[__ffs(static_cast<int>(bits)) - 1];
        if (static_cast<Square<V>>(value) < ball.square) {
          value = static_cast<typename Volume<V>::Value>(ball.square);
        }
      }
    }
  }
}

}  // namespace bitvox::local_thickness
