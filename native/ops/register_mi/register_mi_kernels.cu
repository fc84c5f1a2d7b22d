// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <type_traits>

#include "cuda/cuda_check.hpp"
#include "ops/register_mi/register_mi_kernels.cuh"

namespace bitvox::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kCountThreads = 512;
constexpr unsigned kAllLanes = 0xffffffffU;
constexpr unsigned kNoKey = 0xffffffffU;

unsigned blocks_for(std::int64_t count) {
  return static_cast<unsigned>((count + kThreads - 1) / kThreads);
}

// ---- Looking up: the same operations in the same order as on the CPU ---------------------------

// A mapped place in a volume.
struct Place {
  float x;
  float y;
  float z;

  __device__ Place(const PointMap& map, float from_x, float from_y, float from_z)
      : x((map.xx * from_x + map.xy * from_y) + map.x0),
        y((map.yx * from_x + map.yy * from_y) + map.y0),
        z(from_z + map.z0) {}

  __device__ bool inside(const Shape& shape) const {
    return x >= 0 && x <= static_cast<float>(shape.width - 1) && y >= 0 &&
           y <= static_cast<float>(shape.height - 1) && z >= 0 &&
           z <= static_cast<float>(shape.depth - 1);
  }
};

template <class Pixel>
__device__ float along_x(const Pixel* pixel, int next, float part) {
  const auto a = static_cast<float>(__ldg(pixel));
  const auto b = static_cast<float>(__ldg(pixel + next));
  return a + (b - a) * part;
}

// At a place inside.
template <class Pixel>
__device__ float linear(const Pixel* pixels, const Shape& shape, const Place& place) {
  const auto x = static_cast<int>(place.x);
  const auto y = static_cast<int>(place.y);
  const auto z = static_cast<int>(place.z);
  const float part_x = place.x - static_cast<float>(x);
  const float part_y = place.y - static_cast<float>(y);
  const float part_z = place.z - static_cast<float>(z);
  const std::int64_t slice = shape.width * shape.height;
  const Pixel* const pixel = pixels + (z * slice + y * shape.width + x);
  const int next_x = x < shape.width - 1 ? 1 : 0;
  const std::int64_t next_y = y < shape.height - 1 ? shape.width : 0;
  const std::int64_t next_z = z < shape.depth - 1 ? slice : 0;
  const float a = along_x(pixel, next_x, part_x);
  const float b = along_x(pixel + next_y, next_x, part_x);
  const float c = along_x(pixel + next_z, next_x, part_x);
  const float d = along_x(pixel + next_z + next_y, next_x, part_x);
  const float front = a + (b - a) * part_y;
  const float back = c + (d - c) * part_y;
  return front + (back - front) * part_z;
}

template <class Pixel>
__device__ Pixel nearest(const Pixel* pixels, const Shape& shape, const Place& place) {
  const auto voxel = [](float at) { return static_cast<std::int64_t>(floorf(at + 0.5F)); };
  return pixels[(voxel(place.z) * shape.height + voxel(place.y)) * shape.width + voxel(place.x)];
}

// Half up, clamped, NaN to 0; as floats unchanged, but for the bits of NaN.
template <class Pixel>
__device__ Pixel rounded(float value) {
  if constexpr (std::is_same_v<Pixel, float>) {
    return isnan(value) ? nanf("") : value;
  } else {
    constexpr float kLargest = static_cast<Pixel>(-1);
    const float low = value > 0 ? value : 0;
    const float cut = low < kLargest ? low : kLargest;
    return static_cast<Pixel>(static_cast<int>(cut + 0.5F));
  }
}

// ---- Kernels -----------------------------------------------------------------------------------

template <class Pixel>
__global__ void __launch_bounds__(kThreads)
    halve_kernel(const Pixel* in, Shape shape, LevelFactors by, Shape small, float* out) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= small.width * small.height * small.depth) return;
  const std::int64_t x = i % small.width * by.x;
  const std::int64_t y = i / small.width % small.height * by.y;
  const std::int64_t z = i / small.width / small.height * by.z;
  float sum = 0;
  for (std::int64_t dz = 0; dz < by.z; ++dz) {
    for (std::int64_t dy = 0; dy < by.y; ++dy) {
      const Pixel* const row = in + ((z + dz) * shape.height + y + dy) * shape.width + x;
      for (std::int64_t dx = 0; dx < by.x; ++dx) sum += static_cast<float>(row[dx]);
    }
  }
  out[i] = sum * (1.0F / static_cast<float>(by.x * by.y * by.z));
}

