// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <string>

#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/joint_histogram/joint_histogram_below_zero.hpp"
#include "ops/joint_histogram/joint_histogram_blocks.hpp"
#include "ops/joint_histogram/joint_histogram_input.hpp"

namespace bitvox::joint_histogram {
namespace {

std::vector<Histogram> count_each(const GreySource& first, const GreySource& second,
                                  const VolumeSource* mask, Extent extent, const Counting& options,
                                  Progress& progress) {
  const int threads = thread_count(options.threads);
  auto [masking, passing, finishing, looking] =
      progress_parts(progress, mask == nullptr ? 0 : 5, 85, 5, 5);
  const Input input(first, second, mask, extent, options, masking);
  RunReport run;
  std::vector<Counts> all = count_pairs(input, options, run, passing);

  // Each of these takes a while where there are 4096 x 4096 bins.
  const auto steps = static_cast<std::int64_t>(2 * all.size());
  std::int64_t step = 0;
  std::vector<Histogram> results;
  for (Counts& counts : all) {
    finishing.report(step++, steps);
    Histogram& result = results.emplace_back(histogram_of(std::move(counts.counts), options));
    result.outside = counts.outside;
    result.not_finite = counts.not_finite;
    finishing.report(step++, steps);
    result.sums =
        input.sums_are_from_counts() ? input.sums(result.counts) : total(input.task(), counts.sums);
    result.run = run;
  }
  finishing.report(steps, steps);
  const auto count = static_cast<std::int64_t>(results.size());
  const std::int64_t slices = first.shape().depth / count;  // of each
  for (std::int64_t i = 0; i < count; ++i) {
    Histogram& result = results[static_cast<std::size_t>(i)];
    PhaseProgress each(looking, i, i + 1, count);
    const BelowZero below =
        find_below_zero(input.pairs(i * slices, (i + 1) * slices), result, threads, each);
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

BinRange finite_range(const GreySource& in, int threads, Progress& progress) {
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
  return {low, high};
}

BinRange full_range_of(const BinRange& finite, const std::string& called) {
  if (finite.low > finite.high) {
    throw InvalidInput(called + " has no finite value, so there is no full range");
  }
  if (finite.low == finite.high) {
    constexpr double kWiden = 0x1p-20;  // relative; more than the spacing of floats
    return {finite.low, finite.low + std::max(1.0, std::abs(finite.low) * kWiden)};
  }
  return finite;
}

BinRange full_range(const GreySource& in, int threads, Progress& progress,
                    const std::string& called) {
  if (in.type() != PixelType::kFloat32) {
    return {0, in.type() == PixelType::kUint8 ? 256.0 : 65536.0};
  }
  return full_range_of(finite_range(in, threads, progress), called);
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
