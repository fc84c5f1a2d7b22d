// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/sell.hpp"

#include <algorithm>

#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "linear_systems/index.hpp"

namespace bitvox::sparse {
namespace {

constexpr MemoryUser kUser{"Solve Sparse System", "Use a smaller matrix."};
constexpr std::int64_t kSlicesATask = 256;

std::int64_t slices_of(std::int64_t rows) { return (rows + kSlice - 1) / kSlice; }

template <class T>
std::int64_t width_of(const Csr<T>& matrix, std::int64_t slice) {
  std::int64_t width = 0;
  const std::int64_t end = std::min(matrix.rows, (slice + 1) * kSlice);
  for (std::int64_t i = slice * kSlice; i < end; ++i) {
    width = std::max(width, matrix.starts[at(i + 1)] - matrix.starts[at(i)]);
  }
  return width;
}

template <class T>
void fill_slice(const Csr<T>& matrix, std::int64_t slice, Sell<T>& sell) {
  const std::int64_t end = sell.starts[at(slice + 1)];
  for (std::int64_t lane = 0; lane < kSlice; ++lane) {
    const std::int64_t row = slice * kSlice + lane;
    std::int64_t to = sell.starts[at(slice)] + lane;
    std::int32_t filler = 0;
    if (row < matrix.rows) {
      matrix.each(row, [&](std::int64_t j, T a) {
        filler = static_cast<std::int32_t>(j);
        sell.column[at(to)] = filler;
        sell.value[at(to)] = a;
        to += kSlice;
      });
    }
    for (; to < end; to += kSlice) sell.column[at(to)] = filler;
  }
}

}  // namespace

template <class T>
std::int64_t stored_in_sell(const Csr<T>& matrix) {
  std::int64_t stored = 0;
  for (std::int64_t slice = 0; slice < slices_of(matrix.rows); ++slice) {
    stored += kSlice * width_of(matrix, slice);
  }
  return stored;
}

template <class T>
Sell<T> to_sell(const Csr<T>& matrix, int threads, Progress& progress) {
  Sell<T> sell;
  sell.rows = matrix.rows;
  sell.columns = matrix.columns;
  const std::int64_t slices = slices_of(matrix.rows);
  for (std::int64_t slice = 0; slice < slices; ++slice) {
    sell.starts.push_back(sell.stored() + kSlice * width_of(matrix, slice));
  }
  require_memory(kUser, host_memory(), sell.stored() * static_cast<std::int64_t>(4 + sizeof(T)));
  sell.column.resize(at(sell.stored()));
  sell.value.resize(at(sell.stored()));
  parallel_for((slices + kSlicesATask - 1) / kSlicesATask, threads, progress,
               [&](std::int64_t task) {
                 const std::int64_t end = std::min(slices, (task + 1) * kSlicesATask);
                 for (std::int64_t slice = task * kSlicesATask; slice < end; ++slice) {
                   fill_slice(matrix, slice, sell);
                 }
               });
  return sell;
}

template std::int64_t stored_in_sell(const Csr<double>&);
template std::int64_t stored_in_sell(const Csr<float>&);
template Sell<double> to_sell(const Csr<double>&, int, Progress&);
template Sell<float> to_sell(const Csr<float>&, int, Progress&);

}  // namespace bitvox::sparse
