// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "cuda/cuda_check.hpp"
#include "ops/convolution/convolution_passes.cuh"

namespace bitvox::cuda {
namespace {

constexpr int kMostTaps = 256;  // kLongestRow, in whole groups of 4

// As bitvox::border_index, for the GPU.
__device__ std::int64_t index_beyond(std::int64_t index, std::int64_t length,
                                     ConvolutionEdges edges) {
  switch (edges) {
    case ConvolutionEdges::kNearest:
      return index < 0 ? 0 : length - 1;
    case ConvolutionEdges::kMirror: {
      std::int64_t phase = index % (2 * length);
      phase += phase < 0 ? 2 * length : 0;
      return phase < length ? phase : 2 * length - 1 - phase;
    }
    case ConvolutionEdges::kWrap: {
      const std::int64_t phase = index % length;
      return phase + (phase < 0 ? length : 0);
    }
    case ConvolutionEdges::kZero:
      break;
  }
  return -1;
}

__device__ std::int64_t border_index_on_gpu(std::int64_t index, std::int64_t length,
                                            ConvolutionEdges edges) {
  return index >= 0 && index < length ? index : index_beyond(index, length, edges);
}

__device__ float4 load4(const float* from) { return *reinterpret_cast<const float4*>(from); }

// Four taps on kOutputs neighbouring outputs; window[i] lies under tap 0 of output i.
template <int kTaps, int kOutputs, int kWindow>
__device__ void add_taps(const float4 coefficients, const float (&window)[kWindow],
                         float (&sums)[kOutputs]) {
  static_assert(kWindow >= kTaps + kOutputs - 1);
  const float c[4] = {coefficients.x, coefficients.y, coefficients.z, coefficients.w};
#pragma unroll
  for (int tap = 0; tap < kTaps; ++tap) {
#pragma unroll
    for (int i = 0; i < kOutputs; ++i) sums[i] = __fmaf_rn(c[tap], window[tap + i], sums[i]);
  }
}

// A row of coefficients in shared memory, and the sums that it adds to.
template <int kOutputs>
struct Target {
  const float* coefficients;
  float (&sums)[kOutputs];
};

// Adds `taps` taps to kOutputs neighbouring outputs of each target, four at a time. read(i) gives
// the four values i, i + 1, i + 2, i + 3, for multiples of 4.
template <int kOutputs, class Read, class... Targets>
__device__ void add_row(int taps, const Read& read, Targets... targets) {
  constexpr int kWindow = kOutputs + 4;
  float window[kWindow];
  const auto fill = [&](int at, int from) {
    const float4 values = read(from);
    window[at] = values.x;
    window[at + 1] = values.y;
    window[at + 2] = values.z;
    window[at + 3] = values.w;
  };
#pragma unroll
  for (int i = 0; i < kWindow; i += 4) fill(i, i);
  int tap = 0;
#pragma unroll 2
  for (; tap + 4 <= taps; tap += 4) {
    (add_taps<4>(load4(targets.coefficients + tap), window, targets.sums), ...);
#pragma unroll
    for (int i = 0; i < kOutputs; ++i) window[i] = window[i + 4];
    fill(kOutputs, tap + kWindow);
  }
  // The number of taps is odd.
  if (taps - tap == 1) {
    (add_taps<1>(load4(targets.coefficients + tap), window, targets.sums), ...);
  } else {
    (add_taps<3>(load4(targets.coefficients + tap), window, targets.sums), ...);
  }
}

__device__ void share_coefficients(float* shared, const DeviceRow& row, int thread, int threads) {
  for (int i = thread; i < row.taps; i += threads) shared[i] = row.coefficients[i];
}

// ---- Along x -----------------------------------------------------------------------------------

constexpr int kThreadsX = 256;

// Four outputs a thread; a block takes segments of blockDim.y rows with their aprons.
__global__ void __launch_bounds__(kThreadsX)
    filter_x_kernel(const float* in, float* out, std::int64_t width, std::int64_t rows,
                    std::int64_t segments, DeviceRow row, ConvolutionEdges edges, int pitch) {
  extern __shared__ float4 shared[];
  __shared__ alignas(16) float coefficients[kMostTaps];
  const int reach = row.taps / 2;
  const int length = static_cast<int>(blockDim.x) * 4;
  const auto column = static_cast<int>(threadIdx.x);
  share_coefficients(coefficients, row, static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x),
                     kThreadsX);
  float* const mine = reinterpret_cast<float*>(shared) + static_cast<int>(threadIdx.y) * pitch;
  const std::int64_t y =
      static_cast<std::int64_t>(blockIdx.x) / segments * blockDim.y + threadIdx.y;
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) % segments * length;
  if (y < rows) {
    const float* const from = in + y * width;
#pragma unroll 4
    for (int i = column; i < length + 2 * reach; i += static_cast<int>(blockDim.x)) {
      const std::int64_t x = first - reach + i;
      if (x < width + reach) {
        const std::int64_t at = border_index_on_gpu(x, width, edges);
        mine[i] = at < 0 ? 0.0F : from[at];
      }
    }
  }
  __syncthreads();
  const std::int64_t x = first + 4 * column;
  if (y >= rows || x >= width) {
    return;
  }
  float sums[4] = {};
  add_row<4>(
      row.taps, [&](int i) { return load4(mine + 4 * column + i); }, Target<4>{coefficients, sums});
  float* const to = out + y * width + x;
  if (width % 4 == 0) {
    *reinterpret_cast<float4*>(to) = make_float4(sums[0] * row.scale, sums[1] * row.scale,
                                                 sums[2] * row.scale, sums[3] * row.scale);
  } else {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      if (x + i < width) to[i] = sums[i] * row.scale;
    }
  }
}

