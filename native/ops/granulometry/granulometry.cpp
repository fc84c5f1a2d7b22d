// SPDX-License-Identifier: BSD-2-Clause
#include "ops/granulometry/granulometry.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/check_fields.hpp"
#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "core/run_on.hpp"
#include "core/slabs.hpp"
#include "cuda/device_memory.hpp"
#include "ops/granulometry/granulometry_balls.hpp"
#include "ops/granulometry/granulometry_object.hpp"

namespace bitvox::granulometry {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 21;

constexpr const char* kName = "Granulometry";

void check_options(const Options& options) {
  check_fields(options);
  if (options.slab_depth < 0) {
    throw InvalidInput("slab_depth=" + std::to_string(options.slab_depth) +
                       " is not allowed; use 0 (automatic) or more");
  }
  if (options.element == Element::kBall && options.slab_depth > 0) {
    throw InvalidInput("slab_depth=" + std::to_string(options.slab_depth) +
                       " is not for balls, which need the whole volume; use 0");
  }
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

  void begin_slab(std::int64_t first) { first_ = first; }

  void write_slice(std::int64_t z, const void* pixels) override {
    const auto* const widths = static_cast<const std::uint16_t*>(pixels);
    if (unbounded_ == largest_) {
      to_.write_slice(first_ + z, widths);
      return;
    }
    std::replace_copy(widths, widths + widths_.size(), widths_.begin(), unbounded_, largest_);
    to_.write_slice(first_ + z, widths_.data());
  }

 private:
  SliceSink& to_;
  std::int64_t first_ = 0;
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

// Of F, by crosses or cubes.
std::vector<std::int64_t> measure_steps(const VolumeSource& in, const Options& options,
                                        SliceSink* map, RunReport& report, Progress& progress) {
  const int threads = thread_count(options.threads);
  const Shape& shape = in.shape();
  const bool planar = options.extent == Extent::kPerSlice || shape.depth == 1;
  const int cut = largest_radius(shape, options, planar);
  // What a voxel becomes depends on centres up to cut away, and they on voxels cut + 1 further.
  const std::int64_t halo = planar ? 0 : 2 * std::int64_t{cut} + 1;

  std::optional<WatchedSink> watched;
  std::unique_ptr<UnboundedSizes> sizes;
  if (map != nullptr) {
    watched.emplace(*map);
    watched->begin({shape, PixelType::kUint16});
    sizes = std::make_unique<UnboundedSizes>(*watched, shape.width * shape.height, cut,
                                             options.max_radius);
  }

  const auto in_slabs = [&](std::int64_t slab_depth, const auto& twin) {
    std::vector<std::int64_t> histogram(static_cast<std::size_t>(cut) + 2);
    for (std::int64_t first = 0; first < shape.depth; first += slab_depth) {
      const std::int64_t end = std::min(shape.depth, first + slab_depth);
      const std::int64_t halo_first = std::max<std::int64_t>(0, first - halo);
      const std::int64_t halo_end = std::min(shape.depth, end + halo);
      const ObjectSlices object(in, options.phase, halo_first, halo_end - halo_first);
      const Slab slab{object, options.element,    options.edges, planar,
                      cut,    first - halo_first, end - first};
      if (sizes != nullptr) {
        sizes->begin_slab(first);
      }
      PhaseProgress part(progress, 1000 * first / shape.depth, 1000 * end / shape.depth);
      const std::vector<std::int64_t> counted = twin(slab, sizes.get(), part);
      std::transform(counted.begin(), counted.end(), histogram.begin(), histogram.begin(),
                     std::plus<>());
    }
    return histogram;
  };
  // Of a slab with its halo.
  const auto slab_shape = [&](std::int64_t depth) {
    return Shape{shape.width, shape.height, std::min(shape.depth, depth + 2 * halo)};
  };
  const SlabLimits limits = slab_limits(shape.depth, halo, options.slab_depth);

  return run_on(
      options.backend, shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays,
      report,
      [&] {
        const std::int64_t depth = plan_slab_depth(
            limits, {kName, "Choose backend 'auto' or crop the image."}, cuda::device_memory(),
            [&](std::int64_t slab) { return bytes_cuda(slab_shape(slab), cut); });
        const auto memory = take_memory_cuda(slab_shape(depth), cut);
        return in_slabs(depth, [&](const Slab& slab, SliceSink* sink, Progress& part) {
          return measure_cuda(*memory, slab, threads, sink, part);
        });
      },
      [&](InstructionSet instructions) {
        const std::int64_t depth = plan_slab_depth(
            limits, {kName, "Crop the image or choose a smaller max_radius."}, host_memory(),
            [&](std::int64_t slab) { return bytes_cpu(slab_shape(slab), cut); });
        return in_slabs(depth, [&](const Slab& slab, SliceSink* sink, Progress& part) {
          return measure_cpu(instructions, slab, threads, sink, part);
        });
      },
      watched ? &*watched : nullptr, &progress);
}

}  // namespace

Result measure(const VolumeSource& in, const Options& options, SliceSink* map, Progress& progress) {
  check_options(options);
  Result result;
  std::vector<std::int64_t> histogram;
  if (options.element == Element::kBall) {
    histogram = measure_balls(in, options, map, result, progress);
  } else {
    histogram = measure_steps(in, options, map, result.run, progress);
  }
  result.counts = curve(histogram, options.max_radius);
  if (result.counts.front() == 0) {
    throw UnsuitableImage(options.phase == Phase::kForeground
                              ? "the image has no foreground voxels"
                              : "the image has no background voxels");
  }
  return result;
}

}  // namespace bitvox::granulometry
