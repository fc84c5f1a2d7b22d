// SPDX-License-Identifier: BSD-2-Clause
#include "diffusion/weighted_grid_cpu.hpp"

#include <algorithm>

#include "core/memory/memory.hpp"
#include "diffusion/aggregation.hpp"
#include "diffusion/weighted_grid_resistance.hpp"

namespace bitvox::weighted_grid {
namespace {

constexpr std::int64_t kVectors = 5;

// The factor of the only part.
double only(const Parts& parts) { return parts.front().factor; }

}  // namespace

std::int64_t EquationsCpu::bytes(const Grid& grid) {
  return Links::bytes(grid) + kVectors * GridField<float>::bytes(grid) +
         GridField<double>::bytes(grid) + Levels::bytes(grid) + RowNumbers::bytes(grid);
}

EquationsCpu::EquationsCpu(InstructionSet instructions, const Grid& grid, int threads,
                           Progress& progress)
    : rows_(rows_for<Rows>(instructions)),
      loop_(threads, progress),
      links_(grid),
      x_(grid),
      p_(grid),
      z_(grid),
      t_(grid),
      resistance_(grid),
      r_(grid),
      numbers_(grid) {
  links_.clear(loop_);
  for (GridField<float>* field : {&x_, &p_, &z_, &t_, &resistance_})
    field->clear(threads, progress);
  r_.clear(threads, progress);
}

void EquationsCpu::set_up() {
  links_.set_diagonal(rows_, loop_);
  levels_ = coarse_levels(rows_, links_, loop_);
  loop_(grid(), [&](std::int64_t y, std::int64_t z) {
    rows_.first_resistance(links_.row(y, z), resistance_.row(y, z));
  });
  largest_resistance_ =
      find_ways([&] { relax(); },
                [&] {
                  return numbers_.largest(loop_, [&](std::int64_t y, std::int64_t z) {
                    return rows_.largest_resistance(grid().width, resistance_.row(y, z));
                  });
                });
}

// Once along each axis, both ways. Along y and z a task has a strip of columns, so that a single
// wide slice is shared, too.
void EquationsCpu::relax() {
  constexpr std::int64_t kStrip = 1024;
  const Grid& g = grid();
  const std::int64_t strips = (g.width + kStrip - 1) / kStrip;
  // To the row `to` from the one before or behind it, over the links of one of them.
  const auto step = [&](std::int64_t strip, const float* link, const float* from, float* to) {
    const std::int64_t x = strip * kStrip;
    rows_.relax(std::min(kStrip, g.width - x), link + x, from + x, to + x);
  };
  loop_(g, [&](std::int64_t y, std::int64_t z) {
    rows_.relax_row(g.width, links_.x.row(y, z), resistance_.row(y, z));
  });
  loop_.each(g.depth * strips, [&](std::int64_t i) {
    const std::int64_t z = i / strips, strip = i % strips;
    for (std::int64_t y = 1; y < g.height; ++y) {
      step(strip, links_.y.row(y - 1, z), resistance_.row(y - 1, z), resistance_.row(y, z));
    }
    for (std::int64_t y = g.height - 2; y >= 0; --y) {
      step(strip, links_.y.row(y, z), resistance_.row(y + 1, z), resistance_.row(y, z));
    }
  });
  loop_.each(g.height * strips, [&](std::int64_t i) {
    const std::int64_t y = i / strips, strip = i % strips;
    for (std::int64_t z = 1; z < g.depth; ++z) {
      step(strip, links_.z.row(y, z - 1), resistance_.row(y, z - 1), resistance_.row(y, z));
    }
    for (std::int64_t z = g.depth - 2; z >= 0; --z) {
      step(strip, links_.z.row(y, z), resistance_.row(y, z + 1), resistance_.row(y, z));
    }
  });
}

std::vector<double> EquationsCpu::start(const Parts&) {
  return {numbers_.largest(loop_, [&](std::int64_t y, std::int64_t z) {
    return rows_.start(links_.row(y, z), r_.row(y, z), x_.row(y, z), p_.row(y, z), z_.row(y, z));
  })};
}

std::vector<double> EquationsCpu::precondition(const Parts& parts) {
  const auto correction = static_cast<float>(only(parts));
  if (!levels_.empty()) {
    restrict_to(levels_.first().rhs, grid(), rows_.add_pairs, loop_,
                [&](std::int64_t y, std::int64_t z, float* out) {
                  rows_.left(links_.row(y, z), z_.row(y, z), z_.around(y, z), r_.row(y, z), out);
                });
    levels_.solve(correction, loop_);
    loop_(grid(), [&](std::int64_t y, std::int64_t z) {
      rows_.add_coarse(grid().width, levels_.first().value.row(y / 2, z / 2), correction,
                       z_.row(y, z));
    });
  }
  return last_sweep();
}

bool EquationsCpu::set_up_along_links() {
  if (!along_links_.empty()) return true;
  if (!can_have_link_levels(grid()) || link_levels_bytes(grid()) > host_memory().free) return false;
  along_links_ = LinkCycleCpu(links_, loop_);
  return !along_links_.empty();
}

std::vector<double> EquationsCpu::precondition_along_links(const Parts& parts) {
  loop_(grid(), [&](std::int64_t y, std::int64_t z) {
    rows_.left(links_.row(y, z), z_.row(y, z), z_.around(y, z), r_.row(y, z), t_.row(y, z));
  });
  along_links_.correct(t_, static_cast<float>(only(parts)), z_, loop_);
  return last_sweep();
}

std::vector<double> EquationsCpu::last_sweep() {
  return {numbers_.sum(loop_, [&](std::int64_t y, std::int64_t z) {
    return rows_.sweep(links_.row(y, z), z_.row(y, z), z_.around(y, z), r_.row(y, z), t_.row(y, z));
  })};
}

std::vector<double> EquationsCpu::advance(const Parts& parts) {
  const double beta = only(parts);
  loop_(grid(), [&](std::int64_t y, std::int64_t z) {
    rows_.advance(grid().width, beta, t_.row(y, z), p_.row(y, z));
  });
  return {numbers_.sum(loop_, [&](std::int64_t y, std::int64_t z) {
    return rows_.curvature(links_.row(y, z), p_.row(y, z), p_.around(y, z));
  })};
}

std::vector<double> EquationsCpu::move(const Parts& parts) {
  const double alpha = only(parts);
  return {numbers_.largest(loop_, [&](std::int64_t y, std::int64_t z) {
    return rows_.move(links_.row(y, z), p_.row(y, z), p_.around(y, z), alpha, x_.row(y, z),
                      r_.row(y, z), z_.row(y, z));
  })};
}

std::vector<double> EquationsCpu::largest_shift(const Parts&) {
  return {numbers_.largest(loop_, [&](std::int64_t y, std::int64_t z) {
    return rows_.largest_shift(grid().width, resistance_.row(y, z), r_.row(y, z));
  })};
}

}  // namespace bitvox::weighted_grid
