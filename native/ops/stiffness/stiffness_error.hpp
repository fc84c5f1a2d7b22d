// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace bitvox::stiffness {

// The error of the energy: what conjugate gradients will still take away from it, found from their
// steps.
//
// Step i takes away alpha_i (r . z)_i, and beta_i is (r . z)_i over the one before. If no
// eigenvalue of M A is below mu, all steps after the k-th together take away at most
// (1 / s_k - alpha_k) (r . z)_k, where s_1 = mu and s_{i+1} = mu + beta_{i+1} s_i / (1 - alpha_i
// s_i). That is the quadrature of Gauss and Radau; and mu is below all eigenvalues that the steps
// have met, the Ritz values, if all alpha_i s_i are below 1.
//
// The smallest eigenvalue is not known, but the smallest Ritz value is, which comes down to it. So
// there are two estimates, of which the larger one counts:
// - of mu, what the smallest Ritz value will have come down to after as many steps again, if that
//   is to a half, or by as large a factor as ever before from i to 2 i steps. It is a bound of what
//   those steps take away.
// - as if the last step were the first one, where mu is the smallest Ritz value. It tells where the
//   residual no longer becomes smaller though little energy is taken away: something soft that the
//   steps are about to meet.
//
// G. Meurant, P. Tichý, "On computing quadrature-based bounds for the A-norm of the error in
// conjugate gradients", Numerical Algorithms 62 (2013) 163-191.
class EnergyError {
 public:
  // Of a step, its alpha and r . z.
  void add(double alpha, double product);
  // The next step is the first one from a new residual. Ritz values are remembered.
  void begin_anew() { steps_.clear(); }

  // Infinite after one step.
  double estimate() const;

 private:
  struct Step {
    double alpha, product;
  };
  // 1 / s_k, or 0 where a Ritz value is not above mu.
  double inverse_pivot(double mu) const;

  std::vector<Step> steps_;
  std::vector<double> smallest_;  // Ritz value, a little below it, after each step
};

}  // namespace bitvox::stiffness
