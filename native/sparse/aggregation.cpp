// SPDX-License-Identifier: BSD-2-Clause
#include "sparse/aggregation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "sparse/steady.hpp"

namespace bitvox::sparse {
namespace {

constexpr MemoryUser kUser{"Solve Sparse System", "Use preconditioner=jacobi."};
constexpr int kPairings = 3;

// A row of which the diagonal is at least this many times the sum of all others is left out.
constexpr double kLeftOut = 5;
// A partner is joined at least so strongly, as a part of the strongest one that the row has.
constexpr double kStrong = 0.25;

constexpr std::int32_t kFree = -2;  // a row that has no aggregate yet

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

bool is_left_out(const Csr<double>& matrix, std::int64_t i) {
  double diagonal = 0;
  double others = 0;
  matrix.each(i, [&](std::int64_t j, double a) { (i == j ? diagonal : others) += std::abs(a); });
  return diagonal >= kLeftOut * others;
}

// The partner of row i among those that have none yet; -1 where there is none.
std::int64_t partner_of(const Csr<double>& matrix, std::int64_t i,
                        const std::vector<std::int32_t>& taken) {
  const double sign = matrix.at(i, i) < 0 ? -1 : 1;
  double strongest = 0;
  double best = 0;
  std::int64_t partner = -1;
  matrix.each(i, [&](std::int64_t j, double a) {
    if (j == i) return;
    const double strength = -sign * a;
    strongest = std::max(strongest, strength);
    if (strength > best && taken[at(j)] == kFree) {
      best = strength;
      partner = j;
    }
  });
  return best >= kStrong * strongest ? partner : -1;
}

Aggregates pairs(const Csr<double>& matrix, bool leaves_out, Progress& progress) {
  Aggregates found;
  found.of.assign(at(matrix.rows), kFree);
  Steady steady(progress);
  for (std::int64_t i = 0; i < matrix.rows; ++i) {
    steady.worked(matrix.length(i) + 1);
    if (leaves_out && is_left_out(matrix, i)) found.of[at(i)] = -1;
  }
  for (std::int64_t i = 0; i < matrix.rows; ++i) {
    steady.worked(matrix.length(i) + 1);
    if (found.of[at(i)] != kFree) continue;
    const std::int64_t partner = partner_of(matrix, i, found.of);
    const auto number = static_cast<std::int32_t>(found.count++);
    found.of[at(i)] = number;
    if (partner >= 0) found.of[at(partner)] = number;
  }
  return found;
}

// The rows of each aggregate, one aggregate after the other.
struct Members {
  std::vector<std::int64_t> starts;
  std::vector<std::int32_t> row;
};

Members members_of(const Aggregates& aggregates) {
  Members members;
  members.starts.resize(at(aggregates.count + 1));
  for (const std::int32_t one : aggregates.of) {
    if (one >= 0) ++members.starts[at(one + 1)];
  }
  std::partial_sum(members.starts.begin(), members.starts.end(), members.starts.begin());
  std::vector<std::int64_t> next(members.starts.begin(), members.starts.end() - 1);
  members.row.resize(at(members.starts.back()));
  for (std::size_t i = 0; i < aggregates.of.size(); ++i) {
    const std::int32_t one = aggregates.of[i];
    if (one >= 0) members.row[at(next[at(one)]++)] = static_cast<std::int32_t>(i);
  }
  return members;
}

// A sum of which rounding alone is left, as a part of its terms' magnitudes, is 0.
constexpr double kNothing = 1e-12;

struct Entry {
  std::int32_t column;
  double sum;
  double magnitude;

