// SPDX-License-Identifier: BSD-2-Clause
#include "ops/split_objects/split_objects.hpp"

#include <optional>
#include <string>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/label/label_objects.hpp"
#include "ops/split_objects/split_objects_neighbours.hpp"

namespace bitvox::split_objects {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 18;

void require_shape(const GreySource* image, const char* name, const Shape& shape) {
  if (image != nullptr && image->shape() != shape) {
    throw InvalidInput(std::string(name) + " is " + size_text(image->shape()) +
                       " voxels, the image " + size_text(shape));
  }
}

void check(const Shape& shape, const Images& images, const Options& options,
           const Outputs& outputs) {
  check_fields(options);
  const bool planar = options.extent == Extent::kPerSlice || shape.depth == 1;
  const Spacing& size = options.spacing;
  check_spacing({size.x, size.y, planar ? size.x : size.z});
  if (shape.voxel_count() > kMostVoxels) {
    throw InvalidInput("an image of " + size_text(shape) + " voxels is too large to be split; " +
                       std::to_string(kMostVoxels) + " voxels are the most: crop it");
  }
  if (options.heights != Heights::kDistance && images.grey == nullptr) {
    throw InvalidInput("heights of a grey image need one: give image=");
  }
  require_shape(images.grey, "the grey image", shape);
  require_shape(images.markers, "the image of markers", shape);
  if (outputs.objects) {
    label::require_sums(shape);
    require_shape(images.second, "the second image", shape);
  }
}

}  // namespace

Result split(const VolumeSource& in, const Images& images, const Options& options,
             const Outputs& outputs, Progress& progress) {
  check(in.shape(), images, options, outputs);
  std::optional<WatchedSink> watched;
  if (outputs.labels != nullptr) watched.emplace(*outputs.labels);
  Outputs to = outputs;
  to.labels = watched ? &*watched : nullptr;
  const bool is_small = in.shape().voxel_count() < kGpuPaysVoxels;
  StandingProgress starting(progress);
  RunReport run;
  Result result = run_on(
      options.backend, is_small ? GpuUse::kTooSmall : GpuUse::kPays, run,
      [&](Gpu) { return split_cuda(in, images, options, to, progress); },
      [&](InstructionSet instructions) {
        return split_cpu(instructions, in, images, options, to, progress);
      },
      to.labels == nullptr ? nullptr : &*watched, &starting);
  result.run = run;
  return result;
}

}  // namespace bitvox::split_objects
