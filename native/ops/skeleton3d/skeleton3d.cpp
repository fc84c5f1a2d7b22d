// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton3d/skeleton3d.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>

#include "core/backends/run_on.hpp"
#include "core/blocks/block_views.hpp"
#include "core/blocks/write_core.hpp"
#include "core/memory/memory.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/packing.hpp"
#include "core/volumes/read_volume.hpp"
#include "cpu/packing_rows.hpp"
#include "cuda/device_memory.hpp"

namespace bitvox::skeleton3d {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 21;

std::string readable(const Shape& shape) {
  return std::to_string(shape.width) + " x " + std::to_string(shape.height) + " x " +
         std::to_string(shape.depth);
}

void check(const Job& job) {
  const Shape& shape = job.in.shape();
  if (job.anchors != nullptr && !(job.anchors->shape() == shape)) {
    throw InvalidInput("the anchors are " + readable(job.anchors->shape()) + " voxels, the image " +
                       readable(shape));
  }
}

Thinning run(const Job& job, const Options& options, BitVolume& out, RunReport& report,
             Progress& progress) {
  const Shape& shape = job.in.shape();
  return run_on(
      options.backend, shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays,
      report,
      [&](Gpu) {
        require_memory({"Skeleton 3D", "Choose backend 'auto' or crop the image."},
                       cuda::device_memory(), bytes_cuda(job, shape));
        return thin_cuda(job, out, progress);
      },
      [&](InstructionSet instructions) {
        require_memory({"Skeleton 3D", "Crop the image."}, host_memory(), bytes_cpu(job, shape));
        return thin_cpu(instructions, job, out, progress);
      },
      nullptr, &progress);
}

}  // namespace

void Thinning::add(const Thinning& other) {
  voxels_before += other.voxels_before;
  deleted.resize(std::max(deleted.size(), other.deleted.size()));
  std::transform(other.deleted.begin(), other.deleted.end(), deleted.begin(), deleted.begin(),
                 std::plus<>());
}

Reach reach_of(const Options& options) {
  constexpr std::int64_t kSubiterations = 12;
  const std::int64_t far =
      options.max_rounds > 0 ? kSubiterations * options.max_rounds : Reach::kEverything;
  return {{far, far, far}, {far, far, far}};
}

BlockMemory memory_for(const Block& block, const Options& options) {
  check_fields(options);
  const Shape read = block.read.shape();
  const PlacedVolume size(read, {}, nullptr);
  const Job job{size, &size, &size, options.max_rounds, thread_count(options.threads)};
  const std::int64_t picture = 8 * read.word_count();
  return {bytes_cpu(job, read) + picture, bytes_on_gpu([&] { return bytes_cuda(job, read); })};
}

Thinning thin_block(const VolumeSource& in, const VolumeSource* anchors, const Block& block,
                    const Options& options, BitVolume& core, RunReport& report,
                    Progress& progress) {
  check_fields(options);
  const CountedVoxels counted(block, nullptr);
  const Job job{in, anchors, &counted, options.max_rounds, thread_count(options.threads)};
  check(job);
  auto [counting, thinning] = progress_parts(progress, 1, 9);
  const BitVolume before = read_volume(BoxSource(in, block.core_in_read()), job.threads, counting);
  BitVolume out = BitVolume::unset(in.shape());
  Thinning thinned = run(job, options, out, report, thinning);
  thinned.voxels_before = packing_rows().count_bits(before.words(), before.shape().word_count());
  // The last rounds may have deleted nothing; all blocks tell of as many.
  if (options.max_rounds > 0) thinned.deleted.resize(static_cast<std::size_t>(options.max_rounds));
  write_core(block, out, core, job.threads);
  return thinned;
}

Thinning one_after_the_other(const Thinning& first, const Thinning& then) {
  Thinning both = first;
  both.deleted.insert(both.deleted.end(), then.deleted.begin(), then.deleted.end());
  return both;
}

void finish(const Thinning& thinning, Result& result) {
  if (thinning.voxels_before == 0) {
    throw UnsuitableImage("the image has no foreground voxels");
  }
  const auto last = std::find(thinning.deleted.begin(), thinning.deleted.end(), 0);
  result.deleted.assign(thinning.deleted.begin(), last == thinning.deleted.end() ? last : last + 1);
  result.voxels_before = thinning.voxels_before;
  result.voxels_after = std::accumulate(result.deleted.begin(), result.deleted.end(),
                                        thinning.voxels_before, std::minus<>());
}

Result thin(const VolumeSource& in, const VolumeSource* anchors, const Options& options,
            Progress& progress) {
  check_fields(options);
  const Job job{in, anchors, nullptr, options.max_rounds, thread_count(options.threads)};
  check(job);

  Result result(in.shape());
  const int verifying = options.verify ? 3 : 0;  // before and after
  auto [counting_before, thinning, counting_after] =
      progress_parts(progress, verifying, 4, verifying);
  if (options.verify) {
    result.topology_before = topology(in, counting_before);
  }
  finish(run(job, options, result.skeleton, result.run, thinning), result);
  if (options.verify) {
    result.topology_after = topology(result.skeleton, counting_after);
  }
  return result;
}

}  // namespace bitvox::skeleton3d
