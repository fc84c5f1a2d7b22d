// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "cuda/launch.hpp"
#include "cuda/warp.cuh"
#include "ops/register_mi/register_mi_kernels.cuh"
#include "ops/register_mi/register_mi_lookup.cuh"

namespace bitvox::register_mi {
namespace {

constexpr int kThreads = 256;
constexpr int kCountThreads = 512;
using cuda::kAllLanes;
using cuda::kWarp;
constexpr unsigned kNoKey = 0xffffffffU;

// A block counts a part of the points for one map in shared memory.
template <class Pixel>
__global__ void __launch_bounds__(kCountThreads)
    count_pairs_kernel(const Pixel* in, Shape shape, DevicePoints points, std::int64_t per_block,
                       BinScale scale, const PointMap* maps, std::uint32_t* tables) {
  extern __shared__ std::uint32_t table[];
  __shared__ PointMap map;
  constexpr unsigned kParts = sizeof(PointMap) / sizeof(float);
  if (threadIdx.x < kParts) {
    reinterpret_cast<float*>(&map)[threadIdx.x] =
        reinterpret_cast<const float*>(maps + blockIdx.y)[threadIdx.x];
  }
  const int cells = scale.bins * scale.bins;
  for (int i = static_cast<int>(threadIdx.x); i < cells; i += kCountThreads) table[i] = 0;
  __syncthreads();
  const std::int64_t begin = blockIdx.x * per_block;
  const std::int64_t end = min(points.count, begin + per_block);
  // Every lane of a warp takes part in every turn.
  for (std::int64_t first = begin; first < end; first += kCountThreads) {
    const std::int64_t i = first + threadIdx.x;
    unsigned key = kNoKey;
    if (i < end) {
      const Place place(map, points.x[i], points.y[i], points.z[i]);
      const std::uint8_t point_bin = points.bins[i];
      if (place.inside(shape) && point_bin != kNoBin) {
        const float v = linear(in, shape, place);
        if (v == v) key = static_cast<unsigned>(point_bin * scale.bins + bin_of(v, scale));
      }
    }
    // Most of an image is background: the lanes that agree with the first are added at once.
    const unsigned leader = __shfl_sync(kAllLanes, key, 0);
    const unsigned same = __ballot_sync(kAllLanes, key == leader);
    if (key != kNoKey) {
      if (key != leader) {
        atomicAdd(table + key, 1U);
      } else if (cuda::this_lane() == 0) {
        atomicAdd(table + key, static_cast<unsigned>(__popc(same)));
      }
    }
  }
  __syncthreads();
  std::uint32_t* const total = tables + static_cast<std::int64_t>(blockIdx.y) * cells;
  for (int i = static_cast<int>(threadIdx.x); i < cells; i += kCountThreads) {
    if (table[i] != 0) atomicAdd(total + i, table[i]);
  }
}

// A block for each table.
__global__ void __launch_bounds__(kThreads)
    sum_tables_kernel(std::uint32_t* tables, int bins, const std::int64_t* logs, MatchSums* sums) {
  __shared__ unsigned rows[kMostBins];
  __shared__ unsigned columns[kMostBins];
  __shared__ long long totals[3][kThreads / kWarp];
  const auto thread = static_cast<int>(threadIdx.x);
  for (int i = thread; i < bins; i += kThreads) rows[i] = columns[i] = 0;
  __syncthreads();
  std::uint32_t* const table = tables + static_cast<std::int64_t>(blockIdx.x) * bins * bins;
  long long pairs = 0;
  long long of_table = 0;
  long long of_sides = 0;
  for (int i = thread; i < bins * bins; i += kThreads) {
    const std::uint32_t n = table[i];
    if (n == 0) continue;
    table[i] = 0;
    pairs += n;
    of_table += n_log_n(n, logs);
    atomicAdd(rows + i / bins, n);
    atomicAdd(columns + i % bins, n);
  }
  __syncthreads();
  for (int i = thread; i < bins; i += kThreads) {
    of_sides += n_log_n(rows[i], logs) + n_log_n(columns[i], logs);
  }
  pairs = cuda::warp_sum(pairs);
  of_table = cuda::warp_sum(of_table);
  of_sides = cuda::warp_sum(of_sides);
  if (cuda::this_lane() == 0) {
    totals[0][thread / kWarp] = pairs;
    totals[1][thread / kWarp] = of_table;
    totals[2][thread / kWarp] = of_sides;
  }
  __syncthreads();
  if (thread == 0) {
    MatchSums all;
    for (int warp = 0; warp < kThreads / kWarp; ++warp) {
      all.pairs += totals[0][warp];
      all.of_table += totals[1][warp];
      all.n_log_n += totals[1][warp] - totals[2][warp];
    }
    sums[blockIdx.x] = all;
  }
}

}  // namespace

void count_pairs(const DeviceVolume& in, const DevicePoints& points, const BinScale& scale,
                 const PointMap* maps, int map_count, std::uint32_t* tables,
                 const cuda::Stream& stream) {
  // Blocks for every multiprocessor, but enough points for each to be worth a table.
  constexpr std::int64_t kBlocksPerMultiprocessor = 8;
  constexpr std::int64_t kFewestPoints = 2048;
  const std::int64_t wanted = kBlocksPerMultiprocessor * cuda::multiprocessors();
  const std::int64_t most =
      std::max((points.count * map_count + wanted - 1) / wanted, kFewestPoints);
  const std::int64_t blocks = (points.count + most - 1) / most;  // of a map, with equal parts
  const std::int64_t turns = (points.count + blocks * kCountThreads - 1) / (blocks * kCountThreads);
  const std::int64_t per_block = turns * kCountThreads;
  const dim3 grid(static_cast<unsigned>((points.count + per_block - 1) / per_block),
                  static_cast<unsigned>(map_count));
  const auto bytes = static_cast<std::size_t>(scale.bins * scale.bins) * sizeof(std::uint32_t);
  with_pixel_type(in.type, [&](auto pixel) {
    using Pixel = decltype(pixel);
    const auto kernel = count_pairs_kernel<Pixel>;
    cuda::allow_shared_bytes(kernel, bytes);
    cuda::launch(kernel, {grid, kCountThreads, bytes}, stream, static_cast<const Pixel*>(in.pixels),
                 in.shape, points, per_block, scale, maps, tables);
  });
}

void sum_tables(std::uint32_t* tables, int map_count, int bins, const std::int64_t* logs,
                MatchSums* sums, const cuda::Stream& stream) {
  cuda::launch(sum_tables_kernel, {static_cast<unsigned>(map_count), kThreads}, stream, tables,
               bins, logs, sums);
}

}  // namespace bitvox::register_mi
