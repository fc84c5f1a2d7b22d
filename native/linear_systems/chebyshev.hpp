// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace bitvox {

// The polynomial of this degree that is smallest where the eigenvalues of D^-1 A are from lowest to
// highest, and 1 at 0: what so many sweeps leave of an error.
template <class Real>
struct Chebyshev {
  Real lowest = 0;
  Real highest = 0;
  int degree = 1;

  constexpr Real middle() const { return (highest + lowest) / 2; }

  // The sweeps, of which the first `done`, 0 or 1, are done: step(keep, factor) changes values by
  // keep times the change before and factor times what is left over the diagonal. The first one is
  // step(0, 1 / middle()).
  template <class Step>
  void each(int done, const Step& step) const {
    const Real half_width = (highest - lowest) / 2;
    const Real sigma = middle() / half_width;
    Real rho = 1 / sigma;
    if (done == 0) step(Real{0}, 1 / middle());
    for (int i = 1; i < degree; ++i) {
      const Real next = 1 / (2 * sigma - rho);
      step(next * rho, 2 * next / half_width);
      rho = next;
    }
  }
};

}  // namespace bitvox
