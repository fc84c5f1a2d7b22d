// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "ops/stiffness/stiffness_level.hpp"

namespace bitvox::stiffness {

using FloatVector = PlainVector<float>;

// The equations of the coarsest level, solved by a dense inverse in doubles. Where rigid motions of
// all of it are free, one of the many solutions.
class CoarsestLevel {
 public:
  explicit CoarsestLevel(const Level& level);
  void solve(const FloatVector& b, FloatVector& x) const;

  const std::vector<std::int64_t>& unknowns() const { return unknowns_; }
  const std::vector<double>& inverse() const { return inverse_; }

 private:
  std::vector<std::int64_t> unknowns_;  // where vectors have them
  std::vector<double> inverse_;         // row by row
};

// The levels below the finest one, and a V-cycle over them: polynomials of Chebyshev before and
// after, and the same equations from coarser elements.
class Cycle {
 public:
  Cycle(const Rows& rows, const Level& finest, float highest_eigenvalue, const Tasks& tasks);

  // x += what the coarse levels make of `left`, both of the finest level, if there are any: not
  // below two elements along each axis.
  void correct(const Level& finest, const FloatVector& left, FloatVector& x) const;

 private:
  struct Coarse {
    Level level;
    FloatVector b, x, other, step;
  };
  void improve(std::size_t at) const;
  void smooth(Coarse& coarse, int done) const;
  void restrict_to(Coarse& coarse, const Level& fine, const FloatVector& left) const;
  void add(const Level& fine, const Coarse& coarse, FloatVector& x) const;

  const Rows& rows_;
  float highest_;
  const Tasks& tasks_;
  mutable std::vector<Coarse> levels_;
  std::vector<CoarsestLevel> coarsest_;  // one, or none
};

}  // namespace bitvox::stiffness
