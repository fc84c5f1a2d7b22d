// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>

#include "colour/frame_engine.hpp"
#include "colour/rgb_rows.hpp"
#include "colour/row_classes.hpp"
#include "core/threads/barrier.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/grey_view.hpp"

namespace bitvox::colour {
namespace {

// What a thread goes through at a time, frame after frame: the background of so many rows stays in
// its cache.
constexpr std::int64_t kBandRows = 32;

// One of the frames of a batch.
struct Frame {
  explicit Frame(const FrameRule& rule)
      : classes(rule),
        stride(rule.shape.words_per_row() * frames::kGroup),
        certainty(aligned_array<std::uint8_t>(stride * rule.shape.height)),
        of_class(static_cast<std::size_t>(rule.classes)) {}
  static std::int64_t bytes(const FrameRule& rule) {
    return FrameClasses::bytes(rule) +
           rule.shape.words_per_row() * frames::kGroup * rule.shape.height;
  }
  std::uint8_t* certainty_of_row(std::int64_t y) const { return certainty.get() + y * stride; }

  FrameClasses classes;
  std::int64_t stride;
  AlignedArray<std::uint8_t> certainty;           // of pixels, before anything is cleaned
  std::vector<std::vector<SeenObject>> of_class;  // [class]
};

// Goes with the frames: 256ths of a level.
class RunningBackground {
 public:
  explicit RunningBackground(const Shape& shape)
      : stride_(shape.words_per_row() * frames::kGroup),
        height_(shape.height),
        levels_(aligned_array<std::uint16_t>(3 * stride_ * height_)) {}
  static std::int64_t bytes(const Shape& shape) { return 2 * RgbFrame::bytes(shape); }

  std::uint16_t* row(int channel, std::int64_t y) {
    return levels_.get() + (channel * height_ + y) * stride_;
  }

 private:
  std::int64_t stride_;
  std::int64_t height_;
  AlignedArray<std::uint16_t> levels_;
};

class CpuEngine final : public FrameEngine {
 public:
  CpuEngine(const EngineRule& rule, int most_frames, InstructionSet instructions, int threads)
      : rule_(rule),
        instructions_(instructions),
        rows_(rows_for<frames::Rows>(instructions)),
        threads_(threads),
        in_({rule.frame.shape.width, rule.frame.shape.height, most_frames},
            rule.mosaic ? PixelType::kUint8 : PixelType::kInt32) {
    if (rule.exact == nullptr) table_.emplace(rule.frame.table, rule.certainty, threads);
    if (rule.background != Background::kNone) background_.emplace(shape());
    if (rule.background == Background::kRunning) running_.emplace(shape());
    for (int i = 0; i < most_frames; ++i) frames_.emplace_back(rule.frame);
    const std::int64_t pixels = shape().width * shape().height;
    const std::int64_t planes = most_frames * rule.frame.classes;
    if (rule.class_maps) maps_ = aligned_array<std::uint8_t>(most_frames * pixels);
    if (rule.planes) planes_ = aligned_array<std::uint64_t>(planes * shape().words_per_slice());
    if (rule.probabilities != nullptr) probabilities_ = aligned_array<float>(planes * pixels);
    seen_.class_maps = maps_.get();
    seen_.planes = planes_.get();
    seen_.probabilities = probabilities_.get();
  }

  void set_background(const std::uint8_t* planes) override {
    for (int channel = 0; channel < 3; ++channel) {
      for (std::int64_t y = 0; y < shape().height; ++y, planes += shape().width) {
        std::copy_n(planes, shape().width, background_->row(channel, y));
        if (!running_) continue;
        std::transform(planes, planes + shape().width, running_->row(channel, y),
                       [](std::uint8_t level) { return static_cast<std::uint16_t>(level << 8); });
      }
    }
  }

  const SeenFrames& see(const void* frames, int count, Progress& progress) override {
    in_.show(frames);
    auto [working, gathering] = progress_parts(progress, 9, 1);
    work(count, working);
    gather(count, gathering);
    return seen_;
  }

 private:
  // What a thread needs for its rows.
  struct Own {
    RgbRows rows;
    ExactRow exact;
    std::vector<std::uint8_t> classes;  // by the model
    std::vector<std::uint64_t> moving;
  };

  const Shape& shape() const { return rule_.frame.shape; }

  // All threads classify the rows of all frames, and then find the objects of all classes in them.
  void work(int count, Progress& progress) {
    const std::int64_t of_thread = (shape().height + 4 * threads_ - 1) / (4 * threads_);
    const std::int64_t band = std::min(kBandRows, of_thread);
    const std::int64_t bands = (shape().height + band - 1) / band;
    const std::int64_t planes = std::int64_t{count} * rule_.frame.classes;
    std::atomic<std::int64_t> next_band{0};
    std::atomic<std::int64_t> next_plane{0};
    const auto workers =
        static_cast<int>(std::min<std::int64_t>(threads_, std::max(bands, planes)));
    Barrier classified(workers);
    run_team(workers, bands + planes, progress, [&](Team& team, int) {
      Own own{RgbRows(in_, {rule_.mosaic, rule_.method}, instructions_),
              ExactRow(shape().width, instructions_),
              std::vector<std::uint8_t>(static_cast<std::size_t>(shape().width)),
              std::vector<std::uint64_t>(static_cast<std::size_t>(shape().words_per_row()))};
      for (std::int64_t i = next_band++; i < bands; i = next_band++) {
        classify_band(own, count, i * band, std::min(shape().height, (i + 1) * band), team);
        team.add_done(1);
      }
      if (!classified.wait(team)) return;
      // Class after class, as one of them has most of the pixels.
      for (std::int64_t i = next_plane++; i < planes && !team.stopped(); i = next_plane++) {
        find(frames_[static_cast<std::size_t>(i % count)], static_cast<int>(i / count));
        team.add_done(1);
      }
    });
  }