template <class Pixel>
__global__ void __launch_bounds__(kThreads)
    values_kernel(const Pixel* in, Shape shape, DevicePoints points, float* values) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= points.count) return;
  const Place place(PointMap{1, 0, 0, 0, 1, 0, 0}, points.x[i], points.y[i], points.z[i]);
  values[i] = linear(in, shape, place);
}

__global__ void __launch_bounds__(kThreads) place_points_kernel(PointGrid grid, float* places) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  const std::int64_t count = grid.count();
  if (i >= count) return;
  const GridPoint point = point_of_cell(grid, i);
  places[i] = point.x;
  places[count + i] = point.y;
  places[2 * count + i] = point.z;
}

// The bin of a number.
__device__ int bin_of(float value, const BinScale& scale) {
  const float raised = value > scale.low ? value : scale.low;
  const float cut = raised < scale.high ? raised : scale.high;
  return min(static_cast<int>((cut - scale.low) * scale.per_value), scale.bins - 1);
}

__global__ void __launch_bounds__(kThreads)
    bins_kernel(const float* values, std::int64_t count, BinScale scale, std::uint8_t* bins,
                unsigned long long* total) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  const bool there = i < count && values[i] == values[i];
  if (i < count) {
    bins[i] = there ? static_cast<std::uint8_t>(bin_of(values[i], scale)) : kNoBin;
  }
  const int in_block = __syncthreads_count(there ? 1 : 0);
  if (threadIdx.x == 0) atomicAdd(total, static_cast<unsigned long long>(in_block));
}

// A block counts a part of the points for one map in shared memory.
template <class Pixel>
__global__ void __launch_bounds__(kCountThreads)
    count_pairs_kernel(const Pixel* in, Shape shape, DevicePoints points, std::int64_t per_block,
                       BinScale scale, const PointMap* maps, std::uint32_t* tables) {
  extern __shared__ std::uint32_t table[];
  const int cells = scale.bins * scale.bins;
  for (int i = static_cast<int>(threadIdx.x); i < cells; i += kCountThreads) table[i] = 0;
  __syncthreads();
  const PointMap map = maps[blockIdx.y];
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
      } else if (threadIdx.x % 32 == 0) {
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

__device__ long long warp_sum(long long value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(kAllLanes, value, step);
  return value;
}

// A block for each table.
__global__ void __launch_bounds__(kThreads)
    sum_tables_kernel(std::uint32_t* tables, int bins, const std::int64_t* logs, MatchSums* sums) {
  __shared__ unsigned rows[kMostRegisterBins];
  __shared__ unsigned columns[kMostRegisterBins];
  __shared__ long long totals[2][kThreads / 32];
  const auto thread = static_cast<int>(threadIdx.x);
  for (int i = thread; i < bins; i += kThreads) rows[i] = columns[i] = 0;
  __syncthreads();
  std::uint32_t* const table = tables + static_cast<std::int64_t>(blockIdx.x) * bins * bins;
  long long pairs = 0;
  long long sum = 0;
  for (int i = thread; i < bins * bins; i += kThreads) {
    const std::uint32_t n = table[i];
    if (n == 0) continue;
    table[i] = 0;
    pairs += n;
    sum += n_log_n(n, logs);
    atomicAdd(rows + i / bins, n);
    atomicAdd(columns + i % bins, n);
  }
  __syncthreads();
  for (int i = thread; i < bins; i += kThreads) {
    sum -= n_log_n(rows[i], logs) + n_log_n(columns[i], logs);
  }
  pairs = warp_sum(pairs);
  sum = warp_sum(sum);
  if (thread % 32 == 0) {
    totals[0][thread / 32] = pairs;
    totals[1][thread / 32] = sum;
  }
  __syncthreads();
  if (thread == 0) {
    MatchSums all;
    for (int warp = 0; warp < kThreads / 32; ++warp) {
      all.pairs += totals[0][warp];
      all.n_log_n += totals[1][warp];
    }
    sums[blockIdx.x] = all;
  }
}

template <class Pixel>
__global__ void __launch_bounds__(kThreads)
    resample_kernel(const Pixel* in, Shape shape, Resampling how, std::int64_t first,
                    std::int64_t count, Pixel* out, unsigned long long* inside) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  bool found = false;
  if (i < count) {
    const std::int64_t voxel = first + i;
    const std::int64_t row = voxel / how.shape.width;
    const Place place(how.map, static_cast<float>(voxel % how.shape.width),
                      static_cast<float>(row % how.shape.height),
                      static_cast<float>(row / how.shape.height));
    found = place.inside(shape);
    out[i] = !found ? rounded<Pixel>(how.fill)
             : how.interpolation == Interpolation::kNearest
                 ? nearest(in, shape, place)
                 : rounded<Pixel>(linear(in, shape, place));
  }
  const int in_block = __syncthreads_count(found ? 1 : 0);
  if (threadIdx.x == 0 && in_block != 0) {
    atomicAdd(inside, static_cast<unsigned long long>(in_block));
  }
}

