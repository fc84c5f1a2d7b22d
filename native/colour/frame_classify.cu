// SPDX-License-Identifier: BSD-2-Clause
// See classify_frames(): colours, where they move, their classes from the table, and from these
// planes of bits, without anything in between in memory.
#include "colour/frame_sources.cuh"
#include "cuda/launch.hpp"
#include "cuda/overlap.cuh"
#include "cuda/warp.cuh"

namespace bitvox::colour {

std::int64_t background_pitch(const Shape& shape) {
  return (shape.width + kWarpPixels - 1) / kWarpPixels * kWarpPixels;
}

std::int64_t background_bytes(const Shape& shape, Background kind) {
  const std::int64_t bytes = 3 * shape.height * background_pitch(shape);
  return kind == Background::kNone ? 0 : kind == Background::kStill ? bytes : 2 * bytes;
}

DevicePlanes DevicePlanes::part(std::int64_t first) const {
  DevicePlanes part = *this;
  part.words += first * words_per_frame();
  if (certainty != nullptr) part.certainty += first * certainty_bytes(shape);
  return part;
}

namespace {

// At a time: the loads of a thread's rows then stay in registers, and one frame of a camera is
// computed at once.
constexpr int kBlocksOfMultiprocessor = 3;

struct Classes {
  DeviceTables tables;
  std::uint32_t* planes;  // [frame][class][height][words]
  std::uint8_t* certainty;
  int count;
  int words;  // of a row, of 32 bits
  int height;
  int frames;
  ClearedWords cleared;
};

struct NoBackground {
  __device__ std::uint32_t moving(int, int, const ChannelWords&) const { return ~std::uint32_t{0}; }
};

// Of three channels, each of so many words, `pitch` in a row.
struct StillBackground {
  const std::uint32_t* rows;
  int pitch;
  int channel;
  int threshold;

  __device__ std::uint32_t moving(int x, int y, const ChannelWords& frame) const {
    const std::uint32_t* const at = rows + y * pitch + x / kWordPixels;
    return moving_bytes(frame, {at[0], at[channel], at[2 * channel]}, threshold);
  }
};

struct RunningBackground {
  FollowingWord* rows;
  int pitch;
  int channel;
  int threshold;
  int shift;

