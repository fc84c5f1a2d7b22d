// SPDX-License-Identifier: BSD-2-Clause
#include "ops/morphology/morphology.hpp"

#include <atomic>
#include <optional>
#include <string>

#include "core/blocks/run_block.hpp"
#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/counting_source.hpp"
#include "core/volumes/packing.hpp"
#include "core/volumes/read_volume.hpp"
#include "cpu/packing_rows.hpp"
#include "ops/morphology/morphology_components.hpp"
#include "ops/morphology/morphology_twins.hpp"

namespace bitvox::morphology {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 22;

std::string sides(const Shape& shape) {
  return std::to_string(shape.width) + " x " + std::to_string(shape.height) + " x " +
         std::to_string(shape.depth);
}

void check(const Options& options, const Shape& shape, const VolumeSource* second) {
  check_fields(options);
  check_sides(options.block);
  if (is_of_two(options.operation) && second == nullptr) {
    throw InvalidInput("the operation needs a second volume");
  }
  if (!is_of_two(options.operation) && second != nullptr) {
    throw InvalidInput("the operation has no second volume");
  }
  if (second != nullptr && second->shape() != shape) {
    throw InvalidInput("the second volume is " + sides(second->shape()) + ", the first " +
                       sides(shape) + "; they must be of one size");
  }
}

std::int64_t count(const BitVolume& volume, int threads) {
  std::atomic<std::int64_t> sum{0};
  NoProgress progress;
  parallel_for(volume.shape().depth, threads, progress, [&](std::int64_t z) {
    sum += packing_rows().count_bits(volume.slice(z), volume.shape().words_per_slice());
  });
  return sum;
}

// What is copied to a GPU could have been combined in the time.
GpuUse gpu_for(const Job& job, const Shape& shape) {
  const bool pays = !job.plan.steps.empty() && shape.voxel_count() >= kGpuPaysVoxels;
  return pays ? GpuUse::kPays : GpuUse::kTooSmall;
}

void run_steps(const Job& job, const Options& options, RunReport& report, Progress& progress) {
  const Shape& shape = job.in.shape();
  run_twins<CpuTwin, GpuTwin>(job, {shape, reach_of(job), options.block}, options.backend,
                              gpu_for(job, shape), {}, report, progress);
}

void run_on_components(const VolumeSource& in, const VolumeSource* second, const Options& options,
                       int threads, Result& result, Progress& progress) {
  // The volume, the marker or the complement, and the result; what finds components asks for more.
  require_memory(CpuTwin::user(), host_memory(), 4 * 8 * in.shape().word_count());
  auto [reading, reading_marker, computing] = progress_parts(progress, 1, 1, 8);
  const BitVolume volume = read_volume(in, threads, reading);
  std::optional<BitVolume> marker;
  if (second != nullptr) {
    marker.emplace(read_volume(*second, threads, reading_marker));
  }
  result.volume =
      by_components(volume, marker ? &*marker : nullptr, options, result.run, computing);
}

}  // namespace

Reach reach_of(const Job& job) {
  const std::int64_t far = job.plan.reach();
  const Index around{far, far, job.plan.planar() ? 0 : far};
  return {around, around};
}

void Voxels::add(const Voxels& other) {
  before += other.before;
  after += other.after;
}

Job job_of(const VolumeSource& in, const VolumeSource* second, const Options& options,
           BitVolume* out) {
  check_fields(options);
  if (kind_of(options.operation) == OperationKind::kComponents) {
    throw InvalidInput("operations on components are not computed in blocks of their own");
  }
  return {in, second, plan(options, in.shape()), thread_count(options.threads), out};
}

Voxels apply_to_block(const Job& job, const Block& block, const Options& options, RunReport& report,
                      Progress& progress) {
  check(options, job.in.shape(), job.second);
  auto [reading, computing] = progress_parts(progress, 1, 9);
  Voxels voxels;
  voxels.before =
      count(read_volume(BoxSource(job.in, block.core), job.threads, reading), job.threads);
  run_block<CpuTwin, GpuTwin>(job, block, options.backend, gpu_for(job, block.read.shape()), {},
                              report, computing);
  voxels.after = count(*job.out, job.threads);
  return voxels;
}

OperationKind kind_of(Operation operation) {
  switch (operation) {
    case Operation::kFillHoles:
    case Operation::kRemoveBorder:
    case Operation::kReconstruct:
    case Operation::kAreaOpen:
    case Operation::kKeepLargest:
      return OperationKind::kComponents;
    case Operation::kAnd:
    case Operation::kOr:
    case Operation::kXor:
    case Operation::kMinus:
      return OperationKind::kCombination;
    default:
      return OperationKind::kElement;
  }
}

bool is_of_two(Operation operation) {
  return operation == Operation::kReconstruct || kind_of(operation) == OperationKind::kCombination;
}

Result apply(const VolumeSource& in, const VolumeSource* second, const Options& options,
             Progress& progress) {
  const Shape& shape = in.shape();
  check(options, shape, second);
  const int threads = thread_count(options.threads);
  Result result(shape);
  const CountingSource counted(in);
  if (kind_of(options.operation) == OperationKind::kComponents) {
    run_on_components(counted, second, options, threads, result, progress);
  } else {
    run_steps(job_of(counted, second, options, &result.volume), options, result.run, progress);
  }
  result.voxels_before = counted.voxels();
  result.voxels_after = count(result.volume, threads);
  return result;
}

}  // namespace bitvox::morphology
