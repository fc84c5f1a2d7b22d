// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/volumes/pixel_type.hpp"
#include "core/volumes/shape.hpp"
#include "cuda/stream.hpp"
#include "ops/register_mi/register_mi_geometry.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"
#include "ops/register_mi/register_mi_rows.hpp"
#include "ops/register_mi/register_mi_smooth.hpp"

// The steps of a registration on volumes that lie on the GPU. Nothing here waits.
namespace bitvox::register_mi {

struct DeviceVolume {
  const void* pixels = nullptr;
  PixelType type = PixelType::kUint8;
  Shape shape;
};

struct DevicePoints {
  const float* x = nullptr;
  const float* y = nullptr;
  const float* z = nullptr;
  const std::uint8_t* bins = nullptr;
  std::int64_t count = 0;
};

// Means of by.x * by.y * by.z voxels.
void halve(const DeviceVolume& in, const LevelFactors& by, float* out, const cuda::Stream& stream);

// Smooths a volume; `between` has room for as many floats as there are voxels. `out` may be the
// volume's own floats.
void smooth(const DeviceVolume& in, const Smoothing& by, float* between, float* out,
            const cuda::Stream& stream);

// The points of a grid: 3 * grid.count() floats, all x, then all y, then all z.
void place_points(const PointGrid& grid, float* places, const cuda::Stream& stream);

// The values at points that lie in the volume.
void values_at(const DeviceVolume& in, const DevicePoints& points, float* values,
               const cuda::Stream& stream);

// The bins of values, kNoBin for NaN; adds the number of the others to *total.
void bins_of(const float* values, std::int64_t count, const BinScale& scale, std::uint8_t* bins,
             unsigned long long* total, const cuda::Stream& stream);

// Counts pairs of bins: tables[map][point_bin * bins + bin], which must be zero, get the counts.
// The maps may lie in page-locked memory of the host.
void count_pairs(const DeviceVolume& in, const DevicePoints& points, const BinScale& scale,
                 const PointMap* maps, int map_count, std::uint32_t* tables,
                 const cuda::Stream& stream);

// Sums the tables up, and makes them zero.
void sum_tables(std::uint32_t* tables, int map_count, int bins, const std::int64_t* logs,
                MatchSums* sums, const cuda::Stream& stream);

// Pixels first .. first + count - 1 of `shape`, which the map takes to their places in `in`; adds
// the number of those that lie in it to *inside.
void resample(const DeviceVolume& in, const Resampling& how, std::int64_t first, std::int64_t count,
              void* out, unsigned long long* inside, const cuda::Stream& stream);

}  // namespace bitvox::register_mi
