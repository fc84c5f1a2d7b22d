// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "cuda/launch.hpp"
#include "ops/convolution/convolution_border.cuh"
#include "ops/convolution/convolution_passes.cuh"
#include "ops/convolution/convolution_taps.cuh"

// Along y and z: neighbouring threads take neighbouring columns.
namespace bitvox::convolution {
namespace {

// `outer` times `length` rows of `inner` floats; along the rows' index.
struct Strided {
  std::int64_t inner = 0;
  int length = 0;     // of the output
  int in_length = 0;  // of the input
  std::int64_t outer = 0;
  int start = 0;  // of the input, under the first tap of output 0; may be negative
};

// What a block takes: some columns, and `rows` of the outputs along them.
struct Cut {
  int rows = 0;
  unsigned pieces = 0;  // of `rows` along the axis
  unsigned column_blocks = 0;
};

struct Piece {
  std::int64_t first_column;
  int first;  // output
  int outputs;
  std::int64_t outer;
};

// Pieces that share an apron are neighbours in time.
__device__ Piece piece_of_block(const Strided& shape, const Cut& cut, int columns) {
  const unsigned rest = blockIdx.x / cut.column_blocks;
  const unsigned outer = rest / cut.pieces;
  const int first = static_cast<int>(rest - outer * cut.pieces) * cut.rows;
  return {static_cast<std::int64_t>(blockIdx.x - rest * cut.column_blocks) * columns, first,
          min(cut.rows, shape.length - first), outer};
}

unsigned blocks_of(const Strided& shape, const Cut& cut) {
  return static_cast<unsigned>(cut.column_blocks * cut.pieces * shape.outer);
}

// ---- Short rows --------------------------------------------------------------------------------

// Each thread marches along its column: a value goes, straight from memory, into all the sums that
// it belongs to, which move on by one register with every step.

constexpr int kMarchThreads = 128;
constexpr int kMostTaps = 65;  // as many sums as there are registers for

template <int kTaps>
constexpr int kAhead = kTaps <= 33 ? 16 : 8;  // steps between loading and use

template <int kTaps>
__global__ void __launch_bounds__(kMarchThreads)
    march_kernel(const float* in, float* out, Strided shape, Cut cut,
                 const __grid_constant__ DeviceRow row, Border edges) {
  constexpr int kBatch = kAhead<kTaps>;
  const Piece piece = piece_of_block(shape, cut, kMarchThreads);
  const std::int64_t column = piece.first_column + threadIdx.x;
  if (column >= shape.inner) {
    return;
  }
  const int steps = piece.outputs + kTaps - 1;
  const int start = piece.first + shape.start;
  const float* const from = in + piece.outer * shape.in_length * shape.inner + column;
  float* to = out + (piece.outer * shape.length + piece.first) * shape.inner + column;

  float ahead[kBatch] = {};
  const auto fetch = [&](int step) {
    const int begin = start + step;
    if (begin >= 0 && begin + kBatch <= shape.in_length) {
      const float* at = from + begin * shape.inner;
#pragma unroll
      for (int i = 0; i < kBatch; ++i, at += shape.inner) ahead[i] = *at;
      return;
    }
#pragma unroll
    for (int i = 0; i < kBatch; ++i) {
      const int at = step + i < steps ? index_on_gpu(begin + i, shape.in_length, edges) : -1;
      ahead[i] = at < 0 ? 0.0F : from[at * shape.inner];
    }
  };
  float sums[kTaps];  // sums[i] will be complete in i steps
#pragma unroll
  for (int i = 0; i < kTaps; ++i) sums[i] = 0;
  for (int step = -kBatch; step < steps; step += kBatch) {
    float values[kBatch];
#pragma unroll
    for (int i = 0; i < kBatch; ++i) values[i] = ahead[i];
    if (step + kBatch < steps) fetch(step + kBatch);
    if (step < 0) continue;  // the first values are on their way
#pragma unroll
    for (int i = 0; i < kBatch; ++i) {
      const float sum = __fmaf_rn(row.coefficients[kTaps - 1], values[i], sums[0]);
#pragma unroll
      for (int j = 0; j < kTaps - 1; ++j) {
        sums[j] = __fmaf_rn(row.coefficients[kTaps - 2 - j], values[i], sums[j + 1]);
      }
      if (step + i >= kTaps - 1 && step + i < steps) {
        *to = sum * row.scale;
        to += shape.inner;
      }
    }
  }
}

using MarchKernel = void (*)(const float*, float*, Strided, Cut, DeviceRow, Border);

template <int... kIndices>
MarchKernel march_kernel_for(int taps, std::integer_sequence<int, kIndices...>) {
  constexpr MarchKernel kKernels[] = {march_kernel<2 * kIndices + 1>...};
  return kKernels[taps / 2];
}

void march(const float* in, float* out, const Strided& shape, const DeviceRow& row, Border edges,
           const cuda::Stream& stream) {
  Cut cut;
  cut.column_blocks = static_cast<unsigned>((shape.inner + kMarchThreads - 1) / kMarchThreads);
  // Each march has an apron to read: no more of them than keep the GPU's memory busy.
  constexpr std::int64_t kBlocksEach = 4;
  const std::int64_t pieces =
      kBlocksEach * cuda::multiprocessors() / (cut.column_blocks * shape.outer);
  cut.rows = static_cast<int>((shape.length + pieces) / std::max<std::int64_t>(1, pieces));
  cut.rows = std::clamp(cut.rows, std::min(shape.length, row.taps), shape.length);
  cut.pieces = static_cast<unsigned>((shape.length + cut.rows - 1) / cut.rows);
  const MarchKernel kernel =
      march_kernel_for(row.taps, std::make_integer_sequence<int, kMostTaps / 2 + 1>());
  cuda::launch(kernel, {blocks_of(shape, cut), kMarchThreads}, stream, in, out, shape, cut, row,
               edges);
}

// ---- Long rows ---------------------------------------------------------------------------------

// A block takes a tile with its apron to shared memory.

constexpr int kTileColumns = 32;
constexpr int kTileLines = 8;  // threads along the axis
constexpr int kTileThreads = kTileColumns * kTileLines;
constexpr int kTileRows = kTileLines * kOutputs;

template <int kRest>
__global__ void __launch_bounds__(kTileThreads)
    filter_tiles_kernel(const float* in, float* out, Strided shape, Cut cut,
                        const __grid_constant__ DeviceRow row, Border edges) {
  extern __shared__ float tile[];
  const Piece piece = piece_of_block(shape, cut, kTileColumns);
  const auto column = static_cast<int>(threadIdx.x) % kTileColumns;
  const auto line = static_cast<int>(threadIdx.x) / kTileColumns;
  const bool there = piece.first_column + column < shape.inner;
  const float* const from =
      in + piece.outer * shape.in_length * shape.inner + piece.first_column + column;
  const int start = piece.first + shape.start;
  const int rows = piece.outputs + row.taps - 1;
  const auto load = [&](int i, int at) {
    tile[i * kTileColumns + column] = at < 0 || !there ? 0.0F : from[at * shape.inner];
  };
  if (start >= 0 && start + rows <= shape.in_length) {
#pragma unroll 8
    for (int i = line; i < rows; i += kTileLines) load(i, start + i);
  } else {
#pragma unroll 1
    for (int i = line; i < rows; i += kTileLines) {
      load(i, index_on_gpu(start + i, shape.in_length, edges));
    }
  }
  __syncthreads();
  const float* const window = tile + line * kOutputs * kTileColumns + column;
  float sums[kOutputs] = {};
  const auto read = [&](int i) {
    const float* const at = window + i * kTileColumns;
    return make_float4(at[0], at[kTileColumns], at[2 * kTileColumns], at[3 * kTileColumns]);
  };
  add_long_row<kRest, 0>(read, row, sums);
  const int first = line * kOutputs;
  float* const to = out + (piece.outer * shape.length + piece.first + first) * shape.inner +
                    piece.first_column + column;
#pragma unroll
  for (int i = 0; i < kOutputs; ++i) {
    if (there && first + i < piece.outputs) to[i * shape.inner] = sums[i] * row.scale;
  }
}

template <int... kIndices>
MarchKernel tiles_kernel_for(int rest, std::integer_sequence<int, kIndices...>) {
  constexpr MarchKernel kKernels[] = {filter_tiles_kernel<2 * kIndices + 1>...};
  return kKernels[rest / 2];
}

void filter_tiles(const float* in, float* out, const Strided& shape, const DeviceRow& row,
                  Border edges, const cuda::Stream& stream) {
  Cut cut;
  cut.rows = kTileRows;
  cut.pieces = static_cast<unsigned>((shape.length + kTileRows - 1) / kTileRows);
  cut.column_blocks = static_cast<unsigned>((shape.inner + kTileColumns - 1) / kTileColumns);
  constexpr int kSlack = 3;  // the last window's last group
  const auto bytes =
      static_cast<std::size_t>((kTileRows + row.taps - 1 + kSlack) * kTileColumns) * sizeof(float);
  cuda::launch(tiles_kernel_for(row.taps % kSection, RestIndices()),
               {blocks_of(shape, cut), kTileThreads, bytes}, stream, in, out, shape, cut, row,
               edges);
}

void filter_strided(const float* in, float* out, const Strided& shape, const DeviceRow& row,
                    Border edges, const cuda::Stream& stream) {
  if (row.taps <= kMostTaps) {
    march(in, out, shape, row, edges, stream);
  } else {
    filter_tiles(in, out, shape, row, edges, stream);
  }
}

}  // namespace

void filter_y(const float* in, float* out, std::int64_t width, std::int64_t height,
              std::int64_t planes, const DeviceRow& row, Border edges, const cuda::Stream& stream) {
  const auto length = static_cast<int>(height);
  filter_strided(in, out, {width, length, length, planes, -(row.taps / 2)}, row, edges, stream);
}

void filter_z(const float* in, float* out, std::int64_t plane, const OutputPlanes& planes,
              const DeviceRow& row, Border edges, const cuda::Stream& stream) {
  const Strided shape{plane, static_cast<int>(planes.count), static_cast<int>(planes.in_count), 1,
                      static_cast<int>(planes.first) - row.taps / 2};
  filter_strided(in, out, shape, row, edges, stream);
}

}  // namespace bitvox::convolution
