// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "colour/mixture.hpp"
#include "core/backends/instruction_set.hpp"
#include "ops/colour_classes/colour_classes_rows.hpp"
#include "ops/colour_classes/colour_samples.hpp"

namespace bitvox::colour_classes {

// The distinct colours of a class as points of a space.
class ClassPoints {
 public:
  ClassPoints(const ColourCounts::Distinct& samples, colour::Space space,
              InstructionSet instructions);

  colour::Space space() const { return space_; }
  std::int64_t samples() const { return samples_; }
  std::size_t size() const { return counts_.size(); }
  colour::Point<double> at(std::size_t i) const {
    return {double{first_[i]}, double{second_[i]}, double{third_[i]}};
  }
  double count(std::size_t i) const { return double{counts_[i]}; }

  // What EM needs of all of them under a mixture. Returns early, with numbers that mean nothing,
  // after stopped() is true.
  MixtureSums sums(const colour::PreparedModel& mixture,
                   const std::function<bool()>& stopped) const;

 private:
  colour::Space space_;
  InstructionSet instructions_;
  std::int64_t samples_;
  std::vector<float> first_, second_, third_, counts_;
};

// A mixture fitted to a class, a model of one class of prior 1.
struct Fit {
  colour::Model model;
  double log_likelihood = 0;  // of all samples
  double bic = 0;
  int iterations = 0;
  bool steady = false;
  std::vector<double> trace;  // mean log-likelihood of a sample, at the start and after each step
};

struct FitRules {
  colour::Covariance covariance = colour::Covariance::kFull;
  int iterations = 300;
  std::uint64_t seed = 1;
};

// None where fewer points of the space are distinct than there are Gaussians.
std::optional<Fit> fit(const ClassPoints& points, int gaussians, const FitRules& rules,
                       const std::function<bool()>& stopped);

// ---- Its steps, for tests ---------------------------------------------------------------------

// The likeliest mixture for these sums about the means of another: weights, means, covariances that
// are not less than the least one.
colour::Model maximise(const colour::Model& model, const MixtureSums& sums);

// Centres of k-means++, and the mixture of the points that are nearest to each.
std::optional<colour::Model> first_mixture(const ClassPoints& points, int gaussians,
                                           const FitRules& rules);

}  // namespace bitvox::colour_classes
