// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton2d/skeleton2d.hpp"

#include <atomic>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "core/volumes/keeping_source.hpp"
#include "cuda/device_memory.hpp"
#include "ops/skeleton2d/objects.hpp"

namespace bitvox::skeleton2d {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysPixels = std::int64_t{1} << 22;

// Thousandths of the progress at which thinning ends; on the CPU, where it begins.
constexpr std::int64_t kThinningBegins = 150;
constexpr std::int64_t kThinningEnds = 900;

class Counter {
 public:
  void add(const PixelCount& count) {
    pixels_ += count.pixels;
    objects_ += count.objects;
  }
  std::int64_t pixels() const { return pixels_; }
  std::int64_t objects() const { return objects_; }

 private:
  std::atomic<std::int64_t> pixels_{0};
  std::atomic<std::int64_t> objects_{0};
};

}  // namespace

Result thin(const VolumeSource& in, const Options& options, Progress& progress) {
  check_fields(options);
  const int threads = thread_count(options.threads);
  const Shape& shape = in.shape();
  Result result(shape);
  BitVolume& volume = result.skeleton;
  const auto set_before = [&](const Counter& before) {
    result.pixels_before = before.pixels();
    result.objects_before = before.objects();
  };
  PhaseProgress all_but_counting(progress, 0, kThinningEnds);

  const auto on_gpu = [&] {
    Counter before;
    const auto count = [&](std::int64_t first, std::int64_t slices, Progress& counting) {
      parallel_for(slices, threads, counting, [&](std::int64_t i) {
        before.add(count_objects(volume.slice(first + i), shape));
      });
    };
    const std::int64_t iterations = thin_cuda(options.rule, KeepingSource(in, volume), volume,
                                              threads, count, all_but_counting);
    set_before(before);
    return iterations;
  };
  // Reads the slices even where the GPU was lost after it had: some may be skeletons by now, which
  // ImageJ's rule would thin further.
  const auto on_cpu = [&](InstructionSet instructions) {
    require_memory({"Skeleton 2D", "Crop the image or use fewer threads."}, host_memory(),
                   bytes_cpu(shape, threads));
    PhaseProgress reading(progress, 0, kThinningBegins);
    PhaseProgress thinning(progress, kThinningBegins, kThinningEnds);
    Counter before;
    parallel_for(
        shape.depth, threads, reading, [&] { return in.open(); },
        [&](const auto& reader, std::int64_t z) {
          reader->read_slices(z, 1, volume.slice(z));
          before.add(count_objects(volume.slice(z), shape));
        });
    set_before(before);
    return thin_cpu(instructions, options.rule, volume, threads, thinning);
  };
  result.iterations = run_on(
      options.backend, shape.voxel_count() < kGpuPaysPixels ? GpuUse::kTooSmall : GpuUse::kPays,
      result.run, on_gpu, on_cpu, nullptr, &all_but_counting);
  if (result.pixels_before == 0) {
    throw UnsuitableImage("the image has no foreground pixels");
  }

  PhaseProgress counting(progress, kThinningEnds, 1000);
  Counter after;
  parallel_for(shape.depth, threads, counting,
               [&](std::int64_t z) { after.add(count_objects(volume.slice(z), shape)); });
  result.pixels_after = after.pixels();
  result.objects_after = after.objects();
  return result;
}

}  // namespace bitvox::skeleton2d
