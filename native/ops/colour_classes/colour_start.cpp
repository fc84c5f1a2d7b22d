// SPDX-License-Identifier: BSD-2-Clause
// The start of EM, and its second step.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/random.hpp"
#include "ops/colour_classes/colour_classes.hpp"
#include "ops/colour_classes/colour_fit.hpp"
#include "ops/minkowski/minkowski_ellipsoid.hpp"

namespace bitvox::colour_classes {
namespace {

using colour::Model;
using Vector = std::array<double, 3>;

Vector distance(Space space, const colour::Point<double>& from, const colour::Point<double>& to) {
  double x = to.first - from.first;
  if (space == Space::kHsv) x = std::remainder(x, 1536.0);
  return {x, to.second - from.second, to.third - from.third};
}

double square_of(const Vector& v, const Vector& scale) {
  double sum = 0;
  for (std::size_t d = 0; d < 3; ++d) sum += v[d] / scale[d] * (v[d] / scale[d]);
  return sum;
}

// Brings every variance, along any direction, to that of the least deviations at least: in units of
// these, eigenvalues below 1 become 1, which is the likeliest covariance of those that are allowed.
void widen(Space space, double* covariance) {
  const Deviations least = least_deviations(space);
  const auto scaled = [&](int i, int j, double value) {
    return value / (least.each[i] * least.each[j]);
  };
  double* const c = covariance;
  const minkowski::Ellipsoid axes =
      minkowski::principal_axes({scaled(0, 0, c[0]), scaled(1, 1, c[3]), scaled(2, 2, c[5]),
                                 scaled(1, 2, c[4]), scaled(0, 2, c[2]), scaled(0, 1, c[1])});
  if (axes.eigenvalues[0] >= 1) return;
  int at = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = i; j < 3; ++j) {
      double sum = 0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        sum += std::max(axes.eigenvalues[axis], 1.0) * axes.axes[3 * axis + i] *
               axes.axes[3 * axis + j];
      }
      covariance[at++] = sum * least.each[i] * least.each[j];
    }
  }
}

void widen_diagonal(Space space, double* covariance) {
  const Deviations least = least_deviations(space);
  constexpr int kDiagonal[] = {0, 3, 5};
  for (int d = 0; d < 3; ++d) {
    const double variance = least.each[d] * least.each[d];
    covariance[kDiagonal[d]] = std::max(covariance[kDiagonal[d]], variance);
  }
  covariance[1] = covariance[2] = covariance[4] = 0;
}

// Within the numbers of the space, which a mean leaves by rounding alone, and hue within its
// circle.
double within(Space space, std::size_t d, double mean) {
  if (space == Space::kHsv && d == 0) return mean - 1536 * std::floor(mean / 1536);
  const colour::SpaceRange range = colour::range_of(space);
  return std::clamp(mean, double{range.least[d]}, double{range.most[d]});
}

// Points that are centres, and of each point the nearest of them.
struct Clusters {
  std::vector<std::size_t> centres;
  std::vector<std::uint8_t> nearest;
};

// One of the points, each as often as share(i) has it; size() if all shares are 0.
template <class Share>
std::size_t draw(const ClassPoints& points, Random& random, const Share& share) {
  double total = 0;
  for (std::size_t i = 0; i < points.size(); ++i) total += share(i);
  if (!(total > 0)) return points.size();
  double left = static_cast<double>(random.next() >> 11) * 0x1p-53 * total;
  std::size_t last = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!(share(i) > 0)) continue;
    last = i;
    left -= share(i);
    if (left < 0) break;
  }
  return last;
}

// Numbers of different kinds are compared by how far they are from one of the points.
Vector scale_around(const ClassPoints& points, std::size_t centre) {
  const Deviations least = least_deviations(points.space());
  Vector scale{};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector far = distance(points.space(), points.at(centre), points.at(i));
    for (std::size_t d = 0; d < 3; ++d) scale[d] += points.count(i) * far[d] * far[d];
  }
  for (std::size_t d = 0; d < 3; ++d) {
    scale[d] = std::max(std::sqrt(scale[d] / static_cast<double>(points.samples())), least.each[d]);
  }
  return scale;
}

