// SPDX-License-Identifier: BSD-2-Clause
// EM against a plain loop in double, known mixtures, and the log-likelihood that never falls.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <chrono>
#include <cmath>
#include <numbers>
#include <thread>

#include "colour_classes_runs.hpp"
#include "core/backends/dispatch.hpp"
#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "ops/colour_classes/colour_classes.hpp"
#include "ops/colour_classes/colour_fit.hpp"
#include "ops/colour_classes/em_sums.hpp"

namespace bitvox::colour_classes {
namespace {

// One after the other, the last column first.
MixtureSums sums_under(const PreparedMixture& mixture, const ClassPoints& points) {
  ClassPoints::Columns columns{};
  for (int column = kSumColumns - 1; column >= 0; --column) {
    points.add_column(mixture, column, columns);
  }
  return ClassPoints::sum_of(mixture.gaussians, columns);
}

std::optional<Em> fit(const ClassPoints& points, int gaussians, const FitRules& rules) {
  NoProgress quick;
  return fit_cpu({{&points, gaussians}}, rules, 2, quick)[0];
}

const std::vector<Blob> kTwoColoursOfFits = {{{200, 60, 40}, 12, 3000}, {{60, 90, 200}, 6, 5000}};

// ---- One step of EM ---------------------------------------------------------------------------

// The mean log-likelihood and the next weights, means and covariances, in double, as definitions
// have them, without the least covariance.
struct PlainStep {
  double log_likelihood = 0;
  std::vector<double> weights, means, covariances;
};
PlainStep plain_step(const std::vector<std::uint32_t>& samples, const Mixture& model, Space space,
                     Covariance kind) {
  const auto gaussians = static_cast<std::size_t>(model.gaussians);
  std::vector<double> numbers(gaussians);
  std::vector<Eigen::Vector3d> sums(gaussians, Eigen::Vector3d::Zero());
  std::vector<Eigen::Matrix3d> squares(gaussians, Eigen::Matrix3d::Zero());
  std::vector<Eigen::Matrix3d> inverse(gaussians);
  std::vector<double> tops(gaussians);
  for (std::size_t g = 0; g < gaussians; ++g) {
    const double* const c = model.covariances[g];
    Eigen::Matrix3d covariance;
    covariance << c[0], c[1], c[2], c[1], c[3], c[4], c[2], c[4], c[5];
    inverse[g] = covariance.inverse();
    tops[g] =
        model.weights[g] / std::sqrt(std::pow(2 * std::numbers::pi, 3) * covariance.determinant());
  }
  PlainStep step;
  for (const std::uint32_t rgb : samples) {
    const colour::Point<float> at = colour::point_of(space, rgb);
    std::vector<Eigen::Vector3d> far(gaussians);
    std::vector<double> terms(gaussians);
    double total = 0;
    for (std::size_t g = 0; g < gaussians; ++g) {
      far[g] = Eigen::Vector3d(double{at.first} - model.means[g][0],
                               double{at.second} - model.means[g][1],
                               double{at.third} - model.means[g][2]);
      if (space == Space::kHsv) far[g][0] = std::remainder(far[g][0], 1536.0);
      terms[g] = tops[g] * std::exp(-far[g].dot(inverse[g] * far[g]) / 2);
      total += terms[g];
    }
    step.log_likelihood += std::log(total) / static_cast<double>(samples.size());
    for (std::size_t g = 0; g < gaussians; ++g) {
      const double share = terms[g] / total;
      numbers[g] += share;
      sums[g] += share * far[g];
      squares[g] += share * far[g] * far[g].transpose();
    }
  }
  for (std::size_t g = 0; g < gaussians; ++g) {
    const Eigen::Vector3d shift = sums[g] / numbers[g];
    Eigen::Matrix3d covariance = squares[g] / numbers[g] - shift * shift.transpose();
    if (kind == Covariance::kDiagonal) {
      covariance = Eigen::Matrix3d(covariance.diagonal().asDiagonal());
    }
    step.weights.push_back(numbers[g] / static_cast<double>(samples.size()));
    for (int i = 0; i < 3; ++i) {
      step.means.push_back(model.means[g][i] + shift[i]);
      for (int j = i; j < 3; ++j) step.covariances.push_back(covariance(i, j));
    }
  }
  return step;
}

TEST(ColourClassesFitTest, AStepIsThatOfThePlainLoop) {
  const std::vector<std::uint32_t> samples = colours_of(kTwoColoursOfFits, 1);
  for (const Space space : {Space::kHsv, Space::kRgb, Space::kLab}) {
    for (const Covariance covariance : {Covariance::kFull, Covariance::kDiagonal}) {
      const ClassPoints points(distinct_of(samples), space, best_cpu());
      const FitRules rules{covariance, 10, 1};
      const std::optional<Mixture> first = first_mixture(points, 4, rules);
      ASSERT_TRUE(first);
      const PlainStep plain = plain_step(samples, *first, space, covariance);
      Em em = begin_em(*first, space);
      const MixtureSums sums = sums_under(em.prepared, points);
      EXPECT_NEAR(-sums.bits * std::numbers::ln2 / static_cast<double>(samples.size()),
                  plain.log_likelihood, 3e-6);
      advance(rules.of(points), sums, em, OneThread());
      const Mixture& next = em.trial;
      for (std::size_t g = 0; g < 4; ++g) {
        EXPECT_NEAR(next.weights[g], plain.weights[g], 1e-5);
        for (std::size_t d = 0; d < 3; ++d) {
          const double off = next.means[g][d] - plain.means[3 * g + d];
          EXPECT_NEAR(space == Space::kHsv && d == 0 ? std::remainder(off, 1536.0) : off, 0, 2e-3);
        }
        for (std::size_t c = 0; c < 6; ++c) {
          EXPECT_NEAR(next.covariances[g][c], plain.covariances[6 * g + c],
                      1e-4 * (1 + std::abs(plain.covariances[6 * g])));
        }
      }
    }
  }
}

struct ThreadSums {
  float each[kMostGaussians][kSumsOfGaussian] = {};
  double bits = 0;
};
template <bool kHue>
ThreadSums thread_sums(const CountedPoints& points, const PreparedMixture& mixture,
                       std::int64_t first, int thread) {
  ThreadSums sums;
  for (int i = 0; i < kColoursOfLane; ++i) {
    const std::int64_t at = first + place_in_block(thread, i);
    if (at >= points.count) continue;
    const float bits = add_colour<kHue, float, std::uint32_t>(
        mixture.each, mixture.gaussians,
        Point<float>{points.first[at], points.second[at], points.third[at]}, points.counts[at],
        [&](int g, int sum) -> float& { return sums.each[g][sum]; });
    sums.bits += double{points.counts[at]} * double{bits};
  }
  return sums;
}

// The order of colour_classes_rows.hpp, a colour at a time, as threads of the GPU have it.
template <bool kHue>
std::vector<double> plain_sums(const CountedPoints& points, const PreparedMixture& mixture) {
  const auto in_pairs = [](std::vector<double> numbers) {
    for (std::size_t half = numbers.size() / 2; half > 0; half /= 2) {
      for (std::size_t i = 0; i < half; ++i) numbers[i] += numbers[i + half];
    }
    return numbers[0];
  };
  const int sums = sums_of(mixture.gaussians);
  const auto many = static_cast<std::size_t>(sums);
  std::vector<std::vector<double>> columns(many, std::vector<double>(kSumColumns));
  for (std::int64_t first = 0; first < points.count; first += kColoursOfBlock) {
    std::vector<std::vector<double>> pairs(many, std::vector<double>(kSumPairs));
    for (int thread = 0; thread < kLanesOfBlock; ++thread) {
      if (thread % kSumLanes >= kSumPairs) continue;
      const ThreadSums own = thread_sums<kHue>(points, mixture, first, thread);
      const ThreadSums other = thread_sums<kHue>(points, mixture, first, thread + kSumPairs);
      const auto pair = static_cast<std::size_t>(thread % kSumLanes);
      pairs[0][pair] += own.bits + other.bits;
      for (int sum = 1; sum < sums; ++sum) {
        const int g = (sum - 1) / kSumsOfGaussian;
        const int i = (sum - 1) % kSumsOfGaussian;
        pairs[static_cast<std::size_t>(sum)][pair] += double{own.each[g][i] + other.each[g][i]};
      }
    }
    const auto column = static_cast<std::size_t>(first / kColoursOfBlock % kSumColumns);
    for (std::size_t sum = 0; sum < many; ++sum) columns[sum][column] += in_pairs(pairs[sum]);
  }
  std::vector<double> all;
  for (const std::vector<double>& each : columns) all.push_back(in_pairs(each));
  return all;
}

TEST(ColourClassesFitTest, SumsAreThoseOfThePlainLoopBitForBit) {
  const std::vector<std::uint32_t> colours = colours_of(kTwoColoursOfFits, 2);
  for (const std::size_t count : {3U, 15U, 16U, 129U, 1024U, 1030U, 8000U}) {
    const ColourCounts::Distinct samples =
        distinct_of({colours.end() - static_cast<std::ptrdiff_t>(count), colours.end()});
    for (const Space space : {Space::kHsv, Space::kRgb}) {
      for (const Backend& backend : backends()) {
        if (!backend.available || !backend.instructions) continue;
        const ClassPoints points(samples, space, *backend.instructions);
        const int gaussians = count == 3 ? 1 : 5;
        const std::optional<Mixture> first = first_mixture(points, gaussians, {});
        ASSERT_TRUE(first);
        const Em em = begin_em(*first, space);
        const MixtureSums sums = sums_under(em.prepared, points);
        const std::vector<double> expected = space == Space::kHsv
                                                 ? plain_sums<true>(points.all(), em.prepared)
                                                 : plain_sums<false>(points.all(), em.prepared);
        for (std::size_t i = 0; i < expected.size(); ++i) {
          EXPECT_EQ(reinterpret_cast<const double*>(&sums)[i], expected[i])
              << backend.name << " " << count << " " << i;
        }
      }
    }
  }
}

TEST(ColourClassesFitTest, AStartEndsSoonAfterItsTeamIsStopped) {
  ColourCounts::Distinct samples;
  samples.samples = 1 << 20;
  for (std::uint32_t rgb = 0; rgb < 1U << 20; ++rgb) samples.colours.push_back(rgb);
  samples.counts.assign(samples.colours.size(), 1);
  const ClassPoints points(samples, Space::kHsv, best_cpu());
  NoProgress quiet;
  run_team(2, 1, quiet, [&](Team& team, int worker) {
    if (worker == 0) {
      EXPECT_THROW(first_mixture(points, colour::kMostGaussians, {}), Cancelled);
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));  // it would take ten times this
      team.stop();
    }
  });
}

