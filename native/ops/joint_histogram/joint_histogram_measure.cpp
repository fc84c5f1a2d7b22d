// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram_measure.hpp"

#include <utility>

#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"

namespace bitvox::joint_histogram {
namespace {

// Where each part of the work ends, of 1000. Looking for the range of floats is one of three passes
// over an image; the last tenth is for the statistics of all histograms.
struct Ends {
  explicit Ends(const Options& options) {
    first_range = options.first_range ? 0 : 300;
    second_range = first_range + (options.second_range ? 0 : 300);
    counting =
        options.colocalization ? second_range + (kColocalizing - second_range) / 3 : kColocalizing;
  }

  int first_range;
  int second_range;
  int counting;
  static constexpr int kColocalizing = 900;
};

BinRange range_of(const std::optional<BinRange>& asked, const GreySource& image, int threads,
                  Progress& progress, const char* called) {
  return asked ? *asked : full_range(image, threads, progress, called);
}

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

}  // namespace

std::vector<Result> measure(const GreySource& first, const GreySource& second,
                            const VolumeSource* mask, const Options& options, Progress& progress) {
  check_bins(options.first_bins);
  check_bins(options.second_bins);
  check_fields(options);
  const int threads = thread_count(options.threads);
  const Ends ends(options);
  PhaseProgress first_pass(progress, 0, ends.first_range);
  PhaseProgress second_pass(progress, ends.first_range, ends.second_range);
  PhaseProgress counting_pass(progress, ends.second_range, ends.counting);
  PhaseProgress colocalizing(progress, ends.counting, Ends::kColocalizing);
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

  const auto end_of = [&](std::size_t done) {
    return Ends::kColocalizing +
           static_cast<int>((1000 - Ends::kColocalizing) * done / histograms.size());
  };
  std::vector<Result> results;
  results.reserve(histograms.size());
  for (std::size_t i = 0; i < histograms.size(); ++i) {
    PhaseProgress finishing(progress, end_of(i), end_of(i + 1));
    results.push_back(result_of(std::move(histograms[i]), counting, finishing));
    results.back().colocalization = colocalizations[i];
  }
  return results;
}

}  // namespace bitvox::joint_histogram
