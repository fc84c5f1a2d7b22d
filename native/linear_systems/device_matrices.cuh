// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "cuda/copy.hpp"
#include "linear_systems/aggregation.hpp"
#include "linear_systems/device_rows.cuh"
#include "linear_systems/device_sort.cuh"
#include "linear_systems/sell.hpp"

// Matrices for products, made of one that is in the GPU's memory.
namespace bitvox::sparse {

template <class T>
struct DeviceMatrix {
  bool is_sell = false;
  cuda::DeviceBuffer<std::int64_t> starts;
  cuda::DeviceBuffer<std::int32_t> column;
  cuda::DeviceBuffer<T> value;
};

struct DeviceAggregates {
  cuda::DeviceBuffer<std::int32_t> of;
  cuda::DeviceBuffer<MemberRows> rows;
};

namespace {

// What each slice of 32 rows stores; nothing after the last one.
struct Widths {
  RowsView matrix;
  std::int64_t rows;
  std::int64_t* starts;
  __device__ void operator()(std::int64_t slice) const {
    std::int64_t width = 0;
    for (std::int64_t i = slice * kSlice; i < (slice + 1) * kSlice && i < rows; ++i) {
      const std::int64_t length = matrix.length(i);
      width = width < length ? length : width;
    }
    starts[slice] = kSlice * width;
  }
};

// As to_sell(); one thread a row, the ones that there are not included.
template <class T>
struct FillSlices {
  RowsView matrix;
  std::int64_t rows;
  const std::int64_t* starts;
  std::int32_t* column;
  T* value;
  __device__ void operator()(std::int64_t row) const {
    std::int64_t to = starts[row / kSlice] + row % kSlice;
    const std::int64_t end = starts[row / kSlice + 1];
    std::int32_t filler = 0;
    if (row < rows) {
      matrix.each(row, [&](std::int64_t j, double a) {
        filler = static_cast<std::int32_t>(j);
        column[to] = filler;
        value[to] = static_cast<T>(a);
        to += kSlice;
      });
    }
    for (; to < end; to += kSlice) {
      column[to] = filler;
      value[to] = 0;
    }
  }
};

template <class T>
struct Convert {
  const double* from;
  T* to;
  __device__ void operator()(std::int64_t k) const { to[k] = static_cast<T>(from[k]); }
};

template <class T>
DeviceMatrix<T> to_slices(const DeviceRows& matrix, cuda::DeviceBuffer<std::int64_t> starts,
                          std::int64_t slices, std::int64_t stored, const cuda::Stream& stream) {
  DeviceMatrix<T> made{true, std::move(starts), take<std::int32_t>(stored), take<T>(stored)};
  each(slices * kSlice, stream,
       FillSlices<T>{matrix, matrix.rows, made.starts.get(), made.column.get(), made.value.get()});
  return made;
}

template <class T>
DeviceMatrix<T> to_rows(const DeviceRows& matrix, const cuda::Stream& stream) {
  DeviceMatrix<T> made{false, take<std::int64_t>(matrix.rows + 1),
                       take<std::int32_t>(matrix.entries), take<T>(matrix.entries)};
  cuda::copy(made.starts.get(), matrix.starts.get(), matrix.rows + 1, stream);
  cuda::copy(made.column.get(), matrix.column.get(), matrix.entries, stream);
  each(matrix.entries, stream, Convert<T>{matrix.value.get(), made.value.get()});
  return made;
}

}  // namespace
}  // namespace bitvox::sparse
