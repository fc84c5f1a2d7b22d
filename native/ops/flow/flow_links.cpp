// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_links.hpp"

#include <algorithm>

#include "core/threads/parallel.hpp"
#include "ops/flow/flow_faces.hpp"

namespace bitvox::flow {
namespace {

class Linker {
 public:
  explicit Linker(const Grid& grid) : grid_(grid), table_(make_face_table(grid)) {}

  void link(std::int64_t row, Links& all) const {
    const std::int64_t width = grid_.shape.width;
    const std::int64_t y = row % grid_.shape.height, z = row / grid_.shape.height;
    Links::Row& info = all.rows[static_cast<std::size_t>(row)];
    std::uint32_t* const links = all.links.get() + all.cell(row, 0);
    std::fill(links, links + all.blocks() * kLanes, kSolidCell);  // those behind the row
    std::fill(links, links + width, 0U);
    const bool ends_only = is_open(y, z);
    for (std::int64_t x = 0; x < width; x = ends_only && x == 0 && width > 1 ? width - 1 : x + 1) {
      links[x] = links_of(x, y, z, info.faces);
    }
    info.fluid = std::any_of(links, links + width, [](auto bits) { return bits != kSolidCell; });
    info.linked = std::any_of(links, links + all.blocks() * kLanes, [](auto b) { return b != 0; });
  }

 private:
  std::uint32_t links_of(std::int64_t x, std::int64_t y, std::int64_t z,
                         std::vector<FaceLink>& faces) const {
    if (solid_at(x, y, z)) return kSolidCell;
    const std::array<std::int64_t, 3> at{x, y, z};
    std::size_t sides = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      sides |= (at[a] == 0 ? std::size_t{1} : 0) << (2 * a);
      sides |= (at[a] == grid_.size(a) - 1 ? std::size_t{2} : 0) << (2 * a);
    }
    std::uint32_t links = table_.outside[sides];
    for (int slot = 1; slot < kSlots; ++slot) {
      const std::uint32_t bit = link_of(slot);
      if ((links & bit) == 0) {
        const auto from = [&](std::int64_t i, int axis) {
          const std::int64_t size = grid_.size(static_cast<std::size_t>(axis));
          return (i - direction(slot, axis) + size) % size;
        };
        if (solid_at(from(x, 0), from(y, 1), from(z, 2))) links |= bit;
      } else if (((table_.moving[sides] | table_.free[sides]) & bit) != 0) {
        faces.push_back(
            {static_cast<std::int32_t>(x), slot, (table_.free[sides] & bit) != 0 ? 1 : 0, 0.0F});
      }
    }
    return links;
  }

  bool solid_at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const Shape& s = grid_.shape;
    return grid_.solid[static_cast<std::size_t>((z * s.height + y) * s.width + x)] == 255;
  }

  // Whether all rows around a row are there and free of solid.
  bool is_open(std::int64_t y, std::int64_t z) const {
    for (std::int64_t dz = -1; dz <= 1; ++dz)
      for (std::int64_t dy = -1; dy <= 1; ++dy) {
        std::array<std::int64_t, 2> at{y + dy, z + dz};
        for (std::size_t axis = 1; axis < 3; ++axis) {
          const std::int64_t size = grid_.size(axis);
          std::int64_t& i = at[axis - 1];
          if (i >= 0 && i < size) continue;
          if (!grid_.periodic(axis)) return false;
          i = (i + size) % size;
        }
        if (grid_.has_solid[static_cast<std::size_t>(at[1] * grid_.shape.height + at[0])] != 0) {
          return false;
        }
      }
    return true;
  }

  const Grid& grid_;
  const FaceTable table_;
};

void share_row(const Grid& grid, std::int64_t row, Links& all) {
  const std::int64_t width = grid.shape.width;
  float* const share = all.share.get() + all.cell(row, 0);
  std::fill(share, share + all.blocks() * kLanes, 0.0F);
  for (std::int64_t x = 0; x < width; ++x) {
    const std::uint8_t value = grid.solid[static_cast<std::size_t>(row * width + x)];
    if (value == 0 || value == 255) continue;
    share[x] = solid_share(value, grid.tau);
    all.rows[static_cast<std::size_t>(row)].partly = true;
  }
}

}  // namespace

Links make_links(const Grid& grid, std::int64_t bytes, int threads, Progress& progress) {
  Links all;
  constexpr std::int64_t kLine = Links::kLine;
  all.blocks_of_row = (grid.shape.width + kLanes - 1) / kLanes;
  all.pitch = (all.blocks_of_row * kLanes + 2 + kLine - 1) / kLine * kLine;
  all.cells = grid.row_count() * all.pitch + 2 * kLine;
  require_memory(kFlowUser, host_memory(), all.cells * (kSlots * bytes + (grid.partly ? 8 : 4)));
  all.rows.resize(static_cast<std::size_t>(grid.row_count()));
  all.links = aligned_array<std::uint32_t>(all.cells);
  if (grid.partly) all.share = aligned_array<float>(all.cells);
  const Linker linker(grid);
  parallel_for(grid.shape.depth, threads, progress, [&](std::int64_t z) {
    for (std::int64_t row = z * grid.shape.height; row < (z + 1) * grid.shape.height; ++row) {
      linker.link(row, all);
      if (grid.partly) share_row(grid, row, all);
    }
  });
  return all;
}

}  // namespace bitvox::flow
