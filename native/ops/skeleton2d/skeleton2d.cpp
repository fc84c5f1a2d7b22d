// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton2d/skeleton2d.hpp"

#include <algorithm>
#include <numeric>

#include "core/blocks/run_block.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "ops/skeleton2d/skeleton2d_twins.hpp"

namespace bitvox::skeleton2d {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysPixels = std::int64_t{1} << 22;

GpuUse gpu_for(const Shape& shape) {
  return shape.voxel_count() < kGpuPaysPixels ? GpuUse::kTooSmall : GpuUse::kPays;
}

}  // namespace

void Thinned::add(const Thinned& other) {
  before.add(other.before);
  after.add(other.after);
  std::transform(rounds.begin(), rounds.end(), other.rounds.begin(), rounds.begin(),
                 [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
}

std::int64_t Thinned::iterations() const {
  return std::accumulate(rounds.begin(), rounds.end(), std::int64_t{0});
}

Reach reach_of(const Job&) {
  constexpr Index kSlice{Reach::kEverything, Reach::kEverything, 0};
  return {kSlice, kSlice};
}

Thinned counted_once(const Block& block, Thinned thinned) {
  const bool first = block.core.begin[0] == 0 && block.core.begin[1] == 0;
  if (!first) thinned.before = thinned.after = {};
  return thinned;
}

Job job_of(const VolumeSource& in, const Options& options, BitVolume* out) {
  check_fields(options);
  check_sides(options.block);
  return {in, options.rule, thread_count(options.threads), out};
}

Thinned thin_block(const Job& job, const Block& block, const Options& options, RunReport& report,
                   Progress& progress) {
  return run_block<CpuTwin, GpuTwin>(job, block, options.backend, gpu_for(block.read.shape()), {},
                                     report, progress);
}

void finish(const Thinned& thinned, Result& result) {
  if (thinned.before.pixels == 0) {
    throw UnsuitableImage("the image has no foreground pixels");
  }
  result.pixels_before = thinned.before.pixels;
  result.objects_before = thinned.before.objects;
  result.pixels_after = thinned.after.pixels;
  result.objects_after = thinned.after.objects;
  result.iterations = thinned.iterations();
}

Result thin(const VolumeSource& in, const Options& options, Progress& progress) {
  const Shape& shape = in.shape();
  Result result(shape);
  const Job job = job_of(in, options, &result.skeleton);
  const Thinned thinned =
      run_twins<CpuTwin, GpuTwin>(job, {shape, reach_of(job), options.block}, options.backend,
                                  gpu_for(shape), {}, result.run, progress);
  finish(thinned, result);
  return result;
}

}  // namespace bitvox::skeleton2d
