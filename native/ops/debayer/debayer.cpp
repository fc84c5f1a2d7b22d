// SPDX-License-Identifier: BSD-2-Clause
#include "ops/debayer/debayer.hpp"

#include <string>

#include "core/blocks/run_twins.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "ops/debayer/debayer_twins.hpp"

namespace bitvox::debayer {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysPixels = std::int64_t{1} << 24;

void check(const GreySource& in, const Options& options) {
  check_fields(options);
  check_sides(options.block);
  const PixelType type = in.type();
  if (type != PixelType::kUint8 && type != PixelType::kUint16) {
    throw InvalidInput("8- or 16-bit grey image required: a Bayer mosaic as the camera gave it.");
  }
  if (type == PixelType::kUint16 && options.result == ResultType::kRgb) {
    throw InvalidInput(
        "RGB pixels have 8 bits a colour, and the image has 16: choose channels as the result.");
  }
  const Shape& shape = in.shape();
  if (shape.width < 2 || shape.height < 2) {
    throw InvalidInput("a Bayer mosaic has at least 2 x 2 pixels, this image " +
                       std::to_string(shape.width) + " x " + std::to_string(shape.height));
  }
}

}  // namespace

Reach reach_of(const Job&) {
  const Index far{bayer::kReach, bayer::kReach, 0};
  return {far, far};
}

Result debayer(const GreySource& in, const Options& options, SliceSink& out, Progress& progress) {
  check(in, options);
  const Job job{in, options, thread_count(options.threads)};
  const SliceFormat format = job.format(in.shape());
  WatchedSink watched(out);
  watched.begin(format);
  Result result;
  run_twins<CpuTwin, GpuTwin>(
      job, {in.shape(), reach_of(job), options.block}, options.backend,
      in.shape().voxel_count() < kGpuPaysPixels ? GpuUse::kTooSmall : GpuUse::kPays,
      {&watched, format}, result.run, progress);
  return result;
}

}  // namespace bitvox::debayer
