// SPDX-License-Identifier: BSD-2-Clause
#include "ops/colour_classes/colour_classes.hpp"

#include <string>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/options/check_fields.hpp"
#include "core/options/number.hpp"

namespace bitvox::colour_classes {
namespace {

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

}  // namespace

Result train(const ColourSamples& samples, const Options& options, Progress& progress) {
  check_fields(options);
  std::vector<int> labels;
  std::vector<ColourCounts::Distinct> classes;
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
  return train_cpu(labels, classes, options, progress);
}

}  // namespace bitvox::colour_classes
