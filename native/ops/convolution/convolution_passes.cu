// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "cuda/cuda_check.hpp"
#include "ops/convolution/convolution_passes.cuh"

namespace bitvox::cuda {
namespace {

constexpr int kMostTaps = 264;  // kLongestRow with what leads and follows, in groups of 4

// As bitvox::border_index. Indices are at most a kernel's reach and a group beyond the faces.
__device__ int index_beyond(int index, int length, ConvolutionEdges edges) {
  if (edges == ConvolutionEdges::kNearest) return index < 0 ? 0 : length - 1;
  if (edges == ConvolutionEdges::kZero) return -1;
  const bool mirror = edges == ConvolutionEdges::kMirror;
  const unsigned period = static_cast<unsigned>(length) * (mirror ? 2U : 1U);
  // Before 0: counted from the end of a period.
  const unsigned phase = index >= 0 ? static_cast<unsigned>(index) % period
                                    : period - 1 - static_cast<unsigned>(-1 - index) % period;
  return static_cast<int>(phase < static_cast<unsigned>(length) ? phase : period - 1 - phase);
}

__device__ int index_on_gpu(int index, int length, ConvolutionEdges edges) {
  return index >= 0 && index < length ? index : index_beyond(index, length, edges);
}

__device__ float4 load4(const float* from) { return *reinterpret_cast<const float4*>(from); }

// Pixels x .. x + 3 of a row of `width`, by the border rule. Rows are aligned if kAligned.
template <bool kAligned>
__device__ float4 load_row4(const float* row, int x, int width, ConvolutionEdges edges) {
  if (x >= 0 && x + 4 <= width) {
    return kAligned ? load4(row + x) : make_float4(row[x], row[x + 1], row[x + 2], row[x + 3]);
  }
  float values[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int at = index_on_gpu(x + i, width, edges);
    values[i] = at < 0 ? 0.0F : row[at];
  }
  return make_float4(values[0], values[1], values[2], values[3]);
}

// Taps kFirst .. kEnd - 1 of four on kOutputs neighbouring outputs; window[i] lies under tap 0 of
// output i.
template <int kFirst, int kEnd, int kOutputs, int kWindow>
__device__ void add_taps(const float4 coefficients, const float (&window)[kWindow],
                         float (&sums)[kOutputs]) {
  static_assert(kWindow >= kEnd + kOutputs - 1);
  const float c[4] = {coefficients.x, coefficients.y, coefficients.z, coefficients.w};
#pragma unroll
  for (int tap = kFirst; tap < kEnd; ++tap) {
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

// Adds the taps first .. end - 1 to kOutputs neighbouring outputs of each target, four at a time;
// first is 0 to 3, and 0 where end < 4. read(i) gives the four values i, i + 1, i + 2, i + 3, for
// multiples of 4.
template <int kOutputs, class Read, class... Targets>
__device__ void add_row(int first, int end, const Read& read, Targets... targets) {
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
  const auto advance = [&] {
    tap += 4;
#pragma unroll
    for (int i = 0; i < kOutputs; ++i) window[i] = window[i + 4];
    if (tap < end) fill(kOutputs, tap + kOutputs);
  };
  if (first > 0) {
    if (first == 1) (add_taps<1, 4>(load4(targets.coefficients), window, targets.sums), ...);
    if (first == 2) (add_taps<2, 4>(load4(targets.coefficients), window, targets.sums), ...);
    if (first == 3) (add_taps<3, 4>(load4(targets.coefficients), window, targets.sums), ...);
    advance();
  }
#pragma unroll(kWindow / 4)  // as many as the window has groups: then nothing moves
  while (tap + 4 <= end) {
    (add_taps<0, 4>(load4(targets.coefficients + tap), window, targets.sums), ...);
    advance();
  }
  if (end - tap == 1)
    (add_taps<0, 1>(load4(targets.coefficients + tap), window, targets.sums), ...);
  if (end - tap == 2)
    (add_taps<0, 2>(load4(targets.coefficients + tap), window, targets.sums), ...);
  if (end - tap == 3)
    (add_taps<0, 3>(load4(targets.coefficients + tap), window, targets.sums), ...);
}

// Coefficients to shared memory, the first at `first`.
__device__ void share_coefficients(float* shared, const DeviceRow& row, int first, int thread,
                                   int threads) {
  for (int i = thread; i < row.taps; i += threads) shared[first + i] = row.coefficients[i];
}

// A tile begins at a whole group of four before its outputs: so many floats before the first tap.
__device__ int lead(int reach) { return (4 - reach % 4) % 4; }

// ---- Along x -----------------------------------------------------------------------------------

constexpr int kThreadsX = 256;

// Four outputs a thread; a block takes segments of blockDim.y rows with their aprons.
template <bool kAligned>
__global__ void __launch_bounds__(kThreadsX, 4)
    filter_x_kernel(const float* in, float* out, int width, std::int64_t rows, unsigned segments,
                    DeviceRow row, ConvolutionEdges edges, int pitch) {
  extern __shared__ float4 shared[];
  __shared__ alignas(16) float coefficients[kMostTaps];
  const int reach = row.taps / 2;
  const int before = lead(reach);
  const auto columns = static_cast<int>(blockDim.x);
  const auto column = static_cast<int>(threadIdx.x);
  float4* const mine = shared + static_cast<int>(threadIdx.y) * pitch / 4;
  const unsigned group = blockIdx.x / segments;
  const std::int64_t y = static_cast<std::int64_t>(group) * blockDim.y + threadIdx.y;
  const int first = static_cast<int>(blockIdx.x - group * segments) * columns * 4;
  const int start = first - reach - before;
  const int end = min(first + columns * 4, width) + reach;
  if (y < rows) {
    const float* const from = in + y * width;
    for (int i = column; start + 4 * i < end; i += columns) {
      mine[i] = load_row4<kAligned>(from, start + 4 * i, width, edges);
    }
  }
  share_coefficients(coefficients, row, before, static_cast<int>(threadIdx.y) * columns + column,
                     kThreadsX);
  __syncthreads();
  const int x = first + 4 * column;
  if (y >= rows || x >= width) {
    return;
  }
  float sums[4] = {};
  add_row<4>(
      before, before + row.taps, [&](int i) { return mine[column + i / 4]; },
      Target<4>{coefficients, sums});
  float* const to = out + y * width + x;
  if constexpr (kAligned) {
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
template <int kColumns, bool kAligned>
__global__ void __launch_bounds__(kThreadsStrided)
    filter_strided_kernel(const float* in, float* out, Strided shape, unsigned axis_tiles,
                          unsigned column_tiles, DeviceRow row, ConvolutionEdges edges) {
  constexpr int kOutputs = 8;
  constexpr int kGroups = kColumns / 4;  // loads are of four columns
  constexpr int kLoadLines = kThreadsStrided / kGroups;
  constexpr int kLines = kThreadsStrided / kColumns;
  extern __shared__ float4 shared[];
  __shared__ alignas(16) float coefficients[kMostTaps];
  const int reach = row.taps / 2;
  const auto thread = static_cast<int>(threadIdx.x);

  const unsigned columns_done = blockIdx.x / axis_tiles;
  const int first = static_cast<int>(blockIdx.x - columns_done * axis_tiles) * kTileRows;
  const std::int64_t outer = columns_done / column_tiles;
  const std::int64_t first_x = static_cast<std::int64_t>(columns_done % column_tiles) * kColumns;
  const int length = static_cast<int>(shape.length);
  const int tile_rows = min(kTileRows, length - first);
  {
    const int group = thread % kGroups;
    const std::int64_t x = first_x + 4 * group;
    const auto left = static_cast<int>(min(shape.inner - x, std::int64_t{4}));
    const float* const from = in + outer * shape.in_length * shape.inner + x;
    // An expanded input has its apron; else the tile's may lie beyond the faces.
    const bool plain =
        shape.in_length != shape.length || (first >= reach && first + tile_rows + reach <= length);
    const int shift = shape.in_length != shape.length ? first : first - reach;
    const auto load = [&](std::int64_t at) {
      const float* const source = from + at * shape.inner;
      if (kAligned) return load4(source);
      return make_float4(source[0], left > 1 ? source[1] : 0.0F, left > 2 ? source[2] : 0.0F,
                         left > 3 ? source[3] : 0.0F);
    };
    if (left > 0 && plain) {
#pragma unroll 4
      for (int i = thread / kGroups; i < tile_rows + 2 * reach; i += kLoadLines) {
        shared[i * kGroups + group] = load(shift + i);
      }
    } else if (left > 0) {
      for (int i = thread / kGroups; i < tile_rows + 2 * reach; i += kLoadLines) {
        const int at = index_on_gpu(shift + i, length, edges);
        shared[i * kGroups + group] = at < 0 ? make_float4(0, 0, 0, 0) : load(at);
      }
    }
  }
  share_coefficients(coefficients, row, 0, thread, kThreadsStrided);
  __syncthreads();
  const int line = thread / kColumns;
  const int column = thread % kColumns;
  if (first_x + column >= shape.inner) {
    return;
  }
  const float* const tile = reinterpret_cast<const float*>(shared);
  float* const to = out + (outer * shape.length + first) * shape.inner + first_x + column;
  for (int start = line * kOutputs; start < tile_rows; start += kLines * kOutputs) {
    float sums[kOutputs] = {};
    const float* const base = tile + start * kColumns + column;
    const auto read = [&](int i) {
      const float* const at = base + i * kColumns;
      return make_float4(at[0], at[kColumns], at[2 * kColumns], at[3 * kColumns]);
    };
    add_row<kOutputs>(0, row.taps, read, Target<kOutputs>{coefficients, sums});
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
             stream>>>(in, out, shape, static_cast<unsigned>(axis_tiles),
                       static_cast<unsigned>(column_tiles), row, edges);
  };
  const bool aligned = shape.inner % 4 == 0;
  constexpr int kMostTapsOfWideTiles = 33;  // 64 columns then take 44 KB
  if (row.taps <= kMostTapsOfWideTiles) {
    launch(aligned ? filter_strided_kernel<64, true> : filter_strided_kernel<64, false>, 64);
  } else {
    launch(aligned ? filter_strided_kernel<32, true> : filter_strided_kernel<32, false>, 32);
  }
  check(cudaGetLastError(), "convolving on the GPU");
}

// ---- Full kernels ------------------------------------------------------------------------------

constexpr int kFullThreadsX = 16;
constexpr int kFullThreadsY = 8;
constexpr int kFullThreads = kFullThreadsX * kFullThreadsY;
constexpr int kFullWidth = 4 * kFullThreadsX;   // four outputs a thread along x
constexpr int kFullHeight = 2 * kFullThreadsY;  // two along y
constexpr int kCoefficientPitch = 36;           // with what leads

// A block takes a tile of one plane of the output, and adds plane after plane of the kernel.
template <bool kAligned>
__global__ void __launch_bounds__(kFullThreads)
    filter_full_kernel(const float* in, float* out, int width, int height, int tiles_x, int tiles_y,
                       DeviceKernel kernel, ConvolutionEdges edges, int pitch) {
  extern __shared__ float4 shared[];
  __shared__ alignas(16) float coefficients[kLargestSide * kCoefficientPitch];
  const auto tx = static_cast<int>(threadIdx.x) % kFullThreadsX;
  const auto ty = static_cast<int>(threadIdx.x) / kFullThreadsX;
  const unsigned rows_done = blockIdx.x / tiles_x;
  const int first_x = static_cast<int>(blockIdx.x - rows_done * tiles_x) * kFullWidth;
  const int first_y = static_cast<int>(rows_done % tiles_y) * kFullHeight;
  const std::int64_t z = rows_done / tiles_y;
  const int before = lead(kernel.width / 2);
  const int start_x = first_x - kernel.width / 2 - before;
  const int end_x = min(first_x + kFullWidth, width) + kernel.width / 2;
  const int groups = (end_x - start_x + 3) / 4;
  const int start_y = first_y - kernel.height / 2;
  const int tile_height = min(kFullHeight, height - first_y) + kernel.height - 1;
  const std::int64_t plane_floats = static_cast<std::int64_t>(width) * height;

  float upper[4] = {};
  float lower[4] = {};
  for (int dz = 0; dz < kernel.depth; ++dz) {
    __syncthreads();
    const float* const plane = in + (z + dz) * plane_floats;
    for (int i = static_cast<int>(threadIdx.x); i < tile_height * groups; i += kFullThreads) {
      const int j = i / groups;
      const int group = i - j * groups;
      const int y = index_on_gpu(start_y + j, height, edges);
      const float* const row = plane + static_cast<std::int64_t>(y) * width;
      shared[j * pitch + group] = y < 0
                                      ? make_float4(0, 0, 0, 0)
                                      : load_row4<kAligned>(row, start_x + 4 * group, width, edges);
    }
    const float* const layer = kernel.coefficients + dz * kernel.height * kernel.width;
    for (int i = static_cast<int>(threadIdx.x); i < kernel.height * kernel.width;
         i += kFullThreads) {
      coefficients[i / kernel.width * kCoefficientPitch + before + i % kernel.width] = layer[i];
    }
    __syncthreads();
    // Row j of the window is row j of the kernel for the upper output, row j - 1 for the lower.
    const float4* const window = shared + 2 * ty * pitch + tx;
    const int end = before + kernel.width;
    for (int j = 0; j <= kernel.height; ++j) {
      const auto read = [&](int i) { return window[j * pitch + i / 4]; };
      const Target<4> for_upper{coefficients + j * kCoefficientPitch, upper};
      const Target<4> for_lower{coefficients + (j - 1) * kCoefficientPitch, lower};
      if (j == 0) {
        add_row<4>(before, end, read, for_upper);
      } else if (j == kernel.height) {
        add_row<4>(before, end, read, for_lower);
      } else {
        add_row<4>(before, end, read, for_upper, for_lower);
      }
    }
  }
  const int x = first_x + 4 * tx;
  const int y = first_y + 2 * ty;
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

namespace {
// Floats of a tile's row beyond its outputs: what leads, the apron, and what a window reads ahead.
int tile_margin(int taps) { return (taps + 3) / 4 * 4 + 12; }
}  // namespace

void filter_x(const float* in, float* out, std::int64_t width, std::int64_t rows,
              const DeviceRow& row, ConvolutionEdges edges, cudaStream_t stream) {
  // A power of two that divides the block, at least a warp.
  unsigned columns = 32;
  while (columns < kThreadsX && columns * 4 < width) columns *= 2;
  const unsigned lines = kThreadsX / columns;
  const std::int64_t segments = (width + columns * 4 - 1) / (columns * 4);
  const std::int64_t groups = (rows + lines - 1) / lines;
  const int pitch = static_cast<int>(columns) * 4 + tile_margin(row.taps);
  const auto kernel = width % 4 == 0 ? filter_x_kernel<true> : filter_x_kernel<false>;
  kernel<<<static_cast<unsigned>(segments * groups), dim3(columns, lines),
           lines* static_cast<std::size_t>(pitch) * sizeof(float), stream>>>(
      in, out, static_cast<int>(width), rows, static_cast<unsigned>(segments), row, edges, pitch);
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
  const int pitch = (kFullWidth + tile_margin(kernel.width)) / 4;
  const auto bytes =
      static_cast<std::size_t>(pitch * (kFullHeight + kernel.height)) * sizeof(float4);
  const auto kernel_function =
      width % 4 == 0 ? filter_full_kernel<true> : filter_full_kernel<false>;
  kernel_function<<<static_cast<unsigned>(tiles_x * tiles_y * planes), kFullThreads, bytes,
                    stream>>>(in, out, static_cast<int>(width), static_cast<int>(height),
                              static_cast<unsigned>(tiles_x), static_cast<unsigned>(tiles_y),
                              kernel, edges, pitch);
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
