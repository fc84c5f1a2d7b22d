// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "core/memory/memory.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/launch.hpp"
#include "linear_systems/csr.hpp"

// Matrices of compressed sparse rows in the GPU's memory, and kernels of one thread a row.
namespace bitvox::sparse {

struct DeviceRows {
  std::int64_t rows = 0;
  std::int64_t entries = 0;
  cuda::DeviceBuffer<std::int64_t> starts;
  cuda::DeviceBuffer<std::int32_t> column;
  cuda::DeviceBuffer<double> value;
};

struct MatrixOnGpu {
  const Csr<double>* of;
  DeviceRows rows;
};

// What kernels see of it.
struct RowsView {
  const std::int64_t* starts;
  const std::int32_t* column;
  const double* value;

  RowsView(const DeviceRows& rows)
      : starts(rows.starts.get()), column(rows.column.get()), value(rows.value.get()) {}

  __device__ std::int64_t length(std::int64_t i) const { return starts[i + 1] - starts[i]; }
  // body(column, value) for the entries of row i.
  template <class Body>
  __host__ __device__ __forceinline__ void each(std::int64_t i, const Body& body) const {
    const std::int64_t end = starts[i + 1];
    for (std::int64_t k = starts[i]; k < end; ++k) {
      body(static_cast<std::int64_t>(column[k]), value[k]);
    }
  }
};

namespace {

constexpr MemoryUser kGpuUser{"Solve Sparse System",
                              "Choose backend 'auto', precision=single or a smaller matrix."};

// Said before it is allocated, where it does not fit.
template <class U>
cuda::DeviceBuffer<U> take(std::int64_t count) {
  const std::int64_t most = std::max<std::int64_t>(count, 1);
  require_memory(kGpuUser, cuda::device_memory(), most * static_cast<std::int64_t>(sizeof(U)));
  return cuda::allocate<U>(most);
}

constexpr int kEachThreads = 256;

template <class Body>
__global__ void __launch_bounds__(kEachThreads) each_kernel(std::int64_t count, Body body) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kEachThreads + threadIdx.x;
  if (i < count) body(i);
}

// Enqueues body(i) for 0 .. count - 1, one thread each.
template <class Body>
void each(std::int64_t count, const cuda::Stream& stream, const Body& body) {
  if (count == 0) return;
  cuda::launch(each_kernel<Body>, {cuda::blocks_for(count, kEachThreads), kEachThreads}, stream,
               count, body);
}

}  // namespace
}  // namespace bitvox::sparse
