// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "core/threads/parallel.hpp"
#include "ops/sample_match/match_pixels.hpp"
#include "ops/sample_match/match_scene.hpp"
#include "ops/sample_match/sample_match.hpp"

namespace bitvox::sample_match {
namespace {

// What is to be seen of a kit.
struct SeenKit {
  std::int64_t area = 0;
  std::array<std::int64_t, 2> sums{};
  std::array<std::int64_t, 2> least{kMostSide, kMostSide};
  std::array<std::int64_t, 2> most{};

  void add(std::int64_t x, std::int64_t y) {
    ++area;
    const std::array<std::int64_t, 2> place{x, y};
    for (std::size_t i = 0; i < 2; ++i) {
      sums[i] += place[i];
      least[i] = std::min(least[i], place[i]);
      most[i] = std::max(most[i], place[i]);
    }
  }
};

void add_row(int frame, int kit, int player, const SeenKit& seen, Result& result) {
  result.frame.push_back(frame);
  result.kit.push_back(kit);
  result.player.push_back(player);
  result.area.push_back(seen.area);
  for (std::size_t i = 0; i < 2; ++i) {
    result.sums[i].push_back(seen.sums[i]);
    result.box[i].push_back(static_cast<std::int32_t>(seen.least[i]));
    result.box[2 + i].push_back(static_cast<std::int32_t>(seen.most[i]));
  }
}

// An output, some frames of which are in memory at a time.
class BatchedOutput {
 public:
  // Null for one that is not wanted.
  BatchedOutput(SliceSink* sink, const Shape& shape, PixelType type, std::int64_t batch)
      : sink_(sink), slice_bytes_(shape.width * shape.height * bytes_per_pixel(type)) {
    if (sink_ == nullptr) return;
    row_bytes_ = shape.width * bytes_per_pixel(type);
    sink_->begin({shape, type, 1});
    pixels_ = aligned_array<std::uint8_t>(batch * slice_bytes_);
  }

  bool is_wanted() const { return sink_ != nullptr; }
  std::uint8_t* row(std::int64_t slice, std::int64_t y) const {
    return pixels_.get() + slice * slice_bytes_ + y * row_bytes_;
  }
  void hand_on(std::int64_t first, std::int64_t count, int threads) {
    if (is_wanted()) sink_->write_slices({first, count, pixels_.get(), slice_bytes_}, threads);
  }

 private:
  SliceSink* sink_;
  std::int64_t slice_bytes_;
  std::int64_t row_bytes_ = 0;
  AlignedArray<std::uint8_t> pixels_;
};

// Frames at a time: one for each thread, and more if they are small.
std::int64_t batch_of(const Options& options, std::int64_t frame_bytes, int threads) {
  constexpr std::int64_t kPreferredBytes = std::int64_t{64} << 20;
  return std::min<std::int64_t>(options.frames,
                                std::max<std::int64_t>(threads, kPreferredBytes / frame_bytes));
}

class Maker {
 public:
  Maker(const Options& options, const Outputs& outputs)
      : options_(options),
        threads_(thread_count(options.threads)),
        scene_(options),
        colours_(colours_of_parts(options)),
        pixels_(std::int64_t{options.width} * options.height),
        type_(options.result == ResultType::kRgb ? PixelType::kInt32 : PixelType::kUint8),
        batch_(batch_of(options, pixels_ * (bytes_per_pixel(type_) + 2), threads_)),
        movie_(outputs.movie, shape(options.frames), type_, batch_),
        classes_(outputs.classes, shape(options.frames), PixelType::kUint8, batch_),
        players_(outputs.players, shape(options.frames), PixelType::kUint8, batch_),
        background_(outputs.background, shape(1), type_, 1),
        seen_(static_cast<std::size_t>(batch_ * player_count(options))) {
    class_of_part_.assign(kFieldParts, kField);
    player_of_part_.assign(kFieldParts, 0);
    for (int player = 0; player < player_count(options); ++player) {
      const auto kit = kit_of(options, player);
      const auto number = static_cast<std::uint8_t>(player + 1);
      class_of_part_.insert(class_of_part_.end(), {kit, kit, kHead});  // as BodyPart
      player_of_part_.insert(player_of_part_.end(), {number, number, 0});
    }
  }

