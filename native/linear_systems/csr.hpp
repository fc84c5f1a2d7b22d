// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/threads/progress.hpp"

namespace bitvox::sparse {

// Rows and columns count from 0 and are fewer than 2^31; there may be more entries than that.
inline constexpr std::int64_t kMostRows = (std::int64_t{1} << 31) - 1;

// Coordinates: entries in any order. One that is given several times is the sum of its values.
struct Coo {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int32_t> row;
  std::vector<std::int32_t> column;
  std::vector<double> value;

  std::int64_t entries() const { return static_cast<std::int64_t>(value.size()); }
  void add(std::int64_t i, std::int64_t j, double a);
};

// Compressed sparse rows: the entries of row i are numbers starts[i] .. starts[i + 1] - 1, by
// increasing column, none twice.
template <class T>
struct Csr {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> column;
  std::vector<T> value;

  std::int64_t entries() const { return starts.back(); }
  // Entries of row i.
  std::int64_t length(std::int64_t i) const {
    return starts[static_cast<std::size_t>(i) + 1] - starts[static_cast<std::size_t>(i)];
  }
  std::int64_t bytes() const;

  // body(column, value) for the entries of row i.
  template <class Body>
  void each(std::int64_t i, Body&& body) const {
    const auto at = static_cast<std::size_t>(i);
    for (auto k = static_cast<std::size_t>(starts[at]);
         k < static_cast<std::size_t>(starts[at + 1]); ++k) {
      body(static_cast<std::int64_t>(column[k]), value[k]);
    }
  }
  // 0 where there is no entry.
  T at(std::int64_t i, std::int64_t j) const;
};

// Bytes of memory that to_csr() takes for its result.
std::int64_t csr_bytes(std::int64_t rows, std::int64_t entries, std::int64_t value_bytes);

// So many rows, 1 at least, that a task of a thread takes milliseconds: fewer where they are long.
std::int64_t rows_a_task(std::int64_t rows, std::int64_t entries);

// Throws InvalidInput for an entry outside the matrix, or one that is not finite, Cancelled,
// HostOutOfMemory.
Csr<double> to_csr(const Coo& coo, Progress& progress);
// The entries other than 0. Throws Cancelled, HostOutOfMemory.
Csr<double> without_zeros(const Csr<double>& matrix, Progress& progress);
Coo to_coo(const Csr<double>& matrix);

template <class T>
Csr<T> transposed(const Csr<T>& matrix, Progress& progress);

// The same matrix with other numbers; Csr<double> to Csr<float>, say.
template <class To, class From>
Csr<To> converted(const Csr<From>& matrix) {
  return {matrix.rows, matrix.columns, matrix.starts, matrix.column,
          std::vector<To>(matrix.value.begin(), matrix.value.end())};
}
// Without a copy of what stays as it is.
template <class To, class From>
Csr<To> converted(Csr<From>&& matrix) {
  if constexpr (std::is_same_v<To, From>) {
    return std::move(matrix);
  } else {
    return {matrix.rows, matrix.columns, std::move(matrix.starts), std::move(matrix.column),
            std::vector<To>(matrix.value.begin(), matrix.value.end())};
  }
}

}  // namespace bitvox::sparse
