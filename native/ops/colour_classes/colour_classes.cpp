// SPDX-License-Identifier: BSD-2-Clause
#include "ops/colour_classes/colour_classes.hpp"

#include <string>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/options/check_fields.hpp"
#include "core/options/number.hpp"
#include "core/threads/onward.hpp"
#include "core/threads/parallel.hpp"
#include "ops/colour_classes/colour_fit.hpp"

namespace bitvox::colour_classes {
namespace {

using Classes = std::vector<ColourCounts::Distinct>;

// Points, counts and what EM needs of each distinct colour.
constexpr std::int64_t kBytesOfColour = 64;

void check_priors(const Options& options, std::size_t classes) {
  if (options.priors != Priors::kGiven) return;
  if (options.given_priors.size() != classes) {
    throw InvalidInput("there are " + std::to_string(options.given_priors.size()) + " priors for " +
                       std::to_string(classes) + " classes");
  }
  for (const double prior : options.given_priors) {
    if (!(prior > 0 && prior <= 1e9)) {
      throw InvalidInput("the prior " + short_number(prior) +
                         " is not allowed; use numbers above 0, to 1e9");
    }
  }
}

void check_class(const std::string& name, const ColourCounts::Distinct& samples, int gaussians) {
  const std::size_t colours = samples.colours.size();
  if (colours == 1) {
    throw InvalidInput("all " + std::to_string(samples.samples) + " samples of " + name +
                       " are of one colour; at least 2 colours are needed");
  }
  if (colours < static_cast<std::size_t>(gaussians)) {
    throw InvalidInput(name + " has " + std::to_string(colours) + " distinct colours, fewer than " +
                       std::to_string(gaussians) +
                       " Gaussians need; take more samples or fewer Gaussians");
  }
}

// Each class with each number of Gaussians that is tried is a task of its own.
struct Choice {
  std::size_t of_class;
  int gaussians;
};
std::vector<Choice> choices_of(std::size_t classes, int gaussians) {
  std::vector<Choice> choices;
  for (int many = colour::kMostGaussians; many > 0; --many) {  // those that take longest first
    for (std::size_t k = 0; k < classes && (gaussians == 0 || gaussians == many); ++k) {
      choices.push_back({k, many});
    }
  }
  return choices;
}

// The tasks of the twins, whose points are computed by these instructions.
class Tasks {
 public:
  Tasks(const Classes& classes, const std::vector<Choice>& choices, Space space,
        InstructionSet instructions) {
    points_.reserve(classes.size());
    for (const ColourCounts::Distinct& samples : classes) {
      points_.emplace_back(samples, space, instructions);
    }
    for (const Choice& choice : choices) {
      all_.push_back({&points_[choice.of_class], choice.gaussians});
    }
  }
  const std::vector<FitTask>& all() const { return all_; }

 private:
  std::vector<ClassPoints> points_;
  std::vector<FitTask> all_;
};

// Two cores add 7e8 colours to Gaussians in the 2 seconds that the GPU's driver may take to start.
GpuUse gpu_use(std::int64_t colours, const Options& options) {
  constexpr double kGpuPays = 7e8;
  constexpr double kUsualIterations = 100;
  constexpr int kOfAllNumbers = colour::kMostGaussians * (colour::kMostGaussians + 1) / 2;
  const double gaussians = options.gaussians == 0 ? kOfAllNumbers : options.gaussians;
  const double iterations = std::min(kUsualIterations, double{1} * options.iterations);
  return static_cast<double>(colours) * gaussians * iterations < kGpuPays ? GpuUse::kTooSmall
                                                                          : GpuUse::kPays;
}

// Adds a class of prior 1.
void append(const Mixture& one, colour::Model& all) {
  all.priors.push_back(1);
  all.gaussians.push_back(one.gaussians);
  for (int g = 0; g < one.gaussians; ++g) {
    all.weights.push_back(one.weights[g]);
    all.means.insert(all.means.end(), one.means[g], one.means[g] + 3);
    all.covariances.insert(all.covariances.end(), one.covariances[g], one.covariances[g] + 6);
  }
}

void set_priors(const Options& options, Result& result) {
  double samples = 0;
  for (const std::int64_t count : result.samples) samples += static_cast<double>(count);
  for (std::size_t k = 0; k < result.samples.size(); ++k) {
    double& prior = result.model.priors[k];
    prior = 1.0 / static_cast<double>(result.samples.size());
    if (options.priors == Priors::kSampled) {
      prior = static_cast<double>(result.samples[k]) / samples;
    }
    if (options.priors == Priors::kGiven) prior = options.given_priors[k];
  }
}

// Of each class the fit of the least BIC.
Result result_of(const std::vector<int>& labels, const Classes& classes,
                 const std::vector<Choice>& choices, const Fits& fits, const Options& options) {
  Result result;
  result.model.space = options.space;
  result.model.covariance = options.covariance;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const Em* best = nullptr;
    double least = 0;
    for (std::size_t i = 0; i < fits.size(); ++i) {
      if (choices[i].of_class != k || !fits[i]) continue;
      const double bic = bic_of(*fits[i], options.covariance, classes[k].samples);
      if (best != nullptr && !(bic <= least)) continue;
      best = &*fits[i];
      least = bic;
    }
    if (best == nullptr) {
      throw InvalidInput("the colours of label " + std::to_string(labels[k]) +
                         " are fewer points of this colour space than " +
                         std::to_string(options.gaussians) + " Gaussians need; use fewer");
    }
    append(best->best, result.model);
    result.labels.push_back(labels[k]);
    result.samples.push_back(classes[k].samples);
    result.colours.push_back(std::ssize(classes[k].colours));
    result.log_likelihood.push_back(best->log_likelihood);
    result.bic.push_back(least);
    result.iterations.push_back(best->iterations);
    result.unsteady += best->steady ? 0 : 1;
  }
  set_priors(options, result);
  return result;
}

}  // namespace

Result train(const ColourSamples& samples, const Options& options, Progress& progress) {
  check_fields(options);
  std::vector<int> labels;
  Classes classes;
  std::int64_t colours = 0;
  for (const ColourSamples::Class& one : samples.classes()) {
    labels.push_back(one.label);
    classes.push_back(one.counts->distinct());
    check_class("label " + std::to_string(one.label), classes.back(), options.gaussians);
    colours += std::ssize(classes.back().colours);
  }
  if (classes.empty()) throw InvalidInput("there are no samples: every label is 0");
  check_priors(options, classes.size());
  require_memory({"Train Colour Classes", "Take fewer samples."}, host_memory(),
                 colours * kBytesOfColour);

  const std::vector<Choice> choices = choices_of(classes.size(), options.gaussians);
  const FitRules rules{options.covariance, options.iterations,
                       static_cast<std::uint64_t>(options.seed)};
  const int threads = thread_count(options.threads);
  Onward onward(progress);
  RunReport run;
  const Fits fits = run_on(
      options.backend, gpu_use(colours, options), run,
      [&](Gpu) {
        const Tasks tasks(classes, choices, options.space, best_cpu());
        return fit_cuda(tasks.all(), rules, threads, onward);
      },
      [&](InstructionSet instructions) {
        const Tasks tasks(classes, choices, options.space, instructions);
        return fit_cpu(tasks.all(), rules, threads, onward);
      },
      nullptr, &onward);
  Result result = result_of(labels, classes, choices, fits, options);
  result.run = run;
  return result;
}

}  // namespace bitvox::colour_classes
