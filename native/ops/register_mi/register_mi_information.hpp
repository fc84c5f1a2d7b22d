// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "ops/register_mi/register_mi_matcher.hpp"
#include "ops/register_mi/register_mi_rows.hpp"

// From values to bins, and from counts of pairs of bins to mutual information.
namespace bitvox::register_mi {

// The scale for a volume with such values: from their 0.1 % to their 99.9 % quantile, or all of
// them where those are equal. low is above high if none is finite.
BinScale bin_scale(std::vector<float> values, int bins);

// The same ends with another number of bins.
BinScale with_bins(BinScale scale, int bins);

// How many bins so many points fill, and no more than wanted.
int bins_for(int wanted, std::int64_t points);

// The logarithms that n_log_n() takes.
const std::int64_t* logs();

// The mutual information in bits of counts summed up: log2 N + sum / N.
double mutual_information(const MatchSums& sums);

// The same as a part of the joint entropy, 0 to 1: it does not grow as the overlap shrinks.
double normalised_information(const MatchSums& sums);

}  // namespace bitvox::register_mi
