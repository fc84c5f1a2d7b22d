// SPDX-License-Identifier: BSD-2-Clause
// Samples, whole trainings, and what is wrong with samples.
#include "ops/colour_classes/colour_classes.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "colour_classes_runs.hpp"
#include "core/backends/dispatch.hpp"
#include "refusal.hpp"

namespace bitvox::colour_classes {
namespace {

const std::vector<Blob> kTwoColours = {{{200, 60, 40}, 12, 3000}, {{60, 90, 200}, 6, 5000}};

TEST(ColourCounts, AreThoseOfTheSamples) {
  std::map<std::uint32_t, std::int64_t> expected;
  ColourCounts counts;
  for (std::uint32_t i = 0; i < 50'000; ++i) {
    const std::uint32_t rgb = (i * 2654435761U >> 7) % 9000 * 1861 & 0xffffff;
    ++expected[rgb];
    counts.add(rgb | i << 24);  // alpha is ignored
  }
  const ColourCounts::Distinct distinct = counts.distinct();
  ASSERT_EQ(distinct.colours.size(), expected.size());
  EXPECT_EQ(distinct.samples, 50'000);
  for (std::size_t i = 0; i < distinct.colours.size(); ++i) {
    EXPECT_EQ(expected[distinct.colours[i]], distinct.counts[i]);
  }
}

TEST(ColourCounts, LabelsAreClassesInAscendingOrder) {
  ColourSamples samples;
  const std::uint32_t rgb[] = {1, 2, 3, 4, 5};
  const std::uint16_t labels[] = {700, 0, 3, 700, 65535};
  samples.add(rgb, labels, 5);
  const std::vector<ColourSamples::Class> classes = samples.classes();
  ASSERT_EQ(classes.size(), 3U);
  EXPECT_EQ(classes[0].label, 3);
  EXPECT_EQ(classes[1].label, 700);
  EXPECT_EQ(classes[2].label, 65535);
  EXPECT_EQ(classes[1].counts->distinct().colours, (std::vector<std::uint32_t>{1, 4}));
}

// ---- Whole trainings --------------------------------------------------------------------------

Result trained(const ColourSamples& samples, const Options& options) {
  NoProgress progress;
  return train(samples, options, progress);
}

TEST(ColourClassesTest, AModelClassifiesItsSamples) {
  const ColourSamples samples = match(4000);
  for (const Space space : {Space::kHsv, Space::kRgb, Space::kLab}) {
    Options options;
    options.space = space;
    options.gaussians = 2;
    const Result result = trained(samples, options);
    EXPECT_EQ(result.labels, (std::vector<std::int32_t>{1, 2, 5}));
    EXPECT_EQ(result.samples, (std::vector<std::int64_t>{4000, 4000, 4000}));
    const colour::PreparedModel model = colour::prepare(result.model);
    std::int64_t right = 0;
    std::uint8_t k = 0;
    for (const ColourSamples::Class& one : samples.classes()) {
      const ColourCounts::Distinct distinct = one.counts->distinct();
      for (std::size_t i = 0; i < distinct.colours.size(); ++i) {
        if (class_of(model, distinct.colours[i]) == k) right += distinct.counts[i];
      }
      ++k;
    }
    EXPECT_GE(right, 11'950) << static_cast<int>(space);
  }
}

TEST(ColourClassesTest, BicFindsTheNumberOfGaussians) {
  Options options;
  options.space = Space::kRgb;
  ColourSamples samples;
  add(samples, colours_of({{{128, 128, 128}, 9, 20000}}, 6), 1);
  add(samples,
      colours_of({{{60, 90, 190}, 9, 9000}, {{190, 60, 90}, 6, 9000}, {{90, 200, 90}, 8, 9000}}, 7),
      2);
  const Result result = trained(samples, options);
  EXPECT_EQ(result.model.gaussians, (std::vector<double>{1, 3}));
}

TEST(ColourClassesTest, ThreadsAndOrderChangeNothing) {
  Options options;
  options.threads = 1;
  const Result expected = trained(match(1500), options);
  for (const int threads : {2, 5}) {
    options.threads = threads;
    const Result result = trained(match(1500), options);
    EXPECT_EQ(result.model.means, expected.model.means);
    EXPECT_EQ(result.model.covariances, expected.model.covariances);
    EXPECT_EQ(result.log_likelihood, expected.log_likelihood);
  }
  std::vector<std::uint32_t> colours = colours_of(kTwoColours, 8);
  ColourSamples one;
  add(one, colours, 1);
  std::reverse(colours.begin(), colours.end());
  ColourSamples other;
  add(other, colours, 1);
  options.gaussians = 3;
  EXPECT_EQ(trained(one, options).model.means, trained(other, options).model.means);
}

TEST(ColourClassesTest, EveryBackendHasTheSameBits) {
  ColourSamples few = match(8000);  // of several blocks
  // Where the least covariance acts, and a class of hardly more points than Gaussians.
  add(few, colours_of({{{10, 10, 10}, 1, 2000}, {{250, 250, 250}, 1, 2000}}, 9), 6);
  add(few, {0x808080, 0x818080, 0x808084, 0xf0f0f0, 0xf0f1f0, 0xf0f0f6}, 7);
  for (const Space space : {Space::kHsv, Space::kRgb, Space::kLab}) {
    for (const colour::Covariance covariance :
         {colour::Covariance::kFull, colour::Covariance::kDiagonal}) {
      for (const int iterations : {1, 12}) {
        Options options;
        options.space = space;
        options.covariance = covariance;
        options.gaussians = iterations == 1 ? 3 : 5;
        options.iterations = iterations;
        std::optional<Result> expected;
        for (const Backend& backend : backends()) {
          if (!backend.available) continue;
          options.backend = backend.name;
          const Result result = trained(few, options);
          EXPECT_EQ(result.run.backend, backend.name);
          if (!expected) expected = result;
          EXPECT_EQ(result.model.gaussians, expected->model.gaussians) << backend.name;
          EXPECT_EQ(result.model.weights, expected->model.weights) << backend.name;
          EXPECT_EQ(result.model.means, expected->model.means) << backend.name;
          EXPECT_EQ(result.model.covariances, expected->model.covariances) << backend.name;
          EXPECT_EQ(result.log_likelihood, expected->log_likelihood) << backend.name;
          EXPECT_EQ(result.iterations, expected->iterations) << backend.name;
          EXPECT_EQ(result.unsteady, expected->unsteady) << backend.name;
        }
      }
    }
  }
}

TEST(ColourClassesTest, PriorsAreAsAskedFor) {
  ColourSamples samples;
  add(samples, colours_of({{{200, 60, 40}, 9, 3000}}, 1), 1);
  add(samples, colours_of({{{60, 60, 200}, 9, 1000}}, 1), 2);
  Options options;
  options.gaussians = 1;
  EXPECT_EQ(trained(samples, options).model.priors, (std::vector<double>{0.5, 0.5}));
  options.priors = Priors::kSampled;
  EXPECT_EQ(trained(samples, options).model.priors, (std::vector<double>{0.75, 0.25}));
  options.priors = Priors::kGiven;
  options.given_priors = {1, 9};
  EXPECT_EQ(trained(samples, options).model.priors, (std::vector<double>{1, 9}));
}

std::string sentence(const ColourSamples& samples, const Options& options) {
  return test::refusal([&] { trained(samples, options); });
}

TEST(ColourClassesTest, HasASentenceForEachFault) {
  Options options;
  options.gaussians = 3;
  EXPECT_EQ(sentence(ColourSamples(), options), "there are no samples: every label is 0");
  ColourSamples samples;
  add(samples, {0x102030, 0x102030}, 4);
  EXPECT_EQ(sentence(samples, options),
            "all 2 samples of label 4 are of one colour; at least 2 colours are needed");
  add(samples, {0x112030}, 4);
  EXPECT_EQ(sentence(samples, options),
            "label 4 has 2 distinct colours, fewer than 3 Gaussians need; take more samples or "
            "fewer Gaussians");
  add(samples, {0x010001, 0x010101, 0x010100}, 5);
  options.gaussians = 2;
  options.priors = Priors::kGiven;
  EXPECT_EQ(sentence(samples, options), "there are 0 priors for 2 classes");
  options.given_priors = {1, -2};
  EXPECT_EQ(sentence(samples, options), "the prior -2 is not allowed; use numbers above 0, to 1e9");
  options.given_priors = {1, 2};
  EXPECT_EQ(sentence(samples, options), "accepted");
  options.gaussians = 9;
  EXPECT_EQ(sentence(samples, options),
            "gaussians=9 is not allowed; use 0 (the number of the least BIC) to 8");
  ColourSamples many;
  for (std::uint8_t label = 1; label < 13; ++label) add(many, {1}, label);
  EXPECT_EQ(test::refusal([&] { add(many, {1}, 200); }),
            "the samples have more than 12 labels, one of them 200; use 1 to 12 classes");
}

}  // namespace
}  // namespace bitvox::colour_classes
