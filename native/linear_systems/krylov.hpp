// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "linear_systems/engine.hpp"
#include "linear_systems/preconditioner.hpp"

namespace bitvox::sparse {

enum class Outcome {
  kConverged,
  kLimit,        // as many iterations as are allowed
  kStagnated,    // for long no residual was less than the least one before
  kBreakdown,    // a product became 0 or infinite by which the method divides
  kNotDefinite,  // of conjugate gradients: p . A p <= 0 or r . M r <= 0
};

// Keeps the history of residuals, and says when to stop.
class Monitor {
 public:
  // Iterates until the residual is at most `target`, `most` times at most. told: called with each
  // residual, before anything is decided.
  Monitor(double target, std::int64_t most, std::function<void(double)> told)
      : target_(target), most_(most), told_(std::move(told)) {}

  // An iteration has left this residual. Returns whether it was the last one.
  bool is_last(double residual);
  // Ends it for another reason.
  void end(Outcome outcome) { outcome_ = outcome; }

  Outcome outcome() const { return outcome_; }
  std::int64_t iterations() const { return iterations_; }

 private:
  double target_;
  std::int64_t most_;
  std::function<void(double)> told_;
  Outcome outcome_ = Outcome::kLimit;
  std::int64_t iterations_ = 0;
  double least_ = 0;
  std::int64_t least_at_ = -1;
};

// The system A x = b as a method sees it. b is used up: the residual replaces it. x begins at 0.
template <class T>
struct System {
  Engine<T>& engine;
  MatrixId a;
  Preconditioner<T>& m;
  Vec<T> b;
  Vec<T> x;
};

// Conjugate gradients, for symmetric positive definite A and M.
// M. R. Hestenes, E. Stiefel, "Methods of conjugate gradients for solving linear systems", Journal
// of Research of the National Bureau of Standards 49 (1952) 409-436.
template <class T>
void conjugate_gradients(const System<T>& system, Monitor& monitor);

// BiCGStab, preconditioned from the right: its residuals are those of the system.
// H. A. van der Vorst, "Bi-CGSTAB: a fast and smoothly converging variant of Bi-CG for the solution
// of nonsymmetric linear systems", SIAM Journal on Scientific and Statistical Computing 13 (1992)
// 631-644.
template <class T>
void bicgstab(const System<T>& system, Monitor& monitor);

// GMRES, restarted every `restart` iterations, preconditioned from the right.
// Y. Saad, M. H. Schultz, "GMRES: a generalized minimal residual algorithm for solving nonsymmetric
// linear systems", SIAM Journal on Scientific and Statistical Computing 7 (1986) 856-869.
template <class T>
void gmres(const System<T>& system, int restart, Monitor& monitor);

}  // namespace bitvox::sparse
