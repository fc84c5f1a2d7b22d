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
                   std::ssize(voxels) == count &&
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
  auto [reading, finding] = progress_parts(progress, 1, 9);
  const BitVolume bits = read_volume(in, thread_count(options.threads), reading);
  const Job job = job_for(bits, options, block.whole);
  return with_components(
      job, block, options, report, finding, [&](Components& found, Progress& rest) {
        auto [sizing, asking, noting] = progress_parts(rest, 1, 2, 3);
        BlockParts all;
        all.voxels = found.sizes(sizing);
        all.parts = parts_of_block(block, job.extent, bits, found.count(),
                                   found.labels_of_runs(asking), job.threads, noting);
        for (const Parts::Halo& halo : all.parts.halos) all.voxels[halo.part] -= halo.voxels;
        return all;
      });
}

LabelledBlocks finish(BlockParts all, const Options& options, Progress& progress) {
  check_fields(options);
  if (options.no_border) {
    throw InvalidInput("which objects touch the border is not known of blocks");
  }
  all.check();
  if (!all.parts.open.empty()) {
    throw InvalidInput("these are not all blocks of a volume");
  }
  const LabelledParts parts = label_parts(all.parts, progress);
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(parts.count));
  for (std::size_t i = 0; i < parts.labels.size(); ++i) {
    if (parts.labels[i] != 0) sizes[parts.labels[i] - 1] += all.voxels[i];
  }
  const KeptLabels kept = keep_objects(sizes, {}, 0, options, progress);

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

void label_block(const VolumeSource& in, const Block& block, const Options& options,
                 const std::vector<std::int32_t>& labels, SliceSink& out, RunReport& report,
                 Progress& progress) {
  check_fields(options);
  auto [reading, finding] = progress_parts(progress, 1, 9);
  const BitVolume bits = read_volume(in, thread_count(options.threads), reading);
  const Job job = job_for(bits, options, block.whole);
  SlicesOfCore slices(block, PixelType::kInt32, out);
  WatchedSink watched(slices);
  with_components(job, block, options, report, finding, [&](Components& found, Progress& rest) {
    if (std::ssize(labels) != found.count()) {
      throw InvalidInput("these are not the labels of the block");
    }
    auto [labelling, writing] = progress_parts(rest, 1, 9);
    found.relabel({labels.begin(), labels.end()}, labelling);
    found.write(PixelType::kInt32, watched, writing);
    return 0;
  });
}

}  // namespace bitvox::label
