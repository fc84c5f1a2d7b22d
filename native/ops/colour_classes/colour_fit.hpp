// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/backends/instruction_set.hpp"
#include "core/threads/progress.hpp"
#include "ops/colour_classes/colour_classes_rows.hpp"
#include "ops/colour_classes/colour_samples.hpp"
#include "ops/colour_classes/em.hpp"

namespace bitvox::colour_classes {

// The distinct colours of a class as points of a space.
class ClassPoints {
 public:
  ClassPoints(const ColourCounts::Distinct& samples, Space space, InstructionSet instructions);

  Space space() const { return space_; }
  std::int64_t samples() const { return samples_; }
  std::size_t size() const { return counts_.size(); }
  colour::Point<double> at(std::size_t i) const {
    return {double{first_[i]}, double{second_[i]}, double{third_[i]}};
  }
  double count(std::size_t i) const { return double{counts_[i]}; }
  CountedPoints all() const {
    return {first_.data(), second_.data(), third_.data(), counts_.data(),
            static_cast<std::int64_t>(counts_.size())};
  }

  // What EM needs of all of them under a mixture: columns, in any order by any threads, and then
  // their sum. Throws Cancelled soon after the team of the calling thread is stopped.
  using Columns = std::array<MixtureSums, kSumColumns>;
  void add_column(const PreparedMixture& mixture, int column, Columns& sums) const;
  static const MixtureSums& sum_of(int gaussians, Columns& columns);

 private:
  Space space_;
  InstructionSet instructions_;
  std::int64_t samples_;
  std::vector<float> first_, second_, third_, counts_;
};

struct FitRules {
  Covariance covariance = Covariance::kFull;
  int iterations = 300;
  std::uint64_t seed = 1;

  EmRules of(const ClassPoints& points) const {
    return {points.space(), covariance, iterations, static_cast<double>(points.samples())};
  }
};

// Centres of k-means++, and the mixture of the points that are nearest to each. None if fewer
// points of the space are distinct than there are Gaussians. Throws Cancelled soon after the team
// of the calling thread is stopped.
std::optional<Mixture> first_mixture(const ClassPoints& points, int gaussians,
                                     const FitRules& rules);

// A mixture to be fitted to a class.
struct FitTask {
  const ClassPoints* points = nullptr;
  int gaussians = 0;
};

// Of each task the last state of its fit, or none, see first_mixture(). The same bits from both
// twins. Throw Cancelled.
using Fits = std::vector<std::optional<Em>>;
Fits fit_cpu(const std::vector<FitTask>& tasks, const FitRules& rules, int threads,
             Progress& progress);
// All steps of fits that have begun.
void go_on_cpu(const std::vector<FitTask>& tasks, const FitRules& rules, int threads,
               Progress& progress, Fits& fits);
// Throws DeviceError, DeviceOutOfMemory too. Threads are those of the CPU, for first mixtures.
Fits fit_cuda(const std::vector<FitTask>& tasks, const FitRules& rules, int threads,
              Progress& progress);

// Parameters * ln(samples) - 2 log-likelihood.
double bic_of(const Em& fit, Covariance covariance, std::int64_t samples);

}  // namespace bitvox::colour_classes
