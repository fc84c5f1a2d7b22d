// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_cycle.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "linear_systems/chebyshev.hpp"
#include "linear_systems/dense.hpp"
#include "ops/stiffness/stiffness_smoothing.hpp"

namespace bitvox::stiffness {
namespace {

// The signs of the nodes in a mode, see stiffness_element.hpp.
double sign(unsigned mode, unsigned node) {
  return std::popcount(mode & ~node & 7U) % 2 == 0 ? 1 : -1;
}

}  // namespace

CoarsestLevel::CoarsestLevel(const Level& level) {
  const Lattice& lattice = level.lattice();
  std::vector<std::int64_t> number(static_cast<std::size_t>(level.numbers()), -1);
  for (std::int64_t z = 0; z < lattice.nodes(2); ++z)
    for (std::int64_t y = 0; y < lattice.nodes(1); ++y)
      for (std::int64_t x = 0; x < lattice.nodes(0); ++x)
        for (int c = 0; c < 3; ++c) {
          const auto at = static_cast<std::size_t>(level.at(x, y, z, c));
          if (!(level.inverse()[at] > 0)) continue;
          number[at] = static_cast<std::int64_t>(unknowns_.size());
          unknowns_.push_back(static_cast<std::int64_t>(at));
        }
  const auto count = static_cast<std::int64_t>(unknowns_.size());
  sparse::Dense matrix(count, count);
  const Ratios<double> ratios = level.rows().precise_ratios;
  for (std::int64_t z = 0; z < lattice.elements[2]; ++z)
    for (std::int64_t y = 0; y < lattice.elements[1]; ++y)
      for (std::int64_t x = 0; x < lattice.elements[0]; ++x) {
        const Lame<float> lame = level.element(x, y, z);
        if (!(lame.shear > 0)) continue;
        std::array<std::int64_t, 24> unknown{};
        for (unsigned i = 0; i < 24; ++i) {
          const unsigned node = i / 3;
          unknown[i] = number[static_cast<std::size_t>(level.at(
              (x + (node & 1U)) % lattice.nodes(0), (y + (node >> 1 & 1U)) % lattice.nodes(1),
              (z + (node >> 2)) % lattice.nodes(2), static_cast<int>(i % 3)))];
        }
        for (unsigned of = 0; of < 24; ++of) {
          if (unknown[of] < 0) continue;
          double w[3][kModes] = {};
          for (unsigned mode = 0; mode < kModes; ++mode) w[of % 3][mode] = sign(mode, of / 3);
          to_forces(w, Lame<double>{lame.mean, lame.rest, lame.shear}, ratios);
          for (unsigned i = 0; i < 24; ++i) {
            if (unknown[i] < 0) continue;
            for (unsigned mode = 1; mode < kModes; ++mode) {
              matrix(unknown[i], unknown[of]) += sign(mode, i / 3) * w[i % 3][mode];
            }
          }
        }
      }
  inverse_ = sparse::inverse(std::move(matrix)).value;
}

void CoarsestLevel::solve(const FloatVector& b, FloatVector& x) const {
  for (std::size_t i = 0; i < unknowns_.size(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < unknowns_.size(); ++j) {
      sum += inverse_[i * unknowns_.size() + j] *
             static_cast<double>(b[static_cast<std::size_t>(unknowns_[j])]);
    }
    x[static_cast<std::size_t>(unknowns_[i])] = static_cast<float>(sum);
  }
}

Cycle::Cycle(const Rows& rows, const Level& finest, float highest_eigenvalue, const Tasks& tasks)
    : rows_(rows), highest_(highest_eigenvalue), tasks_(tasks) {
  for (const Level* level = &finest; !level->lattice().is_coarsest();) {
    Coarse next{level->coarse(tasks), {}, {}, {}, {}};
    const auto vectors = {&next.b, &next.x, &next.other, &next.step};
    require_memory(
        kHostUser, host_memory(),
        next.level.numbers() * static_cast<std::int64_t>(vectors.size() * sizeof(float)));
    for (FloatVector* vector : vectors) {
      vector->assign(static_cast<std::size_t>(next.level.numbers()), 0.0F);
    }
    levels_.push_back(std::move(next));
    level = &levels_.back().level;
  }
  if (!levels_.empty()) coarsest_.emplace_back(levels_.back().level);
}

void Cycle::correct(const Level& finest, const FloatVector& left, FloatVector& x) const {
  if (levels_.empty()) return;
  restrict_to(levels_.front(), finest, left);
  improve(0);
  add(finest, levels_.front(), x);
}

// Finds x of b, from 0.
void Cycle::improve(std::size_t at) const {
  Coarse& own = levels_[at];
  if (at + 1 == levels_.size()) {
    coarsest_.front().solve(own.b, own.x);
    return;
  }
  const float first = 1 / Chebyshev<float>{kLowest * highest_, highest_, kDegree}.middle();
  tasks_.each_piece(own.level.blocks(), [&](std::int64_t block, std::int64_t count, std::size_t) {
    const std::int64_t from = block * kOfBlock;
    rows_.begin(count, own.level.inverse().data() + from, own.b.data() + from, first,
                own.x.data() + from);
    std::copy_n(own.x.data() + from, count * kOfBlock, own.step.data() + from);
  });
  smooth(own, 1);
  const LevelRows rows = own.level.rows();
  tasks_.each_range<float>(own.level.lattice(), rows.blocks, [&](const RowRange& range, float* s) {
    rows_.left(&rows, range, own.b.data(), own.x.data(), own.other.data(), s);
  });
  Coarse& next = levels_[at + 1];
  restrict_to(next, own.level, own.other);
  improve(at + 1);
  add(own.level, next, own.x);
  smooth(own, 0);
}

void Cycle::smooth(Coarse& coarse, int done) const {
  const LevelRows rows = coarse.level.rows();
  Chebyshev<float>{kLowest * highest_, highest_, kDegree}.each(done, [&](float keep, float scale) {
    tasks_.each_range<float>(coarse.level.lattice(), rows.blocks,
                             [&](const RowRange& range, float* scratch) {
                               rows_.step(&rows, range, coarse.b.data(), coarse.x.data(), keep,
                                          scale, coarse.step.data(), coarse.other.data(), scratch);
                             });
    coarse.x.swap(coarse.other);
  });
}

void Cycle::restrict_to(Coarse& coarse, const Level& fine, const FloatVector& left) const {
  const LevelRows to = coarse.level.rows(), from = fine.rows();
  tasks_.each_range<float>(
      coarse.level.lattice(), from.blocks, [&](const RowRange& range, float* scratch) {
        rows_.restrict_to(&to, range, &from, left.data(), coarse.b.data(), scratch);
      });
}

void Cycle::add(const Level& fine, const Coarse& coarse, FloatVector& x) const {
  const LevelRows to = fine.rows(), from = coarse.level.rows();
  tasks_.each_range<float>(fine.lattice(), from.blocks, [&](const RowRange& range, float* scratch) {
    rows_.add_coarse(&to, range, &from, coarse.x.data(), x.data(), scratch);
  });
}

}  // namespace bitvox::stiffness