// ---- Whole fits -------------------------------------------------------------------------------

TEST(ColourClassesFitTest, TheLogLikelihoodNeverFalls) {
  // Also where the least covariance acts: colours of few levels, and of one hue.
  const std::vector<std::vector<Blob>> many = {
      kTwoColoursOfFits,
      {{{10, 10, 10}, 1, 4000}, {{250, 250, 250}, 1, 4000}},
      {{{128, 128, 128}, 0.3, 5000}, {{129, 140, 128}, 0.3, 5000}},
      {{{255, 0, 3}, 2, 5000}, {{255, 3, 0}, 20, 5000}}};
  for (const std::vector<Blob>& blobs : many) {
    const ColourCounts::Distinct samples = distinct_of(colours_of(blobs, 3));
    for (const Space space : {Space::kHsv, Space::kRgb, Space::kLab}) {
      for (const Covariance covariance : {Covariance::kFull, Covariance::kDiagonal}) {
        const ClassPoints points(samples, space, best_cpu());
        const FitRules rules{covariance, 10, 1};
        // As the steps are, without the fit's own guard.
        std::optional<Mixture> mixture = first_mixture(points, 3, rules);
        ASSERT_TRUE(mixture);
        double last = -1e300;
        for (int i = 0; i < 40; ++i) {
          const MixtureSums sums = sums_under(begin_em(*mixture, space).prepared, points);
          const double now = -sums.bits * std::numbers::ln2 / static_cast<double>(samples.samples);
          EXPECT_GE(now, last - 1e-6) << i << " " << static_cast<int>(space);
          last = now;
          maximise(rules.of(points), sums, *mixture, OneThread());
        }
      }
    }
  }
}

