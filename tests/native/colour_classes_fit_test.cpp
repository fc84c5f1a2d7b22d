// SPDX-License-Identifier: BSD-2-Clause
// EM against a plain loop in double, known mixtures, and the log-likelihood that never falls.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "colour_classes_runs.hpp"
#include "core/backends/dispatch.hpp"
#include "ops/colour_classes/colour_fit.hpp"

namespace bitvox::colour_classes {
namespace {

bool never() { return false; }

const std::vector<Blob> kTwoColoursOfFits = {{{200, 60, 40}, 12, 3000}, {{60, 90, 200}, 6, 5000}};

// ---- One step of EM ---------------------------------------------------------------------------

// The mean log-likelihood and the next weights, means and covariances, in double, as definitions
// have them, without the least covariance.
struct PlainStep {
  double log_likelihood = 0;
  std::vector<double> weights, means, covariances;
};
PlainStep plain_step(const std::vector<std::uint32_t>& samples, const colour::Model& model) {
  const std::size_t gaussians = model.weights.size();
  std::vector<double> numbers(gaussians);
  std::vector<Eigen::Vector3d> sums(gaussians, Eigen::Vector3d::Zero());
  std::vector<Eigen::Matrix3d> squares(gaussians, Eigen::Matrix3d::Zero());
  std::vector<Eigen::Matrix3d> inverse(gaussians);
  std::vector<double> tops(gaussians);
  for (std::size_t g = 0; g < gaussians; ++g) {
    const double* const c = &model.covariances[6 * g];
    Eigen::Matrix3d covariance;
    covariance << c[0], c[1], c[2], c[1], c[3], c[4], c[2], c[4], c[5];
    inverse[g] = covariance.inverse();
    tops[g] =
        model.weights[g] / std::sqrt(std::pow(2 * std::numbers::pi, 3) * covariance.determinant());
  }
  PlainStep step;
  for (const std::uint32_t rgb : samples) {
    const colour::Point<float> at = colour::point_of(model.space, rgb);
    std::vector<Eigen::Vector3d> far(gaussians);
    std::vector<double> terms(gaussians);
    double total = 0;
    for (std::size_t g = 0; g < gaussians; ++g) {
      far[g] = Eigen::Vector3d(double{at.first} - model.means[3 * g],
                               double{at.second} - model.means[3 * g + 1],
                               double{at.third} - model.means[3 * g + 2]);
      if (model.space == Space::kHsv) far[g][0] = std::remainder(far[g][0], 1536.0);
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
    if (model.covariance == Covariance::kDiagonal) {
      covariance = Eigen::Matrix3d(covariance.diagonal().asDiagonal());
    }
    step.weights.push_back(numbers[g] / static_cast<double>(samples.size()));
    for (int i = 0; i < 3; ++i) {
      step.means.push_back(model.means[3 * g + static_cast<std::size_t>(i)] + shift[i]);
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
      const std::optional<colour::Model> model = first_mixture(points, 4, {covariance, 10, 1});
      ASSERT_TRUE(model);
      const PlainStep plain = plain_step(samples, *model);
      const MixtureSums sums = points.sums(colour::prepare(*model), never);
      EXPECT_NEAR(-sums.bits * std::numbers::ln2 / static_cast<double>(samples.size()),
                  plain.log_likelihood, 3e-6);
      const colour::Model next = maximise(*model, sums);
      for (std::size_t g = 0; g < 4; ++g) {
        EXPECT_NEAR(next.weights[g], plain.weights[g], 1e-5);
        for (std::size_t d = 0; d < 3; ++d) {
          const double off = next.means[3 * g + d] - plain.means[3 * g + d];
          EXPECT_NEAR(space == Space::kHsv && d == 0 ? std::remainder(off, 1536.0) : off, 0, 2e-3);
        }
        for (std::size_t c = 0; c < 6; ++c) {
          EXPECT_NEAR(next.covariances[6 * g + c], plain.covariances[6 * g + c],
                      1e-4 * (1 + std::abs(plain.covariances[6 * g])));
        }
      }
    }
  }
}

TEST(ColourClassesFitTest, EveryInstructionSetHasTheSameSums) {
  const ColourCounts::Distinct samples = distinct_of(colours_of(kTwoColoursOfFits, 2));
  for (const Space space : {Space::kHsv, Space::kRgb}) {
    const ClassPoints best(samples, space, best_cpu());
    const std::optional<colour::Model> model = first_mixture(best, 5, {});
    ASSERT_TRUE(model);
    const colour::PreparedModel prepared = colour::prepare(*model);
    const MixtureSums expected = best.sums(prepared, never);
    for (const Backend& backend : backends()) {
      if (!backend.available || !backend.instructions) continue;
      const MixtureSums sums =
          ClassPoints(samples, space, *backend.instructions).sums(prepared, never);
      EXPECT_EQ(sums.bits, expected.bits) << backend.name;
      for (std::size_t g = 0; g < 5; ++g) {
        EXPECT_EQ(sums.gaussians[g].number, expected.gaussians[g].number) << backend.name;
        for (std::size_t i = 0; i < 6; ++i) {
          EXPECT_EQ(sums.gaussians[g].products[i], expected.gaussians[g].products[i]);
        }
      }
    }
  }
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
        // As the steps are, without the fit's own guard.
        std::optional<colour::Model> model = first_mixture(points, 3, {covariance, 10, 1});
        ASSERT_TRUE(model);
        double last = -1e300;
        for (int i = 0; i < 40; ++i) {
          const MixtureSums sums = points.sums(colour::prepare(*model), never);
          const double now = -sums.bits * std::numbers::ln2 / static_cast<double>(samples.samples);
          EXPECT_GE(now, last - 1e-6) << i << " " << static_cast<int>(space);
          last = now;
          model = maximise(*model, sums);
        }
      }
    }
  }
}

