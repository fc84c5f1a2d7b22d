// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram_measure.hpp"

#include <utility>

#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"

namespace bitvox::joint_histogram {
namespace {

BinRange range_of(const std::optional<BinRange>& asked, const GreySource& image, int threads,
                  Progress& progress, const char* called) {
  return asked ? *asked : full_range(image, threads, progress, called);
}

Shuffling shuffling_of(const Options& options) {
  const Block& block = options.block;
  return {options.randomisations,
          {block.width, block.height, block.depth},
          static_cast<std::uint64_t>(options.seed)};
}

// One of the volume, or one a slice.
std::vector<Histogram> count_each(Extent extent, const GreySource& first, const GreySource& second,
                                  const VolumeSource* mask, const Counting& counting,
                                  Progress& progress) {
  if (extent == Extent::kPerSlice) {
    return count_slices(first, second, mask, counting, progress);
  }
  std::vector<Histogram> histograms;
  histograms.push_back(count(first, second, mask, counting, progress));
  return histograms;
}

}  // namespace

Counting counting_of(const Options& options) {
  Counting counting;
  static_cast<RunOptions&>(counting) = options;
  counting.first_bins = options.first_bins;
  counting.second_bins = options.second_bins;
  counting.first_threshold = options.first_threshold;
  counting.second_threshold = options.second_threshold;
  counting.first_shown = options.first_shown;
  counting.second_shown = options.second_shown;
  return counting;
}

Result result_of(Histogram histogram, const Counting& counting, Progress& progress) {
  Result result;
  static_cast<Statistics&>(result) = statistics(histogram, progress);
  result.first_range = counting.first_range;
  result.second_range = counting.second_range;
  result.first_bins = histogram.first_bins;
  result.second_bins = histogram.second_bins;
  result.counts = std::move(histogram.counts);
  result.used = histogram.used;
  result.outside = histogram.outside;
  result.not_finite = histogram.not_finite;
  result.run = std::move(histogram.run);
  return result;
}

std::vector<Result> measure(const GreySource& first, const GreySource& second,
                            const VolumeSource* mask, const Options& options, Progress& progress) {
  check_bins(options.first_bins);
  check_bins(options.second_bins);
  check_fields(options);
  const int threads = thread_count(options.threads);
  // Looking for the range of floats is one of three passes over an image; the last tenth is for the
  // statistics of all histograms.
  const int first_weight = options.first_range ? 0 : 3;
  const int second_weight = options.second_range ? 0 : 3;
  const int rest = 9 - first_weight - second_weight;
  const int counting_weight = options.colocalization ? rest / 3 : rest;
  auto [first_pass, second_pass, counting_pass, colocalizing, finishing] = progress_parts(
      progress, first_weight, second_weight, counting_weight, rest - counting_weight, 1);
  Counting counting = counting_of(options);
  counting.first_range = range_of(options.first_range, first, threads, first_pass, "the input");
  counting.second_range =
      range_of(options.second_range, second, threads, second_pass, "the second image");
  std::vector<Histogram> histograms =
      count_each(options.extent, first, second, mask, counting, counting_pass);
  std::vector<Colocalization> colocalizations(histograms.size());
  if (options.colocalization) {
    colocalizations =
        colocalize(first, second, mask, counting, shuffling_of(options), histograms, colocalizing);
  }

  std::vector<Result> results;
  results.reserve(histograms.size());
  for (std::size_t i = 0; i < histograms.size(); ++i) {
    const auto number = static_cast<std::int64_t>(i);
    PhaseProgress part(finishing, number, number + 1, std::ssize(histograms));
    results.push_back(result_of(std::move(histograms[i]), counting, part));
    results.back().colocalization = colocalizations[i];
  }
  return results;
}

}  // namespace bitvox::joint_histogram
