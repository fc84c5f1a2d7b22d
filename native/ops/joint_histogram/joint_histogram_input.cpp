// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram_input.hpp"

#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "core/volumes/read_volume.hpp"

namespace bitvox::joint_histogram {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 21;

void check_range(const BinRange& range) {
  if (!(range.low < range.high) || !std::isfinite(range.high - range.low)) {
    throw InvalidInput("a range must begin below its end, at finite values");
  }
}

void check_shown(const ShownLine& line) {
  if (!(line.slope > 0) || !std::isfinite(line.slope) || !std::isfinite(line.offset)) {
    throw InvalidInput("shown values must rise with the raw ones, by a finite slope and offset");
  }
}

void check_same_shape(const Shape& first, const Shape& other, const std::string& what) {
  if (!(first == other)) {
    throw InvalidInput(what + " must be as large as the input: " + size_text(other) +
                       " voxels are not " + size_text(first));
  }
}

std::unique_ptr<BitVolume> read_mask(const VolumeSource* mask, const Shape& shape, int threads,
                                     Progress& progress) {
  if (mask == nullptr) return nullptr;
  check_same_shape(shape, mask->shape(), "the mask");
  auto bits = std::make_unique<BitVolume>(mask->shape());
  read_volume(*mask, *bits, threads, progress);
  return bits;
}

// The options, when all is as it should be.
const Counting& checked(const GreySource& first, const GreySource& second,
                        const Counting& options) {
  check_options(options);
  require_grey(first.type());
  require_grey(second.type());
  check_same_shape(first.shape(), second.shape(), "the second image");
  return options;
}

// The one value in each bin, or nothing if two values share a bin or the values are not integers.
std::vector<double> values_of_bins(const Binning& binning) {
  std::vector<double> values;
  if (binning.table.empty()) {
    return values;
  }
  values.assign(static_cast<std::size_t>(binning.bins), std::nan(""));
  for (std::size_t value = 0; value < binning.table.size(); ++value) {
    const std::uint16_t bin = binning.table[value];
    if (bin < binning.bins) {
      if (!std::isnan(values[bin])) {
        return {};
      }
      values[bin] = static_cast<double>(value);
    }
  }
  return values;
}

}  // namespace

void check_options(const Counting& options) {
  check_bins(options.first_bins);
  check_bins(options.second_bins);
  check_range(options.first_range);
  check_range(options.second_range);
  if (std::isnan(options.first_threshold) || std::isnan(options.second_threshold)) {
    throw InvalidInput("a threshold must be a number");
  }
  check_shown(options.first_shown);
  check_shown(options.second_shown);
}

ValuesOfBins::ValuesOfBins(const Binning& a, const Binning& b)
    : a_(values_of_bins(a)), b_(values_of_bins(b)) {
  if (a_.empty() || b_.empty()) {
    a_.clear();
    b_.clear();
  }
}

PairSums ValuesOfBins::sums(const std::vector<std::int64_t>& counts,
                            const Counting& options) const {
  ExactSums sums;
  auto count = counts.begin();
  for (const double b : b_) {
    for (const double a : a_) {
      const std::int64_t n = *count++;
      if (n == 0) {
        continue;  // a bin without a value has no count either
      }
      sums.add_pairs(n, {static_cast<std::int64_t>(a), a > options.first_threshold},
                     {static_cast<std::int64_t>(b), b > options.second_threshold});
    }
  }
  return sums.totals();
}

Input::Input(const GreySource& first, const GreySource& second, const VolumeSource* mask,
             Extent extent, const Counting& options, Progress& progress)
    : options_(checked(first, second, options)),
      mask_(read_mask(mask, first.shape(), thread_count(options.threads), progress)),
      task_{first,
            second,
            mask_.get(),
            make_binning(first.type(), options.first_bins, options.first_range),
            make_binning(second.type(), options.second_bins, options.second_range),
            options.first_threshold,
            options.second_threshold,
            extent,
            Task::Sums::kFromPixels},
      values_(task_.a, task_.b) {
  if (values_.are_known()) task_.sums = Task::Sums::kFromCounts;
}

LevelPairs Input::pairs(std::int64_t first_slice, std::int64_t end_slice) const {
  return {task_.first,
          task_.second,
          mask_.get(),
          level_axis(task_.a.type, options_.first_range, options_.first_shown),
          level_axis(task_.b.type, options_.second_range, options_.second_shown),
          first_slice,
          end_slice};
}

std::vector<Counts> count_pairs(const Input& input, const Counting& options, RunReport& run,
                                Progress& progress) {
  const Task& task = input.task();
  const Shape& shape = task.first.shape();
  const int threads = thread_count(options.threads);
  const bool per_slice = task.extent == Extent::kPerSlice;
  const std::int64_t voxels = per_slice ? task.first.slice_pixels() : shape.voxel_count();
  return run_on(
      options.backend, voxels < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays, run,
      [&](Gpu) { return count_cuda(best_cpu(), task, threads, progress); },
      [&](InstructionSet instructions) { return count_cpu(instructions, task, threads, progress); },
      nullptr, &progress);
}

Histogram histogram_of(std::vector<std::int64_t> counts, const Counting& options) {
  Histogram result;
  result.first_bins = options.first_bins;
  result.second_bins = options.second_bins;
  result.counts = std::move(counts);
  result.used = std::accumulate(result.counts.begin(), result.counts.end(), std::int64_t{0});
  result.first_shown = options.first_shown;
  result.second_shown = options.second_shown;
  return result;
}

}  // namespace bitvox::joint_histogram
