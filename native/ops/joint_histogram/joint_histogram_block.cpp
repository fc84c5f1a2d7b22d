// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram_block.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/joint_histogram/joint_histogram_below_zero.hpp"
#include "ops/joint_histogram/joint_histogram_input.hpp"

namespace bitvox::joint_histogram {
namespace {

// With the ranges.
Counting counting_for(const Options& options) {
  check_fields(options);
  if (options.extent == Extent::kPerSlice || options.colocalization) {
    throw InvalidInput("a joint histogram of slices, or with colocalisation, has no blocks");
  }
  if (!options.first_range || !options.second_range) {
    throw InvalidInput("the ranges of a joint histogram in blocks are not known; find them first");
  }
  Counting counting = counting_of(options);
  counting.first_range = *options.first_range;
  counting.second_range = *options.second_range;
  check_options(counting);
  return counting;
}

PixelType type_of(int number) {
  const auto type = static_cast<PixelType>(number);
  if (type != PixelType::kUint8 && type != PixelType::kUint16 && type != PixelType::kFloat32) {
    throw InvalidInput("these are not the numbers of a block's results");
  }
  return type;
}

}  // namespace

void Partial::add(const Partial& other) {
  if (first_type == -1) {
    *this = other;
    return;
  }
  if (first_type != other.first_type || second_type != other.second_type ||
      counts.size() != other.counts.size()) {
    throw InvalidInput("these are not the numbers of a block's results");
  }
  std::transform(counts.begin(), counts.end(), other.counts.begin(), counts.begin(), std::plus<>());
  outside += other.outside;
  not_finite += other.not_finite;
  first_below_zero |= other.first_below_zero;
  second_below_zero |= other.second_below_zero;
  exact.add(other.exact);
  in_order.insert(in_order.end(), other.in_order.begin(), other.in_order.end());
}

Partial count_block(const GreySource& first, const GreySource& second, const VolumeSource* mask,
                    const Options& options, RunReport& run, Progress& progress) {
  const Counting counting = counting_for(options);
  auto [masking, passing, looking] = progress_parts(progress, mask == nullptr ? 0 : 5, 90, 5);
  const Input input(first, second, mask, Extent::kVolume, counting, masking);
  Counts counts = std::move(count_pairs(input, counting, run, passing).front());

  Partial result;
  const Histogram histogram = histogram_of(std::move(counts.counts), counting);
  const BelowZero below = find_below_zero(input.pairs(0, first.shape().depth), histogram,
                                          thread_count(options.threads), looking);
  result.first_type = static_cast<int>(first.type());
  result.second_type = static_cast<int>(second.type());
  result.counts = histogram.counts;
  result.outside = counts.outside;
  result.not_finite = counts.not_finite;
  result.first_below_zero = below.first;
  result.second_below_zero = below.second;
  if (are_integers(input.task())) {
    for (const BlockSums& sums : counts.sums) result.exact.add(sums);
  } else {
    result.in_order = std::move(counts.sums);
  }
  return result;
}

BlockMemory memory_of(const Shape& read, const Options& options) {
  constexpr std::int64_t kBatches = std::int64_t{80} << 20;  // of pixels, on their way to the GPU
  const std::int64_t cells = (std::int64_t{options.first_bins} + kExtraBins) *
                             (std::int64_t{options.second_bins} + kExtraBins);
  const std::int64_t mask = read.words_per_slice() * read.depth * 8;
  const std::int64_t tables = cells * (4 * thread_count(options.threads) + 3 * 8);
  return {mask + tables, bytes_on_gpu([&] { return kBatches + 3 * 8 * cells; })};
}

Result finish(const Partial& sum, const Options& options) {
  const Counting counting = counting_for(options);
  const std::size_t bins = static_cast<std::size_t>(counting.first_bins) *
                           static_cast<std::size_t>(counting.second_bins);
  if (sum.counts.size() != bins) {
    throw InvalidInput("these are not the numbers of a block's results");
  }
  Histogram histogram = histogram_of(sum.counts, counting);
  histogram.outside = sum.outside;
  histogram.not_finite = sum.not_finite;
  histogram.first_below_zero = sum.first_below_zero;
  histogram.second_below_zero = sum.second_below_zero;
  const PixelType first = type_of(sum.first_type);
  const PixelType second = type_of(sum.second_type);
  const ValuesOfBins values(make_binning(first, counting.first_bins, counting.first_range),
                            make_binning(second, counting.second_bins, counting.second_range));
  const bool floats = first == PixelType::kFloat32 || second == PixelType::kFloat32;
  histogram.sums = values.are_known() ? values.sums(histogram.counts, counting)
                   : floats           ? total_about_means(sum.in_order)
                                      : sum.exact.totals();
  NoProgress quiet;
  return result_of(std::move(histogram), counting, quiet);
}

}  // namespace bitvox::joint_histogram
