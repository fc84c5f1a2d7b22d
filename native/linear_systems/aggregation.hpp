// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "linear_systems/csr.hpp"

namespace bitvox::sparse {

// Which aggregate, from 0, a row belongs to. -1: none, as its diagonal is so much larger than all
// its other entries that smoothing alone solves it.
struct Aggregates {
  std::vector<std::int32_t> of;
  std::int64_t count = 0;
};

// Aggregates of up to eight rows: three times each row, from the first to the last, is paired with
// the one that is most strongly joined to it and has no partner yet, of equal ones the first. On a
// grid of seven points this makes blocks of 2 x 2 x 2.
//
// Y. Notay, "An aggregation-based algebraic multigrid method", Electronic Transactions on Numerical
// Analysis 37 (2010) 123-146 (pairwise matching); D. Braess, "Towards algebraic multigrid for
// elliptic problems of second order", Computing 55 (1995) 379-393 (constants on aggregates).
struct Coarsening {
  Aggregates aggregates;
  Csr<double> matrix;  // of the aggregates: the sums of the entries between them
};
Coarsening coarsen(const Csr<double>& matrix, int threads, Progress& progress);

// Constants on aggregates as a matrix: a row's only entry is 1 in the column of its aggregate.
template <class T>
Csr<T> prolongation(const Aggregates& aggregates);

}  // namespace bitvox::sparse
