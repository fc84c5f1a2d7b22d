// SPDX-License-Identifier: BSD-2-Clause
#include "ops/permeability/permeability.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/onward.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/label/components.hpp"
#include "ops/permeability/permeability_solve.hpp"

namespace bitvox::permeability {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysPores = std::int64_t{1} << 16;

void check(const Shape& shape, const Options& options, const SliceSink* velocity) {
  check_fields(options);
  if (shape.width < 2 || shape.height < 2 || shape.depth < 2) {
    throw InvalidInput("permeability needs a volume of two voxels at least along each axis, not " +
                       size_text(shape));
  }
  if (options.refine && std::min({shape.width, shape.height, shape.depth}) < 4) {
    throw InvalidInput(
        "half the resolution needs a volume of four voxels at least along each axis, not " +
        size_text(shape));
  }
  constexpr std::int64_t kMostVoxels = std::numeric_limits<std::uint32_t>::max();
  if (shape.voxel_count() > kMostVoxels) {
    throw InvalidInput("the image has " + std::to_string(shape.voxel_count()) +
                       " voxels; permeability takes " + std::to_string(kMostVoxels) +
                       " at most: crop the image");
  }
  if (velocity != nullptr && options.direction == Direction::kAll) {
    throw InvalidInput("there is a velocity image of one direction only; use direction=x, y or z");
  }
}

BitVolume read_pores(const VolumeSource& in, Phase phase, int threads, Progress& progress) {
  // The volume, its pores, those that conduct, and what finds them asks for more.
  require_memory({"Permeability", "Crop the image."}, host_memory(),
                 3 * 8 * in.shape().word_count());
  BitVolume volume = read_volume(in, threads, progress);
  return phase == Phase::kForeground ? std::move(volume)
                                     : label::complement(volume, threads, progress);
}

void refuse_unsuitable(const BitVolume& pores, std::int64_t count, const Options& options) {
  if (count == 0) {
    throw UnsuitableImage(options.phase == Phase::kForeground
                              ? "the image has no foreground voxels, which are the pores"
                              : "the image has no background voxels, which are the pores");
  }
  if (count == pores.shape().voxel_count() && options.sides != Sides::kWalls) {
    throw UnsuitableImage(
        "the image has no solid, and nothing resists the flow: its permeability is infinite; use "
        "sides=walls");
  }
}

// k at half the resolution, at the borders that the flow met.
void add_half(const BitVolume& pores, const Job& job, Flow& flow, Progress& progress) {
  Options options = job.options;
  options.ends = flow.mirrored_ends ? Ends::kMirrored : Ends::kPeriodic;
  const BitVolume half = halved(pores, job.threads, progress);
  if (options.sides != Sides::kWalls && count_pores(half) == half.shape().voxel_count()) {
    flow.half_permeability = std::numeric_limits<double>::infinity();
    flow.half_porosity = 1;
    flow.half_steady = true;
    return;
  }
  const Job half_job{options, job.backend, job.threads, job.make_flow};
  const Flow found = flow_along(flow.axis, half, half_job, nullptr, progress);
  flow.half_permeability = 4 * found.permeability[static_cast<std::size_t>(flow.axis)];
  flow.half_porosity =
      static_cast<double>(found.connected) / static_cast<double>(half.shape().voxel_count());
  flow.half_steady = found.steady;
}

}  // namespace

Result measure(const VolumeSource& in, const Options& options, SliceSink* velocity,
               Progress& whole) {
  Onward progress(whole);
  check(in.shape(), options, velocity);
  const int threads = thread_count(options.threads);
  const bool all = options.direction == Direction::kAll;
  const int first = all ? 0 : static_cast<int>(options.direction);
  const int end = all ? 3 : first + 1;
  std::optional<WatchedSink> watched;
  if (velocity != nullptr) watched.emplace(*velocity);

  Result result;
  // Before anything is read: a backend that is not there is refused.
  choose_backend(requested_backend(options.backend), GpuUse::kPays, &progress);
  auto [reading, rest] = progress_parts(progress, 1, 49);
  Progress& flowing = rest;
  const BitVolume pores = read_pores(in, options.phase, threads, reading);
  result.voxels = pores.shape().voxel_count();
  result.pores = count_pores(pores);
  refuse_unsuitable(pores, result.pores, options);
  if (watched) {
    const int channels = options.velocity == VelocityImage::kVector ? 3 : 1;
    watched->begin({pores.shape(), PixelType::kFloat32, channels});
  }

  const auto flows = [&](const std::string& backend, const MakeFlow& make_flow) {
    const Job job{options, backend, threads, make_flow};
    std::vector<Flow> found;
    for (int axis = first; axis < end; ++axis) {
      PhaseProgress part(flowing, axis - first, axis - first + 1, end - first);
      auto [whole_flow, half_flow] = progress_parts(part, 9, options.refine ? 1 : 0);
      found.push_back(flow_along(axis, pores, job, watched ? &*watched : nullptr, whole_flow));
      if (options.refine) add_half(pores, job, found.back(), half_flow);
    }
    return found;
  };
  result.flows = run_on(
      options.backend, result.pores < kGpuPaysPores ? GpuUse::kTooSmall : GpuUse::kPays, result.run,
      [&](Gpu) {
        return flows("cuda", [&](const Grid& grid, Progress& part) {
          return make_flow_cuda(grid, options.precision, part);
        });
      },
      [&](InstructionSet instructions) {
        return flows(name_of(instructions), [&](const Grid& grid, Progress& part) {
          return make_flow_cpu(instructions, grid, options.precision, threads, part);
        });
      },
      watched ? &*watched : nullptr, &progress);
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::permeability
