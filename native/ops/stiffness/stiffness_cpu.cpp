// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_cpu.hpp"

#include <algorithm>

#include "core/threads/ordered_sum.hpp"
#include "ops/stiffness/stiffness_smoothing.hpp"

namespace bitvox::stiffness {

EquationsCpu::EquationsCpu(InstructionSet instructions, Level level, double highest_eigenvalue,
                           std::int64_t later_bytes, const Tasks& tasks)
    : rows_(rows_for<Rows>(instructions)),
      tasks_(tasks),
      level_(std::move(level)),
      sweep_(kSweep / static_cast<float>(highest_eigenvalue)),
      cycle_(rows_, level_, static_cast<float>(highest_eigenvalue), tasks),
      sums_(static_cast<std::size_t>(level_.lattice().rows())),
      pieces_(static_cast<std::size_t>(Tasks::pieces(level_.blocks()))) {
  const auto vectors = {&u_, &p_, &r_, &z_, &q_, &other_};
  const auto bytes = static_cast<std::int64_t>(3 * vectors.size() * sizeof(float)) + later_bytes;
  require_memory(kHostUser, host_memory(), level_.blocks() * kLanes * bytes);
  for (FloatVector* vector : vectors) {
    vector->resize(static_cast<std::size_t>(level_.numbers()));
    tasks_.each_piece(level_.blocks(), [&](std::int64_t block, std::int64_t count, std::size_t) {
      std::fill_n(vector->data() + block * kOfBlock, count * kOfBlock, 0.0F);
    });
  }
}

double EquationsCpu::start(const Strain& strain) {
  strain_ = strain;
  kept_.clear();
  for (FloatVector* vector : {&u_, &p_}) {
    tasks_.each_piece(level_.blocks(), [&](std::int64_t block, std::int64_t count, std::size_t) {
      std::fill_n(vector->data() + block * kOfBlock, count * kOfBlock, 0.0F);
    });
  }
  find_forces();
  return balance();
}

double EquationsCpu::precondition() {
  const LevelRows rows = level_.rows();
  tasks_.each_piece(level_.blocks(), [&](std::int64_t block, std::int64_t count, std::size_t) {
    const std::int64_t from = block * kOfBlock;
    rows_.begin(count, rows.inverse + from, r_.data() + from, sweep_, z_.data() + from);
  });
  tasks_.each_range<float>(level_.lattice(), rows.blocks,
                           [&](const RowRange& range, float* scratch) {
                             rows_.left(&rows, range, r_.data(), z_.data(), q_.data(), scratch);
                           });
  cycle_.correct(level_, q_, z_);
  tasks_.each_range<float>(level_.lattice(), rows.blocks,
                           [&](const RowRange& range, float* scratch) {
                             rows_.sweep(&rows, range, r_.data(), z_.data(), sweep_, other_.data(),
                                         scratch, sums_.data());
                           });
  z_.swap(other_);
  return sum_of_rows(sums_);
}

double EquationsCpu::advance(double beta) {
  tasks_.each_piece(level_.blocks(), [&](std::int64_t block, std::int64_t count, std::size_t) {
    const std::int64_t from = block * kOfBlock;
    rows_.advance(count, z_.data() + from, static_cast<float>(beta), p_.data() + from);
  });
  const LevelRows rows = level_.rows();
  tasks_.each_range<float>(
      level_.lattice(), rows.blocks, [&](const RowRange& range, float* scratch) {
        rows_.product(&rows, range, p_.data(), q_.data(), scratch, sums_.data());
      });
  return sum_of_rows(sums_);
}

double EquationsCpu::move(double alpha) {
  tasks_.each_piece(level_.blocks(), [&](std::int64_t block, std::int64_t count, std::size_t i) {
    const std::int64_t from = block * kOfBlock;
    pieces_[i] = rows_.move(count, p_.data() + from, q_.data() + from, static_cast<float>(alpha),
                            u_.data() + from, r_.data() + from);
  });
  return sum_of_rows(pieces_);
}

void EquationsCpu::find_forces() {
  const LevelRows rows = level_.rows();
  tasks_.each_range<double>(
      level_.lattice(), rows.blocks, [&](const RowRange& range, double* scratch) {
        if (kept_.empty()) {
          rows_.forces(&rows, range, u_.data(), strain_.data(), q_.data(), scratch);
        } else {
          rows_.precise_forces(&rows, range, kept_.data(), strain_.data(), q_.data(), scratch);
        }
      });
}

// r, from the forces.
double EquationsCpu::balance() {
  tasks_.each_piece(level_.blocks(), [&](std::int64_t block, std::int64_t count, std::size_t i) {
    const std::int64_t from = block * kOfBlock;
    pieces_[i] =
        rows_.balance(count, level_.inverse().data() + from, q_.data() + from, r_.data() + from);
  });
  return sum_of_rows(pieces_);
}

double EquationsCpu::begin_anew() {
  if (kept_.empty()) kept_.assign(u_.size(), 0.0);
  tasks_.each_piece(level_.blocks(), [&](std::int64_t block, std::int64_t count, std::size_t) {
    for (std::int64_t i = block * kOfBlock; i < (block + count) * kOfBlock; ++i) {
      const auto at = static_cast<std::size_t>(i);
      kept_[at] += static_cast<double>(u_[at]);
      u_[at] = 0;
    }
  });
  find_forces();
  return balance();
}

double EquationsCpu::true_square() {
  if (!kept_.empty()) return begin_anew();
  find_forces();
  return balance();
}

void EquationsCpu::keep(int load) {
  const auto of = static_cast<std::size_t>(load);
  if (of_loads_.size() <= of) of_loads_.resize(of + 1);
  FloatVector& to = of_loads_[of];
  to.resize(u_.size());
  tasks_.each_piece(level_.blocks(), [&](std::int64_t block, std::int64_t count, std::size_t) {
    for (std::int64_t i = block * kOfBlock; i < (block + count) * kOfBlock; ++i) {
      to[static_cast<std::size_t>(i)] = static_cast<float>(displacement(i));
    }
  });
}

double EquationsCpu::product_with(int load) {
  const FloatVector& u = of_loads_[static_cast<std::size_t>(load)];
  tasks_.each_piece(level_.blocks(), [&](std::int64_t block, std::int64_t count, std::size_t i) {
    const std::int64_t from = block * kOfBlock;
    pieces_[i] = rows_.product_of(count, r_.data() + from, u.data() + from);
  });
  return sum_of_rows(pieces_);
}

}  // namespace bitvox::stiffness
