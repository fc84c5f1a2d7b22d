// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <utility>
#include <vector>

#include "colour/colour_table.hpp"
#include "colour/device_batch.hpp"
#include "colour/frame_words.hpp"
#include "core/error.hpp"
#include "cuda/copy.hpp"

namespace bitvox::colour {
namespace {

// Records that the planes of a batch have room for together: one for two words of a plane, which is
// as many as noise without any cleaning leaves.
std::int64_t records_of(const Shape& frame, std::int64_t planes) {
  constexpr std::int64_t kFewest = 1024;
  return planes * std::max(kFewest, frame.words_per_slice() / 2);
}

Shape frames_of(const EngineRule& rule, std::int64_t count) {
  return {rule.frame.shape.width, rule.frame.shape.height, count};
}

std::int64_t bytes_of_frames(const EngineRule& rule, std::int64_t count) {
  return DeviceFrames::bytes_of(frames_of(rule, count), rule.mosaic.has_value());
}

// In words of 64 bits: of each plane its number, and of each part, which has a frame at least, how
// many are listed.
std::int64_t unfit_words(std::int64_t frames, std::int64_t planes) {
  return (frames + planes + 1) / 2;
}

ObjectFinder finder_of(const EngineRule& rule, std::int64_t frames) {
  constexpr std::int64_t kMostSide = std::int64_t{1} << 20;
  constexpr std::int64_t kMostPixels = std::int64_t{1} << 30;
  const Shape& shape = rule.frame.shape;
  if (std::max(shape.width, shape.height) > kMostSide || shape.width * shape.height > kMostPixels) {
    throw DeviceOutOfMemory("the GPU classifies frames of up to 2^30 pixels.");
  }
  return {shape, frames * rule.frame.classes};
}

// Rows of words from planes without padding: fill(to, four pixels) for each word.
template <class Word, class Make>
std::vector<Word> background_rows(const Shape& shape, const std::uint8_t* planes,
                                  const Make& make) {
  const std::int64_t words = background_pitch(shape) / kWordPixels;
  std::vector<Word> rows(static_cast<std::size_t>(3 * shape.height * words), make(0));
  for (std::int64_t row = 0; row < 3 * shape.height; ++row) {
    for (std::int64_t x = 0; x < shape.width; x += kWordPixels) {
      std::uint32_t word = 0;
      for (std::int64_t i = 0; i < kWordPixels && x + i < shape.width; ++i) {
        word |= std::uint32_t{planes[row * shape.width + x + i]} << (8 * i);
      }
      rows[static_cast<std::size_t>(row * words + x / kWordPixels)] = make(word);
    }
  }
  return rows;
}

template <class Word>
void copy_and_wait(std::uint8_t* to, const std::vector<Word>& rows, const cuda::Stream& stream) {
  cuda::copy(reinterpret_cast<Word*>(to), rows.data(), static_cast<std::int64_t>(rows.size()),
             stream);
  stream.wait();
}

}  // namespace

DeviceBatch::Arrays::Arrays(const EngineRule& rule, std::int64_t frame_count,
                            const ObjectFinder& finder, cuda::DeviceArena& arena) {
  const FrameRule& frame = rule.frame;
  const std::int64_t planes = frame_count * frame.classes;
  const std::int64_t words = planes * frame.shape.words_per_slice();
  frames = arena.take<std::uint8_t>(bytes_of_frames(rule, frame_count) + DeviceFrames::kSpareBytes);
  table = arena.take<std::uint8_t>(kTableBytes);
  own = arena.take<std::uint64_t>(words);
  cleaned = frame.cleaning.any() ? arena.take<std::uint64_t>(words) : own;
  scratch = arena.take<std::uint64_t>(std::max(words, (finder.scratch_words() + 1) / 2));
  if (rule.certainty != nullptr) {
    certainty_table = arena.take<std::uint8_t>(kTableBytes);
    certainty = arena.take<std::uint8_t>(frame_count * DevicePlanes::certainty_bytes(frame.shape));
  }
  if (rule.background != Background::kNone) {
    background = arena.take<std::uint8_t>(background_bytes(frame.shape, rule.background));
  }
  lists = arena.take<std::uint64_t>(unfit_words(frame_count, planes) +
                                    ObjectLists::words(planes, records_of(frame.shape, planes)));
  const std::int64_t pixels = frames_of(rule, frame_count).voxel_count();
  if (rule.class_maps) class_maps = arena.take<std::uint8_t>(pixels);
  if (rule.probabilities != nullptr) probabilities = arena.take<float>(frame.classes * pixels);
}

std::int64_t DeviceBatch::bytes(const EngineRule& rule, std::int64_t most_frames) {
  cuda::DeviceArena measuring;
  const Arrays arrays(rule, most_frames, finder_of(rule, most_frames), measuring);
  return measuring.used();
}

DeviceBatch::DeviceBatch(const EngineRule& rule, std::int64_t most_frames,
                         const cuda::Stream& stream)
    : rule_(rule),
      frame_bytes_(bytes_of_frames(rule, 1)),
      finder_(finder_of(rule, most_frames)),
      arena_(bytes(rule, most_frames)),
      arrays_(rule, most_frames, finder_, arena_) {
  cuda::copy(arrays_.table, rule.frame.table, kTableBytes, stream);
  if (rule.certainty != nullptr) {
    cuda::copy(arrays_.certainty_table, rule.certainty, kTableBytes, stream);
  }
  // Words at the end of the last row are read beyond it.
  cuda::clear(arrays_.frames, most_frames * frame_bytes_ + DeviceFrames::kSpareBytes, stream);
  stream.wait();
}

void DeviceBatch::set_background(const std::uint8_t* planes, const cuda::Stream& stream) {
  const Shape& shape = rule_.frame.shape;
  if (rule_.background == Background::kStill) {
    copy_and_wait(
        arrays_.background,
        background_rows<std::uint32_t>(shape, planes, [](std::uint32_t word) { return word; }),
        stream);
  } else {
    copy_and_wait(arrays_.background, background_rows<FollowingWord>(shape, planes, following),
                  stream);
  }
}

void DeviceBatch::begin(std::int64_t count) {
  planes_ = count * rule_.frame.classes;
  room_ = records_of(rule_.frame.shape, planes_);
  const std::int64_t unfit = unfit_words(count, planes_);
  unfit_ = reinterpret_cast<std::uint32_t*>(arrays_.lists);
  list_array_ = arrays_.lists + unfit;
  cleared_ = {arrays_.lists, static_cast<int>(unfit + 1)};
}

void DeviceBatch::compute(std::int64_t first, std::int64_t count, const cuda::Stream& stream) {
  const std::int64_t first_plane = first * rule_.frame.classes;
  const std::int64_t planes = count * rule_.frame.classes;
  const DeviceFrames frames{frames_of(rule_, count), frame(first), rule_.mosaic, rule_.method};
  classify_frames(frames, {arrays_.table, arrays_.certainty_table},
                  {rule_.background, arrays_.background, rule_.threshold, rule_.shift},
                  planes_of(arrays_.own).part(first), std::exchange(cleared_, {}), stream);
  if (rule_.frame.cleaning.any()) {
    clean_planes(rule_.frame.cleaning, rule_.frame.shape, planes, own(first_plane),
                 cleaned(first_plane), arrays_.scratch, stream);
  }
  finder_.find(planes_of(arrays_.cleaned), arrays_.own, rule_.frame.min_area, first_plane, planes,
               lists(), reinterpret_cast<std::uint32_t*>(arrays_.scratch), unfit_, stream);
  unfit_ += 1 + planes;
  draw_maps(first, count, stream);
  if (rule_.probabilities != nullptr) {
    compute_probabilities(frames, *rule_.probabilities, probabilities(first), stream);
  }
}

void DeviceBatch::draw_maps(std::int64_t first, std::int64_t count,
                            const cuda::Stream& stream) const {
  if (!rule_.class_maps) return;
  draw_class_maps(planes_of(arrays_.cleaned).part(first), count, class_map(first), stream);
}

}  // namespace bitvox::colour
