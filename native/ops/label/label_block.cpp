// SPDX-License-Identifier: BSD-2-Clause
#include "ops/label/label_block.hpp"

#include <algorithm>
#include <memory>

#include "core/blocks/slices_of_core.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/label/components_blocks.hpp"
#include "ops/label/label_filter.hpp"

namespace bitvox::label {
namespace {

Extent extent_of(const Options& options, const Shape& whole) {
  return whole.depth == 1 ? Extent::kPerSlice : options.extent;
}

Job job_for(const BitVolume& bits, const Options& options, const Shape& whole) {
  return {bits, options.connectivity, extent_of(options, whole), thread_count(options.threads), {}};
}

// body(components of what the block reads, progress) by one of the twins.
template <class Body>
auto with_components(const Job& job, const Block& block, const Options& options, RunReport& report,
                     Progress& progress, const Body& body) {
  const auto run = [&](const auto& twin, const MemoryUser& user, const Memory& memory) {
    using Twin = std::remove_cvref_t<decltype(twin)>;
    require_memory(user, memory, Twin::bytes(job, block));
    auto [finding, rest] = progress_parts(progress, 6, 4);
    const std::unique_ptr<Components> found = twin.find(job.volume, finding);
    return body(*found, rest);
  };
  const bool gpu_pays = block.read.shape().voxel_count() >= kGpuPaysVoxels;
  return run_on(
      options.backend, gpu_pays ? GpuUse::kPays : GpuUse::kTooSmall, report,
      [&](Gpu gpu) {
        return run(GpuTwin(job, gpu, block), GpuTwin::user(), cuda::device_memory());
      },
      [&](InstructionSet instructions) {
        return run(CpuTwin(job, instructions, block), CpuTwin::user(), host_memory());
      },
      nullptr, &progress);
}

}  // namespace

void BlockParts::check() const {
  const std::int64_t count = std::ssize(parts.first);
  const auto is_part = [&](std::uint32_t part) { return part < count; };
  std::int64_t sum = 0;
  for (const std::int64_t of_block : parts.counts) {
    if (of_block < 0 || of_block > count - sum) sum = count + 1;
    sum += sum > count ? 0 : of_block;
  }
  const bool all = sum == count && std::ssize(parts.parents) == count &&
                   std::ssize(voxels) == count && (faces.empty() || std::ssize(faces) == count) &&
                   std::all_of(parts.parents.begin(), parts.parents.end(), is_part) &&
                   std::all_of(parts.halos.begin(), parts.halos.end(),
                               [&](const Parts::Halo& halo) { return is_part(halo.part); }) &&
                   std::all_of(parts.open.begin(), parts.open.end(),
                               [&](const Parts::Seam& seam) { return is_part(seam.part); });
  if (!all) throw InvalidInput("these are not the numbers of a block's results");
}

void BlockParts::add(const BlockParts& other) {
  check();
  other.check();
  parts.add(other.parts);
  voxels.insert(voxels.end(), other.voxels.begin(), other.voxels.end());
  faces.insert(faces.end(), other.faces.begin(), other.faces.end());
}

Reach reach_of(const Options& options, const Shape& whole) {
  const BitVolume none({1, 1, 1});
  return reach_of(job_for(none, options, whole));
}

BlockMemory memory_for(const Block& block, const Options& options) {
  check_fields(options);
  const BitVolume none({1, 1, 1});
  return memory_of<CpuTwin, GpuTwin>(job_for(none, options, block.whole), block);
}

BlockParts find_in_block(const VolumeSource& in, const Block& block, const Options& options,
                         RunReport& report, Progress& progress) {
  check_fields(options);
  check_sizes(options);
  auto [reading, finding] = progress_parts(progress, 1, 9);
  const BitVolume bits = read_volume(in, thread_count(options.threads), reading);
  const Job job = job_for(bits, options, block.whole);
  return with_components(
      job, block, options, report, finding, [&](Components& found, Progress& rest) {
        auto parts = progress_parts(rest, 1, options.no_border ? 1 : 0, 2, 3);
        auto& [sizing, touching, asking, noting] = parts;
        BlockParts all;
        all.voxels = found.sizes(sizing);
        if (options.no_border) {
          all.faces = found.faces(touching);
          for (std::uint8_t& faces : all.faces) faces &= real_faces(block);
        }
        all.parts = parts_of_block(block, job.extent, bits, found.count(),
                                   found.labels_of_runs(asking), job.threads, noting);
        for (const Parts::Halo& halo : all.parts.halos) all.voxels[halo.part] -= halo.voxels;
        return all;
      });
}

LabelledBlocks finish(const Shape& whole, BlockParts all, const Options& options,
                      Progress& progress) {
  check_fields(options);
  check_sizes(options);
  all.check();
  if (!all.parts.open.empty() || (options.no_border && all.faces.size() != all.voxels.size())) {
    throw InvalidInput("these are not all blocks of a volume");
  }
  const LabelledParts parts = label_parts(all.parts, progress);
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(parts.count));
  std::vector<std::uint8_t> faces(options.no_border ? sizes.size() : 0);
  for (std::size_t i = 0; i < parts.labels.size(); ++i) {
    if (parts.labels[i] == 0) continue;
    const std::size_t object = parts.labels[i] - 1;
    sizes[object] += all.voxels[i];
    if (options.no_border) faces[object] = static_cast<std::uint8_t>(faces[object] | all.faces[i]);
  }
  const std::uint8_t border =
      extent_of(options, whole) == Extent::kPerSlice ? kFacesOfSlices : kAllFaces;
  const KeptLabels kept = keep_objects(sizes, faces, border, options, progress);

  LabelledBlocks result;
  result.found = parts.count;
  result.kept = kept.count;
  for (const std::uint32_t label : parts.labels) {
    result.labels.push_back(label == 0 ? 0 : static_cast<std::int32_t>(kept.labels[label - 1]));
  }
  result.starts.push_back(0);
  for (const std::int64_t count : all.parts.counts) {
    result.starts.push_back(result.starts.back() + count);
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (kept.labels[i] != 0) result.voxels.push_back(sizes[i]);
  }
  return result;
}

ObjectParts label_block(const VolumeSource& in, const Block& block, const Options& options,
                        const std::vector<std::int32_t>& labels, const BlockOutputs& outputs,
                        RunReport& report, Progress& progress) {
  check_fields(options);
  auto [reading, finding] = progress_parts(progress, 1, 9);
  const int threads = thread_count(options.threads);
  const BitVolume bits = read_volume(in, threads, reading);
  const Job job = job_for(bits, options, block.whole);
  return with_components(
      job, block, options, report, finding, [&](Components& found, Progress& rest) {
        if (std::ssize(labels) != found.count()) {
          throw InvalidInput("these are not the labels of the block");
        }
        auto [labelling, measuring, writing] =
            progress_parts(rest, 1, outputs.objects ? 5 : 0, outputs.labels != nullptr ? 5 : 0);
        found.relabel({labels.begin(), labels.end()}, labelling);
        ObjectParts objects;
        if (outputs.objects) {
          auto [asking, rest_of_it] = progress_parts(measuring, 1, 9);
          objects = objects_of_block(block, bits, found.labels_of_runs(asking), outputs.second,
                                     options, threads, rest_of_it);
        }
        if (outputs.labels != nullptr) {
          SlicesOfCore slices(block, PixelType::kInt32, *outputs.labels);
          WatchedSink watched(slices);
          found.write(PixelType::kInt32, watched, writing);
        }
        return objects;
      });
}

}  // namespace bitvox::label
