// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "linear_systems/csr.hpp"
#include "linear_systems/steady.hpp"

namespace bitvox::sparse {

// Solves (L + I) x = b, where L has entries below the diagonal alone. x may be b. Throws Cancelled.
template <class T>
void solve_lower(const Csr<T>& l, const T* b, T* x, Progress& progress) {
  Steady steady(progress);
  for (std::int64_t i = 0; i < l.rows; ++i) {
    T left = b[i];
    l.each(i, [&](std::int64_t j, T a) { left -= a * x[j]; });
    x[i] = left;
    steady.worked(l.length(i) + 1);
  }
}

// Solves (U + D) x = b, where U has entries above the diagonal alone, and D is diagonal, of which
// the inverses are given. x may be b. Throws Cancelled.
template <class T>
void solve_upper(const Csr<T>& u, const std::vector<T>& inverse_diagonal, const T* b, T* x,
                 Progress& progress) {
  Steady steady(progress);
  for (std::int64_t i = u.rows - 1; i >= 0; --i) {
    T left = b[i];
    u.each(i, [&](std::int64_t j, T a) { left -= a * x[j]; });
    x[i] = left * inverse_diagonal[static_cast<std::size_t>(i)];
    steady.worked(u.length(i) + 1);
  }
}

}  // namespace bitvox::sparse
