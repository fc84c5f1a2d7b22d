// SPDX-License-Identifier: BSD-2-Clause
#include <optional>

#include "core/backends/dispatch.hpp"
#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "ops/colour_classes/colour_classes.hpp"
#include "ops/colour_classes/colour_fit.hpp"

namespace bitvox::colour_classes {
namespace {

// Each class with each number of Gaussians is a task of its own.
struct Task {
  std::size_t of_class;
  int gaussians;
};

std::vector<Task> tasks_of(std::size_t classes, int gaussians) {
  std::vector<Task> tasks;
  for (int many = colour::kMostGaussians; many > 0; --many) {  // those that take longest first
    for (std::size_t k = 0; k < classes && (gaussians == 0 || gaussians == many); ++k) {
      tasks.push_back({k, many});
    }
  }
  return tasks;
}

// Adds a class of prior 1.
void append(const colour::Model& one, colour::Model& all) {
  const auto add = [](const std::vector<double>& from, std::vector<double>& to) {
    to.insert(to.end(), from.begin(), from.end());
  };
  add(one.priors, all.priors);
  add(one.gaussians, all.gaussians);
  add(one.weights, all.weights);
  add(one.means, all.means);
  add(one.covariances, all.covariances);
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

}  // namespace

Result train_cpu(const std::vector<int>& labels, const std::vector<ColourCounts::Distinct>& classes,
                 const Options& options, Progress& progress) {
  std::vector<ClassPoints> points;
  points.reserve(classes.size());
  for (const ColourCounts::Distinct& samples : classes) {
    points.emplace_back(samples, options.space, best_cpu());
  }
  const FitRules rules{options.covariance, options.iterations,
                       static_cast<std::uint64_t>(options.seed)};
  const std::vector<Task> tasks = tasks_of(classes.size(), options.gaussians);
  std::vector<std::optional<Fit>> fits(tasks.size());
  parallel_for(
      std::ssize(tasks), thread_count(options.threads), progress, [] { return 0; },
      [&](int, std::int64_t i, const Team& team) {
        const auto at = static_cast<std::size_t>(i);
        fits[at] = fit(points[tasks[at].of_class], tasks[at].gaussians, rules,
                       [&] { return team.stopped(); });
      });
  Result result;
  result.model.space = options.space;
  result.model.covariance = options.covariance;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const Fit* best = nullptr;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (tasks[i].of_class != k || !fits[i]) continue;
      if (best == nullptr || fits[i]->bic <= best->bic) best = &*fits[i];
    }
    if (best == nullptr) {
      throw InvalidInput("the colours of label " + std::to_string(labels[k]) +
                         " are fewer points of this colour space than " +
                         std::to_string(options.gaussians) + " Gaussians need; use fewer");
    }
    append(best->model, result.model);
    result.labels.push_back(labels[k]);
    result.samples.push_back(classes[k].samples);
    result.colours.push_back(std::ssize(classes[k].colours));
    result.log_likelihood.push_back(best->log_likelihood);
    result.bic.push_back(best->bic);
    result.iterations.push_back(best->iterations);
    result.unsteady += best->steady ? 0 : 1;
  }
  set_priors(options, result);
  return result;
}

}  // namespace bitvox::colour_classes
