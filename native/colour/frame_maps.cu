// SPDX-License-Identifier: BSD-2-Clause
// See draw_class_maps() and compute_probabilities().
#include "colour/frame_sources.cuh"
#include "colour/mixture.hpp"
#include "cuda/launch.hpp"
#include "cuda/overlap.cuh"

namespace bitvox::colour {
namespace {

// Numbers of four pixels from `at` on, of which some lie behind the row.
template <bool kAligned, class T>
__device__ inline void store_four(T* at, const T (&four)[kWordPixels], int left) {
  if constexpr (kAligned) {
    struct alignas(sizeof(four)) Together {
      T of[kWordPixels];
    };
    *reinterpret_cast<Together*>(at) = {{four[0], four[1], four[2], four[3]}};
  } else {
#pragma unroll
    for (int i = 0; i < kWordPixels; ++i) {
      if (i < left) at[i] = four[i];
    }
  }
}

struct Planes {
  const std::uint32_t* bits;  // [frame][class][height][words]
  int words;
  int classes;
  int frames;
};

template <bool kAligned>
__global__ void __launch_bounds__(kStripThreads)
    class_map_kernel(Planes planes, FrameSize size, std::uint8_t* maps) {
  cuda::wait_for_previous_kernel();
  const Strip strip = Strip::of(size);
  if (strip.x >= size.width) return;
  for (int frame = static_cast<int>(blockIdx.y); frame < planes.frames;
       frame += static_cast<int>(gridDim.y)) {
    for (int y = strip.y; y < size.height && y < strip.y + kStripRows; ++y) {
      std::uint8_t lowest[kWordPixels] = {};
      for (int cls = planes.classes - 1; cls >= 0; --cls) {
        const std::int64_t row = (std::int64_t{frame} * planes.classes + cls) * size.height + y;
        const std::uint32_t bits = planes.bits[row * planes.words + strip.x / 32] >> (strip.x % 32);
#pragma unroll
        for (int i = 0; i < kWordPixels; ++i) {
          if ((bits >> i & 1U) != 0) lowest[i] = static_cast<std::uint8_t>(cls + 1);
        }
      }
      const std::int64_t row = std::int64_t{frame} * size.height + y;
      store_four<kAligned>(maps + row * size.width + strip.x, lowest, size.width - strip.x);
    }
  }
}

template <class Source, bool kHue>
__global__ void __launch_bounds__(kStripThreads)
    probabilities_kernel(Source source, const __grid_constant__ PreparedModel model, int frames,
                         float* out) {
  cuda::wait_for_previous_kernel();
  const FrameSize size = source.size;
  const Strip strip = Strip::of(size);
  if (strip.x >= size.width) return;
  const std::int64_t plane = std::int64_t{size.width} * size.height;
  for (int frame = static_cast<int>(blockIdx.y); frame < frames;
       frame += static_cast<int>(gridDim.y)) {
    typename Source::Column column(source, frame, strip.x, strip.y);
    for (int y = strip.y; y < size.height && y < strip.y + kStripRows; ++y) {
      const ChannelWords colours = column.next();
      float of_pixel[kWordPixels][kMostClasses];
#pragma unroll 1
      for (int i = 0; i < kWordPixels; ++i) {
        probabilities_at<kHue, float, std::uint32_t>(
            model, point_of(model.space, colour_of(colours, i)), of_pixel[i]);
      }
      float* at = out + frame * model.classes * plane + std::int64_t{y} * size.width + strip.x;
      for (int cls = 0; cls < model.classes; ++cls) {
        const float four[kWordPixels] = {of_pixel[0][cls], of_pixel[1][cls], of_pixel[2][cls],
                                         of_pixel[3][cls]};
        store_four<Source::kIsAligned>(at, four, size.width - strip.x);
        at += plane;
      }
    }
  }
}

}  // namespace

void draw_class_maps(const DevicePlanes& planes, std::int64_t frames, std::uint8_t* maps,
                     const cuda::Stream& stream) {
  const Planes of{reinterpret_cast<const std::uint32_t*>(planes.words),
                  static_cast<int>(2 * planes.shape.words_per_row()), planes.classes,
                  static_cast<int>(frames)};
  const FrameSize size{static_cast<int>(planes.shape.width), static_cast<int>(planes.shape.height)};
  const auto kernel =
      size.width % kWordPixels == 0 ? class_map_kernel<true> : class_map_kernel<false>;
  cuda::launch_overlapping(kernel, {strip_blocks(planes.shape, frames), kStripThreads}, stream, of,
                           size, maps);
}

void compute_probabilities(const DeviceFrames& frames, const PreparedModel& model, float* out,
                           const cuda::Stream& stream) {
  const Shape& shape = frames.shape;
  with_source(frames, [&](const auto& source) {
    using Source = std::decay_t<decltype(source)>;
    const auto kernel = model.space == Space::kHsv ? probabilities_kernel<Source, true>
                                                   : probabilities_kernel<Source, false>;
    cuda::launch_overlapping(kernel, {strip_blocks(shape, shape.depth), kStripThreads}, stream,
                             source, model, static_cast<int>(shape.depth), out);
  });
}

}  // namespace bitvox::colour
