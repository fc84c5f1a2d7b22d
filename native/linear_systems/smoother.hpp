// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "linear_systems/chebyshev.hpp"
#include "linear_systems/engine.hpp"

namespace bitvox::sparse {

// 1 over each number; 0 of 0.
template <class T>
std::vector<T> inverses(const std::vector<double>& values, double factor = 1) {
  std::vector<T> result;
  result.reserve(values.size());
  for (const double value : values) {
    result.push_back(value == 0 ? T{0} : static_cast<T>(factor / value));
  }
  return result;
}

// No eigenvalue of D^-1 A is larger (Gershgorin): the largest sum of a row's magnitudes over that
// of its diagonal entry.
template <class T>
double largest_eigenvalue(const Csr<double>& matrix, Engine<T>& engine) {
  constexpr std::int64_t kRowsAPoll = 1 << 16;
  double largest = 0;
  for (std::int64_t i = 0; i < matrix.rows; ++i) {
    if (i % kRowsAPoll == 0) engine.poll();
    double diagonal = 0;
    double sum = 0;
    matrix.each(i, [&](std::int64_t j, double a) {
      sum += std::abs(a);
      if (i == j) diagonal = std::abs(a);
    });
    if (diagonal > 0) largest = largest < sum / diagonal ? sum / diagonal : largest;
  }
  return largest > 0 ? largest : 1;
}

// Sweeps of a Chebyshev polynomial over one matrix, with the vectors that they need.
template <class T>
class Smoother {
 public:
  // highest_over_lowest: which part of the eigenvalues it makes small.
  Smoother(Engine<T>& engine, MatrixId id, const Csr<double>& matrix, double highest_over_lowest,
           int degree)
      : engine_(engine), id_(id) {
    polynomial_.highest = largest_eigenvalue(matrix, engine);
    polynomial_.lowest = polynomial_.highest / highest_over_lowest;
    polynomial_.degree = degree;
    const std::vector<double> diagonal = diagonal_of(matrix);
    inverse_ = engine.vector(inverses<T>(diagonal));
    first_ = engine.vector(inverses<T>(diagonal, 1 / polynomial_.middle()));
    step_ = engine.vector(matrix.rows);
    other_ = engine.vector(matrix.rows);
    value_ = engine.vector(matrix.rows);
  }

  // Where the values are.
  Vec<T> value() const { return value_; }

  // From 0: b - A value gets small.
  void start(Vec<T> b) {
    engine_.scale(first_, b, value_);
    if (polynomial_.degree > 1) engine_.combine(step_, {{1, value_}});
    sweep(1, b);
  }
  // On from the values that are there.
  void go_on(Vec<T> b) { sweep(0, b); }

 private:
  void sweep(int done, Vec<T> b) {
    polynomial_.each(done, [&](double keep, double factor) {
      engine_.smooth(id_, inverse_, b, keep, factor, step_, value_, other_);
      std::swap(value_, other_);
    });
  }

  Engine<T>& engine_;
  MatrixId id_;
  Chebyshev<double> polynomial_;
  Vec<T> inverse_, first_, step_, other_, value_;
};

}  // namespace bitvox::sparse
