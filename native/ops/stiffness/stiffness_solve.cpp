// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_solve.hpp"

#include <algorithm>
#include <cmath>

#include "ops/stiffness/stiffness_error.hpp"

namespace bitvox::stiffness {
namespace {

// Where the first residual is no more than this part of the energy, it is rounding.
constexpr double kNothing = 1e-13;
// How far the residual in floats is believed.
constexpr double kBelieved = 1e-3;

// Over the energy that is there at least; 1 at most.
double relative(double error, double energy) {
  return error < energy ? std::min(1.0, error / (energy - error)) : 1;
}

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
  EnergyError error;
  const double first = equations.start(strain);
  double begun = first, square = first, product_before = 0;
  const auto residual = [&](double of) { return first > 0 ? std::sqrt(of / first) : 0; };
  bool done = false, is_true = false;
  while (!done && out.iterations < limits.most_iterations) {
    const double product = equations.precondition();
    // A strain alone can be the solution; and nothing but rounding may be left in the end.
    const double nothing = kNothing * start;
    if (!(product > (out.iterations == 0 ? nothing : 0))) {
      done = std::abs(product) <= nothing;
      out.error = done ? 0 : 1;
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
    error.add(alpha, product);
    out.error = relative(error.estimate(), out.energy);
    const bool has_tolerance = limits.tolerance > 0;
    const double wanted = limits.tolerance * limits.tolerance * first;
    if (!has_tolerance) done = out.error <= limits.accuracy;
    const bool is_fallen = square <= wanted || square <= kBelieved * kBelieved * begun;
    if (!done && is_fallen && (has_tolerance || !limits.is_held)) {
      begun = square = has_tolerance ? equations.begin_anew() : equations.true_square();
      error.begin_anew();
      product_before = 0;
      is_true = true;
      done = square <= wanted;
    }
    const double share = has_tolerance ? share_done(residual(square), limits.tolerance)
                                       : share_done(out.error, limits.accuracy);
    progress.report(static_cast<std::int64_t>(share * kParts), kParts);
  }
  out.residual = residual(is_true ? square : equations.true_square());
  out.converged = done;
  return out;
}

}  // namespace bitvox::stiffness
