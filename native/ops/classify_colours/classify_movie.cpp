// SPDX-License-Identifier: BSD-2-Clause
#include "ops/classify_colours/classify_movie.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string>

#include "colour/colour_table.hpp"
#include "core/error.hpp"
#include "core/memory/aligned_array.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/classify_colours/frames_ahead.hpp"
#include "ops/classify_colours/label_frames.hpp"
#include "ops/classify_colours/object_table.hpp"
#include "ops/classify_colours/table_differs.hpp"

namespace bitvox::classify_colours {
namespace {

// For fewer pixels a table of all colours takes longer to make than it spares.
constexpr std::int64_t kTablePaysPixels = std::int64_t{1} << 23;
// Of a batch; of frames of few pixels there would be very many else.
constexpr std::int64_t kMostFrames = 256;

class Movie {
 public:
  Movie(const Job& job, const Device& device, InstructionSet instructions, const Sinks& sinks)
      : job_(job),
        options_(job.options),
        device_(device),
        reading_{instructions, job.threads},
        sinks_(sinks),
        shape_{job.frames.shape().width, job.frames.shape().height, 1},
        pixels_(pixels_of(job.frames, job.options)),
        table_(options_, job.model.classes) {}

  Result run(Progress& progress) {
    const bool medians = options_.motion == Motion::kMedian || options_.motion == Motion::kRunning;
    auto [looking, preparing, seeing] =
        progress_parts(progress, medians ? 2 : 0, needs_tables() ? 2 : 0, 20);
    Planes background;
    if (options_.motion != Motion::kNone) background = background_of(looking);
    if (needs_tables()) build_tables(preparing);
    const int most = batch_frames();
    const auto engine = device_.make_engine(rule(), most);
    if (!background.empty()) engine->set_background(background.data());
    Planes().swap(background);
    see_all(*engine, most, seeing);
    result_.tracks = table_.tracks();
    result_.objects = table_.take();
    return std::move(result_);
  }

 private:
  std::int64_t depth() const { return job_.frames.shape().depth; }
  std::int64_t pixels() const { return shape_.width * shape_.height; }
  bool is_coarse() const { return options_.table > 0 && options_.table < 8; }
  bool needs_tables() const {
    if (is_coarse() || !device_.is_exact_without_tables()) return true;
    return options_.table == 8 && depth() * pixels() >= kTablePaysPixels;
  }

  Planes background_of(Progress& progress) const {
    if (options_.motion == Motion::kBackground) {
      NoProgress one_frame;
      const GreySource& given = *job_.background;
      return median_of(given, {0}, pixels_of(given, options_), reading_, one_frame);
    }
    const std::vector<std::int64_t> frames =
        options_.motion == Motion::kMedian ? spread_frames(depth()) : first_frames(depth());
    return median_of(job_.frames, frames, pixels_, reading_, progress);
  }

  void build_tables(Progress& progress) {
    require_memory(user(), host_memory(), 2 * colour::kTableBytes);
    for (auto& table : tables_) table = aligned_array<std::uint8_t>(colour::kTableBytes);
    device_.build_tables(job_.model, progress, tables_[0].get(), tables_[1].get());
    if (!is_coarse()) return;
    colour::coarsen(options_.table, job_.threads, tables_[0].get(), tables_[1].get());
    result_.table_differs =
        table_differs(job_.frames, pixels_, job_.model, tables_[0].get(), reading_);
  }

  colour::EngineRule rule() const {
    colour::EngineRule rule;
    rule.frame = {shape_,
                  tables_[0].get(),
                  job_.model.classes,
                  {options_.open, options_.close},
                  options_.min_area};
    rule.certainty = tables_[1].get();
    if (!needs_tables()) rule.exact = &job_.model;
    rule.mosaic = pixels_.mosaic;
    rule.method = pixels_.method;
    rule.background = options_.motion == Motion::kNone      ? colour::Background::kNone
                      : options_.motion == Motion::kRunning ? colour::Background::kRunning
                                                            : colour::Background::kStill;
    rule.threshold = options_.threshold;
    rule.shift = std::countr_zero(static_cast<unsigned>(options_.memory));
    rule.class_maps = sinks_.classes != nullptr;
    rule.planes = sinks_.labels != nullptr;
    rule.probabilities = sinks_.probabilities != nullptr ? &job_.model : nullptr;
    return rule;
  }

  static MemoryUser user() { return {"Classify Colours", "Crop the frames."}; }

  // On the host, besides what the engine takes.
  std::int64_t batch_bytes(std::int64_t frames) const {
    return FramesAhead::bytes(job_.frames, frames) +
           (sinks_.labels != nullptr ? 4 * frames * pixels() : 0);
  }

