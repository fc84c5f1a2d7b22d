// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/joint_histogram/joint_histogram_levels.hpp"
#include "ops/joint_histogram/joint_histogram_moments.hpp"

// Correlations of ranks.
namespace bitvox::joint_histogram {

// Of each level, twice the distance of its voxels' mean rank from the mean of all ranks: an
// integer. counts: how many voxels have each level.
std::vector<std::int64_t> doubled_ranks(std::span<const std::int64_t> counts);

// The sum of their squares over the voxels.
Int128 square_sum(std::span<const std::int64_t> counts, std::span<const std::int64_t> ranks);

// Pearson's correlation of ranks, from sums of products of the numbers above; NaN if an image is
// constant.
double rank_correlation(Int128 products, Int128 a_squares, Int128 b_squares);

// Spearman's correlation of the values themselves, which are sorted for it, on one thread: for
// 32-bit images, of which levels are not all that is known. Needs 16 bytes a used voxel, of which
// there are so many. Throws InvalidInput from 2^31 of them on, HostOutOfMemory, Cancelled.
double spearman_of_values(const LevelPairs& pairs, std::int64_t used, Progress& progress);

// Kendall's tau-b of the bins of a joint histogram; NaN where one image has a single bin.
double kendall_of_bins(const Histogram& histogram, Progress& progress);

}  // namespace bitvox::joint_histogram
