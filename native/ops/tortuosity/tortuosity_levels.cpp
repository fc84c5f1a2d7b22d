// SPDX-License-Identifier: BSD-2-Clause
#include "ops/tortuosity/tortuosity_levels.hpp"

#include <functional>
#include <memory>
#include <vector>

#include "diffusion/row_numbers.hpp"

namespace bitvox::tortuosity {
namespace {

constexpr std::int64_t kFieldsPerLevel = 7;

// A row of the finer level: what its cells conduct to the next ones, and, in the outer layers, to a
// face.
struct FineRow {
  const float* x;
  const float* y;
  const float* z;
  const float* first_face;  // null elsewhere
  const float* last_face;
};
// Of what is not kept the row is written to `room`, of four values a cell.
using FineRows = std::function<FineRow(std::int64_t y, std::int64_t z, float* room)>;

// A coarse cell takes over the links of its last cells along each axis. The fine cells 2 X and
// 2 X + 1, of `width`, become X.
void add_rows(const FineRow& fine, std::int64_t width, bool last_y, bool last_z,
              const std::array<float*, 5>& out) {
  for (std::int64_t x = 0; x < width; ++x) {
    const auto to = x / 2;
    if (x % 2 == 1 || x + 1 == width) out[0][to] += fine.x[x];
    if (last_y) out[1][to] += fine.y[x];
    if (last_z) out[2][to] += fine.z[x];
    if (fine.first_face != nullptr) out[3][to] += fine.first_face[x];
    if (fine.last_face != nullptr) out[4][to] += fine.last_face[x];
  }
}

// All but the diagonal.
void sum_links(Level& coarse, const Grid& fine, const FineRows& row_of, const RowLoop& loop) {
  const Grid& grid = coarse.grid;
  const auto four = [&] { return std::vector<float>(static_cast<std::size_t>(4 * fine.width)); };
  loop(grid, four, [&](std::vector<float>& room, std::int64_t y, std::int64_t z) {
    float* const face = coarse.first_face.data() + y * grid.width;
    float* const other_face = coarse.last_face.data() + y * grid.width;
    const std::array<float*, 5> out{coarse.x.row(y, z), coarse.y.row(y, z), coarse.z.row(y, z),
                                    face, other_face};
    for (std::int64_t k = 2 * z; k < std::min(fine.depth, 2 * z + 2); ++k)
      for (std::int64_t j = 2 * y; j < std::min(fine.height, 2 * y + 2); ++j) {
        add_rows(row_of(j, k, room.data()), fine.width, j % 2 == 1 || j + 1 == fine.height,
                 k % 2 == 1 || k + 1 == fine.depth, out);
      }
    // A cell is no neighbour of itself.
    if (!grid.wraps_x()) out[0][grid.width - 1] = 0;
    if (!grid.wraps_y() && y + 1 == grid.height) std::fill_n(out[1], grid.width, 0.0F);
    coarse.x.close_row(out[0]);
  });
}

void sum_diagonal(Level& level, const RowLoop& loop) {
  const Grid& grid = level.grid;
  loop(grid, [&](std::int64_t y, std::int64_t z) {
    const float* const links_x = level.x.row(y, z);
    const float* const links_y = level.y.row(y, z);
    const float* const links_z = level.z.row(y, z);
    const float* const y_before = level.y.beyond(y - 1, z);
    const float* const z_before = level.z.beyond(y, z - 1);
    float* const out = level.diagonal.row(y, z);
    for (std::int64_t x = 0; x < grid.width; ++x) {
      const auto of_face = static_cast<std::size_t>(y * grid.width + x);
      float along_z = z_before[x] + links_z[x];
      if (z == 0) along_z += level.first_face[of_face];
      if (z + 1 == grid.depth) along_z += level.last_face[of_face];
      const float sum = level.rows.cell_diagonal(level.weights, links_x[x - 1] + links_x[x],
                                                 y_before[x] + links_y[x], along_z);
      out[x] = sum > 0 ? sum : -1;
    }
  });
}

}  // namespace

Level::Level(const Rows& table, Weights with, const Grid& of, const RowLoop& loop)
    : rows(table),
      weights(with),
      grid(of),
      x(of),
      y(of),
      z(of),
      diagonal(of),
      rhs(of),
      value(of),
      other(of),
      first_face(static_cast<std::size_t>(of.width * of.height)),
      last_face(first_face.size()) {
  for (GridField<float>* field : {&x, &y, &z, &diagonal, &rhs, &value, &other}) {
    field->clear(loop.threads(), loop.progress());
  }
}

std::int64_t Level::bytes(const Grid& grid) {
  return kFieldsPerLevel * GridField<float>::bytes(grid) +
         2 * grid.width * grid.height * static_cast<std::int64_t>(sizeof(float));
}

Levels coarse_levels(const Rows& rows, const GridField<Code>& codes, Weights weights,
                     const RowLoop& loop) {
  const Grid& voxels = codes.grid();
  // Of a pore in an outer layer to the face, half a layer away.
  const auto row_of_voxels = [&](std::int64_t y, std::int64_t z, float* x_links) -> FineRow {
    const std::int64_t width = voxels.width;
    float* const face = x_links + 3 * width;
    const Code* const here = codes.row(y, z);
    rows.links({here, weights, width}, codes.beyond(y + 1, z), codes.beyond(y, z + 1), x_links,
               x_links + width, x_links + 2 * width);
    const bool first = z == 0, last = z + 1 == voxels.depth;
    if (first || last) {
      for (std::int64_t x = 0; x < width; ++x) face[x] = here[x] != 0 ? 2.0F : 0.0F;
    }
    return {x_links, x_links + width, x_links + 2 * width, first ? face : nullptr,
            last ? face : nullptr};
  };
  return Levels(voxels, [&](const Grid& grid, const Level* finer) {
    auto level = std::make_unique<Level>(rows, weights, grid, loop);
    if (finer == nullptr) {
      sum_links(*level, voxels, row_of_voxels, loop);
    } else {
      const Grid& fine = finer->grid;
      const auto row_of_cells = [&](std::int64_t y, std::int64_t z, float*) -> FineRow {
        return {finer->x.row(y, z), finer->y.row(y, z), finer->z.row(y, z),
                z == 0 ? finer->first_face.data() + y * fine.width : nullptr,
                z + 1 == fine.depth ? finer->last_face.data() + y * fine.width : nullptr};
      };
      sum_links(*level, fine, row_of_cells, loop);
    }
    sum_diagonal(*level, loop);
    return level;
  });
}

double product(const Level& level, const RowLoop& loop) {
  return RowNumbers(level.grid).sum(loop, [&](std::int64_t y, std::int64_t z) {
    return level.rows.product(level.rhs.row(y, z), level.value.row(y, z), level.grid.width);
  });
}

}  // namespace bitvox::tortuosity
