// SPDX-License-Identifier: BSD-2-Clause
// Mixtures at colours against the definition in double; classes and probabilities of every
// instruction set against one colour at a time.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <vector>

#include "colour/colours_rows.hpp"
#include "colour/mixture.hpp"
#include "colour_models.hpp"
#include "core/backends/dispatch.hpp"
#include "core/error.hpp"
#include "refusal.hpp"

namespace bitvox::colour {
namespace {

// prior times density of each class, as the definition says it. Numbers go down to 2^-16382.
std::vector<long double> exact_densities(const Model& model, std::uint32_t rgb) {
  const Point<float> at = point_of(model.space, rgb);
  const double priors = std::accumulate(model.priors.begin(), model.priors.end(), 0.0);
  std::vector<long double> densities;
  std::size_t g = 0;
  for (std::size_t k = 0; k < model.priors.size(); ++k) {
    long double sum = 0;
    for (int i = 0; i < static_cast<int>(model.gaussians[k]); ++i, ++g) {
      const double* const c = &model.covariances[6 * g];
      Eigen::Matrix3d covariance;
      covariance << c[0], c[1], c[2], c[1], c[3], c[4], c[2], c[4], c[5];
      Eigen::Vector3d far(double{at.first} - model.means[3 * g],
                          double{at.second} - model.means[3 * g + 1],
                          double{at.third} - model.means[3 * g + 2]);
      if (model.space == Space::kHsv) far[0] = std::remainder(far[0], 1536.0);
      const double squares = far.dot(covariance.inverse() * far);
      sum += model.weights[g] * std::exp(-static_cast<long double>(squares) / 2) /
             std::sqrt(std::pow(2 * std::numbers::pi, 3) * covariance.determinant());
    }
    densities.push_back(static_cast<long double>(model.priors[k] / priors) * sum);
  }
  return densities;
}

std::vector<std::uint32_t> many_colours(std::uint32_t count) {
  std::vector<std::uint32_t> rgb;
  for (std::uint32_t i = 0; i < count; ++i) rgb.push_back(i * 2654435761U >> 8);
  return rgb;
}

struct Case {
  Space space;
  Covariance covariance;
};
class ColourMixtureTest : public testing::TestWithParam<Case> {
 protected:
  Model model(std::size_t classes, std::size_t gaussians, std::uint64_t seed = 1) const {
    return random_model(GetParam().space, GetParam().covariance, classes, gaussians, seed);
  }
};
INSTANTIATE_TEST_SUITE_P(Spaces, ColourMixtureTest,
                         testing::Values(Case{Space::kHsv, Covariance::kFull},
                                         Case{Space::kHsv, Covariance::kDiagonal},
                                         Case{Space::kRgb, Covariance::kFull},
                                         Case{Space::kRgb, Covariance::kDiagonal},
                                         Case{Space::kLab, Covariance::kFull},
                                         Case{Space::kLab, Covariance::kDiagonal}));

TEST_P(ColourMixtureTest, ProbabilitiesOfTheDefinition) {
  const Model model = this->model(3, 5);
  const PreparedModel prepared = prepare(model);
  double worst = 0;
  for (const std::uint32_t rgb : many_colours(20'000)) {
    const std::vector<long double> exact = exact_densities(model, rgb);
    const long double total = std::accumulate(exact.begin(), exact.end(), 0.0L);
    std::array<float, 3> each{};
    probabilities(prepared, rgb, each.data());
    EXPECT_NEAR(each[0] + each[1] + each[2], 1, 1e-6);
    if (*std::max_element(exact.begin(), exact.end()) < 0x1p-119) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      worst = std::max(worst, std::abs(double{each[k]} - static_cast<double>(exact[k] / total)));
    }
    // The class of the largest, unless two are the same within the error.
    std::vector<long double> sorted = exact;
    std::sort(sorted.rbegin(), sorted.rend());
    if (sorted[0] > sorted[1] * (1 + 1e-4)) {
      EXPECT_EQ(class_of(prepared, rgb),
                std::max_element(exact.begin(), exact.end()) - exact.begin());
    }
  }
  EXPECT_LE(worst, 2e-5);
}

// However far a colour is from all classes, it is of the one that fits best; or rejected.
TEST_P(ColourMixtureTest, FarColoursHaveTheClassOfTheDefinition) {
  Model model = this->model(3, 4, 7);
  for (double& covariance : model.covariances) covariance /= 40;
  const PreparedModel prepared = prepare(model);
  const PreparedModel rejecting = prepare(model, 1e-6);
  int far = 0;
  double worst = 0;
  for (const std::uint32_t rgb : many_colours(20'000)) {
    const std::vector<long double> exact = exact_densities(model, rgb);
    const auto most = std::max_element(exact.begin(), exact.end());
    const bool is_rejected = class_of(rejecting, rgb) == kRejected;
    EXPECT_TRUE(is_rejected ? *most < 0x1p-116L : *most > 0x1p-120L);
    if (*most > 0x1p-126L || *most < 1e-4500L) continue;
    ++far;
    const long double total = std::accumulate(exact.begin(), exact.end(), 0.0L);
    std::array<float, 3> each{};
    probabilities(prepared, rgb, each.data());
    EXPECT_NEAR(each[0] + each[1] + each[2], 1, 1e-6);
    for (std::size_t k = 0; k < 3; ++k) {
      worst = std::max(worst, std::abs(double{each[k]} - static_cast<double>(exact[k] / total)));
    }
    std::vector<long double> sorted = exact;
    std::sort(sorted.rbegin(), sorted.rend());
    // The bits of a term are a float.
    if (sorted[0] < sorted[1] * 1.02L) continue;
    EXPECT_EQ(class_of(prepared, rgb), most - exact.begin());
  }
  EXPECT_GT(far, 1000);
  EXPECT_LE(worst, 0.01);
}

TEST_P(ColourMixtureTest, EveryInstructionSetHasTheSameBits) {
  const std::vector<std::uint32_t> rgb = many_colours(30'003);
  const auto count = static_cast<std::int64_t>(rgb.size());
  for (const double reject : {0.0, 0.5, 0.9, 0.9999}) {
    const PreparedModel prepared = prepare(model(4, 3), reject);
    for (const Backend& backend : backends()) {
      if (!backend.available || !backend.instructions) continue;
      const colours::Rows& rows = rows_for<colours::Rows>(*backend.instructions);
      std::vector<std::uint8_t> classes(rgb.size());
      std::vector<float> shares(4 * rgb.size());
      rows.classes(prepared, rgb.data(), count, classes.data());
      rows.probabilities(prepared, rgb.data(), count, shares.data(), count);
      std::int64_t wrong = 0;
      for (std::size_t i = 0; i < rgb.size(); ++i) {
        std::array<float, 4> each{};
        probabilities(prepared, rgb[i], each.data());
        bool same = classes[i] == class_of(prepared, rgb[i]);
        for (std::size_t k = 0; k < 4; ++k) same &= each[k] == shares[k * rgb.size() + i];
        wrong += same ? 0 : 1;
      }
      EXPECT_EQ(wrong, 0) << backend.name << " " << reject;
    }
  }
}

TEST_P(ColourMixtureTest, CertaintyIsTheProbabilityOfTheClass) {
  for (const double reject : {0.0, 0.6}) {
    const PreparedModel prepared = prepare(model(4, 3), reject);
    for (const std::uint32_t rgb : many_colours(5000)) {
      std::array<float, 4> each{};
      probabilities(prepared, rgb, each.data());
      const std::uint8_t chosen = class_of(prepared, rgb);
      const int expected =
          chosen == kRejected ? 0 : static_cast<int>(std::floor(255.0F * each[chosen] + 0.5F));
      ASSERT_EQ(certain_class_of(prepared, rgb).chosen, chosen) << rgb;
      ASSERT_EQ(certain_class_of(prepared, rgb).certainty, expected) << rgb;
    }
  }
}

// What decides without sums chooses as sums do.
TEST_P(ColourMixtureTest, TheLeadDecidesAsSumsDo) {
  for (const std::size_t gaussians : {1U, 2U, 5U, 8U}) {
    for (const double reject : {0.0, 0.3, 0.6, 0.99, 0.999}) {
      PreparedModel prepared = prepare(model(5, gaussians, gaussians), reject);
      std::vector<int> classes;
      const std::vector<std::uint32_t> colours = many_colours(5000);
      for (const std::uint32_t rgb : colours) classes.push_back(class_of(prepared, rgb));
      ASSERT_LT(prepared.lead, 1e6);
      prepared.lead = 1e30F;  // no class has such a lead
      std::int64_t wrong = 0;
      for (std::size_t i = 0; i < colours.size(); ++i) {
        wrong += class_of(prepared, colours[i]) == classes[i] ? 0 : 1;
      }
      EXPECT_EQ(wrong, 0) << gaussians << " " << reject;
    }
  }
}

TEST_P(ColourMixtureTest, RejectedIsWhereNoProbabilityIsLargeEnough) {
  const double reject = 0.7;
  const Model model = this->model(3, 2);
  const PreparedModel prepared = prepare(model, reject);
  std::int64_t rejected = 0;
  for (const std::uint32_t rgb : many_colours(20'000)) {
    std::array<float, 3> each{};
    probabilities(prepared, rgb, each.data());
    const float largest = *std::max_element(each.begin(), each.end());
    const bool is_rejected = class_of(prepared, rgb) == kRejected;
    const std::vector<long double> densities = exact_densities(model, rgb);
    const bool is_near = *std::max_element(densities.begin(), densities.end()) > 0x1p-116L;
    if (is_near || !is_rejected) {
      EXPECT_EQ(is_rejected, largest < static_cast<float>(reject)) << rgb;
    }
    rejected += is_rejected ? 1 : 0;
  }
  EXPECT_GT(rejected, 20);
  EXPECT_LT(rejected, 19'000);
}

// Round Gaussians of one variance, at these greys of RGB.
Model round_model(const std::vector<double>& greys, double variance) {
  Model model;
  model.space = Space::kRgb;
  for (const double grey : greys) {
    model.priors.push_back(1);
    model.gaussians.push_back(1);
    model.weights.push_back(1);
    model.means.insert(model.means.end(), {grey, grey, grey});
    model.covariances.insert(model.covariances.end(), {variance, 0, 0, variance, 0, variance});
  }
  return model;
}

TEST(ColourMixtureTies, GoToTheLowerClass) {
  const PreparedModel prepared = prepare(round_model({200, 100, 100, 0}, 400));
  EXPECT_EQ(class_of(prepared, 0x646464), 1);
  EXPECT_EQ(class_of(prepared, 0x969696), 0);  // 150, as far from 200 as from 100
  EXPECT_EQ(class_of(prepared, 0x323232), 1);
}

TEST(ColourMixtureTies, AreRejectedFirst) {
  const PreparedModel prepared = prepare(round_model({200, 100, 100, 0}, 400), 0.6);
  EXPECT_EQ(class_of(prepared, 0x646464), kRejected);
  EXPECT_EQ(class_of(prepared, 0xc8c8c8), 0);
}

TEST(ColourMixtureTies, FarFromAllClassesIsTheNearestOrRejected) {
  const Model model = round_model({100, 120}, 1);
  EXPECT_EQ(class_of(prepare(model), 0xffffff), 1);
  EXPECT_EQ(class_of(prepare(model), 0x000000), 0);
  EXPECT_EQ(class_of(prepare(model, 1e-6), 0xffffff), kRejected);
  std::array<float, 2> each{};
  probabilities(prepare(model), 0xffffff, each.data());
  EXPECT_EQ(each, (std::array<float, 2>{0, 1}));
  EXPECT_EQ(certain_class_of(prepare(model), 0xffffff).certainty, 255);
}

// The least variance, at the largest distance, where all densities are as good as 0.
TEST(ColourMixtureTies, FarTiesGoToTheLowerClass) {
  const PreparedModel prepared = prepare(round_model({255, 250, 250}, kLeastVariance));
  EXPECT_EQ(class_of(prepared, 0x000000), 1);
  std::array<float, 3> each{};
  probabilities(prepared, 0x000000, each.data());
  EXPECT_EQ(each, (std::array<float, 3>{0, 0.5F, 0.5F}));
}

TEST(ColourMixtureTies, OneClassIsNeverRejectedNearIt) {
  const Model model = round_model({100}, 25);
  for (const double reject : {0.0, 0.5, 1.0}) {
    EXPECT_EQ(class_of(prepare(model, reject), 0x646464), 0);
    EXPECT_EQ(class_of(prepare(model, reject), 0x606060), 0);
  }
}

TEST(ColourMixtureTies, HueGoesTheShorterWay) {
  Model model = round_model({200, 200}, 100);
  model.space = Space::kHsv;
  model.means[0] = 1530;  // red, from below
  model.means[3] = 100;
  const PreparedModel prepared = prepare(model);
  EXPECT_EQ(class_of(prepared, 0xc82b2b), 0);  // hue 0
  EXPECT_EQ(class_of(prepared, 0xc8712b), 1);  // hue 114
}

std::string sentence(const Model& model, double reject = 0) {
  return test::refusal([&] { prepare(model, reject); });
}

TEST(ColourMixtureInput, HasASentenceForEachFault) {
  const Model good = random_model(Space::kHsv, Covariance::kFull, 2, 2, 1);
  const auto with = [&](auto&& change) {
    Model model = good;
    change(model);
    return sentence(model);
  };
  EXPECT_EQ(sentence(Model{}), "a model has 1 to 12 classes, not 0");
  EXPECT_EQ(with([](Model& m) { m.gaussians[1] = 9; }), "class 2 has 9 Gaussians; use 1 to 8");
  EXPECT_EQ(with([](Model& m) { m.gaussians[1] = 1.5; }), "class 2 has 1.5 Gaussians; use 1 to 8");
  EXPECT_EQ(with([](Model& m) { m.gaussians.pop_back(); }),
            "a model of 2 classes has 1 numbers of Gaussians");
  EXPECT_EQ(with([](Model& m) { m.weights.pop_back(); }),
            "a model of 4 Gaussians has 3 weights, 12 numbers of means and 24 of covariances; "
            "use 1, 3 and 6 for each");
  EXPECT_EQ(with([](Model& m) { m.priors[0] = 0; }),
            "the prior of class 1 is 0; use a number above 0, to 1e9");
  EXPECT_EQ(with([](Model& m) { m.weights[2] = -1; }),
            "the weight of Gaussian 1 of class 2 is -1; use a number above 0, to 1");
  EXPECT_EQ(with([](Model& m) { m.weights[3] = 0.25; }),
            "the weights of class 2 sum to 0.75 instead of 1");
  EXPECT_EQ(with([](Model& m) { m.means[3] = 1537; }),
            "the mean of Gaussian 2 of class 1 has the number 1537, where 0 to 1536 is allowed");
  EXPECT_EQ(with([](Model& m) { m.covariances[0] = std::nan(""); }),
            "the covariance of Gaussian 1 of class 1 has the number nan; use -1e8 to 1e8");
  EXPECT_EQ(with([](Model& m) { m.covariances[1] = 1e7; }),
            "the covariance of Gaussian 1 of class 1 has a variance below 0.001 in some direction, "
            "or is none");
  EXPECT_EQ(with([](Model& m) { m.covariance = Covariance::kDiagonal; }),
            "the covariance of Gaussian 1 of class 1 is not diagonal, as the model says that all "
            "are");
  EXPECT_EQ(sentence(good, 1.5), "reject=1.5 is not allowed; use 0 to 1");
  EXPECT_EQ(sentence(good, std::nan("")), "reject=nan is not allowed; use 0 to 1");
}

}  // namespace
}  // namespace bitvox::colour
