// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <limits>
#include <vector>

namespace bitvox::tortuosity {

// How large the energy of the error of conjugate gradients still is, from their coefficients alone.
//
// With m below all eigenvalues of M A, the rule of Gauss and Radau with a node at m bounds the
// energy of the error (Meurant and Tichy 2013). No such m is known, so that this is an estimate: m
// is what the caller expects, and becomes smaller as soon as the iteration shows that an eigenvalue
// is below 4 m. What it cannot see is a smaller one whose vector has not taken part so far.
//
// Literature: G. Meurant, P. Tichy, "On computing quadrature-based bounds for the A-norm of the
// error in conjugate gradients", Numerical Algorithms 62 (2013) 163-191.
class ErrorEstimate {
 public:
  explicit ErrorEstimate(double smallest) : smallest_(smallest) {}

  // An iteration: p = t + beta p, x += alpha p, of which product is r . t before it. With a beta of
  // 0 conjugate gradients begin anew.
  void add(double alpha, double beta, double product);

  // Of x after the last iteration; infinite before the first.
  double energy() const { return energy_; }

 private:
  // Over the last product; 0 if an eigenvalue is below the node.
  double with_node(double node) const;

  double smallest_;
  std::vector<double> alphas_, betas_;
  double energy_ = std::numeric_limits<double>::infinity();
};

}  // namespace bitvox::tortuosity
