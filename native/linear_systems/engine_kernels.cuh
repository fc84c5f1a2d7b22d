// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/warp.cuh"
#include "linear_systems/aggregation.hpp"
#include "linear_systems/sell.hpp"
#include "linear_systems/sparse_rows.hpp"

// One thread computes one number of a vector; a block of 256 has one chunk of the sums, and adds it
// up as the loops of the CPU do.
namespace bitvox::sparse {
namespace {

constexpr int kThreads = 256;
static_assert(kThreads == kChunk);

// So many entries are fetched at a time: each waits for the memory twice, for itself and for what
// it is multiplied by.
constexpr int kAtOnce = 8;

// The sum over entries first, first + step, ... before `end`, from the first to the last. What
// fills up the last fetch is 0 times 0, which changes no bit.
template <class T>
__device__ __forceinline__ T sum_of_entries(const std::int32_t* column, const T* value, const T* x,
                                            std::int64_t first, std::int64_t step,
                                            std::int64_t end) {
  T sum = 0;
  for (; first < end; first += kAtOnce * step) {
    std::int32_t columns[kAtOnce];
    T values[kAtOnce];
    T factors[kAtOnce];
#pragma unroll
    for (int i = 0; i < kAtOnce; ++i) {
      const std::int64_t k = first + i * step;
      columns[i] = k < end ? column[k] : -1;
      values[i] = k < end ? value[k] : T{0};
    }
#pragma unroll
    for (int i = 0; i < kAtOnce; ++i) factors[i] = columns[i] >= 0 ? x[columns[i]] : T{0};
#pragma unroll
    for (int i = 0; i < kAtOnce; ++i) sum += values[i] * factors[i];
  }
  return sum;
}

template <class T>
struct CsrView {
  const std::int64_t* starts;
  const std::int32_t* column;
  const T* value;

  __device__ T row_times(std::int64_t row, const T* x) const {
    return sum_of_entries(column, value, x, starts[row], 1, starts[row + 1]);
  }
};

template <class T>
struct SellView {
  const std::int64_t* starts;  // of slices
  const std::int32_t* column;
  const T* value;

  __device__ T row_times(std::int64_t row, const T* x) const {
    const std::int64_t slice = row / kSlice;
    return sum_of_entries(column, value, x, starts[slice] + row % kSlice, kSlice,
                          starts[slice + 1]);
  }
};

// What makes number i of a vector.
template <class T, class Matrix>
struct Multiply {
  Matrix a;
  const T* x;
  Blend<T> blend;
  __device__ T operator()(std::int64_t i) const {
    const T product = blend.alpha * a.row_times(i, x);
    return blend.add == nullptr ? product : product + blend.beta * blend.add[i];
  }
};

template <class T, int kCount>
struct Combine {
  Term<T> a, b, c;
  __device__ T operator()(std::int64_t i) const {
    T sum = a.factor * a.vector[i];
    if constexpr (kCount > 1) sum = sum + b.factor * b.vector[i];
    if constexpr (kCount > 2) sum = sum + c.factor * c.vector[i];
    return sum;
  }
};

template <class T>
struct Scale {
  const T* d;
  const T* x;
  __device__ T operator()(std::int64_t i) const { return d[i] * x[i]; }
};

template <class T, class Matrix>
struct Smooth {
  Matrix a;
  const T* d;
  const T* b;
  T keep;
  T factor;
  T* step;
  const T* x;
  __device__ T operator()(std::int64_t i) const {
    const T left = b[i] - a.row_times(i, x);
    const T change = keep * step[i] + factor * (d[i] * left);
    step[i] = change;
    return x[i] + change;
  }
};

template <class T>
struct AddUp {
  const MemberRows* members;
  const T* x;
  __device__ T operator()(std::int64_t i) const {
    const auto* const rows = reinterpret_cast<const std::int32_t*>(members + i);
    T sum = 0;
    for (int k = 0; k < kMostMembers && rows[k] >= 0; ++k) sum += x[rows[k]];
    return sum;
  }
};

template <class T>
struct AddSpread {
  const std::int32_t* of;
  const T* x;
  T factor;
  const T* out;
  __device__ T operator()(std::int64_t i) const {
    const std::int32_t aggregate = of[i];
    return aggregate >= 0 ? factor * x[aggregate] + out[i] : out[i];
  }
};

template <class T, class Make>
__global__ void __launch_bounds__(kThreads) make_kernel(std::int64_t size, Make make, T* out) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  if (i < size) out[i] = make(i);
}

// Lane i % 32 of the block's products, then the lanes in pairs; thread 0 writes it.
__device__ __forceinline__ void sum_chunk(double product, std::int64_t size, double* sums) {
  __shared__ double products[kThreads];
  products[threadIdx.x] = product;
  __syncthreads();
  if (threadIdx.x >= cuda::kWarp) return;
  const std::int64_t left = size - static_cast<std::int64_t>(blockIdx.x) * kThreads;
  double sum = 0;
  for (int i = static_cast<int>(threadIdx.x); i < kThreads && i < left; i += cuda::kWarp) {
    sum += products[i];
  }
  sum = cuda::warp_sum(sum);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// The same, and the sums over chunks of the result times `with`, which may be the result.
template <class T, class Make>
__global__ void __launch_bounds__(kThreads)
    make_and_sum_kernel(std::int64_t size, Make make, T* out, const T* with, double* sums) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  double product = 0;
  if (i < size) {
    const T value = make(i);
    out[i] = value;
    const T other = with == out ? value : with[i];
    product = static_cast<double>(value) * static_cast<double>(other);
  }
  sum_chunk(product, size, sums);
}

template <class T>
__global__ void __launch_bounds__(kThreads)
    dot_kernel(std::int64_t size, const T* x, const T* y, double* sums) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  const double product = i < size ? static_cast<double>(x[i]) * static_cast<double>(y[i]) : 0;
  sum_chunk(product, size, sums);
}

}  // namespace
}  // namespace bitvox::sparse
