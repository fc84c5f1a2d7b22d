// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton2d/skeleton2d.hpp"

#include <atomic>

#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "cpu/rows.hpp"
#include "cuda/device_memory.hpp"
#include "ops/skeleton2d/objects.hpp"

namespace bitvox {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysPixels = std::int64_t{1} << 22;

// Thousandths of the progress at which thinning begins and ends.
constexpr std::int64_t kThinningBegins = 150;
constexpr std::int64_t kThinningEnds = 900;

class Counter {
 public:
  void add(const PixelCount& count) {
    pixels_ += count.pixels;
    objects_ += count.objects;
  }
  PixelCount sum() const { return {pixels_, objects_}; }

 private:
  std::atomic<std::int64_t> pixels_{0};
  std::atomic<std::int64_t> objects_{0};
};

}  // namespace

Skeleton2d skeleton2d(const VolumeSource& in, const Skeleton2dOptions& options,
                      Progress& progress) {
  const int threads = thread_count(options.threads);
  const Shape& shape = in.shape();
  Skeleton2d result(shape);
  BitVolume& volume = result.skeleton;

  PhaseProgress reading(progress, 0, kThinningBegins);
  Counter before;
  parallel_for(shape.depth, threads, reading, [&](std::int64_t z) {
    in.read_slices(z, 1, volume.slice(z));
    before.add(count_objects(volume.slice(z), shape));
  });
  result.before = before.sum();
  if (result.before.pixels == 0) {
    throw InvalidInput("the image has no foreground pixels (value 255)");
  }

  PhaseProgress thinning(progress, kThinningBegins, kThinningEnds);
  result.iterations = run_on(
      options.backend, shape.voxel_count() < kGpuPaysPixels ? GpuUse::kTooSmall : GpuUse::kPays,
      result.run,
      [&] {
        const std::int64_t needed = cuda::skeleton2d_bytes(shape, 1);
        const std::int64_t free = cuda::available_bytes();
        if (needed > free) {
          throw DeviceOutOfMemory("Skeleton 2D needs " + readable_bytes(needed) + " on the GPU, " +
                                  readable_bytes(free) +
                                  " are free. Choose backend 'auto' or crop the image.");
        }
        return cuda::thin_slices(options.rule, volume, threads, thinning);
      },
      [&](const RowKernels& rows) {
        const std::int64_t needed = cpu::skeleton2d_bytes(shape, threads);
        const std::int64_t free = available_host_bytes();
        if (needed > free) {
          throw HostOutOfMemory("Skeleton 2D needs " + readable_bytes(needed) +
                                " of memory outside the Java heap, " + readable_bytes(free) +
                                " are free. Crop the image or use fewer threads.");
        }
        return cpu::thin_slices(rows.skeleton2d, options.rule, volume, threads, thinning);
      });

  PhaseProgress counting(progress, kThinningEnds, 1000);
  Counter after;
  parallel_for(shape.depth, threads, counting,
               [&](std::int64_t z) { after.add(count_objects(volume.slice(z), shape)); });
  result.after = after.sum();
  return result;
}

}  // namespace bitvox