// ---- Along y and z -----------------------------------------------------------------------------

// `outer` times `length` rows of `inner` floats; along the rows' index.
struct Strided {
  std::int64_t inner = 0;
  std::int64_t length = 0;     // of the output
  std::int64_t in_length = 0;  // of the input: length, or with the apron at both ends
  std::int64_t outer = 0;
};

constexpr int kThreadsStrided = 256;
constexpr int kTileRows = 128;  // outputs of a block along the axis

// Eight outputs a thread at a time, in kColumns columns.
template <int kColumns>
__global__ void __launch_bounds__(kThreadsStrided)
    filter_strided_kernel(const float* in, float* out, Strided shape, std::int64_t axis_tiles,
                          std::int64_t column_tiles, DeviceRow row, ConvolutionEdges edges) {
  constexpr int kOutputs = 8;
  constexpr int kLines = kThreadsStrided / kColumns;
  extern __shared__ float4 shared[];
  __shared__ alignas(16) float coefficients[kMostTaps];
  float* const tile = reinterpret_cast<float*>(shared);
  const int reach = row.taps / 2;
  const auto line = static_cast<int>(threadIdx.x) / kColumns;
  const int column = static_cast<int>(threadIdx.x) % kColumns;
  share_coefficients(coefficients, row, static_cast<int>(threadIdx.x), kThreadsStrided);

  const auto block = static_cast<std::int64_t>(blockIdx.x);
  const std::int64_t first = block % axis_tiles * kTileRows;
  const std::int64_t x = block / axis_tiles % column_tiles * kColumns + column;
  const std::int64_t outer = block / axis_tiles / column_tiles;
  const bool expanded = shape.in_length != shape.length;
  const auto tile_rows = static_cast<int>(min(std::int64_t{kTileRows}, shape.length - first));
  if (x < shape.inner) {
    const float* const from = in + outer * shape.in_length * shape.inner + x;
#pragma unroll 8
    for (int i = line; i < tile_rows + 2 * reach; i += kLines) {
      const std::int64_t at =
          expanded ? first + i : border_index_on_gpu(first - reach + i, shape.length, edges);
      tile[i * kColumns + column] = at < 0 ? 0.0F : from[at * shape.inner];
    }
  }
  __syncthreads();
  if (x >= shape.inner) {
    return;
  }
  float* const to = out + (outer * shape.length + first) * shape.inner + x;
  for (int start = line * kOutputs; start < tile_rows; start += kLines * kOutputs) {
    float sums[kOutputs] = {};
    const float* const base = tile + start * kColumns + column;
    const auto read = [&](int i) {
      const float* const at = base + i * kColumns;
      return make_float4(at[0], at[kColumns], at[2 * kColumns], at[3 * kColumns]);
    };
    add_row<kOutputs>(row.taps, read, Target<kOutputs>{coefficients, sums});
#pragma unroll
    for (int i = 0; i < kOutputs; ++i) {
      if (start + i < tile_rows) to[(start + i) * shape.inner] = sums[i] * row.scale;
    }
  }
}