  Result run(Progress& progress) {
    make_background(progress);
    Result result;
    for (std::int64_t first = 0; first < options_.frames; first += batch_) {
      const std::int64_t count = std::min(batch_, options_.frames - first);
      PhaseProgress part(progress, first, first + count, options_.frames);
      parallel_for(
          count, threads_, part, [&] { return aligned_array<Part>(pixels_); },
          [&](AlignedArray<Part>& parts, std::int64_t i, const Team& team) {
            make_frame(first, i, parts.get(), team);
          });
      for (BatchedOutput* output : {&movie_, &classes_, &players_}) {
        output->hand_on(first, count, threads_);
      }
      add_rows(first, count, result);
    }
    return result;
  }

 private:
  Shape shape(std::int64_t depth) const { return {options_.width, options_.height, depth}; }

  void make_background(Progress& progress) {
    if (!background_.is_wanted()) return;
    const PixelPainter painter(options_, colours_, -1);
    PhaseProgress nothing(progress, 0, 0, 1);
    parallel_for(options_.height, threads_, nothing, [&](std::int64_t y) {
      painter.paint(scene_.field().data() + y * options_.width, y, background_.row(0, y));
    });
    background_.hand_on(0, 1, threads_);
  }

  // Frame i of the batch that begins with frame `first`.
  void make_frame(std::int64_t first, std::int64_t i, Part* parts, const Team& team) {
    std::copy(scene_.field().begin(), scene_.field().end(), parts);
    scene_.draw_players(first + i, parts, [&] { return team.stopped(); });
    for (int player = 0; player < player_count(options_) && !team.stopped(); ++player) {
      seen(i, player) = look_at(player, first + i, parts);
    }
    const PixelPainter painter(options_, colours_, first + i);
    for (std::int64_t y = 0; y < options_.height && !team.stopped(); ++y) {
      const Part* row = parts + y * options_.width;
      if (movie_.is_wanted()) painter.paint(row, y, movie_.row(i, y));
      if (classes_.is_wanted()) look_up(class_of_part_, row, classes_.row(i, y));
      if (players_.is_wanted()) look_up(player_of_part_, row, players_.row(i, y));
    }
  }

  void look_up(const std::vector<std::uint8_t>& of_part, const Part* parts,
               std::uint8_t* to) const {
    for (int x = 0; x < options_.width; ++x) to[x] = of_part[parts[x]];
  }

  // Counts the pixels of a kit among the parts of the finished frame.
  SeenKit look_at(int player, std::int64_t frame, const Part* parts) const {
    const Foot foot = scene_.foot(player, frame);
    const PixelBox shorts = box(foot, kShorts);
    const PixelBox shirt = box(foot, kShirt);  // wider, above
    SeenKit kit;
    for (std::int64_t y = shirt.top; y < shorts.bottom; ++y) {
      for (std::int64_t x = shirt.left; x < shirt.right; ++x) {
        const Part part = parts[y * options_.width + x];
        if (part == part_of(player, kShorts) || part == part_of(player, kShirt)) kit.add(x, y);
      }
    }
    return kit;
  }
  PixelBox box(const Foot& foot, BodyPart part) const {
    return pixels_of(scene_.body(foot, part), options_.width, options_.height);
  }

  SeenKit& seen(std::int64_t frame, int player) {
    return seen_[static_cast<std::size_t>(frame * player_count(options_) + player)];
  }

  void add_rows(std::int64_t first, std::int64_t count, Result& result) {
    for (std::int64_t i = 0; i < count; ++i) {
      for (int player = 0; player < player_count(options_); ++player) {
        const SeenKit& kit = seen(i, player);
        if (kit.area == 0) continue;
        add_row(static_cast<int>(first + i + 1), kit_of(options_, player), player + 1, kit, result);
      }
    }
  }

  const Options& options_;
  const int threads_;
  const Scene scene_;
  const std::vector<Colour> colours_;
  const std::int64_t pixels_;  // of a frame
  const PixelType type_;
  const std::int64_t batch_;
  BatchedOutput movie_;
  BatchedOutput classes_;
  BatchedOutput players_;
  BatchedOutput background_;
  std::vector<SeenKit> seen_;  // of each frame of the batch, of each player
  std::vector<std::uint8_t> class_of_part_;
  std::vector<std::uint8_t> player_of_part_;
};

}  // namespace

Result make_cpu(const Options& options, const Outputs& outputs, Progress& progress) {
  return Maker(options, outputs).run(progress);
}

}  // namespace bitvox::sample_match
