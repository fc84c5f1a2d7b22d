// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "grey_test_volumes.hpp"
#include "ops/register_mi/register_mi.hpp"
#include "ops/register_mi/register_mi_information.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"

// Registration's parts as obvious loops, one voxel and one pair after the other.
namespace bitvox::test {

// The trilinear value at a place, or the nearest; false outside, but beyond an edge by at most a
// tolerance it is that of the edge. In 32-bit floats, in the order
// that the header states.
inline bool obvious_value(const GreyVolume& in, register_mi::Interpolation interpolation, float x,
                          float y, float z, float& value, float tolerance = 0) {
  const Shape& s = in.shape();
  const auto put_onto = [&](float& at, std::int64_t side) {
    const auto end = static_cast<float>(side - 1);
    const bool meant = at >= -tolerance && at <= end + tolerance;
    at = std::clamp(at, 0.0F, end);
    return meant;
  };
  if (!put_onto(x, s.width) || !put_onto(y, s.height) || !put_onto(z, s.depth)) {
    return false;
  }
  const auto voxel = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
    const std::int64_t at_x = std::min(i, s.width - 1);
    const std::int64_t at_y = std::min(j, s.height - 1);
    const std::int64_t at_z = std::min(k, s.depth - 1);
    return static_cast<float>(grey_value(in, (at_z * s.height + at_y) * s.width + at_x));
  };
  if (interpolation == register_mi::Interpolation::kNearest) {
    value = voxel(static_cast<std::int64_t>(std::floor(x + 0.5F)),
                  static_cast<std::int64_t>(std::floor(y + 0.5F)),
                  static_cast<std::int64_t>(std::floor(z + 0.5F)));
    return true;
  }
  const auto mix = [](float a, float b, float part) {
    const float step = (b - a) * part;
    return a + step;
  };
  const auto i = static_cast<std::int64_t>(x);
  const auto j = static_cast<std::int64_t>(y);
  const auto k = static_cast<std::int64_t>(z);
  const float u = x - std::floor(x);
  const float v = y - std::floor(y);
  const float w = z - std::floor(z);
  value = mix(mix(mix(voxel(i, j, k), voxel(i + 1, j, k), u),
                  mix(voxel(i, j + 1, k), voxel(i + 1, j + 1, k), u), v),
              mix(mix(voxel(i, j, k + 1), voxel(i + 1, j, k + 1), u),
                  mix(voxel(i, j + 1, k + 1), voxel(i + 1, j + 1, k + 1), u), v),
              w);
  return true;
}

struct Mapped {
  float x;
  float y;
  float z;
};
inline Mapped obvious_map(const register_mi::PointMap& map, float x, float y, float z) {
  const auto row = [&](float of_x, float of_y, float of_z, float offset) {
    const float from_x = of_x * x;
    const float from_y = of_y * y;
    const float from_z = of_z * z;
    const float both = from_x + from_y;
    const float all = both + from_z;
    return all + offset;
  };
  return {row(map.xx, map.xy, map.xz, map.x0), row(map.yx, map.yy, map.yz, map.y0),
          row(map.zx, map.zy, map.zz, map.z0)};
}

// Voxels of a level, as means of the finite ones of the level below.
inline GreyVolume obvious_halves(const GreyVolume& in, std::int64_t bx, std::int64_t by,
                                 std::int64_t bz) {
  const Shape& s = in.shape();
  const Shape small{s.width / bx, s.height / by, s.depth / bz};
  return make_grey(small, PixelType::kFloat32, [&](std::int64_t i) {
    float sum = 0;
    std::int64_t finite = 0;
    for (std::int64_t k = 0; k < bx * by * bz; ++k) {
      const std::int64_t x = i % small.width * bx + k % bx;
      const std::int64_t y = i / small.width % small.height * by + k / bx % by;
      const std::int64_t z = i / small.width / small.height * bz + k / bx / by;
      const auto value = static_cast<float>(grey_value(in, (z * s.height + y) * s.width + x));
      sum += std::isfinite(value) ? value : 0;
      finite += std::isfinite(value) ? 1 : 0;
    }
    return sum / static_cast<float>(finite);  // NaN of none
  });
}

inline int obvious_bin(float value, const register_mi::BinScale& scale) {
  if (value <= scale.low) {
    return 0;
  }
  const float cut = value >= scale.high ? scale.high : value;
  return std::min(static_cast<int>((cut - scale.low) * scale.per_value), scale.bins - 1);
}

struct Counts {
  std::int64_t points = 0;
  std::vector<std::vector<std::int64_t>> of_maps;
};

// Pair by pair. own: the level in which the points lie, other: the one that is looked up.
inline Counts obvious_counts(const GreyVolume& own, const GreyVolume& other,
                             const register_mi::MatchPoints& setup,
                             const std::vector<register_mi::PointMap>& maps) {
  const int bins = setup.other.bins;
  Counts counts;
  counts.of_maps.assign(maps.size(),
                        std::vector<std::int64_t>(static_cast<std::size_t>(bins * bins)));
  for (std::int64_t cell = 0; cell < setup.grid.count(); ++cell) {
    const register_mi::GridPoint point = register_mi::point_of_cell(setup.grid, cell);
    float value = 0;
    EXPECT_TRUE(
        obvious_value(own, register_mi::Interpolation::kLinear, point.x, point.y, point.z, value));
    if (std::isnan(value)) {
      continue;
    }
    ++counts.points;
    for (std::size_t i = 0; i < maps.size(); ++i) {
      const Mapped at = obvious_map(maps[i], point.x, point.y, point.z);
      float met = 0;
      if (obvious_value(other, register_mi::Interpolation::kLinear, at.x, at.y, at.z, met) &&
          !std::isnan(met)) {
        const int pair = obvious_bin(value, setup.own) * bins + obvious_bin(met, setup.other);
        ++counts.of_maps[i][static_cast<std::size_t>(pair)];
      }
    }
  }
  return counts;
}

// H(A) + H(B) - H(A, B), by the definition.
inline double obvious_information(const std::vector<std::int64_t>& counts, int bins) {
  std::vector<long double> rows(static_cast<std::size_t>(bins));
  std::vector<long double> columns(static_cast<std::size_t>(bins));
  long double n = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    rows[i / static_cast<std::size_t>(bins)] += static_cast<long double>(counts[i]);
    columns[i % static_cast<std::size_t>(bins)] += static_cast<long double>(counts[i]);
    n += static_cast<long double>(counts[i]);
  }
  long double information = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) {
      const long double p = static_cast<long double>(counts[i]) / n;
      information += p * std::log2(p * n / rows[i / static_cast<std::size_t>(bins)] * n /
                                   columns[i % static_cast<std::size_t>(bins)]);
    }
  }
  return static_cast<double>(information);
}

// H(A, B), by the definition.
inline double obvious_joint_entropy(const std::vector<std::int64_t>& counts) {
  long double n = 0;
  for (const std::int64_t count : counts) n += static_cast<long double>(count);
  long double entropy = 0;
  for (const std::int64_t count : counts) {
    const long double p = static_cast<long double>(count) / n;
    if (count > 0) entropy -= p * std::log2(p);
  }
  return static_cast<double>(entropy);
}

}  // namespace bitvox::test
