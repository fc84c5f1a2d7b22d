// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "linear_systems/aggregation.hpp"
#include "linear_systems/engine.hpp"
#include "linear_systems/rows_in_blocks.hpp"

namespace bitvox::sparse {

// By the CPU, for an engine that has add(aggregates), and keep(matrix) where it reads matrices
// where they are.
template <class T, class Engine>
class SetUpCpu final : public SetUp<T> {
 public:
  SetUpCpu(Engine& engine, const Csr<double>& matrix, int threads, Progress& progress)
      : engine_(engine), matrix_(&matrix), threads_(threads), progress_(progress) {}

  MatrixId add() override {
    if constexpr (std::is_same_v<T, double>) {
      // The coarse one becomes the engine's, which keeps it where this one still finds it.
      if constexpr (requires { engine_.keep(std::move(own_)); }) {
        if (matrix_ == &own_) matrix_ = &engine_.keep(std::move(own_));
      }
      return engine_.add(*matrix_);
    } else {
      return engine_.add(converted<T>(*matrix_));
    }
  }

  std::int64_t rows() const override { return matrix_->rows; }

  double largest_eigenvalue() override {
    look();
    return largest_;
  }

  Vec<T> inverse_diagonal(double factor) override {
    look();
    std::vector<T> inverse(diagonal_.size());
    each_row(rows(), rows(), threads_, progress_, [&](std::int64_t row) {
      const auto i = static_cast<std::size_t>(row);
      inverse[i] = diagonal_[i] == 0 ? T{0} : static_cast<T>(factor / diagonal_[i]);
    });
    return engine_.vector(inverse);
  }

  std::optional<AggregatesId> coarsen(std::int64_t most) override {
    Coarsening coarse = sparse::coarsen(*matrix_, threads_, progress_);
    if (coarse.aggregates.count() == 0 || coarse.aggregates.count() > most) return {};
    own_ = std::move(coarse.matrix);
    matrix_ = &own_;
    diagonal_.clear();
    return engine_.add(std::move(coarse.aggregates));
  }

  Csr<double> matrix() override { return *matrix_; }

 private:
  // Once a matrix.
  void look() {
    if (!diagonal_.empty()) return;
    diagonal_.resize(static_cast<std::size_t>(rows()));
    const std::int64_t at_once = rows_a_task(rows(), matrix_->entries());
    std::vector<double> largest(static_cast<std::size_t>((rows() + at_once - 1) / at_once));
    parallel_for(std::ssize(largest), threads_, progress_, [&](std::int64_t task) {
      double& most = largest[static_cast<std::size_t>(task)];
      for (std::int64_t i = task * at_once; i < std::min(rows(), (task + 1) * at_once); ++i) {
        double diagonal = 0;
        double sum = 0;
        matrix_->each(i, [&](std::int64_t j, double a) {
          sum += std::abs(a);
          if (i == j) diagonal = a;
        });
        diagonal_[static_cast<std::size_t>(i)] = diagonal;
        if (diagonal != 0) most = std::max(most, sum / std::abs(diagonal));
      }
    });
    largest_ = 0;
    for (const double one : largest) largest_ = std::max(largest_, one);
    if (largest_ == 0) largest_ = 1;
  }

  Engine& engine_;
  Csr<double> own_;  // a coarse one
  const Csr<double>* matrix_;
  int threads_;
  Progress& progress_;
  std::vector<double> diagonal_;
  double largest_ = 0;
};

}  // namespace bitvox::sparse
