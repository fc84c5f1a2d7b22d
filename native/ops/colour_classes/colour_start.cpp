// SPDX-License-Identifier: BSD-2-Clause
// The start of EM.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/random.hpp"
#include "core/threads/stop_request.hpp"
#include "ops/colour_classes/colour_fit.hpp"

namespace bitvox::colour_classes {
namespace {

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

// Points that are centres, and of each point the nearest of them.
struct Clusters {
  std::vector<std::size_t> centres;
  std::vector<std::uint8_t> nearest;
};

// body(i) of all points, of which there may be millions. Throws Cancelled.
template <class Body>
void for_each_point(const ClassPoints& points, const Body& body) {
  constexpr std::size_t kBetweenAsking = std::size_t{1} << 16;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i % kBetweenAsking == 0 && stop_requested()) throw Cancelled();
    body(i);
  }
}

// One of the points, each as often as share(i) has it; size() if all shares are 0.
template <class Share>
std::size_t draw(const ClassPoints& points, Random& random, const Share& share) {
  double total = 0;
  for_each_point(points, [&](std::size_t i) { total += share(i); });
  if (!(total > 0)) return points.size();
  double left = static_cast<double>(random.next() >> 11) * 0x1p-53 * total;
  std::size_t last = 0;
  for_each_point(points, [&](std::size_t i) {
    if (left < 0 || !(share(i) > 0)) return;
    last = i;
    left -= share(i);
  });
  return last;
}

// Numbers of different kinds are compared by how far they are from one of the points.
Vector scale_around(const ClassPoints& points, std::size_t centre) {
  const Deviations least = least_deviations(points.space());
  Vector scale{};
  for_each_point(points, [&](std::size_t i) {
    const Vector far = distance(points.space(), points.at(centre), points.at(i));
    for (std::size_t d = 0; d < 3; ++d) scale[d] += points.count(i) * far[d] * far[d];
  });
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
    for_each_point(points, [&](std::size_t i) {
      const double square = square_of(distance(points.space(), centre, points.at(i)), scale);
      if (square < squares[i]) {
        squares[i] = square;
        clusters.nearest[i] = static_cast<std::uint8_t>(clusters.centres.size() - 1);
      }
    });
    if (std::ssize(clusters.centres) == count) return clusters;
    const std::size_t next =
        draw(points, random, [&](std::size_t i) { return points.count(i) * squares[i]; });
    if (next == points.size()) return {};  // all are centres
    clusters.centres.push_back(next);
  }
}

MixtureSums sums_of(const ClassPoints& points, const Clusters& clusters) {
  MixtureSums sums{};
  for_each_point(points, [&](std::size_t i) {
    const std::size_t cluster = clusters.nearest[i];
    GaussianSums& own = sums.gaussians[cluster];
    const Vector far = distance(points.space(), points.at(clusters.centres[cluster]), points.at(i));
    own.number += points.count(i);
    std::size_t at = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      own.distances[a] += points.count(i) * far[a];
      for (std::size_t b = a; b < 3; ++b) own.products[at++] += points.count(i) * far[a] * far[b];
    }
  });
  return sums;
}

}  // namespace

std::optional<Mixture> first_mixture(const ClassPoints& points, int gaussians,
                                     const FitRules& rules) {
  const std::optional<Clusters> clusters = k_means_plus_plus(points, gaussians, rules.seed);
  if (!clusters) return {};
  Mixture mixture;
  for (const std::size_t centre : clusters->centres) {
    const colour::Point<double> at = points.at(centre);
    const int g = mixture.gaussians++;
    mixture.weights[g] = 1.0 / gaussians;
    mixture.means[g][0] = at.first;
    mixture.means[g][1] = at.second;
    mixture.means[g][2] = at.third;
    for (const int i : {0, 3, 5}) mixture.covariances[g][i] = 1;
  }
  maximise(rules.of(points), sums_of(points, *clusters), mixture, OneThread());
  return mixture;
}

}  // namespace bitvox::colour_classes
