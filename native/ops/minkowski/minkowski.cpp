// SPDX-License-Identifier: BSD-2-Clause
#include "ops/minkowski/minkowski.hpp"

#include <cmath>
#include <optional>
#include <string>

#include "core/check_fields.hpp"
#include "core/error.hpp"
#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "core/run_on.hpp"
#include "ops/minkowski/minkowski_layers.hpp"
#include "ops/minkowski/minkowski_numbers.hpp"

namespace bitvox::minkowski {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 24;

void check(const Options& options, const Shape& shape, bool planar) {
  check_fields(options);
  const Spacing& size = options.spacing;
  check_spacing({size.x, size.y, planar ? size.x : size.z});
  if (options.slab_depth < 0) {
    throw InvalidInput("slab_depth=" + std::to_string(options.slab_depth) +
                       " is not allowed; use 0 (automatic) or more");
  }
  if (options.edges == Edges::kClipped &&
      (shape.width < 2 || shape.height < 2 || (!planar && shape.depth < 2))) {
    throw InvalidInput("edges=clipped needs two voxels at least along each axis, not " +
                       std::to_string(shape.width) + " x " + std::to_string(shape.height) + " x " +
                       std::to_string(shape.depth));
  }
}

CountSet set_for(const Options& options, bool planar) {
  if (planar) {
    return CountSet::kPlanar;
  }
  return options.directions == Directions::kThree ? CountSet::kAxes : CountSet::kAll;
}

}  // namespace

Result measure(const VolumeSource& in, const Options& options, Progress& progress) {
  const Shape& shape = in.shape();
  const bool planar = options.extent == Extent::kPerSlice || shape.depth == 1;
  check(options, shape, planar);
  const int threads = thread_count(options.threads);
  const CountSet set = set_for(options, planar);
  const bool clipped = options.edges == Edges::kClipped;

  std::optional<FaceKeeper> faces;
  if (clipped) {
    require_memory({"Shape Numbers", "Crop the image."}, host_memory(), FaceKeeper::bytes(shape));
    faces.emplace(in);
  }
  const VolumeSource& source = clipped ? static_cast<const VolumeSource&>(*faces) : in;

  Result result;
  const std::vector<Counts> counts = run_on(
      options.backend, shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays,
      result.run, [&] { return count_cuda(source, set, options.slab_depth, threads, progress); },
      [&](InstructionSet instructions) {
        return count_cpu(instructions, source, set, threads, progress);
      },
      nullptr, &progress);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    Layers layers = layers_of(counts[i]);
    if (planar) {
      if (clipped) {
        faces->add_layers_of_slice(static_cast<std::int64_t>(i), layers);
      }
      result.numbers.push_back(numbers_of_slice(layers, shape, options));
    } else {
      if (clipped) {
        faces->add_layers(layers);
      }
      result.numbers.push_back(numbers_of_volume(layers, shape, options));
    }
  }
  return result;
}

}  // namespace bitvox::minkowski
