// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/volumes/shape.hpp"
#include "core/volumes/spacing.hpp"
#include "rays/volume_lengths.hpp"
#include "rays/volume_stepper.hpp"

// Walks of material_volume.cpp, a ray a thread. Sums: add(material, ticks).
namespace bitvox::rays {
namespace {

// Offset: std::uint32_t where it can count the voxels, which takes fewer instructions.
template <class Offset>
struct DeviceCells {
  Shape shape;
  const std::uint8_t* cells;  // a byte a voxel

  template <class Sums>
  __device__ __forceinline__ void walk(const VolumeRay& ray, Sums& sums) const {
    walk_cells<Offset>(ray, shape, cells, [&](std::uint32_t material, std::int64_t ticks) {
      sums.add(material, ticks);
    });
  }
};

// Bricks of 8 x 8 x 8 voxels; codes of several materials have the brick's number among all.
struct DeviceBricks {
  static constexpr int kBits = 3;
  static constexpr std::int64_t kSide = 8;
  static constexpr std::uint32_t kMixed = 256;

  std::int64_t wide, high;  // bricks
  const std::uint32_t* codes;
  const std::uint8_t* mixed;

  template <class Sums>
  __device__ __forceinline__ void walk(const VolumeRay& ray, Sums& sums) const {
    const AxisPlanes &ax = ray.axes[0], &ay = ray.axes[1], &az = ray.axes[2];
    double t = ray.begin;
    std::int64_t since = ticks_of(t);
    std::uint32_t material = 0;
    const auto enter = [&](std::uint32_t next, double when) {
      if (next == material) return;
      const std::int64_t now = ticks_of(when);
      sums.add(material, now - since);
      since = now;
      material = next;
    };
    const std::int64_t x0 = ax.cell_at(t) >> kBits, y0 = ay.cell_at(t) >> kBits,
                       z0 = az.cell_at(t) >> kBits;
    auto at = static_cast<std::int32_t>((z0 * high + y0) * wide + x0);
    VolumeStepper<std::int32_t> x(ax, x0, kSide, 1), y(ay, y0, kSide, wide),
        z(az, z0, kSide, wide * high);
    for (;;) {
      const double leaves = smaller(x.time, smaller(y.time, z.time));
      const std::uint32_t code = codes[at];
      if (code < kMixed) {
        enter(code, t);
      } else {
        walk_brick(ray, t, smaller(leaves, ray.end), mixed + (code - kMixed) * std::int64_t{512},
                   enter);
      }
      t = leaves;
      if (!(t < ray.end)) break;
      const bool x_first = x.time == t;
      const bool y_first = !x_first && y.time == t;
      x.advance(x_first, at);
      y.advance(y_first, at);
      z.advance(!x_first && !y_first, at);
    }
    sums.add(material, ticks_of(ray.end) - since);
  }

 private:
  template <class Enter>
  __device__ __forceinline__ static void walk_brick(const VolumeRay& ray, double from, double until,
                                                    const std::uint8_t* brick, const Enter& enter) {
    constexpr std::int64_t kMask = kSide - 1;
    const std::int64_t cx = ray.axes[0].cell_at(from), cy = ray.axes[1].cell_at(from),
                       cz = ray.axes[2].cell_at(from);
    VolumeStepper<std::int32_t> x(ray.axes[0], cx, 1, 1), y(ray.axes[1], cy, 1, kSide),
        z(ray.axes[2], cz, 1, kSide * kSide);
    auto cell = static_cast<std::int32_t>(((((cz & kMask) << kBits) + (cy & kMask)) << kBits) +
                                          (cx & kMask));
    for (double now = from;;) {
      enter(brick[cell], now);
      const bool x_first = x.time <= y.time && x.time <= z.time;
      const bool y_first = !x_first && y.time <= z.time;
      now = x_first ? x.time : y_first ? y.time : z.time;
      if (!(now < until)) return;
      x.advance(x_first, cell);
      y.advance(y_first, cell);
      z.advance(!x_first && !y_first, cell);
    }
  }
};

// ---- Sums of ticks, of each material
// ---------------------------------------------------------------

struct OneSum {
  std::int64_t ticks = 0;

  __device__ void clear(int) { ticks = 0; }
  __device__ void add(std::uint32_t material, std::int64_t amount) {
    ticks += material != 0 ? amount : 0;
  }
  __device__ std::int64_t of(int) const { return ticks; }
};

// In the block's shared memory, of its threads beside one another.
struct SharedSums {
  std::int64_t* ticks;  // of this thread
  int stride;

  __device__ void clear(int materials) {
    for (int m = 0; m <= materials; ++m) ticks[m * stride] = 0;
  }
  __device__ void add(std::uint32_t material, std::int64_t amount) {
    ticks[static_cast<int>(material) * stride] += amount;
  }
  __device__ std::int64_t of(int material) const { return ticks[material * stride]; }
};

// ---- Rays, tile by tile
// ------------------------------------------------------------------------

// Each warp has a tile of pixels, whose rays go through much the same voxels.
struct RayTiles {
  static constexpr int kWide = 8;
  static constexpr int kHigh = 4;

  const View* views;
  DetectorPart part;
  Spacing spacing;
  Shape shape;
  int materials;
  std::int64_t across;  // tiles
  std::int64_t down;

  __host__ __device__ std::int64_t of_view() const { return across * down; }
};

template <class Volume, class Sums>
__device__ __forceinline__ void walk_pixel(const Volume& volume, const RayTiles& tiles,
                                           std::int64_t tile, int lane, Sums& sums,
                                           float* lengths) {
  const std::int64_t number = tile / tiles.of_view(), in_view = tile % tiles.of_view();
  const std::int64_t c = in_view % tiles.across * RayTiles::kWide + lane % RayTiles::kWide;
  const std::int64_t r = in_view / tiles.across * RayTiles::kHigh + lane / RayTiles::kWide;
  if (c >= tiles.part.columns || r >= tiles.part.rows) return;
  const std::int64_t pixels = tiles.part.columns * tiles.part.rows;
  const Ray ray = tiles.views[number].ray(c, tiles.part.first_row + r);
  const VolumeRay within(ray, tiles.spacing, tiles.shape);
  float* const to = lengths + number * tiles.materials * pixels + r * tiles.part.columns + c;
  sums.clear(tiles.materials);
  if (!within.misses()) volume.walk(within, sums);
  const double tick = length(ray.direction) / kTicks;
  for (int m = 1; m <= tiles.materials; ++m) {
    to[(m - 1) * pixels] = static_cast<float>(static_cast<double>(sums.of(m)) * tick);
  }
}

}  // namespace
}  // namespace bitvox::rays