// None if there are fewer points that differ than clusters.
std::optional<Clusters> k_means_plus_plus(const ClassPoints& points, int count,
                                          std::uint64_t seed) {
  Random random(seed, static_cast<std::uint64_t>(count));
  Clusters clusters;
  clusters.centres = {draw(points, random, [&](std::size_t i) { return points.count(i); })};
  clusters.nearest.resize(points.size());
  const Vector scale = scale_around(points, clusters.centres[0]);
  std::vector<double> squares(points.size(), std::numeric_limits<double>::infinity());
  for (;;) {
    const colour::Point<double> centre = points.at(clusters.centres.back());
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double square = square_of(distance(points.space(), centre, points.at(i)), scale);
      if (square < squares[i]) {
        squares[i] = square;
        clusters.nearest[i] = static_cast<std::uint8_t>(clusters.centres.size() - 1);
      }
    }
    if (std::ssize(clusters.centres) == count) return clusters;
    const std::size_t next =
        draw(points, random, [&](std::size_t i) { return points.count(i) * squares[i]; });
    if (next == points.size()) return {};  // all are centres
    clusters.centres.push_back(next);
  }
}

MixtureSums sums_of(const ClassPoints& points, const Clusters& clusters) {
  MixtureSums sums{};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t cluster = clusters.nearest[i];
    GaussianSums& own = sums.gaussians[cluster];
    const Vector far = distance(points.space(), points.at(clusters.centres[cluster]), points.at(i));
    own.number += points.count(i);
    std::size_t at = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      own.distances[a] += points.count(i) * far[a];
      for (std::size_t b = a; b < 3; ++b) own.products[at++] += points.count(i) * far[a] * far[b];
    }
  }
  return sums;
}

}  // namespace

Model maximise(const Model& model, const MixtureSums& sums) {
  constexpr double kLeastNumber = 1e-3;  // of samples: a Gaussian of fewer keeps its shape
  constexpr double kLeastWeight = 1e-9;
  Model next = model;
  double weights = 0;
  for (std::size_t g = 0; g < model.weights.size(); ++g) {
    const GaussianSums& own = sums.gaussians[g];
    next.weights[g] = own.number;
    weights += own.number;
    if (own.number < kLeastNumber) continue;
    Vector shift{};
    for (std::size_t d = 0; d < 3; ++d) {
      shift[d] = own.distances[d] / own.number;
      next.means[3 * g + d] = within(model.space, d, model.means[3 * g + d] + shift[d]);
    }
    double* const covariance = &next.covariances[6 * g];
    std::size_t at = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = i; j < 3; ++j, ++at) {
        covariance[at] = own.products[at] / own.number - shift[i] * shift[j];
      }
    }
    if (model.covariance == Covariance::kDiagonal) {
      widen_diagonal(model.space, covariance);
    } else {
      widen(model.space, covariance);
    }
  }
  for (double& weight : next.weights) weight = std::max(weight / weights, kLeastWeight);
  const double sum = std::accumulate(next.weights.begin(), next.weights.end(), 0.0);
  for (double& weight : next.weights) weight /= sum;
  return next;
}

std::optional<Model> first_mixture(const ClassPoints& points, int gaussians,
                                   const FitRules& rules) {
  const std::optional<Clusters> clusters = k_means_plus_plus(points, gaussians, rules.seed);
  if (!clusters) return {};
  Model model;
  model.space = points.space();
  model.covariance = rules.covariance;
  model.priors = {1};
  model.gaussians = {static_cast<double>(gaussians)};
  for (const std::size_t centre : clusters->centres) {
    const colour::Point<double> at = points.at(centre);
    model.weights.push_back(1.0 / gaussians);
    model.means.insert(model.means.end(), {at.first, at.second, at.third});
    model.covariances.insert(model.covariances.end(), {1, 0, 0, 1, 0, 1});
  }
  return maximise(model, sums_of(points, *clusters));
}

}  // namespace bitvox::colour_classes
