// SPDX-License-Identifier: BSD-2-Clause
#include "ops/tortuosity/tortuosity_solve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/options/number.hpp"
#include "diffusion/conjugate_gradients.hpp"
#include "linear_systems/how_far.hpp"
#include "ops/tortuosity/tortuosity_error.hpp"

namespace bitvox::tortuosity {
namespace {

constexpr std::int64_t kMostIterations = 2000;
constexpr double kSpreadPerAccuracy = 10;

// The eigenvalues of M A are expected above this part of the least conductance over the most.
constexpr double kSmallest = 0.02;

// The residual as the iteration has it goes on falling below this part of the first one, the true
// one may not: that is about as far as 32-bit floats go.
constexpr double kLeastResidual = 1e-7;

// The energy of rounding is known about; in trials it was up to 1.2 times what is said of it.
constexpr double kMargin = 2;

double spread_of(const std::vector<double>& fluxes) {
  const auto [least, most] = std::minmax_element(fluxes.begin(), fluxes.end());
  const double sum = std::accumulate(fluxes.begin(), fluxes.end(), 0.0);
  return (*most - *least) / std::abs(sum / static_cast<double>(fluxes.size()));
}

// What has come of it, after iterations that have left `left` of r . r and an error of this energy.
// Returns the energy of rounding: what the true residual has that the iteration knows nothing of.
double judge(Equations& equations, double energy_of_error, double left, double least,
             Solution& found) {
  found.energy = equations.energy();
  found.fluxes = equations.fluxes();
  found.spread = spread_of(found.fluxes);
  found.residual = equations.residual();
  const double square = found.residual * found.residual;
  const double rounding =
      square > left ? kMargin * (1 - left / square) * equations.energy_of_rounding(least) : 0;
  found.error = (energy_of_error + rounding) / found.energy;
  return rounding;
}

// Rounding alone makes the energy larger than that of the linear concentration, which is better
// then; the true one is below both. Where that is out of reach of the estimate, it is wrong.
void back_to_linear(Equations& equations, double least, Solution& found) {
  const Solution before = found;
  judge(equations, 0, equations.start(), least, found);
  const bool is_wrong = before.energy > (1 + before.error) * found.energy;
  found.error = is_wrong ? std::numeric_limits<double>::infinity() : before.error;
}

}  // namespace

Solution solve(Equations& equations, const Conductances& links, double of_the_fluid,
               double accuracy, Progress& progress) {
  Solution found;
  HowFar how_far(accuracy / 8);  // how small the last drop is of the energy
  how_far.add(1);
  progress.report(0, 1000);
  const double first = equations.start();
  const double linear = equations.energy();
  double energy = linear;
  double left = first;
  ConjugateGradients cg;
  ErrorEstimate estimate(kSmallest * links.least / links.most);
  const auto judged = [&] {
    const double of_error = left == 0 ? 0 : estimate.energy();
    const double rounding = judge(equations, of_error, left, links.least, found);
    found.converged = found.error <= accuracy && found.spread <= kSpreadPerAccuracy * accuracy;
    return of_error > rounding;  // whether iterations still help
  };
  const double carried = first * kLeastResidual * kLeastResidual;
  bool done = left == 0;  // of straight pores the linear concentration is the solution
  bool broken = false;
  while (!done && found.iterations < kMostIterations) {
    cg.precondition(equations.precondition(cg.correction()));
    if (cg.takes_back()) cg.precondition(equations.precondition(cg.correction()));
    const double beta = cg.beta();
    if (cg.advances()) cg.advance(equations.advance(static_cast<float>(beta)));
    broken = !cg.moves();
    if (broken) break;
    const double alpha = cg.alpha();
    left = equations.move(static_cast<float>(alpha));
    ++found.iterations;
    estimate.add(alpha, beta, cg.product());
    const double drop = alpha * cg.product();
    energy -= drop;
    how_far.add(drop / energy);
    progress.report(how_far.done(), 1000);
    progress.say("residual " + short_number(std::sqrt(left / first), 2) + ", D/D0 " +
                 short_number(energy / of_the_fluid, 3) + " so far");
    if (estimate.energy() <= accuracy * energy || left <= carried) {
      const bool helps = judged();
      done = found.converged || (left <= carried && !helps);
    }
  }
  if (!done || found.iterations == 0) judged();
  if (broken && left > carried) {
    found.converged = false;
    found.error = std::numeric_limits<double>::infinity();
  }
  if (!found.converged && found.energy > linear) back_to_linear(equations, links.least, found);
  found.energy = std::min(found.energy, linear);
  if (first > 0) found.residual /= std::sqrt(first);
  progress.report(1000, 1000);
  progress.say("");
  return found;
}

}  // namespace bitvox::tortuosity