TEST(ColourClassesFitTest, AFitEndsSteadyAndItsTraceRises) {
  const ClassPoints points(distinct_of(colours_of(kTwoColoursOfFits, 4)), Space::kHsv, best_cpu());
  const std::optional<Fit> found = fit(points, 3, {}, never);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->steady);
  EXPECT_EQ(std::ssize(found->trace), found->iterations + 1);
  for (std::size_t i = 1; i < found->trace.size(); ++i) {
    EXPECT_GT(found->trace[i], found->trace[i - 1]);
  }
  EXPECT_NEAR(found->trace.back() * 8000, found->log_likelihood, 1e-6);
  const double parameters = 2 + 3 * 9;
  EXPECT_NEAR(found->bic, parameters * std::log(8000.0) - 2 * found->log_likelihood, 1e-6);
}

TEST(ColourClassesFitTest, FindsAKnownMixture) {
  const ClassPoints points(
      distinct_of(colours_of({{{200, 60, 40}, 9, 30000}, {{60, 90, 200}, 6, 10000}}, 5)),
      Space::kRgb, best_cpu());
  const std::optional<Fit> found = fit(points, 2, {}, never);
  ASSERT_TRUE(found);
  const colour::Model& model = found->model;
  const std::size_t red = model.means[0] > model.means[3] ? 0 : 1;
  const std::size_t blue = 1 - red;
  EXPECT_NEAR(model.weights[red], 0.75, 0.003);
  const double means[2][3] = {{200, 60, 40}, {60, 90, 200}};
  const double variances[2] = {81, 36};
  for (std::size_t d = 0; d < 3; ++d) {
    EXPECT_NEAR(model.means[3 * red + d], means[0][d], 0.2);
    EXPECT_NEAR(model.means[3 * blue + d], means[1][d], 0.2);
  }
  for (const std::size_t c : {0U, 3U, 5U}) {
    EXPECT_NEAR(model.covariances[6 * red + c], variances[0], 3);
    EXPECT_NEAR(model.covariances[6 * blue + c], variances[1], 3);
  }
}

TEST(ColourClassesFitTest, NoGaussianIsNarrowerThanHalfALevel) {
  const ColourCounts::Distinct samples{{0x808080, 0x818080, 0xf0f0f0, 0xf0f1f0}, {9, 9, 5, 5}, 28};
  for (const Space space : {Space::kHsv, Space::kRgb, Space::kLab}) {
    const std::optional<Fit> found = fit(ClassPoints(samples, space, best_cpu()), 2, {}, never);
    ASSERT_TRUE(found);
    const Deviations least = least_deviations(space);
    for (std::size_t g = 0; g < 2; ++g) {
      const double* const c = &found->model.covariances[6 * g];
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
  EXPECT_TRUE(fit(points, 2, {}, never));
  EXPECT_FALSE(fit(points, 3, {}, never));
}

}  // namespace
}  // namespace bitvox::colour_classes