  void add(double a) {
    sum += a;
    magnitude += std::abs(a);
  }
};

// Some rows of the coarse matrix, as one task makes them.
struct Part {
  std::vector<std::int64_t> lengths;
  std::vector<std::int32_t> column;
  std::vector<double> value;
};

// One below the other. They are emptied, so that little of the matrix is in memory twice.
Csr<double> joined(std::int64_t n, std::vector<Part>& parts, Progress& progress) {
  std::size_t entries = 0;
  for (const Part& part : parts) entries += part.value.size();
  Csr<double> csr;
  csr.rows = csr.columns = n;
  csr.starts.reserve(at(n + 1));
  csr.column.reserve(entries);
  csr.value.reserve(entries);
  Steady steady(progress);
  for (Part& part : parts) {
    for (const std::int64_t length : part.lengths) csr.starts.push_back(csr.starts.back() + length);
    csr.column.insert(csr.column.end(), part.column.begin(), part.column.end());
    csr.value.insert(csr.value.end(), part.value.begin(), part.value.end());
    steady.worked(static_cast<std::int64_t>(part.value.size()));
    part = {};
  }
  return csr;
}

// Entry (I, J) is the sum of the entries between the rows of I and those of J, row by row.
Csr<double> summed(const Csr<double>& matrix, const Aggregates& aggregates, int threads,
                   Progress& progress) {
  const std::int64_t n = aggregates.count;
  constexpr std::int64_t kPlaceBytes = sizeof(std::int32_t);
  require_memory(kUser, host_memory(),
                 csr_bytes(n, matrix.entries(), 8) + threads * n * kPlaceBytes);
  const Members members = members_of(aggregates);
  const std::int64_t at_once = rows_a_task(n, matrix.entries());
  std::vector<Part> parts(at((n + at_once - 1) / at_once));
  // Where in the row that is being made a column stands, or -1; each thread has its own.
  const auto make = [&] { return std::vector<std::int32_t>(at(n), -1); };
  parallel_for(
      static_cast<std::int64_t>(parts.size()), threads, progress, make,
      [&](std::vector<std::int32_t>& place, std::int64_t task) {
        Part& part = parts[at(task)];
        std::vector<Entry> row;
        const std::int64_t end = std::min(n, (task + 1) * at_once);
        for (std::int64_t aggregate = task * at_once; aggregate < end; ++aggregate) {
          row.clear();
          for (std::int64_t k = members.starts[at(aggregate)];
               k < members.starts[at(aggregate + 1)]; ++k) {
            matrix.each(members.row[at(k)], [&](std::int64_t j, double a) {
              const std::int32_t to = aggregates.of[at(j)];
              if (to < 0) return;
              if (place[at(to)] < 0) {
                place[at(to)] = static_cast<std::int32_t>(row.size());
                row.push_back({to, 0, 0});
              }
              row[at(place[at(to)])].add(a);
            });
          }
          std::sort(row.begin(), row.end(),
                    [](const Entry& a, const Entry& b) { return a.column < b.column; });
          for (const Entry& one : row) {
            place[at(one.column)] = -1;
            part.column.push_back(one.column);
            part.value.push_back(std::abs(one.sum) > kNothing * one.magnitude ? one.sum : 0);
          }
          part.lengths.push_back(static_cast<std::int64_t>(row.size()));
        }
      });
  return joined(n, parts, progress);
}

}  // namespace

Coarsening coarsen(const Csr<double>& matrix, int threads, Progress& progress) {
  Coarsening found;
  found.aggregates = pairs(matrix, true, progress);
  found.matrix = summed(matrix, found.aggregates, threads, progress);
  for (int i = 1; i < kPairings; ++i) {
    const Aggregates larger = pairs(found.matrix, false, progress);
    for (std::int32_t& one : found.aggregates.of) {
      if (one >= 0) one = larger.of[at(one)];
    }
    found.aggregates.count = larger.count;
    found.matrix = summed(found.matrix, larger, threads, progress);
  }
  return found;
}

template <class T>
Csr<T> prolongation(const Aggregates& aggregates) {
  Csr<T> matrix;
  matrix.rows = static_cast<std::int64_t>(aggregates.of.size());
  matrix.columns = aggregates.count;
  matrix.starts.reserve(aggregates.of.size() + 1);
  for (const std::int32_t one : aggregates.of) {
    if (one >= 0) {
      matrix.column.push_back(one);
      matrix.value.push_back(1);
    }
    matrix.starts.push_back(static_cast<std::int64_t>(matrix.column.size()));
  }
  return matrix;
}

template Csr<double> prolongation(const Aggregates&);
template Csr<float> prolongation(const Aggregates&);

}  // namespace bitvox::sparse
