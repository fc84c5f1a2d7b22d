// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/joint_histogram/joint_histogram_below_zero.hpp"
#include "ops/joint_histogram/joint_histogram_blocks.hpp"
#include "ops/joint_histogram/joint_histogram_levels.hpp"
#include "ops/joint_histogram/joint_histogram_sums.hpp"

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

void check_same_shape(const Shape& first, const Shape& other, const std::string& what) {
  if (!(first == other)) {
    throw InvalidInput(what + " must be as large as the input: " + size_text(other) +
                       " voxels are not " + size_text(first));
  }
}

std::unique_ptr<BitVolume> read_mask(const VolumeSource& mask, int threads, Progress& progress) {
  auto bits = std::make_unique<BitVolume>(mask.shape());
  read_volume(mask, *bits, threads, progress);
  return bits;
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

PairSums sums_from_counts(const std::vector<std::int64_t>& counts,
                          const std::vector<double>& a_values, const std::vector<double>& b_values,
                          const Counting& options) {
  ExactSums sums;
  auto count = counts.begin();
  for (const double b : b_values) {
    for (const double a : a_values) {
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

std::vector<Histogram> count_each(const GreySource& first, const GreySource& second,
                                  const VolumeSource* mask, Extent extent, const Counting& options,
                                  Progress& progress) {
  check_options(options);
  require_grey(first.type());
  require_grey(second.type());
  check_same_shape(first.shape(), second.shape(), "the second image");
  const int threads = thread_count(options.threads);
  auto [masking, passing, finishing, looking] =
      progress_parts(progress, mask == nullptr ? 0 : 5, 85, 5, 5);
  std::unique_ptr<BitVolume> mask_bits;
  if (mask != nullptr) {
    check_same_shape(first.shape(), mask->shape(), "the mask");
    mask_bits = read_mask(*mask, threads, masking);
  }

  Task task{first,
            second,
            mask_bits.get(),
            make_binning(first.type(), options.first_bins, options.first_range),
            make_binning(second.type(), options.second_bins, options.second_range),
            options.first_threshold,
            options.second_threshold,
            extent,
            Task::Sums::kFromPixels};
  const std::vector<double> a_values = values_of_bins(task.a);
  const std::vector<double> b_values = values_of_bins(task.b);
  if (!a_values.empty() && !b_values.empty()) {
    task.sums = Task::Sums::kFromCounts;
  }

  Progress& part = passing;
  const Shape& shape = first.shape();
  const bool per_slice = extent == Extent::kPerSlice;
  const std::int64_t voxels = per_slice ? first.slice_pixels() : shape.voxel_count();
  RunReport run;
  std::vector<Counts> all = run_on(
      options.backend, voxels < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays, run,
      [&](Gpu) { return count_cuda(best_cpu(), task, threads, part); },
      [&](InstructionSet instructions) { return count_cpu(instructions, task, threads, part); },
      nullptr, &part);

  // Each of these takes a while where there are 4096 x 4096 bins.
  const auto steps = static_cast<std::int64_t>(2 * all.size());
  std::int64_t step = 0;
  std::vector<Histogram> results;
  for (Counts& counts : all) {
    finishing.report(step++, steps);
    Histogram& result = results.emplace_back();
    result.first_bins = options.first_bins;
    result.second_bins = options.second_bins;
    result.counts = std::move(counts.counts);
    result.used = std::accumulate(result.counts.begin(), result.counts.end(), std::int64_t{0});
    result.outside = counts.outside;
    result.not_finite = counts.not_finite;
    finishing.report(step++, steps);
    result.sums = task.sums == Task::Sums::kFromCounts
                      ? sums_from_counts(result.counts, a_values, b_values, options)
                      : counts.sums;
    result.first_shown = options.first_shown;
    result.second_shown = options.second_shown;
    result.run = run;
  }
  finishing.report(steps, steps);
  const auto count = static_cast<std::int64_t>(results.size());
  const std::int64_t slices = shape.depth / count;  // of each
  for (std::int64_t i = 0; i < count; ++i) {
    Histogram& result = results[static_cast<std::size_t>(i)];
    const std::int64_t z = i * slices;
    const LevelPairs pairs{first,
                           second,
                           mask_bits.get(),
                           level_axis(first.type(), options.first_range, options.first_shown),
                           level_axis(second.type(), options.second_range, options.second_shown),
                           z,
                           z + slices};
    PhaseProgress each(looking, i, i + 1, count);
    const BelowZero below = find_below_zero(pairs, result, threads, each);
    result.first_below_zero = below.first;
    result.second_below_zero = below.second;
    each.report(1, 1);
  }
  return results;
}

}  // namespace

void check_bins(int bins) {
  if (bins < kFewestBins || bins > kMostBins) {
    throw InvalidInput("bins=" + std::to_string(bins) + " is not allowed; use " +
                       std::to_string(kFewestBins) + " to " + std::to_string(kMostBins));
  }
}

BinRange full_range(const GreySource& in, int threads, Progress& progress,
                    const std::string& called) {
  if (in.type() != PixelType::kFloat32) {
    return {0, in.type() == PixelType::kUint8 ? 256.0 : 65536.0};
  }
  const PixelBlocks blocks(in.shape());
  const auto team_size =
      static_cast<int>(std::min<std::int64_t>(blocks.count(), thread_count(threads)));
  std::mutex mutex;
  std::atomic<std::int64_t> next{0};
  float low = std::numeric_limits<float>::infinity();
  float high = -low;
  run_team(team_size, blocks.count(), progress, [&](Team& team, int) {
    const auto reader = in.open();
    std::vector<float> pixels(PixelBlocks::kPixels);
    float least = std::numeric_limits<float>::infinity();
    float most = -least;
    for (std::int64_t i = next++; i < blocks.count() && !team.stopped(); i = next++) {
      const PixelBlocks::Block block = blocks[i];
      reader->read(block.z, block.first, block.count, pixels.data());
      for (std::int64_t k = 0; k < block.count; ++k) {
        const float v = pixels[static_cast<std::size_t>(k)];
        if (std::isfinite(v)) {
          least = std::min(least, v);
          most = std::max(most, v);
        }
      }
      team.add_done(1);
    }
    const std::lock_guard lock(mutex);
    low = std::min(low, least);
    high = std::max(high, most);
  });
  if (low > high) {
    throw InvalidInput(called + " has no finite value, so there is no full range");
  }
  if (low == high) {
    constexpr double kWiden = 0x1p-20;  // relative; more than the spacing of floats
    return {low, low + std::max(1.0, std::abs(double{low}) * kWiden)};
  }
  return {low, high};
}

Histogram count(const GreySource& first, const GreySource& second, const VolumeSource* mask,
                const Counting& options, Progress& progress) {
  return std::move(count_each(first, second, mask, Extent::kVolume, options, progress).front());
}

std::vector<Histogram> count_slices(const GreySource& first, const GreySource& second,
                                    const VolumeSource* mask, const Counting& options,
                                    Progress& progress) {
  return count_each(first, second, mask, Extent::kPerSlice, options, progress);
}

}  // namespace bitvox::joint_histogram
