// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_grid.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/parallel.hpp"
#include "core/read_volume.hpp"

namespace bitvox::flow {
namespace {

// The face that a neighbour lies beyond, where it does: of several the one that goes first.
struct Neighbour {
  std::array<std::int64_t, 3> at;
  bool outside = false;
  Face beyond = Face::kFree;
};

int rank_of(Face face) { return face == Face::kClosed ? 0 : face == Face::kMoving ? 1 : 2; }

Neighbour neighbour_of(const Grid& grid, const std::array<std::int64_t, 3>& cell, int slot) {
  Neighbour n{cell};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::int64_t& at = n.at[axis];
    at -= direction(slot, static_cast<int>(axis));
    const std::int64_t size = grid.size(axis);
    if (at >= 0 && at < size) continue;
    if (grid.periodic(axis)) {
      at = (at + size) % size;
      continue;
    }
    const Face face = grid.faces[2 * axis + (at < 0 ? 0 : 1)];
    n.beyond = n.outside && rank_of(n.beyond) < rank_of(face) ? n.beyond : face;
    n.outside = true;
  }
  return n;
}

std::size_t voxel_at(const Shape& s, const std::array<std::int64_t, 3>& at) {
  return static_cast<std::size_t>((at[2] * s.height + at[1]) * s.width + at[0]);
}

std::uint32_t links_of(const Grid& grid, const std::array<std::int64_t, 3>& cell,
                       const std::array<double, 3>& wall, std::vector<FaceLink>& faces) {
  if (grid.solid[voxel_at(grid.shape, cell)] == 255) return kSolidCell;
  std::uint32_t links = 0;
  for (int slot = 1; slot < kSlots; ++slot) {
    const Neighbour n = neighbour_of(grid, cell, slot);
    if (!n.outside && grid.solid[voxel_at(grid.shape, n.at)] != 255) continue;
    links |= link_of(slot);
    if (!n.outside || n.beyond == Face::kClosed) continue;
    double along = 0;
    for (int a = 0; a < 3; ++a) along += direction(slot, a) * wall[static_cast<std::size_t>(a)];
    const double w = slot <= 6 ? 1.0 / 18 : 1.0 / 36;
    faces.push_back({static_cast<std::int32_t>(cell[0]), slot, n.beyond == Face::kFree ? 1 : 0,
                     static_cast<float>(6 * w * along)});
  }
  return links;
}

// Whether all that borders on a row, but for its two ends, is fluid.
bool is_open(const Grid& grid, const std::vector<std::uint8_t>& has_solid, std::int64_t y,
             std::int64_t z) {
  for (std::int64_t dz = -1; dz <= 1; ++dz)
    for (std::int64_t dy = -1; dy <= 1; ++dy) {
      std::int64_t at[2] = {y + dy, z + dz};
      for (std::size_t axis = 1; axis < 3; ++axis) {
        const std::int64_t size = grid.size(axis);
        std::int64_t& i = at[axis - 1];
        if (i >= 0 && i < size) continue;
        if (!grid.periodic(axis)) return false;
        i = (i + size) % size;
      }
      if (has_solid[static_cast<std::size_t>(at[1] * grid.shape.height + at[0])] != 0) return false;
    }
  return true;
}

void link_row(Grid& grid, const std::vector<std::uint8_t>& has_solid, std::int64_t row,
              const std::array<double, 3>& wall) {
  const std::int64_t width = grid.shape.width;
  const std::int64_t y = row % grid.shape.height, z = row / grid.shape.height;
  Grid::Row& info = grid.rows[static_cast<std::size_t>(row)];
  std::uint32_t* const links = grid.links.get() + grid.cell(row, 0);
  std::fill(links, links + grid.blocks() * kLanes, kSolidCell);  // those behind the row
  std::fill(links, links + width, 0U);
  const bool ends_only = is_open(grid, has_solid, y, z);
  for (std::int64_t x = 0; x < width; x = ends_only && x == 0 && width > 1 ? width - 1 : x + 1) {
    links[x] = links_of(grid, {x, y, z}, wall, info.faces);
  }
  info.fluid = std::any_of(links, links + width, [](auto bits) { return bits != kSolidCell; });
  info.linked = std::any_of(links, links + grid.blocks() * kLanes, [](auto b) { return b != 0; });
}

}  // namespace

float solid_share(double epsilon, double tau) {
  return static_cast<float>(epsilon * (tau - 0.5) / ((1 - epsilon) + (tau - 0.5)));
}

