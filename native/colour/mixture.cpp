// SPDX-License-Identifier: BSD-2-Clause
#include "colour/mixture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "colour/prepare_gaussian.hpp"
#include "core/error.hpp"
#include "core/options/number.hpp"

namespace bitvox::colour {
namespace {

// One that a model's covariance or its place in the list is wrong with.
std::string named(std::size_t index, std::size_t within) {
  return "Gaussian " + std::to_string(within + 1) + " of class " + std::to_string(index + 1);
}

void check_covariance(const double* covariance, bool diagonal, const std::string& whose) {
  constexpr double kLargestVariance = 1e8;
  for (int i = 0; i < 6; ++i) {
    if (!(std::abs(covariance[i]) <= kLargestVariance)) {
      throw InvalidInput("the covariance of " + whose + " has the number " +
                         short_number(covariance[i]) + "; use -1e8 to 1e8");
    }
  }
  if (diagonal && (covariance[1] != 0 || covariance[2] != 0 || covariance[4] != 0)) {
    throw InvalidInput("the covariance of " + whose +
                       " is not diagonal, as the model says that all are");
  }
  const Triangle t = triangle_of(covariance);
  // Not so where one is no number.
  const double least = std::sqrt(kLeastVariance);
  if (!(t.l11 >= least && t.l22 >= least && t.l33 >= least)) {
    throw InvalidInput("the covariance of " + whose +
                       " has a variance below 0.001 in some direction, or is none");
  }
}

void check_sizes(const Model& model) {
  const std::size_t classes = model.priors.size();
  if (classes < 1 || classes > kMostClasses) {
    throw InvalidInput("a model has 1 to " + std::to_string(kMostClasses) + " classes, not " +
                       std::to_string(classes));
  }
  if (model.gaussians.size() != classes) {
    throw InvalidInput("a model of " + std::to_string(classes) + " classes has " +
                       std::to_string(model.gaussians.size()) + " numbers of Gaussians");
  }
  std::size_t all = 0;
  for (std::size_t k = 0; k < classes; ++k) {
    const double count = model.gaussians[k];
    if (!(count >= 1 && count <= kMostGaussians && count == std::floor(count))) {
      throw InvalidInput("class " + std::to_string(k + 1) + " has " + short_number(count) +
                         " Gaussians; use 1 to " + std::to_string(kMostGaussians));
    }
    all += static_cast<std::size_t>(count);
  }
  if (model.weights.size() != all || model.means.size() != 3 * all ||
      model.covariances.size() != 6 * all) {
    throw InvalidInput("a model of " + std::to_string(all) + " Gaussians has " +
                       std::to_string(model.weights.size()) + " weights, " +
                       std::to_string(model.means.size()) + " numbers of means and " +
                       std::to_string(model.covariances.size()) +
                       " of covariances; use 1, 3 and 6 for each");
  }
}

void check_class(const Model& model, std::size_t k, std::size_t first, std::size_t count) {
  const SpaceRange range = range_of(model.space);
  const double prior = model.priors[k];
  if (!(prior > 0 && prior <= 1e9)) {
    throw InvalidInput("the prior of class " + std::to_string(k + 1) + " is " +
                       short_number(prior) + "; use a number above 0, to 1e9");
  }
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = first + i;
    const double weight = model.weights[at];
    if (!(weight > 0 && weight <= 1.001)) {
      throw InvalidInput("the weight of " + named(k, i) + " is " + short_number(weight) +
                         "; use a number above 0, to 1");
    }
    sum += weight;
    for (std::size_t d = 0; d < 3; ++d) {
      const double mean = model.means[3 * at + d];
      if (!(mean >= double{range.least[d]} && mean <= double{range.most[d]})) {
        throw InvalidInput("the mean of " + named(k, i) + " has the number " + short_number(mean) +
                           ", where " + short_number(double{range.least[d]}) + " to " +
                           short_number(double{range.most[d]}) + " is allowed");
      }
    }
    check_covariance(&model.covariances[6 * at], model.covariance == Covariance::kDiagonal,
                     named(k, i));
  }
  if (!(std::abs(sum - 1) <= 1e-3)) {
    throw InvalidInput("the weights of class " + std::to_string(k + 1) + " sum to " +
                       short_number(sum) + " instead of 1");
  }
}

// How many bits the best term of a class must lead all others by, so that the sum of their terms
// and the rounding of all cannot change who is chosen: see class_at(). A term is within 2^-22 of
// what its bits say, a lead of an eighth of a bit is 9 %.
float lead_of(int classes, int most_gaussians, double reject) {
  constexpr double kSpare = 0.125;
  if (reject > 0.999) return std::numeric_limits<float>::infinity();
  const double others = double{1} * (classes - 1) * most_gaussians;
  double lead = std::log2(most_gaussians);
  if (reject > 0 && others > 0) lead = std::max(lead, std::log2(others * reject / (1 - reject)));
  return static_cast<float>(lead + kSpare);
}

}  // namespace

void check(const Model& model) {
  check_sizes(model);
  std::size_t first = 0;
  for (std::size_t k = 0; k < model.priors.size(); ++k) {
    const auto count = static_cast<std::size_t>(model.gaussians[k]);
    check_class(model, k, first, count);
    first += count;
  }
}

PreparedModel prepare(const Model& model, double reject) {
  check(model);
  if (!(reject >= 0 && reject <= 1)) {
    throw InvalidInput("reject=" + short_number(reject) + " is not allowed; use 0 to 1");
  }
  const double priors = std::accumulate(model.priors.begin(), model.priors.end(), 0.0);
  PreparedModel out{};
  out.space = model.space;
  out.classes = static_cast<std::int32_t>(model.priors.size());
  out.reject = static_cast<float>(reject);
  out.faint = reject > 0 ? kMostBits : std::numeric_limits<float>::infinity();
  int most = 1;
  std::size_t at = 0;
  for (std::size_t k = 0; k < model.priors.size(); ++k) {
    const auto count = static_cast<int>(model.gaussians[k]);
    most = std::max(most, count);
    for (int i = 0; i < count; ++i, ++at) {
      out.gaussians[at] = prepare_gaussian(model.priors[k] / priors * model.weights[at],
                                           &model.means[3 * at], &model.covariances[6 * at]);
    }
    out.ends[k] = static_cast<std::int32_t>(at);
  }
  out.lead = lead_of(out.classes, most, reject);
  return out;
}

}  // namespace bitvox::colour
