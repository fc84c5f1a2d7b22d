// SPDX-License-Identifier: BSD-2-Clause
#include "ops/colour_classes/colour_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "colour/colours_rows.hpp"

namespace bitvox::colour_classes {
namespace {

using colour::Covariance;
using colour::Model;

// Per sample, natural.
constexpr double kSteadyRise = 1e-5;

double log_likelihood_of(const MixtureSums& sums) { return -sums.bits * std::numbers::ln2; }

double bic_of(double log_likelihood, int gaussians, Covariance covariance, std::int64_t samples) {
  const int of_each = 3 + (covariance == Covariance::kFull ? 6 : 3);
  const double parameters = gaussians - 1 + gaussians * of_each;
  return parameters * std::log(static_cast<double>(samples)) - 2 * log_likelihood;
}

}  // namespace

ClassPoints::ClassPoints(const ColourCounts::Distinct& samples, colour::Space space,
                         InstructionSet instructions)
    : space_(space),
      instructions_(instructions),
      samples_(samples.samples),
      first_(samples.colours.size()),
      second_(samples.colours.size()),
      third_(samples.colours.size()),
      counts_(samples.counts.begin(), samples.counts.end()) {
  rows_for<colours::Rows>(instructions)
      .points(space, samples.colours.data(), std::ssize(samples.colours), first_.data(),
              second_.data(), third_.data());
}

MixtureSums ClassPoints::sums(const colour::PreparedModel& mixture,
                              const std::function<bool()>& stopped) const {
  constexpr std::int64_t kBetweenAsking = 128 * kColoursOfSum;
  const Rows& rows = rows_for<Rows>(instructions_);
  MixtureSums all{};
  const std::int64_t count = std::ssize(counts_);
  for (std::int64_t at = 0; at < count && !stopped(); at += kBetweenAsking) {
    rows.add(mixture,
             {first_.data() + at, second_.data() + at, third_.data() + at, counts_.data() + at,
              std::min(kBetweenAsking, count - at)},
             &all);
  }
  return all;
}

std::optional<Fit> fit(const ClassPoints& points, int gaussians, const FitRules& rules,
                       const std::function<bool()>& stopped) {
  std::optional<Model> first = first_mixture(points, gaussians, rules);
  if (!first) return {};
  const auto samples = static_cast<double>(points.samples());
  Fit best;
  best.model = std::move(*first);
  MixtureSums sums = points.sums(colour::prepare(best.model), stopped);
  best.log_likelihood = log_likelihood_of(sums);
  best.trace.push_back(best.log_likelihood / samples);
  while (best.iterations < rules.iterations && !best.steady && !stopped()) {
    Model next = maximise(best.model, sums);
    sums = points.sums(colour::prepare(next), stopped);
    const double log_likelihood = log_likelihood_of(sums);
    const double rise = (log_likelihood - best.log_likelihood) / samples;
    best.steady = !(rise >= kSteadyRise);
    if (!(rise > 0)) break;
    best.model = std::move(next);
    best.log_likelihood = log_likelihood;
    best.trace.push_back(log_likelihood / samples);
    ++best.iterations;
  }
  best.bic = bic_of(best.log_likelihood, gaussians, rules.covariance, points.samples());
  return best;
}

}  // namespace bitvox::colour_classes