std::vector<std::uint8_t> read_solid(const Input& in, Phase fluid, int threads,
                                     Progress& progress) {
  const Shape& s = in.shape();
  const std::int64_t slice = s.width * s.height;
  require_memory(kFlowUser, host_memory(), s.voxel_count());
  std::vector<std::uint8_t> solid(static_cast<std::size_t>(s.voxel_count()));
  if (in.mask != nullptr) {
    const std::uint8_t set = fluid == Phase::kForeground ? 0 : 255;
    const BitVolume volume = read_volume(*in.mask, threads, progress);
    for (std::int64_t z = 0; z < s.depth; ++z)
      for (std::int64_t y = 0; y < s.height; ++y) {
        const std::uint64_t* const words = volume.slice(z) + y * s.words_per_row();
        std::uint8_t* const row = solid.data() + z * slice + y * s.width;
        for (std::int64_t x = 0; x < s.width; ++x) {
          row[x] = (words[x / 64] >> (x % 64) & 1U) != 0 ? set : static_cast<std::uint8_t>(~set);
        }
      }
  } else {
    parallel_for(
        s.depth, threads, progress, [&] { return in.fractions->open(); },
        [&](std::unique_ptr<GreyReader>& reader, std::int64_t z) {
          std::uint8_t* const pixels = solid.data() + z * slice;
          reader->read(z, 0, slice, pixels);
          if (fluid == Phase::kForeground) {
            std::transform(pixels, pixels + slice, pixels,
                           [](std::uint8_t v) { return static_cast<std::uint8_t>(255 - v); });
          }
        });
  }
  if (std::all_of(solid.begin(), solid.end(), [](std::uint8_t v) { return v == 255; })) {
    throw UnsuitableImage(fluid == Phase::kForeground
                              ? "the image has no foreground voxels, which are the fluid"
                              : "the image has no background voxels, which are the fluid");
  }
  return solid;
}

Spaces measure_spaces(const Shape& s, const std::vector<std::uint8_t>& solid,
                      const std::array<Face, kFaces>& faces) {
  std::int64_t fluid = 0, surface = 0;  // of 255
  const std::int64_t size[3] = {s.width, s.height, s.depth};
  const auto at = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return static_cast<int>(solid[voxel_at(s, {x, y, z})]);
  };
  const auto is_wall = [&](std::size_t face) {
    const Face kind = faces[face];
    return kind == Face::kClosed || kind == Face::kMoving;
  };
  for (std::int64_t z = 0; z < s.depth; ++z)
    for (std::int64_t y = 0; y < s.height; ++y)
      for (std::int64_t x = 0; x < s.width; ++x) {
        const int here = at(x, y, z);
        fluid += 255 - here;
        const std::int64_t p[3] = {x, y, z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
          if (p[axis] == 0 && is_wall(2 * axis)) surface += 255 - here;
          std::int64_t next[3] = {x, y, z};
          if (++next[axis] == size[axis]) {
            if (is_wall(2 * axis + 1)) surface += 255 - here;
            if (faces[2 * axis] != Face::kPeriodic) continue;
            next[axis] = 0;
          }
          surface += std::abs(at(next[0], next[1], next[2]) - here);
        }
      }
  return {static_cast<double>(fluid) / 255, static_cast<double>(surface) / 255};
}

Grid make_grid(const Shape& shape, std::vector<std::uint8_t> solid, const Options& options,
               int threads, Progress& progress) {
  Grid grid;
  grid.shape = shape;
  grid.faces = options.faces;
  grid.pitch = (shape.width + kLanes - 1) / kLanes * kLanes + kLanes;
  grid.solid = std::move(solid);
  const bool partly = std::any_of(grid.solid.begin(), grid.solid.end(),
                                  [](std::uint8_t v) { return v != 0 && v != 255; });
  require_memory(kFlowUser, host_memory(), grid.cells() * (2 * kSlots * 4 + (partly ? 8 : 4)));
  grid.rows.resize(static_cast<std::size_t>(grid.row_count()));
  grid.links = aligned_array<std::uint32_t>(grid.cells());
  if (partly) grid.share = aligned_array<float>(grid.cells());
  std::vector<std::uint8_t> has_solid(grid.rows.size());
  const auto first_voxel = [&](std::int64_t row) { return grid.solid.data() + row * shape.width; };
  for (std::int64_t row = 0; row < grid.row_count(); ++row) {
    const std::uint8_t* const first = first_voxel(row);
    has_solid[static_cast<std::size_t>(row)] =
        std::find(first, first + shape.width, 255) != first + shape.width ? 1 : 0;
  }
  const double tau = 0.5 + 3 * options.viscosity;
  parallel_for(shape.depth, threads, progress, [&](std::int64_t z) {
    for (std::int64_t row = z * shape.height; row < (z + 1) * shape.height; ++row) {
      link_row(grid, has_solid, row, options.wall_velocity);
      if (!partly) continue;
      float* const share = grid.share.get() + grid.cell(row, 0);
      std::fill(share, share + grid.blocks() * kLanes, 0.0F);
      for (std::int64_t x = 0; x < shape.width; ++x) {
        const std::uint8_t value = first_voxel(row)[x];
        if (value == 0 || value == 255) continue;
        share[x] = solid_share(value / 255.0, tau);
        grid.rows[static_cast<std::size_t>(row)].partly = true;
      }
    }
  });
  return grid;
}

}  // namespace bitvox::flow
