// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "colour/bayer.cuh"
#include "colour/frame_kernels.hpp"
#include "colour/frame_words.hpp"

// How kernels read the colours of frames: Source::Column has those of four pixels in row after row.
namespace bitvox::colour {

struct FrameSize {
  int width;
  int height;
};

template <bool kGradient, bool kAligned>
struct MosaicSource {
  static constexpr bool kIsAligned = kAligned;

  const std::uint8_t* pixels;
  FrameSize size;
  bayer::Phase phase;

  class Column {
   public:
    // x: a multiple of kWordPixels; beyond the row's end it is some other.
    __device__ Column(const MosaicSource& source, std::int64_t frame, int x, int y)
        : column_(source.pixels + frame * source.size.height * source.size.width, source.size.width,
                  source.size.height, source.phase,
                  min(x, (source.size.width - 1) / kWordPixels * kWordPixels), y) {}

    __device__ ChannelWords next() {
      const bayer::ColourWords words = column_.next();
      return {words.red, words.green, words.blue};
    }

   private:
    bayer::WordColumn<std::uint8_t, kGradient, kAligned> column_;
  };
};

template <bool kAligned>
struct RgbSource {
  static constexpr bool kIsAligned = kAligned;

  const std::uint32_t* pixels;
  FrameSize size;

  class Column {
   public:
    __device__ Column(const RgbSource& source, std::int64_t frame, int x, int y)
        : width_(source.size.width),
          x_(min(x, (width_ - 1) / kWordPixels * kWordPixels)),
          row_(source.pixels + (frame * source.size.height + y) * width_) {}

    __device__ ChannelWords next() {
      std::uint32_t rgb[kWordPixels];
      if constexpr (kAligned) {
        const uint4 four = *reinterpret_cast<const uint4*>(row_ + x_);
        rgb[0] = four.x;
        rgb[1] = four.y;
        rgb[2] = four.z;
        rgb[3] = four.w;
      } else {
#pragma unroll
        for (int i = 0; i < kWordPixels; ++i) rgb[i] = row_[min(x_ + i, width_ - 1)];
      }
      row_ += width_;
      return channels_of(rgb);
    }

   private:
    int width_;
    int x_;
    const std::uint32_t* row_;
  };
};

// Calls body(source) with that of the frames.
template <class Body>
void with_source(const DeviceFrames& frames, const Body& body) {
  const FrameSize size{static_cast<int>(frames.shape.width), static_cast<int>(frames.shape.height)};
  const bool aligned = size.width % kWordPixels == 0;
  if (!frames.mosaic) {
    const auto* const pixels = static_cast<const std::uint32_t*>(frames.pixels);
    if (aligned) {
      body(RgbSource<true>{pixels, size});
    } else {
      body(RgbSource<false>{pixels, size});
    }
    return;
  }
  const auto* const pixels = static_cast<const std::uint8_t*>(frames.pixels);
  const bayer::Phase phase = bayer::phase_of(*frames.mosaic);
  const bool gradient = frames.method == bayer::Method::kGradient;
  if (gradient && aligned) {
    body(MosaicSource<true, true>{pixels, size, phase});
  } else if (gradient) {
    body(MosaicSource<true, false>{pixels, size, phase});
  } else if (aligned) {
    body(MosaicSource<false, true>{pixels, size, phase});
  } else {
    body(MosaicSource<false, false>{pixels, size, phase});
  }
}

// Blocks of kStripThreads: each warp has 32 times four pixels of so many rows, which its threads
// walk down together.
inline constexpr int kStripThreads = 256;
inline constexpr int kStripRows = 4;
inline constexpr int kWarpPixels = 32 * kWordPixels;

struct Strip {
  int x;  // of the thread, beyond the row's end for some
  int y;

  __device__ static Strip of(const FrameSize& size) {
    const int across = (size.width + kWarpPixels - 1) / kWarpPixels;
    const int warp = static_cast<int>((blockIdx.x * kStripThreads + threadIdx.x) / 32);
    return {warp % across * kWarpPixels + static_cast<int>(threadIdx.x) % 32 * kWordPixels,
            warp / across * kStripRows};
  }
};

// frames: how many are side by side; the others come after them.
inline dim3 strip_blocks(const Shape& shape, std::int64_t frames) {
  constexpr std::int64_t kMost = 65535;  // along y
  const std::int64_t across = (shape.width + kWarpPixels - 1) / kWarpPixels;
  const std::int64_t down = (shape.height + kStripRows - 1) / kStripRows;
  constexpr std::int64_t kWarps = kStripThreads / 32;
  return {static_cast<unsigned>((across * down + kWarps - 1) / kWarps),
          static_cast<unsigned>(std::min(frames, kMost))};
}

}  // namespace bitvox::colour
