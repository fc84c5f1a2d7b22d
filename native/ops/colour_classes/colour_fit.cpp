// SPDX-License-Identifier: BSD-2-Clause
#include "ops/colour_classes/colour_fit.hpp"

#include <algorithm>
#include <cmath>

#include "colour/colours_rows.hpp"
#include "core/error.hpp"
#include "core/threads/stop_request.hpp"

namespace bitvox::colour_classes {
namespace {

void add(const MixtureSums& from, int gaussians, MixtureSums& to) {
  to.bits += from.bits;
  for (int g = 0; g < gaussians; ++g) {
    const GaussianSums& own = from.gaussians[g];
    GaussianSums& sums = to.gaussians[g];
    sums.number += own.number;
    for (int d = 0; d < 3; ++d) sums.distances[d] += own.distances[d];
    for (int i = 0; i < 6; ++i) sums.products[i] += own.products[i];
  }
}

}  // namespace

ClassPoints::ClassPoints(const ColourCounts::Distinct& samples, Space space,
                         InstructionSet instructions)
    : space_(space),
      instructions_(instructions),
      samples_(samples.samples),
      first_(samples.colours.size()),
      second_(samples.colours.size()),
      third_(samples.colours.size()),
      counts_(samples.counts.begin(), samples.counts.end()) {
  rows_for<colours::Rows>(instructions)
      .points(space, samples.colours.data(), std::ssize(samples.colours), first_.data(),
              second_.data(), third_.data());
}

void ClassPoints::add_column(const PreparedMixture& mixture, int column, Columns& sums) const {
  constexpr std::int64_t kBetweenAsking = 64 * kColoursOfBlock;
  const Rows& rows = rows_for<Rows>(instructions_);
  MixtureSums own{};
  MixtureSums block;
  const std::int64_t count = std::ssize(counts_);
  const std::int64_t first = column * kColoursOfBlock;
  for (std::int64_t at = first; at < count; at += kSumColumns * kColoursOfBlock) {
    if ((at - first) % kBetweenAsking == 0 && stop_requested()) throw Cancelled();
    rows.add_block(mixture,
                   {first_.data() + at, second_.data() + at, third_.data() + at,
                    counts_.data() + at, std::min(std::int64_t{kColoursOfBlock}, count - at)},
                   &block);
    add(block, mixture.gaussians, own);
  }
  sums[static_cast<std::size_t>(column)] = own;
}

const MixtureSums& ClassPoints::sum_of(int gaussians, Columns& columns) {
  for (std::size_t half = kSumColumns / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) add(columns[i + half], gaussians, columns[i]);
  }
  return columns[0];
}

double bic_of(const Em& fit, Covariance covariance, std::int64_t samples) {
  const int gaussians = fit.best.gaussians;
  const int of_each = 3 + (covariance == Covariance::kFull ? 6 : 3);
  const double parameters = gaussians - 1 + gaussians * of_each;
  return parameters * std::log(static_cast<double>(samples)) - 2 * fit.log_likelihood;
}

}  // namespace bitvox::colour_classes