void filter_strided(const float* in, float* out, const Strided& shape, const DeviceRow& row,
                    ConvolutionEdges edges, cudaStream_t stream) {
  // Reads of a window run past the tile's end by less than a group of 16 rows.
  constexpr int kSlack = 16;
  const auto launch = [&](auto kernel, int columns) {
    const std::int64_t axis_tiles = (shape.length + kTileRows - 1) / kTileRows;
    const std::int64_t column_tiles = (shape.inner + columns - 1) / columns;
    const auto rows = static_cast<std::size_t>(
        std::min<std::int64_t>(kTileRows, (shape.length + 7) / 8 * 8) + row.taps - 1 + kSlack);
    const std::size_t bytes = rows * static_cast<std::size_t>(columns) * sizeof(float);
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)),
          "setting the size of shared memory");
    kernel<<<static_cast<unsigned>(axis_tiles * column_tiles * shape.outer), kThreadsStrided, bytes,
             stream>>>(in, out, shape, axis_tiles, column_tiles, row, edges);
  };
  constexpr int kMostTapsOfWideTiles = 33;  // 64 columns then take 44 KB
  if (row.taps <= kMostTapsOfWideTiles) {
    launch(filter_strided_kernel<64>, 64);
  } else {
    launch(filter_strided_kernel<32>, 32);
  }
  check(cudaGetLastError(), "convolving on the GPU");
}

// ---- Full kernels ------------------------------------------------------------------------------

constexpr int kFullThreadsX = 16;
constexpr int kFullThreadsY = 8;
constexpr int kFullThreads = kFullThreadsX * kFullThreadsY;
constexpr int kFullWidth = 4 * kFullThreadsX;   // four outputs a thread along x
constexpr int kFullHeight = 2 * kFullThreadsY;  // two along y
constexpr int kCoefficientPitch = 32;

