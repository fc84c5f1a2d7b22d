// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/threads/progress.hpp"
#include "ops/joint_histogram/joint_histogram.hpp"
#include "ops/joint_histogram/joint_histogram_levels.hpp"

namespace bitvox::joint_histogram {

// Whether used values of an image are shown below 0: of these sums are no amounts, and parts of
// them no parts.
struct BelowZero {
  bool first = false;
  bool second = false;
};

// Of the slices of these pairs. The counts say it, unless bins that are used lie about 0: then the
// pixels do.
BelowZero find_below_zero(const LevelPairs& pairs, const Histogram& histogram, int threads,
                          Progress& progress);

}  // namespace bitvox::joint_histogram
