// SPDX-License-Identifier: BSD-2-Clause
#include "ops/classify_colours/backgrounds.hpp"

#include <algorithm>
#include <cstddef>

#include "core/memory/aligned_array.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/grey_view.hpp"
#include "ops/classify_colours/classify_colours.hpp"

namespace bitvox::classify_colours {
namespace {

// How many frames a median is taken of: an odd number.
std::int64_t median_count(std::int64_t depth) {
  const std::int64_t count = std::min<std::int64_t>(depth, kMedianFrames);
  return count % 2 == 0 ? count - 1 : count;
}

// Rows of all frames side by side, for one thread.
class RowsOfFrames {
 public:
  RowsOfFrames(const GreyView& in, const colour::FramePixels& pixels, const Reading& reading)
      : depth_(in.shape().depth),
        width_(in.shape().width),
        stride_(in.shape().words_per_row() * frames::kGroup),
        rows_(rows_for<frames::Rows>(reading.instructions)),
        source_(in, pixels, reading.instructions),
        levels_(aligned_array<std::uint8_t>(3 * depth_ * stride_)),
        median_(aligned_array<std::uint8_t>(stride_)) {}

  void read(std::int64_t y) {
    for (std::int64_t frame = 0; frame < depth_; ++frame) {
      source_.begin(frame, y);
      const frames::Rgb colours = source_.next();
      for (int c = 0; c < 3; ++c) std::copy_n(colours.channel[c], width_, row(c, frame));
    }
  }

  const std::uint8_t* median(int channel) {
    std::vector<const std::uint8_t*> rows;
    for (std::int64_t frame = 0; frame < depth_; ++frame) rows.push_back(row(channel, frame));
    rows_.median(rows.data(), depth_, width_, median_.get());
    return median_.get();
  }

 private:
  std::uint8_t* row(int channel, std::int64_t frame) const {
    return levels_.get() + (channel * depth_ + frame) * stride_;
  }

  std::int64_t depth_;
  std::int64_t width_;
  std::int64_t stride_;
  const frames::Rows& rows_;
  colour::RgbRows source_;
  AlignedArray<std::uint8_t> levels_;
  AlignedArray<std::uint8_t> median_;
};

}  // namespace

std::vector<std::int64_t> spread_frames(std::int64_t depth) {
  const std::int64_t count = median_count(depth);
  std::vector<std::int64_t> frames;
  for (std::int64_t i = 0; i < count; ++i) frames.push_back((2 * i + 1) * depth / (2 * count));
  return frames;
}

std::vector<std::int64_t> first_frames(std::int64_t depth) {
  std::vector<std::int64_t> frames;
  for (std::int64_t i = 0; i < median_count(depth); ++i) frames.push_back(i);
  return frames;
}

Planes median_of(const GreySource& in, const std::vector<std::int64_t>& frames,
                 const colour::FramePixels& pixels, const Reading& reading, Progress& progress) {
  const std::int64_t plane = in.slice_pixels();
  const std::int64_t frame_bytes = plane * bytes_per_pixel(in.type());
  const auto count = std::ssize(frames);
  require_memory({"Classify Colours", "Crop the frames."}, host_memory(),
                 count * frame_bytes + 3 * plane);
  const auto memory = aligned_array<char>(count * frame_bytes);
  auto [loading, choosing] = progress_parts(progress, 3, 1);
  // By one thread: movies in files are read frame after frame.
  parallel_for(
      count, 1, loading, [&] { return in.open(); },
      [&](std::unique_ptr<GreyReader>& reader, std::int64_t i) {
        reader->read(frames[static_cast<std::size_t>(i)], 0, plane, memory.get() + i * frame_bytes);
      });
  const Shape& shape = in.shape();
  const GreyView view({shape.width, shape.height, count}, in.type(), memory.get());
  Planes planes(static_cast<std::size_t>(3 * plane));
  parallel_for(
      shape.height, reading.threads, choosing, [&] { return RowsOfFrames(view, pixels, reading); },
      [&](RowsOfFrames& rows, std::int64_t y) {
        rows.read(y);
        for (int c = 0; c < 3; ++c) {
          std::copy_n(rows.median(c), shape.width,
                      planes.begin() + static_cast<std::ptrdiff_t>(c * plane + y * shape.width));
        }
      });
  return planes;
}

}  // namespace bitvox::classify_colours
