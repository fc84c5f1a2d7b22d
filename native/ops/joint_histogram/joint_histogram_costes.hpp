// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "ops/joint_histogram/joint_histogram_colocalization.hpp"
#include "ops/joint_histogram/joint_histogram_levels.hpp"
#include "ops/joint_histogram/joint_histogram_moments.hpp"

// Costes' thresholds, by one pass over the voxels.
namespace bitvox::joint_histogram {

// Candidate k has the threshold k for the image that is stepped through, and that of the line for
// the other. A voxel is above both thresholds, or "below"; as k falls, those that are above only
// become more. So each has a smallest k for which it is below: the sums over the voxels are taken
// for each such k apart, and those below a candidate are running sums of them.
class CostesSearch {
 public:
  // all: of every used voxel, with a covariance above 0.
  CostesSearch(const Moments& all, const LevelAxis& a, const LevelAxis& b);

  // So many voxels with these levels.
  void add(int a, int b, std::int64_t count) {
    const int stepped = step_a_ ? a : b;
    const int other = step_a_ ? b : a;
    const int k = std::min(stepped, below_from_[static_cast<std::size_t>(other)]);
    sums_[static_cast<std::size_t>(k)].add(a, b, count);
  }
  void merge(const CostesSearch& other);

  struct Thresholds {
    Costes end;
    double a;  // in levels: voxels whose levels are greater are over them
    double b;
    Moments below;
  };
  // smallest, largest: the used levels of each image.
  struct Used {
    int smallest;
    int largest;
  };
  Thresholds find(const Used& a, const Used& b) const;

  double slope() const { return slope_; }  // of the line in shown values
  double intercept() const { return intercept_; }

 private:
  // Of the other image, at level k of the one that is stepped through.
  double line_at(double k) const { return other_mean_ + flat_slope_ * (k - stepped_mean_); }

  double slope_;
  double intercept_;
  bool step_a_;
  double flat_slope_;  // in levels, 0 to 1: of the other image, for each of the stepped one
  double stepped_mean_;
  double other_mean_;
  std::vector<int> below_from_;  // for each level of the other image the smallest such k
  std::vector<Moments> sums_;    // for each k the voxels that are below from there on
};

}  // namespace bitvox::joint_histogram
