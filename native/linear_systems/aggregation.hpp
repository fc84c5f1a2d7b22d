// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "linear_systems/csr.hpp"

namespace bitvox::sparse {

// Rows are put together in pairs three times.
inline constexpr int kPairings = 3;
inline constexpr int kMostMembers = 1 << kPairings;
// By increasing number, then -1.
using MemberRows = std::array<std::int32_t, kMostMembers>;

// Which aggregate, from 0, a row belongs to. -1: none, as its diagonal is so much larger than all
// its other entries that smoothing alone solves it.
struct Aggregates {
  std::vector<std::int32_t> of;
  std::vector<MemberRows> rows;  // of each aggregate

  std::int64_t count() const { return static_cast<std::int64_t>(rows.size()); }
};

// Aggregates of up to eight rows: three times rows are paired with ones that they are strongly
// joined to, so that the work is done for all rows at once, and nobody's turn matters.
//
// A row that has no partner chooses, of the later ones that have none, the one that it is most
// strongly joined to, of equal ones the first. Of several that have chosen the same row, the one
// counts that has the least to choose from instead: for which the bond is strongest as a part of
// the strongest one that it has; of equal ones the last. What is left are chains of rows, each of
// which was chosen by the one before it; along each chain the first and the second become a pair,
// the third and the fourth, and so on. Rows that are left over choose again, a few times. On a grid
// of seven points this makes blocks of 2 x 2 x 2.
//
// Y. Notay, "An aggregation-based algebraic multigrid method", Electronic Transactions on Numerical
// Analysis 37 (2010) 123-146 (pairwise matching); D. Braess, "Towards algebraic multigrid for
// elliptic problems of second order", Computing 55 (1995) 379-393 (constants on aggregates).
struct Coarsening {
  Aggregates aggregates;
  Csr<double> matrix;  // of the aggregates: the sums of the entries between them
};
Coarsening coarsen(const Csr<double>& matrix, int threads, Progress& progress);

}  // namespace bitvox::sparse
