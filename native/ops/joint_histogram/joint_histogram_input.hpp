// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/joint_histogram/joint_histogram.hpp"
#include "ops/joint_histogram/joint_histogram_blocks.hpp"
#include "ops/joint_histogram/joint_histogram_levels.hpp"

namespace bitvox::joint_histogram {

// What sums follow from, where every value of both images has a bin of its own: the value of each
// bin. Else both are empty.
class ValuesOfBins {
 public:
  ValuesOfBins(const Binning& a, const Binning& b);

  bool are_known() const { return !a_.empty(); }
  PairSums sums(const std::vector<std::int64_t>& counts, const Counting& options) const;

 private:
  std::vector<double> a_;
  std::vector<double> b_;
};

// Two images and a mask that is read to memory, checked: what the twins count. It refers to the
// images.
class Input {
 public:
  // mask may be null. Throws as count() does.
  Input(const GreySource& first, const GreySource& second, const VolumeSource* mask, Extent extent,
        const Counting& options, Progress& progress);

  const Task& task() const { return task_; }
  bool sums_are_from_counts() const { return values_.are_known(); }
  PairSums sums(const std::vector<std::int64_t>& counts) const {
    return values_.sums(counts, options_);
  }
  // Of these slices.
  LevelPairs pairs(std::int64_t first_slice, std::int64_t end_slice) const;

 private:
  Counting options_;
  std::unique_ptr<BitVolume> mask_;
  Task task_;
  ValuesOfBins values_;
};

// One element for each histogram.
std::vector<Counts> count_pairs(const Input& input, const Counting& options, RunReport& run,
                                Progress& progress);

// With these counts; sums and what lies outside are still to come.
Histogram histogram_of(std::vector<std::int64_t> counts, const Counting& options);

// Throws InvalidInput.
void check_options(const Counting& options);

}  // namespace bitvox::joint_histogram
