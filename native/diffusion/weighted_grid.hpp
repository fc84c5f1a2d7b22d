// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"

namespace bitvox::weighted_grid {

// Equations on the cells of a grid whose neighbours are joined by links of any weight:
//
//     (A u)(i) = ground(i) u(i) + sum over the neighbours j of link(i, j) (u(i) - u(j)) = b(i).
//
// Links and grounds are 0 or above; a ground is what a cell is joined to where u is given, as by
// seeds or at faces. Everything is computed from differences, never from a diagonal less its
// neighbours: so weights may differ by ten orders of magnitude, and what flows into a region that
// weak links close off is still known. A cell without links or ground is no part of the equations;
// what u is there means nothing.
//
// Solved by conjugate gradients, whose residual and sums are in double, with a multigrid cycle in
// single precision as preconditioner: blind aggregation of 2 x 2 x 2 cells (a coarse link is the
// sum of the links across the face, a coarse ground that of the grounds), over-corrected by 1.9;
// a damped Jacobi sweep before and after on the finest level, Chebyshev polynomials below. Where
// weights differ so much that this takes many iterations, another cycle goes on from what has been
// reached: its aggregates follow the links (link_levels.hpp), which takes 10 to 30 iterations for
// any weights, but time and memory to set up.
//
// Literature: D. Braess, "Towards algebraic multigrid for elliptic problems of second order",
// Computing 55 (1995) 379-393 (aggregation, over-correction).

// There may be several right-hand sides of the same links, each with vectors of its own. They are
// solved side by side, so that links are read once for all of them; what comes of one does not
// depend on the others.
inline constexpr int kMostSides = 4;

// A right-hand side that takes part in a step, and its factor there.
struct Part {
  int side = 0;
  double factor = 0;
};
using Parts = std::vector<Part>;

// What conjugate gradients do with the vectors, wherever those are: x, and p, r, t of the method,
// of every side that takes part. Each returns a number for each part.
class Equations {
 public:
  virtual ~Equations() = default;

  // Where r holds b: x = p = 0. Returns the largest |r(i)|.
  virtual std::vector<double> start(const Parts& parts) = 0;
  // t = M r, where M is the multigrid cycle, whose corrections are `factor` times longer. Returns
  // r . t.
  virtual std::vector<double> precondition(const Parts& parts) = 0;
  // Of a cell, as set up; see solve().
  virtual double largest_resistance() const = 0;
  // The same by the cycle along links. Before it is first used, it is set up: false where that
  // cannot be.
  virtual bool set_up_along_links() = 0;
  virtual std::vector<double> precondition_along_links(const Parts& parts) = 0;
  // p = t + factor p. Returns p . A p.
  virtual std::vector<double> advance(const Parts& parts) = 0;
  // x += factor p, r -= factor A p. Returns the largest |factor p(i)|.
  virtual std::vector<double> move(const Parts& parts) = 0;

  // The largest resistance(i) |r(i)|; see solve().
  virtual std::vector<double> largest_shift(const Parts& parts) = 0;
};

// Iterations that do not follow the links. Levels along links cost as much as some hundred of these
// on the GPU, some ten on the CPU. In images of noise 110 to 360 suffice where the largest
// resistance is below kWeaklyHeld, 320 to more than 3000 where it is not.
inline constexpr std::int64_t kBlindIterations = 400;
inline constexpr std::int64_t kBlindIterationsWeaklyHeld = 100;
inline constexpr double kWeaklyHeld = 2e9;
inline constexpr std::int64_t kMostIterations = 3000;

struct Solution {
  double error = 0;  // so far is x(i) from the solution at most, by the estimate below
  std::int64_t iterations = 0;
  bool converged = true;
};

// Iterates with the first `sides` right-hand sides, each until its x is within `accuracy` of the
// solution everywhere; it is left alone from there on. After kBlindIterations, or fewer where cells
// are held weakly, it goes along links, with directions and an estimate of its error that begin
// anew. Two estimates of the largest error must be so small together, and are what is returned as
// the error, however it ends:
//
// - What is still to come: with S the sum of the largest changes |alpha p(i)| in the last eighth of
//   the iterations (4 at least), and q its ratio to that in as many before, S times q / (1 - q), as
//   if the changes went on falling as they do; and no less than S.
//
// - A region of which all links to others are weak is moved late: for many iterations nothing
//   changes there, as what flows into it is tiny. Its error is what flows in over the weight of its
//   border. With resistance(i) of 1 over the weakest link on the way from cell i to a ground, that
//   is about |r(i)| resistance(i) where the flow comes in; 16 times the largest of these counts, as
//   the flow may have been spread over the region.
//
// Neither is a proof.
std::vector<Solution> solve(Equations& equations, int sides, double accuracy, Progress& progress,
                            std::int64_t most_iterations = kMostIterations);

}  // namespace bitvox::weighted_grid
