// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "cuda/launch.hpp"
#include "ops/convolution/convolution_border.cuh"
#include "ops/convolution/convolution_passes.cuh"
#include "ops/convolution/convolution_taps.cuh"

// Along x, where each warp takes pieces of rows to shared memory of its own and so waits for no
// other.
namespace bitvox::convolution {
namespace {

constexpr int kThreads = 128;
constexpr unsigned kWarps = kThreads / 32;

// Rows cut into segments of 2^across_bits threads; a warp takes a segment of each of `lines` rows.
struct Segments {
  int width = 0;
  std::int64_t rows = 0;
  int across_bits = 5;
  int lines = 1;
  unsigned a_row = 1;  // segments of a row
  int pitch = 0;       // floats of shared memory that a segment takes
};

// Pixels start .. start + count - 1 of a row to shared memory, by the border rule. Groups of four
// pixels are aligned, and start is the start of one, as where it is negative; else pixel by pixel.
template <class Group>
__device__ void load_segment(const float* row, int width, int start, int count, Border edges,
                             float* tile) {
  constexpr int kFloats = sizeof(Group) / sizeof(float);
  constexpr int kBatch = kFloats == 4 ? 4 : 6;  // loads that are under way at once
  const auto lane = static_cast<int>(threadIdx.x % 32);
#pragma unroll 1
  for (int first = 0; first < count; first += 32 * kFloats * kBatch) {
    Group groups[kBatch];
    const auto for_each_inside = [&](const auto& body) {
#pragma unroll
      for (int k = 0; k < kBatch; ++k) {
        const int i = first + (lane + 32 * k) * kFloats;
        if (i < count && start + i >= 0 && start + i < width) body(k, i);
      }
    };
    for_each_inside(
        [&](int k, int i) { groups[k] = *reinterpret_cast<const Group*>(row + start + i); });
    for_each_inside([&](int k, int i) { *reinterpret_cast<Group*>(tile + i) = groups[k]; });
  }
  const auto beyond = [&](int from, int end) {
#pragma unroll 1
    for (int i = from + lane; i < end; i += 32) {
      const int at = index_beyond(start + i, width, edges);
      tile[i] = at < 0 ? 0.0F : row[at];
    }
  };
  beyond(0, min(-start, count));
  beyond(width - start, count);
}

// The first `count` floats of a tile; in whole groups.
template <class Group>
__device__ void store_segment(const float* tile, int count, float* to) {
  constexpr int kFloats = sizeof(Group) / sizeof(float);
#pragma unroll
  for (int k = 0; k < kOutputs / kFloats; ++k) {
    const int i = (static_cast<int>(threadIdx.x % 32) + 32 * k) * kFloats;
    if (i < count) {
      *reinterpret_cast<Group*>(to + i) = *reinterpret_cast<const Group*>(tile + i);
    }
  }
}

// Rows of coefficients that are whole sections and kRest taps more.
template <int kRest>
__global__ void __launch_bounds__(kThreads)
    filter_x_kernel(const float* in, float* out, Segments shape,
                    const __grid_constant__ DeviceRow row, Border edges) {
  constexpr int kLead = lead(kRest / 2);  // a section is no reach modulo 4
  const bool aligned = shape.width % 4 == 0;
  extern __shared__ float4 shared[];
  const auto lane = static_cast<int>(threadIdx.x % 32);
  const unsigned warp = threadIdx.x / 32;
  const int across = 1 << shape.across_bits;
  const unsigned group = (blockIdx.x * kWarps + warp) / shape.a_row;
  const unsigned segment = blockIdx.x * kWarps + warp - group * shape.a_row;
  const int first = static_cast<int>(segment) * across * kOutputs;
  const int count = min(across * kOutputs, shape.width - first);
  float* const tiles =
      reinterpret_cast<float*>(shared) + static_cast<int>(warp) * shape.lines * shape.pitch;
  const auto for_each_line = [&](const auto& body) {
#pragma unroll 1
    for (int i = 0; i < shape.lines; ++i) {
      const std::int64_t y = static_cast<std::int64_t>(group) * shape.lines + i;
      if (y < shape.rows) body(y * shape.width, tiles + i * shape.pitch);
    }
  };
  for_each_line([&](std::int64_t row_start, float* tile) {
    const int start = first - row.taps / 2 - kLead;
    const int floats = kLead + count + row.taps - 1;
    if (aligned) {
      load_segment<float4>(in + row_start, shape.width, start, floats, edges, tile);
    } else {
      load_segment<float>(in + row_start, shape.width, start, floats, edges, tile);
    }
  });
  __syncwarp();

  float sums[kOutputs] = {};
  float4* const mine =
      reinterpret_cast<float4*>(tiles + (lane >> shape.across_bits) * shape.pitch) +
      (lane & (across - 1)) * (kOutputs / 4);
  add_long_row<kRest, kLead>([&](int i) { return mine[i / 4]; }, row, sums);
  __syncwarp();
#pragma unroll
  for (int i = 0; i < kOutputs; i += 4) {
    mine[i / 4] = make_float4(sums[i] * row.scale, sums[i + 1] * row.scale, sums[i + 2] * row.scale,
                              sums[i + 3] * row.scale);
  }
  __syncwarp();
  for_each_line([&](std::int64_t row_start, const float* tile) {
    if (aligned) {
      store_segment<float4>(tile, count, out + row_start + first);
    } else {
      store_segment<float>(tile, count, out + row_start + first);
    }
  });
}

using XKernel = void (*)(const float*, float*, Segments, DeviceRow, Border);

template <int... kIndices>
XKernel kernel_for(int rest, std::integer_sequence<int, kIndices...>) {
  constexpr XKernel kKernels[] = {filter_x_kernel<2 * kIndices + 1>...};
  return kKernels[rest / 2];
}

}  // namespace

void filter_x(const float* in, float* out, std::int64_t width, std::int64_t rows,
              const DeviceRow& row, Border edges, const cuda::Stream& stream) {
  Segments shape{static_cast<int>(width), rows};
  // The longest segments, unless shorter ones keep at least twice as many threads busy.
  const auto segments = [&](int bits) {
    const std::int64_t length = kOutputs << bits;
    return (width + length - 1) / length;
  };
  for (const int bits : {4, 3}) {
    if (segments(bits) << bits <= segments(shape.across_bits) << shape.across_bits >> 1) {
      shape.across_bits = bits;
    }
  }
  shape.lines = 32 >> shape.across_bits;
  shape.a_row = static_cast<unsigned>(segments(shape.across_bits));
  constexpr int kSlack = 3 + 3;  // what leads, and the last group
  shape.pitch = ((kOutputs << shape.across_bits) + row.taps + kSlack) / 4 * 4;
  const std::int64_t warps = shape.a_row * ((rows + shape.lines - 1) / shape.lines);
  const auto bytes = kWarps * static_cast<std::size_t>(shape.lines * shape.pitch) * sizeof(float);
  const XKernel kernel = kernel_for(row.taps % kSection, RestIndices());
  cuda::launch(kernel, {cuda::blocks_for(warps, kWarps), kThreads, bytes}, stream, in, out, shape,
               row, edges);
}

}  // namespace bitvox::convolution
