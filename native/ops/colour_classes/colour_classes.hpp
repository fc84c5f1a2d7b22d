// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "colour/mixture.hpp"
#include "core/options/range.hpp"
#include "core/random.hpp"
#include "core/threads/progress.hpp"
#include "ops/colour_classes/colour_samples.hpp"

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
// Sums of an iteration are in fp32 within 512 colours and in fp64 between, in a fixed order: the
// same model for every instruction set and number of threads. CPU only: the distinct colours are
// few.
//
// A. P. Dempster, N. M. Laird, D. B. Rubin, "Maximum likelihood from incomplete data via the EM
// algorithm", Journal of the Royal Statistical Society B 39, 1977; D. Arthur, S. Vassilvitskii,
// "k-means++: the advantages of careful seeding", SODA 2007; G. Schwarz, "Estimating the dimension
// of a model", Annals of Statistics 6, 1978 (BIC).

using colour::Covariance;
using colour::Space;

// Least standard deviation along each of the three numbers: half a level of 8 bits. Of hue, and of
// Lab in tenths, half of what a level changes in middling colours.
struct Deviations {
  double each[3];
};
constexpr Deviations least_deviations(Space space) {
  return space == Space::kHsv   ? Deviations{{3, 0.5, 0.5}}
         : space == Space::kLab ? Deviations{{2, 2, 2}}
                                : Deviations{{0.5, 0.5, 0.5}};
}

// How probable classes are before a colour is seen. kSampled: as often as they were sampled.
enum class Priors { kEqual, kSampled, kGiven };

inline constexpr int kMostIterations = 10000;

struct Options {
  Space space = Space::kHsv;
  Covariance covariance = Covariance::kFull;
  int gaussians = 0;  // of each class; 0: of 1 to 8 those of the least BIC
  Priors priors = Priors::kEqual;
  std::vector<double> given_priors;  // of kGiven, in the order of classes, above 0
  int iterations = 300;              // at most
  std::int64_t seed = 1;
  int threads = 0;

  template <class Each>
  static void fields(Each&& field) {
    field("space", &Options::space);
    field("covariance", &Options::covariance);
    field("gaussians", &Options::gaussians,
          within(1, colour::kMostGaussians).or_zero("the number of the least BIC"));
    field("priors", &Options::priors);
    field("given_priors", &Options::given_priors);
    field("iterations", &Options::iterations, within(1, kMostIterations));
    field("seed", &Options::seed, within(0, kLargestSeed));
    field("threads", &Options::threads, within(1, 1024).or_zero("all cores"));
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
  }
};

// Throws InvalidInput (no samples, fewer distinct colours than Gaussians, all samples of a class of
// one colour, options), Cancelled, HostOutOfMemory.
Result train(const ColourSamples& samples, const Options& options, Progress& progress);

// ---- The work ---------------------------------------------------------------------------------

// Of samples that were checked: at least two colours a class, as many as Gaussians.
Result train_cpu(const std::vector<int>& labels, const std::vector<ColourCounts::Distinct>& classes,
                 const Options& options, Progress& progress);

}  // namespace bitvox::colour_classes
