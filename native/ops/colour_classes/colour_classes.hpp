// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "colour/mixture.hpp"
#include "core/backends/dispatch.hpp"
#include "core/options/range.hpp"
#include "core/random.hpp"
#include "core/threads/progress.hpp"
#include "ops/colour_classes/colour_samples.hpp"
#include "ops/colour_classes/em_mixture.hpp"

namespace bitvox::colour_classes {

// Learns classes of colours from samples: for each class the mixture of Gaussians under which its
// samples are most likely, by expectation and maximisation (EM).
//
// EM works on the distinct colours with their counts, so that the order of the samples changes
// nothing. It begins at centres of k-means++, with distances in units of the class's standard
// deviations, and ends when the mean log-likelihood of a sample rises by less than 1e-5, or after
// `iterations`. The mean of hue moves along the circle; distances of hue go the shorter way.
//
// No Gaussian becomes narrower than about half a level of the image: its covariance is never less
// than that of kLeastDeviation. Where it would be, it is the likeliest one that is not, so that the
// log-likelihood rises all the same. It never falls: EM stops before a step that would lower it, as
// fp32 and the circle of hue might.
//
// Sums of an iteration are in fp32 within 16 colours and in fp64 between, in a fixed order
// (colour_classes_rows.hpp): the same bits for every backend and number of threads.
//
// A. P. Dempster, N. M. Laird, D. B. Rubin, "Maximum likelihood from incomplete data via the EM
// algorithm", Journal of the Royal Statistical Society B 39, 1977; D. Arthur, S. Vassilvitskii,
// "k-means++: the advantages of careful seeding", SODA 2007; G. Schwarz, "Estimating the dimension
// of a model", Annals of Statistics 6, 1978 (BIC).

// How probable classes are before a colour is seen. kSampled: as often as they were sampled.
enum class Priors { kEqual, kSampled, kGiven };

inline constexpr int kMostIterations = 10000;

struct Options : RunOptions {
  Space space = Space::kHsv;
  Covariance covariance = Covariance::kFull;
  int gaussians = 0;  // of each class; 0: of 1 to 8 those of the least BIC
  Priors priors = Priors::kEqual;
  std::vector<double> given_priors;  // of kGiven, in the order of classes, above 0
  int iterations = 300;              // at most
  std::int64_t seed = 1;

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("space", &Options::space);
    field("covariance", &Options::covariance);
    field("gaussians", &Options::gaussians,
          within(1, colour::kMostGaussians).or_zero("the number of the least BIC"));
    field("priors", &Options::priors);
    field("given_priors", &Options::given_priors);
    field("iterations", &Options::iterations, within(1, kMostIterations));
    field("seed", &Options::seed, within(0, kLargestSeed));
  }
};

// Columns have one number for each class, in ascending order of labels.
struct Result {
  colour::Model model;
  std::vector<std::int32_t> labels;
  std::vector<std::int64_t> samples;
  std::vector<std::int64_t> colours;   // distinct ones
  std::vector<double> log_likelihood;  // natural, of all samples; densities are per unit cube
  std::vector<double> bic;             // parameters * ln(samples) - 2 log-likelihood
  std::vector<std::int32_t> iterations;
  std::int64_t unsteady = 0;  // classes for which iterations were too few
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("model", &Result::model);
    field("labels", &Result::labels);
    field("samples", &Result::samples);
    field("colours", &Result::colours);
    field("log_likelihood", &Result::log_likelihood);
    field("bic", &Result::bic);
    field("iterations", &Result::iterations);
    field("unsteady", &Result::unsteady);
    field("run", &Result::run);
  }
};

// Throws InvalidInput (no samples, fewer distinct colours than Gaussians, all samples of a class of
// one colour, options), Cancelled, HostOutOfMemory, DeviceError.
Result train(const ColourSamples& samples, const Options& options, Progress& progress);

}  // namespace bitvox::colour_classes