int multiprocessors() {
  int count = 0;
  check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0),
        "asking for the GPU's properties");
  return count;
}

}  // namespace

void halve(const DeviceVolume& in, const LevelFactors& by, float* out, cudaStream_t stream) {
  const Shape small = level_shape(in.shape, by);
  with_pixel_type(in.type, [&](auto pixel) {
    using Pixel = decltype(pixel);
    halve_kernel<<<blocks_for(small.voxel_count()), kThreads, 0, stream>>>(
        static_cast<const Pixel*>(in.pixels), in.shape, by, small, out);
  });
  check(cudaGetLastError(), "halving on the GPU");
}

void place_points(const PointGrid& grid, float* places, cudaStream_t stream) {
  place_points_kernel<<<blocks_for(grid.count()), kThreads, 0, stream>>>(grid, places);
  check(cudaGetLastError(), "placing points on the GPU");
}

void bins_of(const float* values, std::int64_t count, const BinScale& scale, std::uint8_t* bins,
             unsigned long long* total, cudaStream_t stream) {
  bins_kernel<<<blocks_for(count), kThreads, 0, stream>>>(values, count, scale, bins, total);
  check(cudaGetLastError(), "finding bins on the GPU");
}

void values_at(const DeviceVolume& in, const DevicePoints& points, float* values,
               cudaStream_t stream) {
  with_pixel_type(in.type, [&](auto pixel) {
    using Pixel = decltype(pixel);
    values_kernel<<<blocks_for(points.count), kThreads, 0, stream>>>(
        static_cast<const Pixel*>(in.pixels), in.shape, points, values);
  });
  check(cudaGetLastError(), "reading values on the GPU");
}

void count_pairs(const DeviceVolume& in, const DevicePoints& points, const BinScale& scale,
                 const PointMap* maps, int map_count, std::uint32_t* tables, cudaStream_t stream) {
  // Blocks for every multiprocessor, but enough points for each to be worth a table.
  constexpr std::int64_t kBlocksPerMultiprocessor = 8;
  constexpr std::int64_t kFewestPoints = 4096;
  const std::int64_t wanted = kBlocksPerMultiprocessor * multiprocessors();
  const std::int64_t turns =
      std::max(points.count * map_count / wanted, kFewestPoints) / kCountThreads;
  const std::int64_t per_block = turns * kCountThreads;
  const dim3 grid(static_cast<unsigned>((points.count + per_block - 1) / per_block),
                  static_cast<unsigned>(map_count));
  const auto bytes = static_cast<std::size_t>(scale.bins * scale.bins) * sizeof(std::uint32_t);
  with_pixel_type(in.type, [&](auto pixel) {
    using Pixel = decltype(pixel);
    const auto kernel = count_pairs_kernel<Pixel>;
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)),
          "setting the size of shared memory");
    kernel<<<grid, kCountThreads, bytes, stream>>>(static_cast<const Pixel*>(in.pixels), in.shape,
                                                   points, per_block, scale, maps, tables);
  });
  check(cudaGetLastError(), "counting pairs on the GPU");
}

void sum_tables(std::uint32_t* tables, int map_count, int bins, const std::int64_t* logs,
                MatchSums* sums, cudaStream_t stream) {
  sum_tables_kernel<<<static_cast<unsigned>(map_count), kThreads, 0, stream>>>(tables, bins, logs,
                                                                               sums);
  check(cudaGetLastError(), "summing up on the GPU");
}

void resample(const DeviceVolume& in, const Resampling& how, std::int64_t first, std::int64_t count,
              void* out, unsigned long long* inside, cudaStream_t stream) {
  with_pixel_type(in.type, [&](auto pixel) {
    using Pixel = decltype(pixel);
    resample_kernel<<<blocks_for(count), kThreads, 0, stream>>>(
        static_cast<const Pixel*>(in.pixels), in.shape, how, first, count, static_cast<Pixel*>(out),
        inside);
  });
  check(cudaGetLastError(), "resampling on the GPU");
}

}  // namespace bitvox::cuda