TEST(ColourClassesFitTest, AFitEndsSteadyAndRises) {
  const ClassPoints points(distinct_of(colours_of(kTwoColoursOfFits, 4)), Space::kHsv, best_cpu());
  const std::optional<Em> found = fit(points, 3, {});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->steady);
  double last = -1e300;
  for (int iterations = 1; iterations < found->iterations; ++iterations) {
    const std::optional<Em> part = fit(points, 3, {Covariance::kFull, iterations, 1});
    EXPECT_FALSE(part->steady);
    EXPECT_EQ(part->iterations, iterations);
    EXPECT_GT(part->log_likelihood, last);
    last = part->log_likelihood;
  }
  EXPECT_GT(found->log_likelihood, last);
  const double bits = sums_under(begin_em(found->best, Space::kHsv).prepared, points).bits;
  EXPECT_EQ(found->log_likelihood, -bits * std::numbers::ln2);
  const double parameters = 2 + 3 * 9;
  EXPECT_NEAR(bic_of(*found, Covariance::kFull, 8000),
              parameters * std::log(8000.0) - 2 * found->log_likelihood, 1e-6);
}

TEST(ColourClassesFitTest, FindsAKnownMixture) {
  const ClassPoints points(
      distinct_of(colours_of({{{200, 60, 40}, 9, 30000}, {{60, 90, 200}, 6, 10000}}, 5)),
      Space::kRgb, best_cpu());
  const std::optional<Em> found = fit(points, 2, {});
  ASSERT_TRUE(found);
  const Mixture& model = found->best;
  const std::size_t red = model.means[0][0] > model.means[1][0] ? 0 : 1;
  const std::size_t blue = 1 - red;
  EXPECT_NEAR(model.weights[red], 0.75, 0.003);
  const double means[2][3] = {{200, 60, 40}, {60, 90, 200}};
  const double variances[2] = {81, 36};
  for (std::size_t d = 0; d < 3; ++d) {
    EXPECT_NEAR(model.means[red][d], means[0][d], 0.2);
    EXPECT_NEAR(model.means[blue][d], means[1][d], 0.2);
  }
  for (const std::size_t c : {0U, 3U, 5U}) {
    EXPECT_NEAR(model.covariances[red][c], variances[0], 3);
    EXPECT_NEAR(model.covariances[blue][c], variances[1], 3);
  }
}