// A block takes a tile of one plane of the output, and adds plane after plane of the kernel.
__global__ void __launch_bounds__(kFullThreads)
    filter_full_kernel(const float* in, float* out, std::int64_t width, std::int64_t height,
                       std::int64_t tiles_x, std::int64_t tiles_y, DeviceKernel kernel,
                       ConvolutionEdges edges, int pitch) {
  extern __shared__ float4 shared[];
  __shared__ alignas(16) float coefficients[kLargestSide * kCoefficientPitch];
  float* const tile = reinterpret_cast<float*>(shared);
  const auto tx = static_cast<int>(threadIdx.x) % kFullThreadsX;
  const auto ty = static_cast<int>(threadIdx.x) / kFullThreadsX;
  const auto block = static_cast<std::int64_t>(blockIdx.x);
  const std::int64_t first_x = block % tiles_x * kFullWidth;
  const std::int64_t first_y = block / tiles_x % tiles_y * kFullHeight;
  const std::int64_t z = block / tiles_x / tiles_y;
  const int tile_width = kFullWidth + kernel.width - 1;
  const int tile_height = kFullHeight + kernel.height - 1;

  float upper[4] = {};
  float lower[4] = {};
  for (int dz = 0; dz < kernel.depth; ++dz) {
    __syncthreads();
    const float* const plane = in + (z + dz) * height * width;
    for (int j = ty; j < tile_height; j += kFullThreadsY) {
      const std::int64_t y = border_index_on_gpu(
          min(first_y - kernel.height / 2 + j, height + kernel.height), height, edges);
      for (int i = tx; i < tile_width; i += kFullThreadsX) {
        const std::int64_t x = border_index_on_gpu(
            min(first_x - kernel.width / 2 + i, width + kernel.width), width, edges);
        tile[j * pitch + i] = x < 0 || y < 0 ? 0.0F : plane[y * width + x];
      }
    }
    const float* const layer = kernel.coefficients + dz * kernel.height * kernel.width;
    for (int i = static_cast<int>(threadIdx.x); i < kernel.height * kernel.width;
         i += kFullThreads) {
      coefficients[i / kernel.width * kCoefficientPitch + i % kernel.width] = layer[i];
    }
    __syncthreads();
    // Row j of the window is row j of the kernel for the upper output, row j - 1 for the lower.
    const float* const window = tile + 2 * ty * pitch + 4 * tx;
    for (int j = 0; j <= kernel.height; ++j) {
      const auto read = [&](int i) { return load4(window + j * pitch + i); };
      const Target<4> for_upper{coefficients + j * kCoefficientPitch, upper};
      const Target<4> for_lower{coefficients + (j - 1) * kCoefficientPitch, lower};
      if (j == 0) {
        add_row<4>(kernel.width, read, for_upper);
      } else if (j == kernel.height) {
        add_row<4>(kernel.width, read, for_lower);
      } else {
        add_row<4>(kernel.width, read, for_upper, for_lower);
      }
    }
  }
  const std::int64_t x = first_x + 4 * tx;
  const std::int64_t y = first_y + 2 * ty;
  float* const to = out + (z * height + y) * width + x;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    if (x + i < width && y < height) to[i] = upper[i] * kernel.scale;
    if (x + i < width && y + 1 < height) to[width + i] = lower[i] * kernel.scale;
  }
}

// ---- Pixel by pixel ----------------------------------------------------------------------------

constexpr int kThreadsEach = 256;

template <class Body>
__global__ void __launch_bounds__(kThreadsEach) each_kernel(std::int64_t count, Body body) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kThreadsEach;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreadsEach + threadIdx.x;
       i < count; i += step) {
    body(i);
  }
}

template <class Body>
void for_each(std::int64_t count, cudaStream_t stream, const Body& body) {
  constexpr std::int64_t kMostBlocks = 132 * 32;
  const std::int64_t blocks = (count + kThreadsEach - 1) / kThreadsEach;
  each_kernel<<<static_cast<unsigned>(std::min(blocks, kMostBlocks)), kThreadsEach, 0, stream>>>(
      count, body);
  check(cudaGetLastError(), "convolving on the GPU");
}

template <class Pixel>
struct ToFloat {
  const Pixel* pixels;
  float* values;
  __device__ void operator()(std::int64_t i) const { values[i] = static_cast<float>(pixels[i]); }
};

template <class Pixel>
struct FromFloat {
  const float* values;
  Pixel* pixels;
  __device__ void operator()(std::int64_t i) const {
    constexpr float kLargest = static_cast<Pixel>(-1);
    const float low = values[i] > 0 ? values[i] : 0;
    const float cut = low < kLargest ? low : kLargest;
    pixels[i] = static_cast<Pixel>(static_cast<int>(cut + 0.5F));
  }
};

template <>
struct FromFloat<float> {
  const float* values;
  float* pixels;
  __device__ void operator()(std::int64_t i) const { pixels[i] = values[i]; }
};

