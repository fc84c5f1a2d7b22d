// SPDX-License-Identifier: BSD-2-Clause
#include "ops/convolution/convolution.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/blocks/run_block.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "ops/convolution/convolution_twins.hpp"

namespace bitvox::convolution {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysVoxels = std::int64_t{1} << 21;

void check_row(const std::vector<float>& row) {
  if (row.size() % 2 == 0 || row.size() > kLongestRow) {
    throw InvalidInput("a row of a kernel has an odd length of at most " +
                       std::to_string(kLongestRow) + ", not " + std::to_string(row.size()));
  }
}

void check_options(const Options& options) {
  check_fields(options);
  check_sides(options.block);
  if (options.kernels.empty()) {
    throw InvalidInput("no kernel");
  }
  for (const Kernel& kernel : options.kernels) {
    check_row(kernel.separable.x);
    check_row(kernel.separable.y);
    check_row(kernel.separable.z);
  }
}

GpuUse gpu_for(const Shape& shape) {
  return shape.voxel_count() < kGpuPaysVoxels ? GpuUse::kTooSmall : GpuUse::kPays;
}

}  // namespace

Radii radii_of(const Kernel& kernel) {
  if (kernel.full) {
    return {kernel.full->width / 2, kernel.full->height / 2, kernel.full->depth / 2};
  }
  const auto half = [](const std::vector<float>& row) {
    return static_cast<std::int64_t>(row.size() / 2);
  };
  return {half(kernel.separable.x), half(kernel.separable.y), half(kernel.separable.z)};
}

Passes passes_of(const SeparableKernel& kernel) {
  const auto one = [](const std::vector<float>& row) { return row.size() == 1 && row[0] == 1.0F; };
  Passes passes{!one(kernel.x), !one(kernel.y), !one(kernel.z)};
  passes.x = passes.x || (!passes.y && !passes.z);
  return passes;
}

PixelType output_type(PixelType in, const Options& options) {
  return options.result == ResultType::kSame ? in : PixelType::kFloat32;
}

std::int64_t border_index(std::int64_t index, std::int64_t length, Border edges) {
  if (index >= 0 && index < length) {
    return index;
  }
  const auto modulo = [](std::int64_t i, std::int64_t n) { return (i % n + n) % n; };
  switch (edges) {
    case Border::kNearest:
      return std::clamp<std::int64_t>(index, 0, length - 1);
    case Border::kMirror: {
      const std::int64_t phase = modulo(index, 2 * length);
      return phase < length ? phase : 2 * length - 1 - phase;
    }
    case Border::kWrap:
      return modulo(index, length);
    case Border::kZero:
      break;
  }
  return -1;
}

Reach reach_of(const Kernel& kernel, Border edges) {
  const Radii radii = radii_of(kernel);
  Index far{radii.x, radii.y, radii.z};
  for (std::int64_t& voxels : far) {
    if (edges == Border::kWrap && voxels > 0) voxels = Reach::kEverything;
  }
  return {far, far};
}

Reach reach_of(const Job& job) {
  Index far{};
  for (const Kernel& kernel : job.options.kernels) {
    const Reach reach = reach_of(kernel, job.options.edges);
    for (std::size_t axis = 0; axis < 3; ++axis) far[axis] = std::max(far[axis], reach.low[axis]);
  }
  return {far, far};
}

Job job_of(const GreySource& in, const Options& options) {
  check_options(options);
  require_grey(in.type());
  return {in, options, thread_count(options.threads)};
}

void convolve_block(const Job& job, const Block& block, SliceSink& out, RunReport& report,
                    Progress& progress) {
  const SliceFormat format{block.core.shape(), output_type(job.in.type(), job.options)};
  WatchedSink watched(out);
  watched.begin(format);
  run_block<CpuTwin, GpuTwin>(job, block, job.options.backend, gpu_for(block.read.shape()),
                              {&watched, format}, report, progress);
}

Result convolve(const GreySource& in, const Options& options, SliceSink& out, Progress& progress) {
  const Job job = job_of(in, options);
  const Shape& shape = in.shape();
  const SliceFormat format{shape, output_type(in.type(), options)};
  WatchedSink watched(out);
  watched.begin(format);
  Result result;
  result.separable = !options.kernels.front().full;
  run_twins<CpuTwin, GpuTwin>(job, {shape, reach_of(job), options.block}, options.backend,
                              gpu_for(shape), {&watched, format}, result.run, progress);
  return result;
}

}  // namespace bitvox::convolution
