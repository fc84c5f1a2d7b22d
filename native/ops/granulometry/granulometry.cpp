// SPDX-License-Identifier: BSD-2-Clause
#include "ops/granulometry/granulometry.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "cpu/rows.hpp"
#include "cuda/device_memory.hpp"
#include "ops/granulometry/slabs.hpp"

namespace bitvox {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 21;

void check_options(const GranulometryOptions& options) {
  if (options.max_radius < 1 || options.max_radius > kLargestMaxRadius) {
    throw InvalidInput("max_radius=" + std::to_string(options.max_radius) +
                       " is not allowed; use 1 to " + std::to_string(kLargestMaxRadius));
  }
  if (options.slab_depth < 0) {
    throw InvalidInput("slab_depth=" + std::to_string(options.slab_depth) +
                       " is not allowed; use 0 (automatic) or more");
  }
}

// No distance is larger than this, unless the whole volume is object and edges are clipped.
int largest_radius(const Shape& shape, const GranulometryOptions& options, bool planar) {
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
class UnboundedSizes final : public OpeningMapSink {
 public:
  UnboundedSizes(OpeningMapSink& to, std::int64_t slice_voxels, int cut, int max_radius)
      : to_(to),
        unbounded_(static_cast<std::uint16_t>(2 * cut + 1)),
        largest_(static_cast<std::uint16_t>(2 * max_radius + 1)),
        widths_(static_cast<std::size_t>(slice_voxels)) {}

  void begin_slab(std::int64_t first) { first_ = first; }

  void write_slice(std::int64_t z, const std::uint16_t* widths) override {
    if (unbounded_ == largest_) {
      to_.write_slice(first_ + z, widths);
      return;
    }
    std::replace_copy(widths, widths + widths_.size(), widths_.begin(), unbounded_, largest_);
    to_.write_slice(first_ + z, widths_.data());
  }

 private:
  OpeningMapSink& to_;
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

}  // namespace

Granulometry granulometry(const VolumeSource& in, const GranulometryOptions& options,
                          OpeningMapSink* map, Progress& progress) {
  check_options(options);
  const int threads = thread_count(options.threads);
  const Shape& shape = in.shape();
  const bool planar = options.extent == Extent::kPerSlice || shape.depth == 1;
  const int cut = largest_radius(shape, options, planar);
  // What a voxel becomes depends on centres up to cut away, and they on voxels cut + 1 further.
  const std::int64_t halo = planar ? 0 : 2 * std::int64_t{cut} + 1;

  std::unique_ptr<UnboundedSizes> sizes;
  if (map != nullptr) {
    sizes =
        std::make_unique<UnboundedSizes>(*map, shape.width * shape.height, cut, options.max_radius);
  }

  const auto in_slabs = [&](std::int64_t slab_depth, const auto& twin) {
    std::vector<std::int64_t> histogram(static_cast<std::size_t>(cut) + 2);
    for (std::int64_t first = 0; first < shape.depth; first += slab_depth) {
      const std::int64_t end = std::min(shape.depth, first + slab_depth);
      const std::int64_t halo_first = std::max<std::int64_t>(0, first - halo);
      const std::int64_t halo_end = std::min(shape.depth, end + halo);
      const ObjectSlices object(in, options.phase, halo_first, halo_end - halo_first);
      const GranulometrySlab slab{object, options.element,    options.edges, planar,
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
  const auto with_depth = [&](std::int64_t depth) {
    return Shape{shape.width, shape.height, depth};
  };
  const auto least_slices = [&] {
    return std::min(shape.depth, least_slab_depth(shape.depth, halo) + 2 * halo);
  };

  Granulometry result;
  const std::vector<std::int64_t> histogram = run_on(
      options.backend, shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays,
      result.run,
      [&] {
        const auto bytes = [&](std::int64_t depth) {
          return cuda::granulometry_bytes(with_depth(depth), cut);
        };
        const std::int64_t budget = cuda::available_bytes();
        const std::int64_t slab_depth =
            plan_slab_depth(shape.depth, halo, options.slab_depth, budget, bytes);
        if (slab_depth == 0) {
          throw DeviceOutOfMemory("Granulometry needs " + readable_bytes(bytes(least_slices())) +
                                  " on the GPU, " + readable_bytes(budget) +
                                  " are free. Choose backend 'auto' or crop the image.");
        }
        return in_slabs(slab_depth,
                        [&](const GranulometrySlab& slab, OpeningMapSink* sink, Progress& part) {
                          return cuda::size_histogram(slab, threads, sink, part);
                        });
      },
      [&](const RowKernels& rows) {
        const auto bytes = [&](std::int64_t depth) {
          return cpu::granulometry_bytes(with_depth(depth), cut);
        };
        const std::int64_t budget = available_host_bytes();
        const std::int64_t slab_depth =
            plan_slab_depth(shape.depth, halo, options.slab_depth, budget, bytes);
        if (slab_depth == 0) {
          throw HostOutOfMemory("Granulometry needs " + readable_bytes(bytes(least_slices())) +
                                " of memory outside the Java heap, " + readable_bytes(budget) +
                                " are free. Crop the image or choose a smaller max_radius.");
        }
        return in_slabs(slab_depth,
                        [&](const GranulometrySlab& slab, OpeningMapSink* sink, Progress& part) {
                          return cpu::size_histogram(rows.granulometry, slab, threads, sink, part);
                        });
      });

  result.counts = curve(histogram, options.max_radius);
  if (result.counts.front() == 0) {
    throw InvalidInput(options.phase == Phase::kForeground ? "the image has no foreground voxels"
                                                           : "the image has no background voxels");
  }
  return result;
}

}  // namespace bitvox
