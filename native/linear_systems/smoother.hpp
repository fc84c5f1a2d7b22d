// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <utility>

#include "linear_systems/chebyshev.hpp"
#include "linear_systems/engine.hpp"

namespace bitvox::sparse {

// Sweeps of a Chebyshev polynomial over one matrix, with the vectors that they need.
template <class T>
class Smoother {
 public:
  // highest_over_lowest: which part of the eigenvalues it makes small.
  // The matrix of the set-up is `id` in the engine.
  Smoother(Engine<T>& engine, MatrixId id, SetUp<T>& set_up, double highest_over_lowest, int degree)
      : engine_(engine), id_(id) {
    polynomial_.highest = set_up.largest_eigenvalue();
    polynomial_.lowest = polynomial_.highest / highest_over_lowest;
    polynomial_.degree = degree;
    inverse_ = set_up.inverse_diagonal(1);
    first_ = set_up.inverse_diagonal(1 / polynomial_.middle());
    step_ = engine.vector(set_up.rows());
    other_ = engine.vector(set_up.rows());
    value_ = engine.vector(set_up.rows());
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
