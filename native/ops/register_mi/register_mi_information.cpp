// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_information.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "ops/register_mi/register_mi.hpp"
#include "ops/register_mi/register_mi_shared.hpp"

namespace bitvox::register_mi {

BinScale bin_scale(std::vector<float> values, int bins) {
  constexpr double kQuantile = 0.001;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  values.erase(
      std::remove_if(values.begin(), values.end(), [](float v) { return !std::isfinite(v); }),
      values.end());
  if (values.empty()) {
    return {kInfinity, -kInfinity, 0, bins};
  }
  // Few values are skipped: finding those is sooner done than any kind of sorting.
  const auto skipped = static_cast<std::size_t>(static_cast<double>(values.size()) * kQuantile);
  std::vector<float> ends(skipped + 1);
  std::partial_sort_copy(values.begin(), values.end(), ends.begin(), ends.end());
  float least = ends.back();
  std::partial_sort_copy(values.begin(), values.end(), ends.begin(), ends.end(), std::greater<>());
  float most = ends.back();
  if (least == most) {  // what differs is rare
    least = *std::min_element(values.begin(), values.end());
    most = *std::max_element(values.begin(), values.end());
  }
  return {least, most, static_cast<float>(bins) / (most - least), bins};
}

BinScale with_bins(BinScale scale, int bins) {
  scale.bins = bins;
  scale.per_value = static_cast<float>(bins) / (scale.high - scale.low);
  return scale;
}

int bins_for(int wanted, std::int64_t points) {
  // A dozen points a pair of bins on average: less says nothing.
  const int most = static_cast<int>(std::sqrt(static_cast<double>(points) / 12));
  return std::clamp(most, kFewestBins, wanted);
}

const std::int64_t* logs() {
  static const std::vector<std::int64_t> table = [] {
    std::vector<std::int64_t> all(kLogs + 1);
    for (std::uint32_t n = 1; n <= kLogs; ++n) all[n] = std::llround(std::log2(n) * kLogUnit);
    return all;
  }();
  return table.data();
}

double mutual_information(const MatchSums& sums) {
  const auto n = static_cast<double>(sums.pairs);
  return std::max(0.0, std::log2(n) + static_cast<double>(sums.n_log_n) / kLogUnit / n);
}

double normalised_information(const MatchSums& sums) {
  const auto n = static_cast<double>(sums.pairs);
  const double joint = std::log2(n) - static_cast<double>(sums.of_table) / kLogUnit / n;
  return joint > 0 ? mutual_information(sums) / joint : 0;
}

}  // namespace bitvox::register_mi
