// SPDX-License-Identifier: BSD-2-Clause
#include "ops/label/label.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "core/backends/run_on.hpp"
#include "core/blocks/plan_blocks.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/label/components.hpp"
#include "ops/label/label_filter.hpp"
#include "ops/label/label_objects.hpp"
#include "ops/label/label_shapes.hpp"

namespace bitvox::label {
namespace {

std::string readable(const Shape& s) {
  return std::to_string(s.width) + " x " + std::to_string(s.height) + " x " +
         std::to_string(s.depth);
}

void check(const Options& options, const Outputs& outputs, const Shape& shape) {
  check_fields(options);
  check_sides(options.block);
  check_sizes(options);
  check_spacing(options, shape);
  if (outputs.objects) {
    require_sums(shape);
    if (outputs.second != nullptr && outputs.second->shape() != shape) {
      throw InvalidInput("the second image is " + readable(outputs.second->shape()) +
                         " voxels, the image " + readable(shape));
    }
  }
}

bool has_filter(const Options& options) {
  return options.min_size > 1 || options.max_size > 0 || options.largest || options.no_border;
}

// The objects that stay get their labels; returns how many.
std::int64_t filter(Components& components, const Options& options, std::int64_t depth,
                    Progress& progress) {
  auto [sizing, touching, relabelling] = progress_parts(progress, 2, options.no_border ? 2 : 0, 1);
  const std::vector<std::int64_t> sizes = components.sizes(sizing);
  std::vector<std::uint8_t> faces;
  if (options.no_border) {
    faces = components.faces(touching);
  }
  const bool planar = options.extent == Extent::kPerSlice || depth == 1;
  const std::uint8_t border = planar ? kFacesOfSlices : kAllFaces;
  const KeptLabels kept = keep_objects(sizes, faces, border, options, relabelling);
  components.relabel(kept.labels, relabelling);
  return kept.count;
}

class Labelling {
 public:
  Labelling(const Options& options, const Outputs& outputs, int threads, const BitVolume& volume,
            Progress& progress)
      : options_(options),
        outputs_(outputs),
        threads_(threads),
        volume_(volume),
        progress_(progress) {}

  // Components are given by make(Progress&), which reads the volume.
  template <class Make>
  Result run(const Make& make, SliceSink* labels) const {
    auto [finding, filtering, measuring, writing] = progress_parts(progress_, 5, 1, 2, 2);
    const std::unique_ptr<Components> components = make(finding);
    Result result;
    result.found = result.kept = components->count();
    if (has_filter(options_)) {
      result.kept = filter(*components, options_, volume_.shape().depth, filtering);
    }
    const PixelType type =
        labels == nullptr ? PixelType::kInt32 : pixel_type(options_.pixels, result.kept);
    if (outputs_.objects) {
      require_memory(kHostUser, host_memory(),
                     bytes_of_objects(result.kept, outputs_.second != nullptr));
      auto [taking, sums, shapes] = progress_parts(measuring, 1, 4, 5);
      const std::vector<std::uint32_t> labels_of_runs = components->labels_of_runs(taking);
      measure_objects(volume_, labels_of_runs, result.kept, outputs_.second, threads_,
                      result.objects, sums);
      measure_shapes(volume_, labels_of_runs, result.kept, options_, threads_, result.objects,
                     shapes);
      const auto& voxels = result.objects.voxels;
      result.voxels = std::accumulate(voxels.begin(), voxels.end(), std::int64_t{0});
    }
    write(*components, type, labels, writing);
    progress_.report(1, 1);
    return result;
  }

 private:
  void write(Components& components, PixelType type, SliceSink* labels, Progress& progress) const {
    BitVolume* const binary = outputs_.binary;
    if (binary == nullptr && labels == nullptr) return;
    auto [keeping, naming] =
        progress_parts(progress, binary != nullptr ? 3 : 0, labels != nullptr ? 7 : 0);
    if (binary != nullptr) components.write(*binary, keeping);
    if (labels != nullptr) components.write(type, *labels, naming);
  }

  const Options& options_;
  const Outputs& outputs_;
  int threads_;
  const BitVolume& volume_;
  Progress& progress_;
};

}  // namespace

PixelType pixel_type(Pixels pixels, std::int64_t objects) {
  if (pixels == Pixels::kInteger) {
    return PixelType::kInt32;
  }
  if (objects > kMostInFloats) {
    throw InvalidInput("there are " + std::to_string(objects) +
                       " objects; an image of ImageJ can have " + std::to_string(kMostInFloats) +
                       ": write a .raw file of 32-bit integers, tables or the binary result");
  }
  return objects > kMostIn16Bits ? PixelType::kFloat32 : PixelType::kUint16;
}

Result label(const VolumeSource& in, const Options& options, const Outputs& outputs,
             Progress& progress) {
  const Shape& shape = in.shape();
  check(options, outputs, shape);
  const int threads = thread_count(options.threads);
  require_memory(kHostUser, host_memory(), shape.word_count() * 8);
  BitVolume volume = BitVolume::unset(shape);

  std::optional<WatchedSink> watched;
  if (outputs.labels != nullptr) {
    watched.emplace(*outputs.labels);
  }
  SliceSink* const sink = watched ? &*watched : nullptr;
  const Job job{volume, options.connectivity, options.extent, threads, options.block};
  const Labelling labelling(options, outputs, threads, volume, progress);
  StandingProgress starting(progress);
  RunReport run;
  Result result = run_on(
      options.backend, shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays,
      run,
      [&](Gpu) {
        return labelling.run(
            [&](Progress& finding) { return components_cuda(in, volume, job, finding); }, sink);
      },
      [&](InstructionSet instructions) {
        return labelling.run(
            [&](Progress& finding) {
              auto [reading, joining] = progress_parts(finding, 1, 4);
              read_volume(in, volume, threads, reading);
              return components_cpu(instructions, job, joining);
            },
            sink);
      },
      sink == nullptr ? nullptr : &*watched, &starting);
  result.run = run;
  return result;
}

}  // namespace bitvox::label
