// SPDX-License-Identifier: BSD-2-Clause
#include "diffusion/weighted_grid_levels.hpp"

#include <algorithm>
#include <memory>

namespace bitvox::weighted_grid {
namespace {

constexpr std::int64_t kLinkFields = 5;
constexpr std::int64_t kLevelFields = 4;

// A coarse cell takes over the links of its last cells along each axis, and all grounds.
void add_row(const CellRow& fine, bool last_y, bool last_z, float* x, float* y, float* z,
             float* ground) {
  for (std::int64_t i = 0; i < fine.width; ++i) {
    const std::int64_t to = i / 2;
    if (i % 2 == 1) x[to] += fine.x[i];
    if (last_y) y[to] += fine.y[i];
    if (last_z) z[to] += fine.z[i];
    ground[to] += fine.ground[i];
  }
}

void sum_links(Links& coarse, const Links& fine, const Rows& rows, const RowLoop& loop) {
  coarse.clear(loop);
  loop(coarse.grid, [&](std::int64_t y, std::int64_t z) {
    for (std::int64_t k = 2 * z; k < std::min(fine.grid.depth, 2 * z + 2); ++k)
      for (std::int64_t j = 2 * y; j < std::min(fine.grid.height, 2 * y + 2); ++j) {
        add_row(fine.row(j, k), j % 2 == 1, k % 2 == 1, coarse.x.row(y, z), coarse.y.row(y, z),
                coarse.z.row(y, z), coarse.ground.row(y, z));
      }
  });
  coarse.set_diagonal(rows, loop);
}

}  // namespace

Links::Links(const Grid& of) : grid(of), x(of), y(of), z(of), ground(of), diagonal(of) {}

std::int64_t Links::bytes(const Grid& grid) { return kLinkFields * GridField<float>::bytes(grid); }

void Links::clear(const RowLoop& loop) {
  for (GridField<float>* field : {&x, &y, &z, &ground, &diagonal}) {
    field->clear(loop.threads(), loop.progress());
  }
}

void Links::set_diagonal(const Rows& rows, const RowLoop& loop) {
  loop(grid, [&](std::int64_t j, std::int64_t k) { rows.diagonal(row(j, k), diagonal.row(j, k)); });
}

Level::Level(const Rows& table, const Grid& of, const RowLoop& loop)
    : Links(of), rows(table), rhs(of), value(of), other(of), change(of) {
  for (GridField<float>* field : {&rhs, &value, &other, &change}) {
    field->clear(loop.threads(), loop.progress());
  }
}

std::int64_t Level::bytes(const Grid& grid) {
  return Links::bytes(grid) + kLevelFields * GridField<float>::bytes(grid);
}

Levels coarse_levels(const Rows& rows, const Links& finest, const RowLoop& loop) {
  return Levels(finest.grid, [&](const Grid& grid, const Level* finer) {
    auto level = std::make_unique<Level>(rows, grid, loop);
    sum_links(*level, finer == nullptr ? finest : *finer, rows, loop);
    return level;
  });
}

}  // namespace bitvox::weighted_grid