struct AddSquare {
  const float* values;
  float* sums;
  __device__ void operator()(std::int64_t i) const {
    sums[i] = __fmaf_rn(values[i], values[i], sums[i]);
  }
};

struct TakeRoot {
  float* sums;
  __device__ void operator()(std::int64_t i) const { sums[i] = __fsqrt_rn(sums[i]); }
};

}  // namespace

void filter_x(const float* in, float* out, std::int64_t width, std::int64_t rows,
              const DeviceRow& row, ConvolutionEdges edges, cudaStream_t stream) {
  // A power of two that divides the block, at least a warp.
  unsigned columns = 32;
  while (columns < kThreadsX && columns * 4 < width) columns *= 2;
  const unsigned lines = kThreadsX / columns;
  const std::int64_t segments = (width + columns * 4 - 1) / (columns * 4);
  const std::int64_t groups = (rows + lines - 1) / lines;
  // Reads of a window run past the apron by less than 8.
  const int pitch = static_cast<int>(columns) * 4 + (row.taps + 3) / 4 * 4 + 8;
  filter_x_kernel<<<static_cast<unsigned>(segments * groups), dim3(columns, lines),
                    lines* static_cast<std::size_t>(pitch) * sizeof(float), stream>>>(
      in, out, width, rows, segments, row, edges, pitch);
  check(cudaGetLastError(), "convolving on the GPU");
}

void filter_y(const float* in, float* out, std::int64_t width, std::int64_t height,
              std::int64_t planes, const DeviceRow& row, ConvolutionEdges edges,
              cudaStream_t stream) {
  filter_strided(in, out, {width, height, height, planes}, row, edges, stream);
}

void filter_z(const float* in, float* out, std::int64_t plane, std::int64_t planes,
              const DeviceRow& row, cudaStream_t stream) {
  filter_strided(in, out, {plane, planes, planes + row.taps - 1, 1}, row,
                 ConvolutionEdges::kNearest, stream);
}

void filter_full(const float* in, float* out, std::int64_t width, std::int64_t height,
                 std::int64_t planes, const DeviceKernel& kernel, ConvolutionEdges edges,
                 cudaStream_t stream) {
  const std::int64_t tiles_x = (width + kFullWidth - 1) / kFullWidth;
  const std::int64_t tiles_y = (height + kFullHeight - 1) / kFullHeight;
  const int pitch = kFullWidth + (kernel.width + 3) / 4 * 4 + 8;
  const auto bytes =
      static_cast<std::size_t>(pitch * (kFullHeight + kernel.height)) * sizeof(float);
  filter_full_kernel<<<static_cast<unsigned>(tiles_x * tiles_y * planes), kFullThreads, bytes,
                       stream>>>(in, out, width, height, tiles_x, tiles_y, kernel, edges, pitch);
  check(cudaGetLastError(), "convolving on the GPU");
}

void to_floats(const void* pixels, PixelType type, std::int64_t count, float* values,
               cudaStream_t stream) {
  with_pixel_type(type, [&](auto pixel) {
    using Pixel = decltype(pixel);
    for_each(count, stream, ToFloat<Pixel>{static_cast<const Pixel*>(pixels), values});
  });
}

void from_floats(const float* values, PixelType type, std::int64_t count, void* pixels,
                 cudaStream_t stream) {
  with_pixel_type(type, [&](auto pixel) {
    using Pixel = decltype(pixel);
    for_each(count, stream, FromFloat<Pixel>{values, static_cast<Pixel*>(pixels)});
  });
}

void add_squares(const float* values, std::int64_t count, float* sums, cudaStream_t stream) {
  for_each(count, stream, AddSquare{values, sums});
}

void take_roots(std::int64_t count, float* sums, cudaStream_t stream) {
  for_each(count, stream, TakeRoot{sums});
}

}  // namespace bitvox::cuda