  // As many as suit the device, or as fit into half of what is free.
  int batch_frames() const {
    const std::int64_t suit =
        std::clamp<std::int64_t>(device_.batch_pixels() / pixels(), 1, kMostFrames);
    auto most = static_cast<int>(std::min(depth(), suit));
    if (options_.batch > 0)
      most = static_cast<int>(std::min<std::int64_t>(depth(), options_.batch));
    const Memory host = host_memory();
    const Memory device = device_.memory();
    while (most > 1 && (batch_bytes(most) > host.free / 2 ||
                        device_.engine_bytes(rule(), most) > device.free / 2)) {
      most /= 2;
    }
    require_memory(user(), host, batch_bytes(most));
    require_memory(user(), device, device_.engine_bytes(rule(), most));
    return most;
  }

  void see_all(colour::FrameEngine& engine, int most, Progress& progress) {
    begin_sinks();
    if (sinks_.labels != nullptr) labels_ = aligned_array<float>(most * pixels());
    FramesAhead ahead(job_.frames, most, device_);
    const auto count_from = [&](std::int64_t first) {
      return std::min<std::int64_t>(most, depth() - first);
    };
    ahead.start(0, count_from(0));
    for (std::int64_t first = 0; first < depth(); first += most) {
      const std::int64_t count = count_from(first);
      PhaseProgress batch(progress, first, first + count, depth());
      auto [waiting, seeing, writing] = progress_parts(batch, 0, 8, 2);
      const void* const frames = ahead.wait(waiting);
      if (first + count < depth()) ahead.start(first + count, count_from(first + count));
      const colour::SeenFrames& seen = engine.see(frames, static_cast<int>(count), seeing);
      hand_out(seen, first, count, writing);
    }
  }

  void begin_sinks() const {
    const Shape shape{shape_.width, shape_.height, depth()};
    if (sinks_.classes != nullptr) sinks_.classes->begin({shape, PixelType::kUint8, 1});
    if (sinks_.probabilities != nullptr) {
      sinks_.probabilities->begin({shape, PixelType::kFloat32, job_.model.classes});
    }
    if (sinks_.labels != nullptr) sinks_.labels->begin({shape, PixelType::kFloat32, 1});
  }

  void hand_out(const colour::SeenFrames& seen, std::int64_t first, std::int64_t count,
                Progress& progress) {
    StandingProgress standing(progress);
    std::vector<std::int64_t> rows;  // of the first object of each frame
    for (std::int64_t i = 0; i < count; ++i) {
      standing.report(i, count);
      rows.push_back(table_.rows());
      table_.add_frame(seen.objects[static_cast<std::size_t>(i)], standing);
    }
    if (sinks_.classes != nullptr) {
      sinks_.classes->write_slices({first, count, seen.class_maps, pixels()}, job_.threads);
    }
    if (sinks_.probabilities != nullptr) {
      const std::int64_t classes = job_.model.classes;
      sinks_.probabilities->write_slices(
          {first * classes, count * classes, seen.probabilities, 4 * pixels()}, job_.threads);
    }
    if (sinks_.labels != nullptr) write_labels(seen, first, count, rows, standing);
    progress.report(1, 1);
  }

  void write_labels(const colour::SeenFrames& seen, std::int64_t first, std::int64_t count,
                    const std::vector<std::int64_t>& rows, Progress& progress) {
    const std::int64_t most = options_.gate > 0 ? table_.tracks() : table_.rows();
    if (most > kMostLabels) {
      throw InvalidInput("there are more than " + std::to_string(kMostLabels) +
                         (options_.gate > 0 ? " tracks" : " objects") +
                         ", which is what an image of labels can number; choose a larger min_area");
    }
    const auto label = [&](std::int64_t frame, std::int64_t object) {
      return table_.label(rows[static_cast<std::size_t>(frame)] + object);
    };
    label_frames(seen, count, shape_, job_.model.classes, options_, label, job_.threads, progress,
                 labels_.get());
    sinks_.labels->write_slices({first, count, labels_.get(), 4 * pixels()}, job_.threads);
  }

  const Job& job_;
  const Options& options_;
  const Device& device_;
  Reading reading_;
  Sinks sinks_;
  Shape shape_;  // of a frame
  colour::FramePixels pixels_;
  std::array<AlignedArray<std::uint8_t>, 2> tables_;  // classes and certainties, or none
  AlignedArray<float> labels_;                        // of a batch
  ObjectTable table_;
  Result result_;
};

}  // namespace

colour::FramePixels pixels_of(const GreySource& in, const Options& options) {
  colour::FramePixels pixels;
  pixels.method = options.method;
  if (in.type() == PixelType::kUint8) {
    pixels.mosaic = static_cast<bayer::Pattern>(static_cast<int>(options.mosaic) - 1);
  }
  return pixels;
}

Result classify_movie(const Job& job, const Device& device, InstructionSet instructions,
                      const Sinks& sinks, Progress& progress) {
  return Movie(job, device, instructions, sinks).run(progress);
}

}  // namespace bitvox::classify_colours
