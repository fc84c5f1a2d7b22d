// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstdint>

#include "colour/bayer.cuh"
#include "cuda/launch.hpp"
#include "ops/debayer/debayer_kernels.hpp"

namespace bitvox::debayer {
namespace {

constexpr int kThreads = 256;
// That a thread computes, one after the other, so that it reads few rows twice; even, so that all
// threads of a warp are in a red row, or in a blue one.
constexpr int kRows = 8;

struct Frames {
  int width;
  int height;
  int depth;
  bayer::Phase phase;
};

// Three planes.
template <class Pixel, bool kAligned>
struct Planes {
  Pixel* to;

  __device__ void store(const Frames& frames, int z, int y, int x,
                        const bayer::ColourWords& words) const {
    const std::int64_t plane = static_cast<std::int64_t>(frames.width) * frames.height;
    Pixel* at = to + 3 * z * plane + static_cast<std::int64_t>(y) * frames.width + x;
    for (const std::uint32_t word : {words.red, words.green, words.blue}) {
      if constexpr (kAligned) {
        *reinterpret_cast<std::uint32_t*>(at) = word;
      } else {
        for (int i = 0; i < bayer::kWordPixels<Pixel> && x + i < frames.width; ++i) {
          at[i] = static_cast<Pixel>(word >> (i * 8 * static_cast<int>(sizeof(Pixel))));
        }
      }
      at += plane;
    }
  }
};

// Pixels of three colours.
template <bool kAligned>
struct Packed {
  std::uint32_t* to;

  __device__ void store(const Frames& frames, int z, int y, int x,
                        const bayer::ColourWords& words) const {
    const uint4 pixels = bayer::packed(words);
    std::uint32_t* const at =
        to + (static_cast<std::int64_t>(z) * frames.height + y) * frames.width + x;
    if constexpr (kAligned) {
      *reinterpret_cast<uint4*>(at) = pixels;
    } else {
      at[0] = pixels.x;
      if (x + 1 < frames.width) at[1] = pixels.y;
      if (x + 2 < frames.width) at[2] = pixels.z;
      if (x + 3 < frames.width) at[3] = pixels.w;
    }
  }
};

template <class Pixel, bool kGradient, bool kAligned, class Out>
__global__ void __launch_bounds__(kThreads)
    demosaic_kernel(const Pixel* mosaic, Frames frames, Out out) {
  const int words = (frames.width + bayer::kWordPixels<Pixel> - 1) / bayer::kWordPixels<Pixel>;
  const unsigned item = blockIdx.x * kThreads + threadIdx.x;
  const int x = static_cast<int>(item % static_cast<unsigned>(words)) * bayer::kWordPixels<Pixel>;
  const int first = static_cast<int>(item / static_cast<unsigned>(words)) * kRows;
  if (first >= frames.height) return;
  for (int z = static_cast<int>(blockIdx.y); z < frames.depth; z += static_cast<int>(gridDim.y)) {
    const Pixel* const in = mosaic + static_cast<std::int64_t>(z) * frames.height * frames.width;
    bayer::WordColumn<Pixel, kGradient, kAligned> column(in, frames.width, frames.height,
                                                         frames.phase, x, first);
#pragma unroll
    for (int i = 0; i < kRows && first + i < frames.height; ++i) {
      out.store(frames, z, first + i, x, column.next());
    }
  }
}

template <class Pixel, bool kGradient, bool kAligned, class Out>
void launch_to(const void* mosaic, const Demosaicing& how, Out out, const cuda::Stream& stream) {
  const Frames frames{static_cast<int>(how.shape.width), static_cast<int>(how.shape.height),
                      static_cast<int>(how.shape.depth), how.phase};
  constexpr std::int64_t kMostBlocks = 65535;  // along y
  const std::int64_t words =
      (how.shape.width + bayer::kWordPixels<Pixel> - 1) / bayer::kWordPixels<Pixel>;
  const std::int64_t strips = (how.shape.height + kRows - 1) / kRows;
  const dim3 blocks(cuda::blocks_for(words * strips, kThreads),
                    static_cast<unsigned>(std::min(how.shape.depth, kMostBlocks)));
  cuda::launch(demosaic_kernel<Pixel, kGradient, kAligned, Out>, {blocks, kThreads}, stream,
               static_cast<const Pixel*>(mosaic), frames, out);
}

template <class Pixel, bool kGradient, bool kAligned>
void launch(const void* mosaic, void* colours, const Demosaicing& how, const cuda::Stream& stream) {
  if constexpr (sizeof(Pixel) == 1) {
    if (how.packed) {
      const Packed<kAligned> out{static_cast<std::uint32_t*>(colours)};
      launch_to<Pixel, kGradient, kAligned>(mosaic, how, out, stream);
      return;
    }
  }
  const Planes<Pixel, kAligned> out{static_cast<Pixel*>(colours)};
  launch_to<Pixel, kGradient, kAligned>(mosaic, how, out, stream);
}

template <class Pixel>
void launch_method(const void* mosaic, void* colours, const Demosaicing& how,
                   const cuda::Stream& stream) {
  const bool gradient = how.method == bayer::Method::kGradient;
  const bool aligned = how.shape.width >= 4 && how.shape.width % bayer::kWordPixels<Pixel> == 0;
  const auto chosen = gradient
                          ? (aligned ? launch<Pixel, true, true> : launch<Pixel, true, false>)
                          : (aligned ? launch<Pixel, false, true> : launch<Pixel, false, false>);
  chosen(mosaic, colours, how, stream);
}

}  // namespace

void demosaic(const void* mosaic, void* colours, const Demosaicing& how,
              const cuda::Stream& stream) {
  if (how.type == PixelType::kUint8) {
    launch_method<std::uint8_t>(mosaic, colours, how, stream);
  } else {
    launch_method<std::uint16_t>(mosaic, colours, how, stream);
  }
}

}  // namespace bitvox::debayer