  void classify_band(Own& own, int count, std::int64_t first, std::int64_t end, const Team& team) {
    for (int frame = 0; frame < count && !team.stopped(); ++frame) {
      own.rows.begin(frame, first);
      for (std::int64_t y = first; y < end; ++y) classify_row(own, frame, y, own.rows.next());
    }
  }

  void classify_row(Own& own, int frame, std::int64_t y, frames::Rgb colours) {
    const std::uint64_t* const moving = what_moves(own, y, colours);
    Frame& to = frames_[static_cast<std::size_t>(frame)];
    std::uint8_t* const certainty = to.certainty_of_row(y);
    if (rule_.exact != nullptr || rule_.probabilities != nullptr) own.exact.set(colours);
    if (rule_.exact != nullptr) {
      own.exact.classify(*rule_.exact, moving, own.classes.data(), certainty);
      to.classes.set_row(y, own.classes.data());
    } else {
      rows_.look_up(colours, moving, table_->get(), shape().width, to.classes.row(y), certainty);
    }
    if (rule_.probabilities != nullptr) {
      const std::int64_t pixels = shape().width * shape().height;
      own.exact.probabilities(
          *rule_.probabilities,
          probabilities_.get() + frame * rule_.frame.classes * pixels + y * shape().width, pixels);
    }
  }

  // The bits of the pixels that count; null if all do.
  const std::uint64_t* what_moves(Own& own, std::int64_t y, frames::Rgb colours) {
    if (!background_) return nullptr;
    const std::int64_t width = shape().width;
    for (int channel = 0; running_ && channel < 3; ++channel) {
      rows_.round(running_->row(channel, y), width, background_->row(channel, y));
    }
    const RgbFrame& background = *background_;
    rows_.moving(colours, background.row(y), width, rule_.threshold, own.moving.data());
    for (int channel = 0; running_ && channel < 3; ++channel) {
      rows_.follow(colours.channel[channel], width, rule_.shift, running_->row(channel, y));
    }
    return own.moving.data();
  }

  void find(Frame& frame, int cls) const {
    frame.classes.finish(cls);
    const PlaneObjects& found = frame.classes.found(cls);
    std::vector<SeenObject>& objects = frame.of_class[static_cast<std::size_t>(cls)];
    objects.clear();
    for (const PlaneObject& object : found.objects()) objects.push_back({{object, cls}, 0, 0});
    for (const PlaneObjects::Run& run : found.runs()) {
      const frames::Sum sum =
          rows_.sum_of_set(frame.classes.own_row(cls, run.y), frame.certainty_of_row(run.y),
                           run.first, run.last + 1);
      SeenObject& object = objects[static_cast<std::size_t>(run.object)];
      object.own += sum.count;
      object.certainty += sum.certainty;
    }
  }

  void gather(int count, Progress& progress) {
    seen_.objects.resize(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < seen_.objects.size(); ++i) {
      std::vector<SeenObject>& objects = seen_.objects[i];
      objects.clear();
      for (const auto& some : frames_[i].of_class) {
        objects.insert(objects.end(), some.begin(), some.end());
      }
    }
    if (maps_ == nullptr && planes_ == nullptr) return progress.report(1, 1);
    parallel_for(count, threads_, progress, [&](std::int64_t i) {
      const Frame& frame = frames_[static_cast<std::size_t>(i)];
      if (maps_ != nullptr) {
        frame.classes.write_class_map(maps_.get() + i * shape().width * shape().height);
      }
      const std::int64_t words = shape().words_per_slice();
      for (int cls = 0; planes_ != nullptr && cls < rule_.frame.classes; ++cls) {
        std::copy_n(frame.classes.plane(cls), words,
                    planes_.get() + (i * rule_.frame.classes + cls) * words);
      }
    });
  }

  EngineRule rule_;
  InstructionSet instructions_;
  const frames::Rows& rows_;
  int threads_;
  GreyView in_;
  std::optional<CertainTable> table_;  // none where the model is evaluated
  std::optional<RgbFrame> background_;
  std::optional<RunningBackground> running_;
  std::vector<Frame> frames_;
  AlignedArray<std::uint8_t> maps_;
  AlignedArray<std::uint64_t> planes_;
  AlignedArray<float> probabilities_;
  SeenFrames seen_;
};

}  // namespace

std::unique_ptr<FrameEngine> make_cpu_engine(const EngineRule& rule, int most_frames,
                                             InstructionSet instructions, int threads) {
  return std::make_unique<CpuEngine>(rule, most_frames, instructions, threads);
}

std::int64_t cpu_engine_bytes(const EngineRule& rule, int most_frames, int threads) {
  const Shape& shape = rule.frame.shape;
  const std::int64_t pixels = shape.width * shape.height;
  const std::int64_t classes = rule.frame.classes;
  std::int64_t of_frame = Frame::bytes(rule.frame);
  if (rule.class_maps) of_frame += pixels;
  if (rule.planes) of_frame += 8 * classes * shape.words_per_slice();
  if (rule.probabilities != nullptr) of_frame += 4 * classes * pixels;
  std::int64_t bytes = most_frames * of_frame;
  if (rule.exact == nullptr) bytes += CertainTable::bytes();
  if (rule.background != Background::kNone) bytes += RgbFrame::bytes(shape);
  if (rule.background == Background::kRunning) bytes += RunningBackground::bytes(shape);
  return bytes + threads * (RgbRows::bytes(shape.width) + ExactRow::bytes(shape.width));
}

}  // namespace bitvox::colour
