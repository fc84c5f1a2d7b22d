// SPDX-License-Identifier: BSD-2-Clause
#include "ops/tortuosity/tortuosity_solve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/number.hpp"
#include "ops/tortuosity/tortuosity_levels.hpp"

namespace bitvox::tortuosity {
namespace {

constexpr std::int64_t kMostIterations = 2000;
constexpr std::int64_t kFewestInBound = 4;
constexpr double kSpreadPerAccuracy = 10;

// The residual as the iteration has it goes on falling below this part of the first one, the true
// one does not: that is as far as 32-bit floats go.
constexpr double kLeastResidual = 1e-7;

double spread_of(const std::vector<double>& fluxes) {
  const auto [least, most] = std::minmax_element(fluxes.begin(), fluxes.end());
  const double sum = std::accumulate(fluxes.begin(), fluxes.end(), 0.0);
  return (*most - *least) / (sum / static_cast<double>(fluxes.size()));
}

// By how much each iteration lowered the energy. What the last quarter of them (4 at least) lowered
// it by together is the error before these, nearly all of it, and more than the error after them.
class Drops {
 public:
  void add(double drop) { drops_.push_back(drop); }

  double bound() const {
    const auto done = static_cast<std::int64_t>(drops_.size());
    const std::int64_t last = std::max(kFewestInBound, done / 4);
    if (done < last) return std::numeric_limits<double>::infinity();
    return std::accumulate(drops_.end() - last, drops_.end(), 0.0);
  }

 private:
  std::vector<double> drops_;
};

// How far it is, in orders of magnitude of the last drop.
class HowFar {
 public:
  HowFar(double accuracy, Progress& progress) : accuracy_(accuracy), progress_(progress) {
    report();
  }

  void add(double relative_drop) {
    const double orders =
        std::log(std::max(relative_drop, accuracy_ / 8)) / std::log(accuracy_ / 8);
    done_ = std::max(done_, static_cast<std::int64_t>(990 * std::clamp(orders, 0.0, 1.0)));
    report();
  }

 private:
  void report() { progress_.report(done_, 1000); }

  double accuracy_;
  Progress& progress_;
  std::int64_t done_ = 0;
};

}  // namespace

Solution solve(Equations& equations, double of_the_fluid, double accuracy, Progress& progress) {
  Solution found;
  HowFar how_far(accuracy, progress);
  const double first = equations.start();
  double energy = equations.energy();
  double left = first;
  double product_before = 0;
  float correction = kOverCorrection;
  Drops drops;
  bool broken = false;
  found.converged = left == 0;  // of straight pores the linear concentration is the solution
  while (!found.converged && found.iterations < kMostIterations) {
    double product = equations.precondition(correction);
    if (!(product > 0)) {
      // Corrections were too long, which makes the cycle indefinite; of their true length they
      // cannot. The directions so far are forgotten.
      product_before = 0;
      product = correction == 1 ? 0 : equations.precondition(1);
      correction = 1;
    }
    const double beta = product_before > 0 ? product / product_before : 0;
    product_before = product;
    const double curvature = product > 0 ? equations.advance(static_cast<float>(beta)) : 0;
    broken = !(curvature > 0);  // rounding has eaten up what a definite matrix gives
    if (broken) break;
    const double alpha = product / curvature;
    left = equations.move(static_cast<float>(alpha));
    ++found.iterations;
    drops.add(alpha * product);
    energy -= alpha * product;
    how_far.add(alpha * product / energy);
    progress.say("residual " + short_number(std::sqrt(left / first), 2) + ", D/D0 " +
                 short_number(energy / of_the_fluid, 3) + " so far");
    const bool exhausted = left <= first * kLeastResidual * kLeastResidual;
    if (drops.bound() <= accuracy * energy || exhausted) {
      found.fluxes = equations.fluxes();
      found.spread = spread_of(found.fluxes);
      found.converged = found.spread <= kSpreadPerAccuracy * accuracy;
      if (exhausted) break;
    }
  }
  double bound = drops.bound();
  if (broken) {
    bound = std::numeric_limits<double>::infinity();
  } else if (left <= first * kLeastResidual * kLeastResidual && left > 0) {
    // Over in a few iterations. M is about the inverse of A, so that this is the error's energy.
    bound = std::min(bound, 2 * std::abs(equations.precondition(correction)));
  } else if (left == 0) {
    bound = 0;
  }
  if (!found.converged || found.iterations == 0) {  // else they are those of the last iteration
    found.fluxes = equations.fluxes();
    found.spread = spread_of(found.fluxes);
  }
  found.energy = equations.energy();
  found.error_bound = bound / found.energy;
  found.residual = first == 0 ? 0 : equations.residual() / std::sqrt(first);
  progress.report(1000, 1000);
  progress.say("");
  return found;
}

}  // namespace bitvox::tortuosity