  __device__ std::uint32_t moving(int x, int y, const ChannelWords& frame) const {
    FollowingWord* const at = rows + y * pitch + x / kWordPixels;
    const FollowingWord red = at[0];
    const FollowingWord green = at[channel];
    const FollowingWord blue = at[2 * channel];
    at[0] = followed_word(red, frame.red, shift);
    at[channel] = followed_word(green, frame.green, shift);
    at[2 * channel] = followed_word(blue, frame.blue, shift);
    return moving_bytes(frame, {rounded_word(red), rounded_word(green), rounded_word(blue)},
                        threshold);
  }
};

// A byte of the table for each of the pixels that are wanted, 255 for the others.
__device__ inline std::uint32_t look_up(const TablePlaces& places, const std::uint8_t* table,
                                        std::uint32_t wanted) {
  std::uint32_t found = 0;
#pragma unroll
  for (int i = 0; i < kWordPixels; ++i) {
    found |= static_cast<std::uint32_t>(__ldg(table + places.of(i))) << (8 * i);
  }
  return found | ~wanted;
}

// Of eight classes from `first` on: each of eight threads stores the word of one.
__device__ inline void store_planes(const Classes& to, std::int64_t frame, int y, int x, int first,
                                    std::uint32_t classes) {
  const int own = cuda::this_lane() % kTurnedClasses;
  std::uint32_t bits = bits_of_classes(classes, first);
#pragma unroll
  for (int step = 4; step > 0; step /= 2) {
    const std::uint32_t other = __shfl_xor_sync(cuda::kAllLanes, bits, static_cast<unsigned>(step));
    bits = turned(bits, other, step, (own & step) != 0);
  }
  const int cls = first + own;
  const int word = x / 32;
  if (cls >= to.count || word >= to.words) return;
  const std::int64_t row = (frame * to.count + cls) * to.height + y;
  to.planes[row * to.words + word] = bits;
}

template <class Source, class Back>
__global__ void __launch_bounds__(kStripThreads, kBlocksOfMultiprocessor)
    classify_kernel(Source source, Back background, Classes to) {
  cuda::wait_for_previous_kernel();
  if (blockIdx.x == 0 && blockIdx.y == 0) {
    for (int i = static_cast<int>(threadIdx.x); i < to.cleared.count; i += kStripThreads) {
      to.cleared.words[i] = 0;
    }
  }
  const Strip strip = Strip::of(source.size);
  if (strip.y >= source.size.height) return;
  const std::uint32_t inside = inside_bytes(strip.x, source.size.width);
  for (int frame = static_cast<int>(blockIdx.y); frame < to.frames;
       frame += static_cast<int>(gridDim.y)) {
    typename Source::Column column(source, frame, strip.x, strip.y);
#pragma unroll
    for (int i = 0; i < kStripRows; ++i) {
      const int y = strip.y + i;
      if (y >= source.size.height) break;  // all threads of the warp
      const ChannelWords colours = column.next();
      const std::uint32_t wanted = inside & background.moving(strip.x, y, colours);
      std::uint32_t classes = ~std::uint32_t{0};
      if (wanted != 0) {
        const TablePlaces places(colours);
        classes = look_up(places, to.tables.classes, wanted);
        if (to.certainty != nullptr && classes != ~std::uint32_t{0}) {
          const std::int64_t row = std::int64_t{frame} * source.size.height + y;
          *reinterpret_cast<std::uint32_t*>(to.certainty + row * 32 * to.words + strip.x) =
              look_up(places, to.tables.certainty, wanted);
        }
      }
      store_planes(to, frame, y, strip.x, 0, classes);
      if (to.count > kTurnedClasses) store_planes(to, frame, y, strip.x, kTurnedClasses, classes);
    }
  }
}

template <class Back>
void launch(const DeviceFrames& frames, const Back& background, const Classes& to,
            std::int64_t side_by_side, const cuda::Stream& stream) {
  with_source(frames, [&](const auto& source) {
    using Source = std::decay_t<decltype(source)>;
    cuda::launch_overlapping(classify_kernel<Source, Back>,
                             {strip_blocks(frames.shape, side_by_side), kStripThreads}, stream,
                             source, background, to);
  });
}

}  // namespace

void classify_frames(const DeviceFrames& frames, const DeviceTables& tables,
                     const DeviceBackground& background, const DevicePlanes& planes,
                     const ClearedWords& cleared, const cuda::Stream& stream) {
  const Shape& shape = frames.shape;
  const Classes to{tables,
                   reinterpret_cast<std::uint32_t*>(planes.words),
                   planes.certainty,
                   planes.classes,
                   static_cast<int>(2 * shape.words_per_row()),
                   static_cast<int>(shape.height),
                   static_cast<int>(shape.depth),
                   cleared};
  const auto pitch = static_cast<int>(background_pitch(shape) / kWordPixels);
  const auto channel = static_cast<int>(shape.height) * pitch;
  const int threshold = std::min(background.threshold, kMostDifference);
  switch (background.kind) {
    case Background::kNone:
      launch(frames, NoBackground{}, to, shape.depth, stream);
      break;
    case Background::kStill:
      launch(frames,
             StillBackground{static_cast<const std::uint32_t*>(background.rows), pitch, channel,
                             threshold},
             to, shape.depth, stream);
      break;
    case Background::kRunning:  // each pixel's frames one after the other
      launch(frames,
             RunningBackground{static_cast<FollowingWord*>(background.rows), pitch, channel,
                               threshold, background.shift},
             to, 1, stream);
      break;
  }
}

}  // namespace bitvox::colour
