// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_pipeline.h>

#include <algorithm>
#include <utility>

#include "cuda/launch.hpp"
#include "ops/convolution/convolution_border.cuh"
#include "ops/convolution/convolution_passes.cuh"
#include "ops/convolution/convolution_taps.cuh"

namespace bitvox::convolution {
namespace {

constexpr int kThreadsX = 8;
constexpr int kThreadsY = 16;
constexpr int kThreads = kThreadsX * kThreadsY;
constexpr int kTileWidth = kOutputs * kThreadsX;
constexpr int kTileHeight = 2 * kThreadsY;  // two outputs a thread along y

// Some layers of a kernel: as many as fit into the parameters of a launch, one at least.
struct Layers {
  float coefficients[kLargestSide * kLargestSide];
  int height = 1;
  int depth = 1;
  bool continued = false;
  float scale = 1.0F;
};

// One is computed with while the next arrives.
__host__ __device__ int tiles_for(int depth) { return depth == 1 ? 1 : 2; }

struct Image {
  int width = 0;
  int height = 0;
  unsigned tiles_x = 0;
  unsigned tiles_y = 0;
  int planes = 0;       // of the input
  int first_plane = 0;  // of it, under the first layer for plane 0 of the output; may be negative
};

// A tile of a plane of the input, with its apron. Where its columns and rows come from, by the
// border rule, is found once for all layers.
template <int kGroups>  // of four pixels in a row
struct TileLoader {
  Image image;
  int first_x;  // a whole group, as where it is negative
  int rows;
  int* from_x;  // of each column, -1 for zeros; in shared memory
  int* from_y;  // of each row

  __device__ void find_places(int first_y, Border edges) const {
#pragma unroll 1
    for (int i = static_cast<int>(threadIdx.x); i < 4 * kGroups; i += kThreads) {
      from_x[i] = index_on_gpu(first_x + i, image.width, edges);
    }
#pragma unroll 1
    for (int i = static_cast<int>(threadIdx.x); i < rows; i += kThreads) {
      from_y[i] = index_on_gpu(first_y + i, image.height, edges);
    }
    __syncthreads();
  }

