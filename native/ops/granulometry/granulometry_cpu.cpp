// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "core/parallel.hpp"
#include "ops/granulometry/granulometry.hpp"

namespace bitvox::cpu {
namespace {

using Field = std::vector<std::uint16_t>;

// The largest of what is around voxel (x, y, z), by a given reduction over its neighbours.
template <class Visit>
void for_neighbours(const Shape& s, Element element, std::int64_t x, std::int64_t y, std::int64_t z,
                    Visit&& visit) {
  for (std::int64_t dz = -1; dz <= 1; ++dz) {
    for (std::int64_t dy = -1; dy <= 1; ++dy) {
      for (std::int64_t dx = -1; dx <= 1; ++dx) {
        const std::int64_t steps = dx * dx + dy * dy + dz * dz;
        if (steps == 0 || (element == Element::kCross && steps > 1)) {
          continue;
        }
        const std::int64_t nx = x + dx;
        const std::int64_t ny = y + dy;
        const std::int64_t nz = z + dz;
        const bool inside =
            nx >= 0 && nx < s.width && ny >= 0 && ny < s.height && nz >= 0 && nz < s.depth;
        visit(inside ? (nz * s.height + ny) * s.width + nx : -1, dz);
      }
    }
  }
}

void transform(const Shape& s, const GranulometrySlab& slab, Field& field, Team& team) {
  const int cut = slab.max_radius + 1;
  Field next = field;
  for (int m = 1; m < cut && !team.stopped(); ++m) {
    std::int64_t i = 0;
    for (std::int64_t z = 0; z < s.depth; ++z)
      for (std::int64_t y = 0; y < s.height; ++y)
        for (std::int64_t x = 0; x < s.width; ++x, ++i) {
          if (field[static_cast<std::size_t>(i)] != cut) continue;
          int least = cut;
          for_neighbours(s, slab.element, x, y, z, [&](std::int64_t n, std::int64_t dz) {
            if (n >= 0)
              least = std::min<int>(least, field[static_cast<std::size_t>(n)]);
            else if (slab.edges == Edges::kBackground && !(slab.planar && dz != 0))
              least = 0;
          });
          if (least == m - 1) next[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(m);
        }
    field = next;
  }
  for (int m = slab.max_radius; m >= 1 && !team.stopped(); --m) {
    std::int64_t i = 0;
    for (std::int64_t z = 0; z < s.depth; ++z)
      for (std::int64_t y = 0; y < s.height; ++y)
        for (std::int64_t x = 0; x < s.width; ++x, ++i) {
          int most = 0;
          for_neighbours(s, slab.element, x, y, z, [&](std::int64_t n, std::int64_t) {
            if (n >= 0) most = std::max<int>(most, field[static_cast<std::size_t>(n)]);
          });
          if (most > m && most > field[static_cast<std::size_t>(i)])
            next[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(most);
        }
    field = next;
  }
}

}  // namespace

std::int64_t granulometry_bytes(const Shape& shape, int) { return 5 * shape.voxel_count(); }

std::vector<std::int64_t> size_histogram(const GranulometryRows&, const GranulometrySlab& slab, int,
                                         OpeningMapSink* map, Progress& progress) {
  const Shape shape = slab.object.shape();
  const std::int64_t slice = shape.width * shape.height;
  const Shape part{shape.width, shape.height, slab.planar ? 1 : shape.depth};
  Field field(static_cast<std::size_t>(shape.voxel_count()));
  run_team(1, shape.depth, progress, [&](Team& team, int) {
    std::vector<std::uint64_t> words(static_cast<std::size_t>(shape.words_per_slice()));
    for (std::int64_t z = 0; z < shape.depth; ++z) {
      slab.object.read_slices(z, 1, words.data());
      for (std::int64_t y = 0; y < shape.height; ++y)
        for (std::int64_t x = 0; x < shape.width; ++x)
          if (words[static_cast<std::size_t>(y * shape.words_per_row() + x / 64)] >> (x % 64) & 1)
            field[static_cast<std::size_t>(z * slice + y * shape.width + x)] =
                static_cast<std::uint16_t>(slab.max_radius + 1);
    }
    for (std::int64_t z = 0; z < shape.depth; z += part.depth) {
      const auto begin = field.begin() + z * slice;
      Field one(begin, begin + part.depth * slice);
      transform(part, slab, one, team);
      std::copy(one.begin(), one.end(), begin);
      team.add_done(part.depth);
    }
  });
  std::vector<std::int64_t> histogram(static_cast<std::size_t>(slab.max_radius) + 2);
  for (std::int64_t z = 0; z < slab.slice_count; ++z) {
    std::vector<std::uint16_t> widths(static_cast<std::size_t>(slice));
    for (std::int64_t i = 0; i < slice; ++i) {
      const auto f = field[static_cast<std::size_t>((slab.first_slice + z) * slice + i)];
      ++histogram[f];
      widths[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(f == 0 ? 0 : 2 * f - 1);
    }
    if (map != nullptr) map->write_slice(z, widths.data());
  }
  return histogram;
}

}  // namespace bitvox::cpu
