// SPDX-License-Identifier: BSD-2-Clause
#include "ops/granulometry/granulometry.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

#include "core/blocks/run_block.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "core/volumes/check_mask.hpp"
#include "ops/granulometry/granulometry_balls.hpp"

namespace bitvox::granulometry {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 21;

void check_options(const Options& options) {
  check_fields(options);
  check_sides(options.block);
}

// No distance is larger than this, unless the whole volume is object and edges are clipped.
int largest_radius(const Shape& shape, const Options& options, bool planar) {
  const std::int64_t depth = planar ? 1 : shape.depth;
  std::int64_t bound = 0;
  if (options.edges == Edges::kBackground) {
    const std::int64_t narrowest = std::min(shape.width, shape.height);
    bound = ((planar ? narrowest : std::min(narrowest, depth)) + 1) / 2;
  } else if (options.element == Element::kCross) {
    bound = shape.width + shape.height + depth;
  } else {
    bound = std::max({shape.width, shape.height, depth});
  }
  return static_cast<int>(std::min<std::int64_t>(options.max_radius, bound));
}

// The distances beyond largest_radius() belong to slices or volumes that are all object; with
// clipped edges every opening contains them.
class UnboundedSizes final : public SliceSink {
 public:
  UnboundedSizes(SliceSink& to, std::int64_t slice_voxels, int cut, int max_radius)
      : to_(to),
        unbounded_(static_cast<std::uint16_t>(2 * cut + 1)),
        largest_(static_cast<std::uint16_t>(2 * max_radius + 1)),
        widths_(static_cast<std::size_t>(slice_voxels)) {}

  void begin(const SliceFormat& format) override { to_.begin(format); }

  void write_slice(std::int64_t z, const void* pixels) override {
    const auto* const widths = static_cast<const std::uint16_t*>(pixels);
    if (unbounded_ == largest_) {
      to_.write_slice(z, widths);
      return;
    }
    std::replace_copy(widths, widths + widths_.size(), widths_.begin(), unbounded_, largest_);
    to_.write_slice(z, widths_.data());
  }

 private:
  SliceSink& to_;
  std::uint16_t unbounded_;
  std::uint16_t largest_;
  std::vector<std::uint16_t> widths_;
};

// V(n) is the number of voxels with F - 1 >= n: tail sums of the histogram of F, up to the first
// zero. Without one the largest F stands for all sizes up to max_radius.
std::vector<std::int64_t> curve(const std::vector<std::int64_t>& histogram, int max_radius) {
  std::vector<std::int64_t> counts(histogram.begin() + 1, histogram.end());
  for (std::size_t n = counts.size() - 1; n > 0; --n) {
    counts[n - 1] += counts[n];
  }
  const auto zero = std::find(counts.begin(), counts.end(), 0);
  if (zero == counts.end()) {
    counts.resize(static_cast<std::size_t>(max_radius) + 1, counts.back());
  } else {
    counts.erase(zero + 1, counts.end());
  }
  return counts;
}

// The map, on its way to who wants it.
class MapOutput {
 public:
  MapOutput(SliceSink* map, const Shape& shape, const Job& job, const Options& options)
      : format_{shape, PixelType::kUint16} {
    if (map == nullptr) return;
    sizes_.emplace(*map, format_.slice_pixels(), job.max_radius, options.max_radius);
    watched_.emplace(*sizes_);
    watched_->begin(format_);
  }

  BlockOutput get() { return {watched_ ? &*watched_ : nullptr, format_}; }

 private:
  SliceFormat format_;
  std::optional<UnboundedSizes> sizes_;
  std::optional<WatchedSink> watched_;
};

GpuUse gpu_for(const Shape& shape) {
  return shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays;
}

// Of F, by crosses or cubes.
Sizes measure_steps(const Job& job, const Options& options, SliceSink* map, RunReport& report,
                    Progress& progress) {
  const Shape& shape = job.in.shape();
  MapOutput output(map, shape, job, options);
  return run_twins<CpuTwin, GpuTwin>(job, {shape, reach_of(job), options.block}, options.backend,
                                     gpu_for(shape), output.get(), report, progress);
}

[[noreturn]] void refuse_nothing(Phase phase, bool is_masked) {
  const std::string name = phase == Phase::kForeground ? "foreground" : "background";
  if (is_masked) {
    throw InvalidInput("there are no " + name + " voxels within the mask");
  }
  throw UnsuitableImage("the image has no " + name + " voxels");
}

}  // namespace

void Sizes::add(const Sizes& other) {
  histogram.resize(std::max(histogram.size(), other.histogram.size()));
  std::transform(other.histogram.begin(), other.histogram.end(), histogram.begin(),
                 histogram.begin(), std::plus<>());
}

Reach reach_of(const Job& job) {
  const std::int64_t far = 2 * std::int64_t{job.max_radius} + 1;
  const std::int64_t across = job.planar ? 0 : far;
  return {{far, far, across}, {far, far, across}};
}

Job job_of(const VolumeSource& in, const VolumeSource* mask, const Options& options) {
  check_options(options);
  check_mask(in, mask);
  if (options.element == Element::kBall) {
    throw InvalidInput("a granulometry by balls is not computed in blocks of their own");
  }
  const bool planar = options.extent == Extent::kPerSlice || in.shape().depth == 1;
  return {in,
          mask,
          options.phase,
          options.element,
          options.edges,
          planar,
          largest_radius(in.shape(), options, planar),
          thread_count(options.threads)};
}

Sizes measure_block(const Job& job, const Block& block, const Options& options, SliceSink* map,
                    RunReport& report, Progress& progress) {
  MapOutput output(map, block.core.shape(), job, options);
  return run_block<CpuTwin, GpuTwin>(job, block, options.backend, gpu_for(block.read.shape()),
                                     output.get(), report, progress);
}

Result finish(const Job& job, const Sizes& sizes, const Options& options) {
  if (std::ssize(sizes.histogram) != job.max_radius + 2) {
    throw InvalidInput("these are not the sizes of such a volume with these options");
  }
  Result result;
  result.counts = curve(sizes.histogram, options.max_radius);
  if (result.counts.front() == 0) refuse_nothing(options.phase, job.mask != nullptr);
  return result;
}

Result finish_sizes(const Sizes& sizes, const Options& options, bool has_object) {
  if (std::ssize(sizes.histogram) != options.max_radius + 2) {
    throw InvalidInput("these are not the sizes of such a volume with these options");
  }
  Result result;
  result.counts = curve(sizes.histogram, options.max_radius);
  if (result.counts.front() == 0) refuse_nothing(options.phase, has_object);
  return result;
}

Result measure(const VolumeSource& in, const VolumeSource* mask, const Options& options,
               SliceSink* map, Progress& progress) {
  check_options(options);
  check_mask(in, mask);
  Result result;
  if (options.element == Element::kBall) {
    const std::vector<std::int64_t> sizes = measure_balls(in, mask, options, map, result, progress);
    result.counts = curve(sizes, options.max_radius);
  } else {
    const Job job = job_of(in, mask, options);
    const Sizes sizes = measure_steps(job, options, map, result.run, progress);
    result.counts = curve(sizes.histogram, options.max_radius);
  }
  if (result.counts.front() == 0) refuse_nothing(options.phase, mask != nullptr);
  return result;
}

}  // namespace bitvox::granulometry
