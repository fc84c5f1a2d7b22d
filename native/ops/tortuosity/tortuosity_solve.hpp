// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"

namespace bitvox::tortuosity {

// The equations of one volume, as conjugate gradients see them: A v = b, where v is what the
// concentration differs by from the linear one that rises by 1 a layer. The vectors are wherever
// they are multiplied; their names are those of the method.
class Equations {
 public:
  virtual ~Equations() = default;

  // v = p = 0, r = b. Returns r . r.
  virtual double start() = 0;
  // t = M r, where M is the multigrid cycle. Returns r . t.
  virtual double precondition(float correction) = 0;
  // p = t + beta p. Returns p . A p.
  virtual double advance(float beta) = 0;
  // v += alpha p, r -= alpha A p. Returns r . r.
  virtual double move(float alpha) = 0;

  // What flows through each layer: the first face, from layer to layer, the last face.
  virtual std::vector<double> fluxes() = 0;
  // The sum over all links of weight times difference squared, of linear concentration and v.
  virtual double energy() = 0;
  // |b - A v|, in double.
  virtual double residual() = 0;
  // The energy of the error of v as far as that is rounding: such an error has no long waves, and
  // its energy is about the sum of (b - A v)(i)^2 over the diagonal, which has no number below
  // `least`.
  virtual double energy_of_rounding(double least) {
    const double all = residual();
    return all * all / least;
  }
};

// Of the links between pores.
struct Conductances {
  double least = 1;
  double most = 1;
};

struct Solution {
  double energy = 0;
  double error = 0;     // of the energy, as a part of it: an estimate, see ErrorEstimate
  double spread = 0;    // of the fluxes: largest less smallest, over the mean
  double residual = 0;  // |b - A v| / |b|; 0 where b is 0
  std::vector<double> fluxes;
  std::int64_t iterations = 0;
  bool converged = true;
};

// Iterates until the error of the energy, with that of rounding, is estimated to be at most
// `accuracy`, and the spread 10 times that: what flows is off by the error of the concentration,
// the energy by its square. Without `converged` one of them is not; an error that is not known is
// infinite. The energy is never above that of the linear concentration. `of_the_fluid` is the
// energy of the linear concentration in a volume without any solid: the ratio of both is said
// meanwhile.
Solution solve(Equations& equations, const Conductances& links, double of_the_fluid,
               double accuracy, Progress& progress);

}  // namespace bitvox::tortuosity
