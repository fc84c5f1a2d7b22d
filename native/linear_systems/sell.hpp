// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "linear_systems/csr.hpp"

namespace bitvox::sparse {

// Sliced ELL: slices of 32 rows, each as wide as its longest row, its entries column by column, so
// that 32 neighbouring lanes read 32 neighbouring numbers. Entry k of row i is number
// starts[i / 32] + 32 k + i % 32. What fills up short rows is 0 times a column that the row has:
// adding 0 changes no bit of a sum that begins with 0.
inline constexpr std::int64_t kSlice = 32;

template <class T>
struct Sell {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int64_t> starts{0};  // of slices
  std::vector<std::int32_t> column;
  std::vector<T> value;

  std::int64_t stored() const { return starts.back(); }
};

// How many entries it would store; rows of very different lengths make that many.
template <class T>
std::int64_t stored_in_sell(const Csr<T>& matrix);

template <class T>
Sell<T> to_sell(const Csr<T>& matrix, int threads, Progress& progress);

}  // namespace bitvox::sparse