  // Most of it arrives later. Null: a plane of zeros.
  __device__ void begin(const float* plane, float4* tile) const {
    const bool aligned = image.width % 4 == 0;
#pragma unroll 1
    for (int i = static_cast<int>(threadIdx.x); i < rows * kGroups; i += kThreads) {
      const int column = i % kGroups * 4;
      const int y = plane == nullptr ? -1 : from_y[i / kGroups];
      const float* const row = plane + static_cast<std::int64_t>(y) * image.width;
      const int x = first_x + column;
      if (aligned && x >= 0 && x < image.width && y >= 0) {
        __pipeline_memcpy_async(tile + i, row + x, sizeof(float4));
        continue;
      }
      float values[4];
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const int at = y < 0 ? -1 : from_x[column + k];
        values[k] = at < 0 ? 0.0F : row[at];
      }
      tile[i] = make_float4(values[0], values[1], values[2], values[3]);
    }
    __pipeline_commit();
  }
};

// A block takes a tile of one plane of the output, and adds layer after layer. The sums begin with
// what `out` has where earlier layers have been added.
template <int kWidth>
__global__ void __launch_bounds__(kThreads)
    filter_full_kernel(const float* in, float* out, Image image,
                       const __grid_constant__ Layers layers, Border edges) {
  constexpr int kLead = lead(kWidth / 2);
  constexpr int kGroups = (kLead + kTileWidth + kWidth - 1 + 3) / 4;
  extern __shared__ float4 shared[];
  const auto tx = static_cast<int>(threadIdx.x) % kThreadsX;
  const auto ty = static_cast<int>(threadIdx.x) / kThreadsX;
  const unsigned rows_done = blockIdx.x / image.tiles_x;
  const int first_x = static_cast<int>(blockIdx.x - rows_done * image.tiles_x) * kTileWidth;
  const std::int64_t z = rows_done / image.tiles_y;
  const int first_y = static_cast<int>(rows_done - z * image.tiles_y) * kTileHeight;
  const std::int64_t plane = static_cast<std::int64_t>(image.width) * image.height;
  float* const to = out + z * plane + static_cast<std::int64_t>(first_y) * image.width + first_x;
  const int columns = min(kTileWidth, image.width - first_x);
  const int rows = min(kTileHeight, image.height - first_y);

  float upper[kOutputs] = {};
  float lower[kOutputs] = {};
  if (layers.continued) {
#pragma unroll
    for (int i = 0; i < kOutputs; ++i) {
      const int x = kOutputs * tx + i;
      if (x < columns && 2 * ty < rows) upper[i] = to[2 * ty * image.width + x];
      if (x < columns && 2 * ty + 1 < rows) lower[i] = to[(2 * ty + 1) * image.width + x];
    }
  }
  const int tile_size = (kTileHeight + layers.height - 1) * kGroups;
  const auto tile_of = [&](int tile) { return shared + tile * tile_size; };
  int* const places = reinterpret_cast<int*>(tile_of(tiles_for(layers.depth)));
  const TileLoader<kGroups> loader{image, first_x - kWidth / 2 - kLead, rows + layers.height - 1,
                                   places, places + 4 * kGroups};
  loader.find_places(first_y - layers.height / 2, edges);
  const auto begin = [&](int layer) {
    const int at =
        index_on_gpu(image.first_plane + static_cast<int>(z) + layer, image.planes, edges);
    loader.begin(at < 0 ? nullptr : in + at * plane, tile_of(layer % 2));
  };
  begin(0);
  for (int layer = 0; layer < layers.depth; ++layer) {
    if (layer + 1 < layers.depth) {
      begin(layer + 1);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    // Row j of the window lies under row j of the kernel for the upper output, j - 1 for the lower.
    const float4* window = tile_of(layer % 2) + 2 * ty * kGroups + tx * (kOutputs / 4);
    const float* coefficients = layers.coefficients + layer * layers.height * kWidth;
    const auto read = [&](int i) { return window[i / 4]; };
    add_taps<kWidth, kLead>(read, Target{coefficients, upper});
    for (int j = 1; j < layers.height; ++j) {
      window += kGroups;
      coefficients += kWidth;
      add_taps<kWidth, kLead>(read, Target{coefficients, upper},
                              Target{coefficients - kWidth, lower});
    }
    window += kGroups;
    add_taps<kWidth, kLead>(read, Target{coefficients, lower});
    __syncthreads();
  }

  // By way of shared memory, so that neighbouring threads write neighbouring pixels.
  float4* const mine = shared + (2 * ty * kThreadsX + tx) * (kOutputs / 4);
#pragma unroll
  for (int i = 0; i < kOutputs / 4; ++i) {
    const auto scaled = [&](const float* sums) {
      return make_float4(sums[4 * i] * layers.scale, sums[4 * i + 1] * layers.scale,
                         sums[4 * i + 2] * layers.scale, sums[4 * i + 3] * layers.scale);
    };
    mine[i] = scaled(upper);
    mine[kThreadsX * (kOutputs / 4) + i] = scaled(lower);
  }
  __syncthreads();
  const float* const results = reinterpret_cast<const float*>(shared);
#pragma unroll 1
  for (int y = static_cast<int>(threadIdx.x / 32); y < rows; y += kThreads / 32) {
    for (int x = static_cast<int>(threadIdx.x % 32); x < columns; x += 32) {
      to[y * image.width + x] = results[y * kTileWidth + x];
    }
  }
}

using FilterKernel = void (*)(const float*, float*, Image, Layers, Border);

// Of odd widths.
template <int... kIndices>
FilterKernel kernel_for(int width, std::integer_sequence<int, kIndices...>) {
  constexpr FilterKernel kKernels[] = {filter_full_kernel<2 * kIndices + 1>...};
  return kKernels[width / 2];
}

}  // namespace

void filter_full(const float* in, float* out, std::int64_t width, std::int64_t height,
                 const OutputPlanes& planes, const FullKernel& kernel, float scale, Border edges,
                 const cuda::Stream& stream) {
  Image image{static_cast<int>(width), static_cast<int>(height)};
  image.tiles_x = static_cast<unsigned>((width + kTileWidth - 1) / kTileWidth);
  image.tiles_y = static_cast<unsigned>((height + kTileHeight - 1) / kTileHeight);
  image.planes = static_cast<int>(planes.in_count);
  const auto groups = static_cast<std::size_t>((kTileWidth + kernel.width - 1 + 3 + 3) / 4);
  const auto rows = static_cast<std::size_t>(kTileHeight + kernel.height - 1);
  const int layer_size = kernel.width * kernel.height;
  const int at_once = kLargestSide * kLargestSide / layer_size;
  const FilterKernel function =
      kernel_for(kernel.width, std::make_integer_sequence<int, kLargestSide / 2 + 1>());
  for (int done = 0; done < kernel.depth; done += at_once) {
    Layers layers;
    image.first_plane = static_cast<int>(planes.first) - kernel.depth / 2 + done;
    layers.height = kernel.height;
    layers.continued = done > 0;
    layers.depth = std::min(at_once, kernel.depth - done);
    layers.scale = done + layers.depth == kernel.depth ? scale : 1.0F;
    std::copy_n(kernel.coefficients.data() + done * layer_size, layers.depth * layer_size,
                layers.coefficients);
    const std::size_t bytes =
        groups * rows * static_cast<std::size_t>(tiles_for(layers.depth)) * sizeof(float4) +
        (4 * groups + rows) * sizeof(int);
    cuda::allow_shared_bytes(function, bytes);
    cuda::launch(
        function,
        {static_cast<unsigned>(image.tiles_x * image.tiles_y * planes.count), kThreads, bytes},
        stream, in, out, image, layers, edges);
  }
}

}  // namespace bitvox::convolution
