// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/aggregation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "linear_systems/index.hpp"
#include "linear_systems/pairing.hpp"
#include "linear_systems/pairing_rules.hpp"
#include "linear_systems/rows_in_blocks.hpp"

namespace bitvox::sparse {
namespace {

constexpr MemoryUser kUserOfLevels{"Solve Sparse System", "Use preconditioner=jacobi."};

struct Entry {
  std::int32_t column;
  double sum;
  double magnitude;
};

// A row of a coarse matrix while it is made: terms of one column are added up in the order in which
// they come.
class RowOfSums {
 public:
  // The most terms that may come.
  void clear(std::int64_t most) {
    sorts_at_once_ = most <= kShort;
    row_.clear();
  }

  void add(std::int32_t column, double a) {
    const Entry term{column, a, std::abs(a)};
    if (!sorts_at_once_) {
      row_.push_back(term);
      return;
    }
    auto to = row_.size();
    while (to > 0 && row_[to - 1].column > column) --to;
    if (to > 0 && row_[to - 1].column == column) {
      join(row_[to - 1], term);
    } else {
      row_.insert(row_.begin() + static_cast<std::ptrdiff_t>(to), term);
    }
  }

  const std::vector<Entry>& finished() {
    if (!sorts_at_once_) {
      std::stable_sort(row_.begin(), row_.end(),
                       [](const Entry& a, const Entry& b) { return a.column < b.column; });
      std::size_t count = 0;
      for (const Entry& term : row_) {
        if (count > 0 && row_[count - 1].column == term.column) {
          join(row_[count - 1], term);
        } else {
          row_[count++] = term;
        }
      }
      row_.resize(count);
    }
    return row_;
  }

 private:
  static constexpr std::int64_t kShort = 64;

  static void join(Entry& sum, const Entry& term) {
    sum.sum += term.sum;
    sum.magnitude += term.magnitude;
  }

  std::vector<Entry> row_;
  bool sorts_at_once_ = true;
};

// Entry (I, J) is the sum of the entries between the rows of I and those of J, row by row.
template <class Matrix>
BlockedRows summed(const Matrix& matrix, const Pairs& pairs, int threads, Progress& progress) {
  const auto n = static_cast<std::int64_t>(pairs.rows.size());
  const std::int64_t entries = matrix.entries();
  require_memory(kUserOfLevels, host_memory(), csr_bytes(n, entries, sizeof(double)));
  BlockedRows result;
  result.rows = n;
  result.in_block = rows_a_task(n, entries);
  result.blocks.resize(at((n + result.in_block - 1) / result.in_block));
  const auto lengths = [&](const std::array<std::int32_t, 2>& rows) {
    return matrix.length(rows[0]) + (rows[1] < 0 ? 0 : matrix.length(rows[1]));
  };
  parallel_for(
      static_cast<std::int64_t>(result.blocks.size()), threads, progress,
      [] { return RowOfSums{}; },
      [&](RowOfSums& row, std::int64_t task) {
        RowBlock& block = result.blocks[at(task)];
        const auto first = pairs.rows.begin() + task * result.in_block;
        const auto end = pairs.rows.begin() + std::min(n, (task + 1) * result.in_block);
        std::int64_t most = 0;
        std::for_each(first, end, [&](const auto& rows) { most += lengths(rows); });
        block.ends.reserve(at(end - first));
        block.column.reserve(at(most));
        block.value.reserve(at(most));
        std::for_each(first, end, [&](const std::array<std::int32_t, 2>& rows) {
          row.clear(lengths(rows));
          for (const std::int32_t one : rows) {
            if (one < 0) continue;
            matrix.each(one, [&](std::int64_t j, double a) {
              if (pairs.of[at(j)] >= 0) row.add(pairs.of[at(j)], a);
            });
          }
          for (const Entry& entry : row.finished()) {
            block.column.push_back(entry.column);
            block.value.push_back(std::abs(entry.sum) > kNothing * entry.magnitude ? entry.sum : 0);
          }
          block.ends.push_back(static_cast<std::int64_t>(block.value.size()));
        });
      });
  return result;
}

// The rows of the matrix in each pair of pairs of pairs.
Aggregates aggregates_of(std::int64_t rows, const std::array<Pairs, kPairings>& pairings,
                         int threads, Progress& progress) {
  Aggregates found;
  found.of.assign(at(rows), kNobody);
  const auto& last = pairings.back().rows;
  found.rows.resize(last.size());
  each_row(found.count(), rows, threads, progress, [&](std::int64_t aggregate) {
    MemberRows members;
    members.fill(kNobody);
    members[0] = static_cast<std::int32_t>(aggregate);
    std::size_t count = 1;
    for (int pairing = kPairings - 1; pairing >= 0; --pairing) {
      const MemberRows before = std::exchange(members, {});
      members.fill(kNobody);
      std::size_t more = 0;
      for (std::size_t i = 0; i < count; ++i) {
        for (const std::int32_t row : pairings[at(pairing)].rows[at(before[i])]) {
          if (row >= 0) members[more++] = row;
        }
      }
      count = more;
    }
    std::sort(members.begin(), members.end(), [](std::int32_t a, std::int32_t b) {
      return static_cast<std::uint32_t>(a) < static_cast<std::uint32_t>(b);  // -1 is the last
    });
    for (std::size_t i = 0; i < count; ++i) {
      found.of[at(members[i])] = static_cast<std::int32_t>(aggregate);
    }
    found.rows[at(aggregate)] = members;
  });
  return found;
}

template <class Matrix>
Pairs pairs_of(const Matrix& matrix, LeftOut left_out, int threads, Progress& progress) {
  return Pairing<Matrix>(matrix, threads, progress).pairs(left_out);
}

}  // namespace

Coarsening coarsen(const Csr<double>& matrix, int threads, Progress& progress) {
  std::array<Pairs, kPairings> pairings;
  pairings[0] = pairs_of(matrix, LeftOut::kDominant, threads, progress);
  BlockedRows coarse = summed(matrix, pairings[0], threads, progress);
  for (std::size_t i = 1; i < pairings.size(); ++i) {
    pairings[i] = pairs_of(coarse, LeftOut::kNone, threads, progress);
    coarse = summed(coarse, pairings[i], threads, progress);
  }
  return {aggregates_of(matrix.rows, pairings, threads, progress),
          to_csr(std::move(coarse), threads, progress)};
}

}  // namespace bitvox::sparse
