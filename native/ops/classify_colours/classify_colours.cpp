// SPDX-License-Identifier: BSD-2-Clause
#include "ops/classify_colours/classify_colours.hpp"

#include <bit>
#include <string>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/onward.hpp"
#include "core/threads/parallel.hpp"
#include "ops/classify_colours/classify_movie.hpp"

namespace bitvox::classify_colours {
namespace {

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysPixels = std::int64_t{1} << 23;

std::string size_of(const GreySource& in) {
  return std::to_string(in.shape().width) + " x " + std::to_string(in.shape().height);
}

void check_frames(const GreySource& frames, const Options& options) {
  if (frames.type() != PixelType::kInt32 && frames.type() != PixelType::kUint8) {
    throw InvalidInput("RGB or 8-bit image required.");
  }
  const bool is_rgb = frames.type() == PixelType::kInt32;
  if (!is_rgb && options.mosaic == Mosaic::kNone) {
    throw InvalidInput(
        "the image is 8-bit grey: give mosaic= for raw frames of a camera, or convert it to RGB");
  }
  if (is_rgb && options.mosaic != Mosaic::kNone) {
    throw InvalidInput("mosaic=" + word_of(options.mosaic) +
                       " is for 8-bit frames, and the image is RGB: choose mosaic=none");
  }
  if (!is_rgb && (frames.shape().width < 2 || frames.shape().height < 2)) {
    throw InvalidInput("a Bayer mosaic has at least 2 x 2 pixels, these frames " + size_of(frames));
  }
}

void check_background(const GreySource& frames, const GreySource* background) {
  if (background == nullptr) throw InvalidInput("motion=background needs a background image");
  const Shape& shape = background->shape();
  if (shape.depth != 1) {
    throw InvalidInput("the background has " + std::to_string(shape.depth) +
                       " slices; one is needed");
  }
  if (shape.width != frames.shape().width || shape.height != frames.shape().height) {
    throw InvalidInput("the background has " + size_of(*background) + " pixels, the frames have " +
                       size_of(frames));
  }
  if (background->type() == PixelType::kInt32) return;
  if (background->type() != PixelType::kUint8) {
    throw InvalidInput("the background is neither RGB nor 8-bit");
  }
  if (frames.type() != PixelType::kUint8) {
    throw InvalidInput("the background is 8-bit grey, and the frames are RGB: convert it to RGB");
  }
}

// Sinks that know whether any slice has left to one of them.
class WatchedSinks {
 public:
  explicit WatchedSinks(const Sinks& to)
      : classes_(any_, to.classes),
        probabilities_(any_, to.probabilities),
        labels_(any_, to.labels) {}

  Sinks sinks() { return {classes_.wanted(), probabilities_.wanted(), labels_.wanted()}; }
  const WatchedSink* any() const { return &any_; }

 private:
  class Nowhere final : public SliceSink {
   public:
    void write_slice(std::int64_t, const void*) override {}
  };
  class Watched final : public SliceSink {
   public:
    Watched(WatchedSink& any, SliceSink* to) : any_(any), to_(to) {}
    SliceSink* wanted() { return to_ == nullptr ? nullptr : this; }
    void begin(const SliceFormat& format) override {
      if (!begun_) to_->begin(format);
      begun_ = true;
    }
    void write_slice(std::int64_t slice, const void* pixels) override {
      any_.write_slice(slice, pixels);
      to_->write_slice(slice, pixels);
    }
    void write_slices(const SliceBatch& batch, int threads) override {
      any_.write_slice(batch.first, batch.pixels);
      to_->write_slices(batch, threads);
    }

   private:
    WatchedSink& any_;
    SliceSink* to_;
    bool begun_ = false;  // where the CPU takes over it begins again
  };

  Nowhere nowhere_;
  WatchedSink any_{nowhere_};
  Watched classes_, probabilities_, labels_;
};

}  // namespace

Result classify(const GreySource& frames, const colour::Model& model, const GreySource* background,
                const Options& options, const Sinks& sinks, Progress& progress) {
  check_fields(options);
  if (!std::has_single_bit(static_cast<unsigned>(options.memory))) {
    throw InvalidInput("memory=" + std::to_string(options.memory) +
                       " is not a power of 2; use 2, 4, 8, 16, 32, 64, 128 or 256");
  }
  check_frames(frames, options);
  if (options.motion == Motion::kBackground) check_background(frames, background);
  const colour::PreparedModel prepared = colour::prepare(model, options.reject);
  const Job job{frames, prepared, background, options, thread_count(options.threads)};
  WatchedSinks watched(sinks);
  Onward onward(progress);
  RunReport run;
  Result result = run_on(
      options.backend,
      frames.shape().voxel_count() < kGpuPaysPixels ? GpuUse::kTooSmall : GpuUse::kPays, run,
      [&](Gpu) {
        return classify_movie(job, *gpu_device(job.threads), best_cpu(), watched.sinks(), onward);
      },
      [&](InstructionSet instructions) {
        return classify_movie(job, *cpu_device(instructions, job.threads), instructions,
                              watched.sinks(), onward);
      },
      watched.any(), &onward);
  result.run = run;
  return result;
}

}  // namespace bitvox::classify_colours
