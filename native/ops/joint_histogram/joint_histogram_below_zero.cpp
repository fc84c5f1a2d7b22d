// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram_below_zero.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>

#include "core/threads/parallel.hpp"

namespace bitvox::joint_histogram {
namespace {

enum class Found { kNo, kYes, kPixelsKnow };

// The raw value that is shown as 0: smaller ones are below it.
double zero_of(const ShownLine& shown) { return -shown.offset / shown.slope; }

// Of the counts of one image's bins. A value next to the edge of a bin may be in either.
template <class CountOf>
Found by_counts(const BinRange& range, int bins, const ShownLine& shown, const CountOf& count_of) {
  const double zero = zero_of(shown);
  if (!(range.low < zero)) return Found::kNo;
  const double place = (zero - range.low) / (range.high - range.low) * bins;
  const int around = static_cast<int>(std::min<double>(place, bins));  // the bin that zero is in
  bool near = false;
  for (int bin = 0; bin < std::min(bins, around + 2); ++bin) {
    if (count_of(bin) == 0) continue;
    if (bin < around - 1) return Found::kYes;
    near = true;
  }
  return near ? Found::kPixelsKnow : Found::kNo;
}

void look_at_pixels(const LevelPairs& pairs, const Histogram& histogram, int threads, Found& first,
                    Found& second, Progress& progress) {
  const double a_zero = zero_of(histogram.first_shown);
  const double b_zero = zero_of(histogram.second_shown);
  const PixelBlocks blocks(pairs.first.shape());
  const std::int64_t begin = pairs.first_slice * blocks.per_slice();
  const std::int64_t end = pairs.end_slice * blocks.per_slice();
  std::atomic<bool> a{first == Found::kYes}, b{second == Found::kYes};
  std::atomic<std::int64_t> next{begin};
  const auto team_size = static_cast<int>(std::min<std::int64_t>(end - begin, threads));
  run_team(team_size, end - begin, progress, [&](Team& team, int) {
    LevelReader reader(pairs);
    for (std::int64_t i = next++; i < end && !team.stopped(); i = next++) {
      if ((first == Found::kNo || a) && (second == Found::kNo || b)) return;  // nothing to find
      const PixelBlocks::Block block = blocks[i];
      reader.read(block);
      bool a_below = false, b_below = false;
      for (std::int64_t k = 0; k < block.count; ++k) {
        if (reader.used()[k] == 0) continue;
        a_below |= double{reader.a_value(k)} < a_zero;
        b_below |= double{reader.b_value(k)} < b_zero;
      }
      if (a_below) a = true;
      if (b_below) b = true;
      team.add_done(1);
    }
  });
  first = a ? Found::kYes : Found::kNo;
  second = b ? Found::kYes : Found::kNo;
}

}  // namespace

BelowZero find_below_zero(const LevelPairs& pairs, const Histogram& histogram, int threads,
                          Progress& progress) {
  const int columns = histogram.first_bins;
  const int rows = histogram.second_bins;
  const auto at = [&](int row, int column) {
    return histogram.counts[static_cast<std::size_t>(std::int64_t{row} * columns + column)];
  };
  Found first = by_counts(pairs.a.range, columns, histogram.first_shown, [&](int column) {
    std::int64_t count = 0;
    for (int row = 0; row < rows && count == 0; ++row) count = at(row, column);
    return count;
  });
  Found second = by_counts(pairs.b.range, rows, histogram.second_shown, [&](int row) {
    std::int64_t count = 0;
    for (int column = 0; column < columns && count == 0; ++column) count = at(row, column);
    return count;
  });
  if (first == Found::kPixelsKnow || second == Found::kPixelsKnow) {
    look_at_pixels(pairs, histogram, threads, first, second, progress);
  }
  return {first == Found::kYes, second == Found::kYes};
}

}  // namespace bitvox::joint_histogram
