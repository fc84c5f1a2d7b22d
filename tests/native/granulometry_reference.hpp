// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "ops/granulometry/granulometry.hpp"
#include "test_volumes.hpp"

// Granulometry by crosses and cubes as the obvious loops do it.

namespace bitvox::granulometry::reference {

// One byte a voxel, 1 for object.
struct Bytes {
  Shape shape;
  std::vector<std::uint8_t> at;

  std::int64_t count() const { return std::count(at.begin(), at.end(), 1); }
};

inline Bytes object_bytes(const BitVolume& volume, Phase phase) {
  const Shape& s = volume.shape();
  Bytes bytes{s, {}};
  for (std::int64_t z = 0; z < s.depth; ++z)
    for (std::int64_t y = 0; y < s.height; ++y)
      for (std::int64_t x = 0; x < s.width; ++x)
        bytes.at.push_back(test::voxel(volume, x, y, z) == (phase == Phase::kForeground) ? 1 : 0);
  return bytes;
}

enum class Outside { kIsObject, kIsBackground };

struct Offset {
  std::int64_t x, y, z;
};

// The element without its centre. In a volume of one slice it is two-dimensional.
inline std::vector<Offset> neighbours(Element element, const Shape& shape) {
  const std::int64_t reach_z = shape.depth > 1 ? 1 : 0;
  std::vector<Offset> all;
  for (std::int64_t z = -reach_z; z <= reach_z; ++z)
    for (std::int64_t y = -1; y <= 1; ++y)
      for (std::int64_t x = -1; x <= 1; ++x) {
        const std::int64_t steps = std::abs(x) + std::abs(y) + std::abs(z);
        if (steps == 1 || (steps > 1 && element == Element::kCube)) all.push_back({x, y, z});
      }
  return all;
}

// Erosion (`value` 0 spreads) or dilation (`value` 1 spreads) by one element.
inline Bytes spread(const Bytes& in, Element element, std::uint8_t value, Outside outside) {
  const Shape& s = in.shape;
  const std::uint8_t beyond = outside == Outside::kIsObject ? 1 : 0;
  const std::vector<Offset> around = neighbours(element, s);
  Bytes out = in;
  std::size_t i = 0;
  for (std::int64_t z = 0; z < s.depth; ++z)
    for (std::int64_t y = 0; y < s.height; ++y)
      for (std::int64_t x = 0; x < s.width; ++x, ++i) {
        if (in.at[i] == value) continue;
        for (const Offset& d : around) {
          const std::int64_t nx = x + d.x, ny = y + d.y, nz = z + d.z;
          const bool inside =
              nx >= 0 && nx < s.width && ny >= 0 && ny < s.height && nz >= 0 && nz < s.depth;
          const std::uint8_t neighbour =
              inside ? in.at[static_cast<std::size_t>((nz * s.height + ny) * s.width + nx)]
                     : beyond;
          if (neighbour == value) out.at[i] = value;
        }
      }
  return out;
}

struct Sizes {
  std::vector<std::int64_t> counts;
  std::vector<std::uint16_t> widths;
};

// n erosions, then n dilations, for every n until nothing is left.
inline Sizes sizes_by_openings(const Bytes& object, const Options& options) {
  const Outside outside =
      options.edges == Edges::kClipped ? Outside::kIsObject : Outside::kIsBackground;
  Sizes sizes;
  sizes.widths.resize(object.at.size());
  Bytes eroded = object;
  for (int n = 0; n <= options.max_radius; ++n) {
    if (n > 0) eroded = spread(eroded, options.element, 0, outside);
    Bytes opened = eroded;
    for (int i = 0; i < n; ++i) opened = spread(opened, options.element, 1, Outside::kIsBackground);
    sizes.counts.push_back(opened.count());
    if (sizes.counts.back() == 0) break;
    for (std::size_t i = 0; i < opened.at.size(); ++i)
      if (opened.at[i] == 1) sizes.widths[i] = static_cast<std::uint16_t>(2 * n + 1);
  }
  return sizes;
}

// The definition itself: the union of all elements that fit.
inline Sizes sizes_by_definition(const Bytes& object, const Options& options) {
  const Shape& s = object.shape;
  Sizes sizes;
  sizes.widths.resize(object.at.size());
  // Calls visit(index, or -1 outside the volume) for every voxel of the n-fold element at c.
  const auto for_element = [&](std::int64_t n, std::int64_t cx, std::int64_t cy, std::int64_t cz,
                               auto&& visit) {
    const std::int64_t reach_z = s.depth > 1 ? n : 0;
    for (std::int64_t z = cz - reach_z; z <= cz + reach_z; ++z)
      for (std::int64_t y = cy - n; y <= cy + n; ++y)
        for (std::int64_t x = cx - n; x <= cx + n; ++x) {
          const std::int64_t steps = std::abs(x - cx) + std::abs(y - cy) + std::abs(z - cz);
          if (options.element == Element::kCross && steps > n) continue;
          const bool inside =
              x >= 0 && x < s.width && y >= 0 && y < s.height && z >= 0 && z < s.depth;
          visit(inside ? (z * s.height + y) * s.width + x : -1);
        }
  };
  for (int n = 0; n <= options.max_radius; ++n) {
    Bytes opened{s, std::vector<std::uint8_t>(object.at.size())};
    for (std::int64_t z = 0; z < s.depth; ++z)
      for (std::int64_t y = 0; y < s.height; ++y)
        for (std::int64_t x = 0; x < s.width; ++x) {
          bool fits = true;
          for_element(n, x, y, z, [&](std::int64_t i) {
            fits = fits && (i < 0 ? options.edges == Edges::kClipped
                                  : object.at[static_cast<std::size_t>(i)] == 1);
          });
          if (!fits) continue;
          for_element(n, x, y, z, [&](std::int64_t i) {
            if (i >= 0) opened.at[static_cast<std::size_t>(i)] = 1;
          });
        }
    sizes.counts.push_back(opened.count());
    if (sizes.counts.back() == 0) break;
    for (std::size_t i = 0; i < opened.at.size(); ++i)
      if (opened.at[i] == 1) sizes.widths[i] = static_cast<std::uint16_t>(2 * n + 1);
  }
  return sizes;
}

// Every slice as a volume of its own; counts summed up to the first sum of zero.
inline Sizes sizes_per_slice(const Bytes& object, const Options& options) {
  const Shape slice{object.shape.width, object.shape.height, 1};
  Sizes sum;
  for (std::int64_t z = 0; z < object.shape.depth; ++z) {
    const auto first = object.at.begin() + z * slice.voxel_count();
    const Sizes one = sizes_by_openings({slice, {first, first + slice.voxel_count()}}, options);
    sum.counts.resize(std::max(sum.counts.size(), one.counts.size()));
    for (std::size_t n = 0; n < one.counts.size(); ++n) sum.counts[n] += one.counts[n];
    sum.widths.insert(sum.widths.end(), one.widths.begin(), one.widths.end());
  }
  return sum;
}

// Remembered, because every backend asks for the same.
inline const Sizes& expected_sizes(const BitVolume& volume, const Options& options) {
  using Rule = std::tuple<std::int64_t, std::int64_t, Element, Edges, Extent, int>;
  static std::map<std::pair<Rule, std::vector<std::uint8_t>>, Sizes> known;
  const Bytes object = object_bytes(volume, options.phase);
  const Rule rule{object.shape.width, object.shape.height, options.element,
                  options.edges,      options.extent,      options.max_radius};
  const auto [entry, is_new] = known.try_emplace({rule, object.at});
  if (is_new) {
    entry->second = options.extent == Extent::kVolume ? sizes_by_openings(object, options)
                                                      : sizes_per_slice(object, options);
  }
  return entry->second;
}

// What a smaller max_radius leaves of them.
inline Sizes ended_at(Sizes sizes, int max_radius) {
  const auto largest = static_cast<std::size_t>(max_radius);
  if (sizes.counts.size() > largest + 1) sizes.counts.resize(largest + 1);
  for (std::uint16_t& width : sizes.widths)
    width = static_cast<std::uint16_t>(std::min<std::size_t>(width, 2 * largest + 1));
  return sizes;
}

}  // namespace bitvox::granulometry::reference
