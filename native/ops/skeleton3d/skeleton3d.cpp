// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton3d/skeleton3d.hpp"

#include <numeric>
#include <string>

#include "core/backends/run_on.hpp"
#include "core/memory/memory.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/device_memory.hpp"

namespace bitvox::skeleton3d {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 21;

std::string readable(const Shape& shape) {
  return std::to_string(shape.width) + " x " + std::to_string(shape.height) + " x " +
         std::to_string(shape.depth);
}

}  // namespace

Result thin(const VolumeSource& in, const VolumeSource* anchors, const Options& options,
            Progress& progress) {
  check_fields(options);
  const int threads = thread_count(options.threads);
  const Shape& shape = in.shape();
  if (anchors != nullptr && !(anchors->shape() == shape)) {
    throw InvalidInput("the anchors are " + readable(anchors->shape()) + " voxels, the image " +
                       readable(shape));
  }
  const Anchors some = anchors != nullptr ? Anchors::kSome : Anchors::kNone;

  Result result(shape);
  const int verifying = options.verify ? 3 : 0;  // before and after
  auto [counting_before, between, counting_after] =
      progress_parts(progress, verifying, 4, verifying);
  Progress& thinning_progress = between;
  if (options.verify) {
    result.topology_before = topology(in, counting_before);
  }
  const Thinning thinning = run_on(
      options.backend, shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays,
      result.run,
      [&](Gpu) {
        require_memory({"Skeleton 3D", "Choose backend 'auto' or crop the image."},
                       cuda::device_memory(), bytes_cuda(shape, some));
        return thin_cuda(in, anchors, threads, result.skeleton, thinning_progress);
      },
      [&](InstructionSet instructions) {
        require_memory({"Skeleton 3D", "Crop the image."}, host_memory(),
                       bytes_cpu(shape, some, threads));
        return thin_cpu(instructions, in, anchors, threads, result.skeleton, thinning_progress);
      },
      nullptr, &thinning_progress);
  if (thinning.voxels_before == 0) {
    throw UnsuitableImage("the image has no foreground voxels");
  }
  result.voxels_before = thinning.voxels_before;
  result.deleted = thinning.deleted;
  result.voxels_after = std::accumulate(result.deleted.begin(), result.deleted.end(),
                                        thinning.voxels_before, std::minus<>());
  if (options.verify) {
    result.topology_after = topology(result.skeleton, counting_after);
  }
  return result;
}

}  // namespace bitvox::skeleton3d