TEST(ColourClassesFitTest, NoGaussianIsNarrowerThanHalfALevel) {
  const ColourCounts::Distinct samples{{0x808080, 0x818080, 0xf0f0f0, 0xf0f1f0}, {9, 9, 5, 5}, 28};
  for (const Space space : {Space::kHsv, Space::kRgb, Space::kLab}) {
    const std::optional<Em> found = fit(ClassPoints(samples, space, best_cpu()), 2, {});
    ASSERT_TRUE(found);
    const Deviations least = least_deviations(space);
    for (std::size_t g = 0; g < 2; ++g) {
      const double* const c = found->best.covariances[g];
      Eigen::Matrix3d covariance;
      covariance << c[0], c[1], c[2], c[1], c[3], c[4], c[2], c[4], c[5];
      const Eigen::Vector3d unit(1 / least.each[0], 1 / least.each[1], 1 / least.each[2]);
      const Eigen::Matrix3d scaled = unit.asDiagonal() * covariance * unit.asDiagonal();
      EXPECT_GE(Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(scaled).eigenvalues()[0], 1 - 1e-9);
    }
  }
}

TEST(ColourClassesFitTest, ThereAreNoMoreGaussiansThanPoints) {
  const ColourCounts::Distinct samples{{0x808080, 0x808080, 0xf0f0f0}, {9, 9, 5}, 23};
  const ClassPoints points(samples, Space::kLab, best_cpu());
  EXPECT_TRUE(fit(points, 2, {}));
  EXPECT_FALSE(fit(points, 3, {}));
}

}  // namespace
}  // namespace bitvox::colour_classes
