// SPDX-License-Identifier: BSD-2-Clause
#include "diffusion/weighted_grid_levels.hpp"

#include "diffusion/aggregation.hpp"

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

Levels::Level::Level(const Grid& grid)
    : links(grid), rhs(grid), value(grid), other(grid), step(grid) {}

std::int64_t Levels::Level::bytes(const Grid& grid) {
  return Links::bytes(grid) + kLevelFields * GridField<float>::bytes(grid);
}

std::int64_t Levels::bytes(const Grid& finest) {
  std::int64_t sum = 0;
  for (Grid grid = finest; grid.cells() > 1;) {
    grid = grid.coarse();
    sum += Level::bytes(grid);
  }
  return sum;
}

Levels::Levels(const Rows& rows, const Links& finest, const RowLoop& loop) : rows_(rows) {
  const Links* fine = &finest;
  while (fine->grid.cells() > 1) {
    auto level = std::make_unique<Level>(fine->grid.coarse());
    for (GridField<float>* field : {&level->rhs, &level->value, &level->other, &level->step}) {
      field->clear(loop.threads(), loop.progress());
    }
    sum_links(level->links, *fine, rows, loop);
    fine = &level->links;
    levels_.push_back(std::move(level));
  }
}

void Levels::solve(std::size_t at, float correction, const RowLoop& loop) {
  Level& level = *levels_[at];
  const Grid& grid = level.links.grid;
  const auto start = [&](float scale) {
    loop(grid, [&](std::int64_t y, std::int64_t z) {
      rows_.cell_start(level.links.row(y, z), level.rhs.row(y, z), scale, level.step.row(y, z),
                       level.value.row(y, z));
    });
  };
  const auto step = [&](float keep, float scale) {
    loop(grid, [&](std::int64_t y, std::int64_t z) {
      rows_.cell_step(level.links.row(y, z), level.value.row(y, z), level.value.around(y, z),
                      level.rhs.row(y, z), keep, scale, level.step.row(y, z),
                      level.other.row(y, z));
    });
    level.value.swap(level.other);
  };
  if (at + 1 == levels_.size()) {  // one cell
    start(1);
    return;
  }
  start(1 / kMiddle);
  smooth_cells(1, step);
  Level& coarse = *levels_[at + 1];
  restrict_to(coarse.rhs, grid, rows_.add_pairs, loop,
              [&](std::int64_t y, std::int64_t z, float* out) {
                rows_.cell_left(level.links.row(y, z), level.value.row(y, z),
                                level.value.around(y, z), level.rhs.row(y, z), out);
              });
  solve(at + 1, correction, loop);
  loop(grid, [&](std::int64_t y, std::int64_t z) {
    rows_.add_coarse(grid.width, coarse.value.row(y / 2, z / 2), correction, level.value.row(y, z));
  });
  smooth_cells(0, step);
}

}  // namespace bitvox::weighted_grid
