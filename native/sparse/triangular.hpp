// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "sparse/csr.hpp"

namespace bitvox::sparse {

// Solves (L + I) x = b, where L has entries below the diagonal alone. x may be b.
template <class T>
void solve_lower(const Csr<T>& l, const T* b, T* x) {
  for (std::int64_t i = 0; i < l.rows; ++i) {
    T left = b[i];
    l.each(i, [&](std::int64_t j, T a) { left -= a * x[j]; });
    x[i] = left;
  }
}

// Solves (U + D) x = b, where U has entries above the diagonal alone, and D is diagonal, of which
// the inverses are given. x may be b.
template <class T>
void solve_upper(const Csr<T>& u, const std::vector<T>& inverse_diagonal, const T* b, T* x) {
  for (std::int64_t i = u.rows - 1; i >= 0; --i) {
    T left = b[i];
    u.each(i, [&](std::int64_t j, T a) { left -= a * x[j]; });
    x[i] = left * inverse_diagonal[static_cast<std::size_t>(i)];
  }
}

}  // namespace bitvox::sparse
