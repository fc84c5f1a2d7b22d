// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "solvers/aggregation.hpp"
#include "solvers/weighted_grid.hpp"

namespace bitvox::weighted_grid {
namespace {

constexpr std::int64_t kMostIterations = 3000;
constexpr std::int64_t kFewestChanges = 4;
constexpr double kNothing = 1e-3;
constexpr double kShifts = 16;

// By how much x will yet be changed, from the changes so far. Where they are next to nothing their
// ratio is that of rounding errors.
double still_to_come(const std::vector<double>& changes, double nothing) {
  const auto done = static_cast<std::int64_t>(changes.size());
  const std::int64_t last = std::max(kFewestChanges, done / 8);
  if (done < 2 * last) return std::numeric_limits<double>::infinity();
  const double sum = std::accumulate(changes.end() - last, changes.end(), 0.0);
  const double before = std::accumulate(changes.end() - 2 * last, changes.end() - last, 0.0);
  if (sum <= nothing) return sum;
  return sum < before ? sum * std::max(1.0, sum / (before - sum))
                      : std::numeric_limits<double>::infinity();
}

// How far it is: the logarithm of the error, which falls from about 1.
class HowFar {
 public:
  HowFar(double accuracy, Progress& progress) : orders_(std::log(accuracy)), progress_(progress) {
    progress_.report(0, 1000);
  }

  void add(double error) {
    if (error > 0 && std::isfinite(error)) {
      const double orders = std::log(error);
      if (!begun_) first_ = orders;
      begun_ = true;
      const double part = std::clamp((orders - first_) / (orders_ - first_), 0.0, 1.0);
      if (orders_ < first_) done_ = std::max(done_, static_cast<std::int64_t>(990 * part));
    }
    progress_.report(done_, 1000);
  }

 private:
  double orders_;
  Progress& progress_;
  bool begun_ = false;
  double first_ = 0;  // logarithms
  std::int64_t done_ = 0;
};

}  // namespace

Solution solve(Equations& equations, double accuracy, Progress& progress) {
  Solution found;
  HowFar how_far(accuracy, progress);
  std::vector<double> changes;
  double product_before = 0;
  float correction = kOverCorrection;
  double to_come = 0;
  const auto error = [&] { return to_come + kShifts * equations.largest_shift(); };
  found.converged = equations.start() == 0;  // nothing is joined to where u is not 0
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
    const double curvature = product > 0 ? equations.advance(beta) : 0;
    // Else rounding has eaten up what a definite matrix gives: there is nothing left to do.
    const bool moves = curvature > 0;
    if (moves) {
      changes.push_back(equations.move(product / curvature));
      ++found.iterations;
    }
    to_come = moves ? still_to_come(changes, kNothing * accuracy) : 0;
    found.error = to_come <= accuracy ? error() : to_come;
    found.converged = found.error <= accuracy;
    if (!moves) break;
    how_far.add(found.error);
  }
  if (!found.converged) found.error = error();
  progress.report(1000, 1000);
  return found;
}

}  // namespace bitvox::weighted_grid
