// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>
#include <vector>

#include "linear_systems/dense.hpp"
#include "linear_systems/krylov.hpp"

namespace bitvox::sparse {
namespace {

// The least squares problem of one cycle: the Hessenberg matrix, made a triangle column by column
// by rotations, which also turn the right-hand side. What stands behind the triangle is the
// residual.
class LeastSquares {
 public:
  explicit LeastSquares(int size)
      : triangle_(size + 1, size),
        cosine_(static_cast<std::size_t>(size)),
        sine_(static_cast<std::size_t>(size)),
        right_(static_cast<std::size_t>(size) + 1) {}

  void start(double residual) {
    std::fill(right_.begin(), right_.end(), 0.0);
    right_[0] = residual;
    columns_ = 0;
  }

  // The next column of the Hessenberg matrix, columns() + 2 numbers. Returns the residual.
  double add(std::vector<double> column) {
    const auto last = static_cast<std::size_t>(columns_);
    for (std::size_t i = 0; i < last; ++i) {
      const double upper = column[i];
      column[i] = cosine_[i] * upper + sine_[i] * column[i + 1];
      column[i + 1] = cosine_[i] * column[i + 1] - sine_[i] * upper;
    }
    const double length =
        std::sqrt(column[last] * column[last] + column[last + 1] * column[last + 1]);
    cosine_[last] = length > 0 ? column[last] / length : 1;
    sine_[last] = length > 0 ? column[last + 1] / length : 0;
    column[last] = length;
    for (std::size_t i = 0; i <= last; ++i) {
      triangle_(static_cast<std::int64_t>(i), columns_) = column[i];
    }
    right_[last + 1] = -sine_[last] * right_[last];
    right_[last] *= cosine_[last];
    ++columns_;
    return std::abs(right_[last + 1]);
  }

  std::int64_t columns() const { return columns_; }
  bool is_singular() const {
    for (std::int64_t i = 0; i < columns_; ++i) {
      if (!(triangle_(i, i) > 0)) return true;
    }
    return false;
  }
  std::vector<double> solution() const {
    std::vector<double> y(right_.begin(), right_.begin() + columns_);
    solve_upper(triangle_, columns_, y);
    return y;
  }

 private:
  Dense triangle_;
  std::vector<double> cosine_, sine_, right_;
  std::int64_t columns_ = 0;
};

}  // namespace

template <class T>
void gmres(const System<T>& system, int restart, Monitor& monitor) {
  Engine<T>& engine = system.engine;
  const Vec<T> r = system.b;
  const Vec<T> x = system.x;
  const Vec<T> b = engine.vector(r.size);
  engine.combine(b, {{1, r}});
  std::vector<Vec<T>> basis{engine.vector(r.size)};
  LeastSquares problem(restart);
  for (bool is_done = false; !is_done;) {
    const double norm = std::sqrt(engine.dot(r, r));
    if (!std::isfinite(norm) || norm == 0) return monitor.end(Outcome::kBreakdown);
    engine.combine(basis[0], {{1 / norm, r}});
    problem.start(norm);
    for (int j = 0; j < restart && !is_done; ++j) {
      engine.poll();
      const auto at = static_cast<std::size_t>(j);
      if (basis.size() == at + 1) basis.push_back(engine.vector(r.size));
      const Vec<T> w = basis[at + 1];
      // Gram and Schmidt, modified: each product is taken while the one before is removed.
      std::vector<double> column(at + 2);
      column[0] = engine.multiply_dot(system.a, system.m.apply(basis[at]), w, basis[0]);
      for (std::size_t i = 0; i <= at; ++i) {
        column[i + 1] =
            engine.combine_dot(w, {{1, w}, {-column[i], basis[i]}}, i < at ? basis[i + 1] : w);
      }
      column[at + 1] = std::sqrt(column[at + 1]);
      const double next = column[at + 1];
      const double residual = problem.add(std::move(column));
      is_done = monitor.is_last(residual);
      if (!is_done && !(next > 0)) {  // the solution is in the space, or the matrix is singular
        monitor.end(Outcome::kBreakdown);
        is_done = true;
      }
      if (!is_done) engine.combine(w, {{1 / next, w}});
    }
    if (problem.is_singular()) return monitor.end(Outcome::kBreakdown);
    const std::vector<double> y = problem.solution();
    engine.combine(r, {{y[0], basis[0]}});
    for (std::size_t i = 1; i < y.size(); ++i) {
      engine.combine(r, {{1, r}, {y[i], basis[i]}});
    }
    engine.combine(x, {{1, x}, {1, system.m.apply(r)}});
    if (!is_done) engine.residual(system.a, x, b, r);
  }
}

template void gmres(const System<double>&, int, Monitor&);
template void gmres(const System<float>&, int, Monitor&);

}  // namespace bitvox::sparse
