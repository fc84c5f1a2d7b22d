// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_solve.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

namespace bitvox::stiffness {
namespace {

// Where the first residual is no more than this part of the energy, it is rounding.
constexpr double kNothing = 1e-13;
// How far the residual in floats is believed.
constexpr double kBelieved = 1e-3;

// What iterations take away from the energy, and how much they still will.
class EnergyLeft {
 public:
  void took(double amount) { taken_.push_back(std::max(amount, 0.0)); }

  double estimate() const {
    const std::size_t window = std::max<std::size_t>(2, taken_.size() / 4);
    if (taken_.size() < 2 * window) return std::numeric_limits<double>::infinity();
    const auto end = taken_.end();
    const auto size = static_cast<std::ptrdiff_t>(window);
    const double last = std::accumulate(end - size, end, 0.0);
    const double before = std::accumulate(end - 2 * size, end - size, 0.0);
    if (!(last < before)) return last > 0 ? std::numeric_limits<double>::infinity() : 0;
    // Convergence that takes long slows down on the way.
    const double q = window == 2 ? last / before : std::sqrt(last / before);
    return std::max(last * q / (1 - q), taken_.back());
  }

 private:
  std::vector<double> taken_;
};

// From 0 to 1: how far the error has come, on a logarithmic scale.
double share_done(double error, double wanted) {
  if (!(error < 1)) return 0;
  return std::clamp(std::log(error) / std::log(wanted), 0.0, 1.0);
}

}  // namespace

Solution solve(Equations& equations, const Strain& strain, double start, const Limits& limits,
               Progress& progress) {
  constexpr std::int64_t kParts = 1000;
  Solution out;
  out.energy = start;
  EnergyLeft left;
  const double first = equations.start(strain);
  double begun = first, square = first, product_before = 0;
  const auto residual = [&](double of) { return first > 0 ? std::sqrt(of / first) : 0; };
  bool done = false, is_true = false;
  while (!done && out.iterations < limits.most_iterations) {
    const double product = equations.precondition();
    // A strain alone can be the solution; and nothing may be left in the end.
    const double nothing = out.iterations == 0 ? kNothing * std::abs(start) : 0;
    if (!(product > nothing)) {
      out.error = 0;
      done = true;
      break;
    }
    const double curvature = equations.advance(product_before > 0 ? product / product_before : 0);
    if (!(curvature > 0)) break;
    product_before = product;
    const double alpha = product / curvature;
    square = equations.move(alpha);
    is_true = false;
    ++out.iterations;
    out.energy -= alpha * product;
    left.took(alpha * product);
    out.error = left.estimate() / std::abs(out.energy);
    if (limits.tolerance > 0) {
      const double wanted = limits.tolerance * limits.tolerance * first;
      if (square <= wanted || square <= kBelieved * kBelieved * begun) {
        begun = square = equations.begin_anew();
        product_before = 0;
        is_true = true;
        done = square <= wanted;
      }
    } else {
      done = out.error <= limits.accuracy;
    }
    const double share = limits.tolerance > 0 ? share_done(residual(square), limits.tolerance)
                                              : share_done(out.error, limits.accuracy);
    progress.report(static_cast<std::int64_t>(share * kParts), kParts);
  }
  out.residual = residual(is_true ? square : equations.true_square());
  out.converged = done;
  if (!std::isfinite(out.error)) out.error = 1;
  return out;
}

}  // namespace bitvox::stiffness
