// SPDX-License-Identifier: BSD-2-Clause
#include <limits>

#include "core/threads/progress_parts.hpp"
#include "cuda/staging.hpp"
#include "cuda/upload.hpp"
#include "linear_systems/device_rows.cuh"
#include "linear_systems/on_gpu.hpp"

namespace bitvox::sparse {
namespace {

// Entries and rows are numbered by 32 bits there.
constexpr std::int64_t kMostEntries = std::numeric_limits<std::int32_t>::max() - 1;
constexpr std::int64_t kMostGpuRows = 1 << 30;

// The matrix, what is made of it, what goes into products, and what sorts its entries.
std::int64_t bytes_for(const Csr<double>& matrix) {
  constexpr std::int64_t kPerEntry = 4 * 12 + 36;
  constexpr std::int64_t kPerRow = 200;
  return matrix.entries() * kPerEntry + matrix.rows * kPerRow;
}

template <class U>
cuda::DeviceBuffer<U> uploaded(const std::vector<U>& from, int threads, cuda::Staging& staging,
                               Progress& progress) {
  const auto count = static_cast<std::int64_t>(from.size());
  cuda::DeviceBuffer<U> to = take<U>(count);
  cuda::upload(from.data(), count * static_cast<std::int64_t>(sizeof(U)), to.get(), threads,
               staging, progress);
  return to;
}

}  // namespace

std::shared_ptr<const MatrixOnGpu> copy_to_gpu(const Csr<double>& matrix, int threads,
                                               Progress& progress) {
  if (matrix.rows > kMostGpuRows || matrix.entries() > kMostEntries ||
      bytes_for(matrix) > cuda::device_memory().free) {
    return nullptr;
  }
  const cuda::Stream stream;
  cuda::Staging staging(stream);
  auto copy = std::make_shared<MatrixOnGpu>();
  copy->of = &matrix;
  copy->rows.rows = matrix.rows;
  copy->rows.entries = matrix.entries();
  auto [starts, columns, values] = progress_parts(progress, 1, 3, 6);
  copy->rows.starts = uploaded(matrix.starts, threads, staging, starts);
  copy->rows.column = uploaded(matrix.column, threads, staging, columns);
  copy->rows.value = uploaded(matrix.value, threads, staging, values);
  return copy;
}

}  // namespace bitvox::sparse
