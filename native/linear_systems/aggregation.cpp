// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/aggregation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "linear_systems/steady.hpp"

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

// The partner of row i among the rows after it that are free: those before it are not when its turn
// comes. -1 where there is none.
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
    if (strength > best && j > i && taken[at(j)] == kFree) {
      best = strength;
      partner = j;
    }
  });
  return best >= kStrong * strongest ? partner : -1;
}

// Rows in tasks of threads: body(row).
template <class Body>
void each_row(const Csr<double>& matrix, int threads, Progress& progress, const Body& body) {
  const std::int64_t at_once = rows_a_task(matrix.rows, matrix.entries());
  parallel_for((matrix.rows + at_once - 1) / at_once, threads, progress, [&](std::int64_t task) {
    const std::int64_t end = std::min(matrix.rows, (task + 1) * at_once);
    for (std::int64_t i = task * at_once; i < end; ++i) body(i);
  });
}

// The rows of each aggregate, one aggregate after the other.
struct Members {
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> row;
};

struct Pairs {
  Aggregates aggregates;
  Members members;
};

// Rows choose in order, as a choice depends on those before. What a row would choose if they left
// it all is found before, by many threads: most get that.
enum class LeftOut { kNone, kDominant };
Pairs pairs(const Csr<double>& matrix, LeftOut left_out, int threads, Progress& progress) {
  const std::int64_t n = matrix.rows;
  Pairs found;
  std::vector<std::int32_t>& of = found.aggregates.of;
  of.assign(at(n), kFree);
  if (left_out == LeftOut::kDominant) {
    each_row(matrix, threads, progress, [&](std::int64_t i) {
      if (is_left_out(matrix, i)) of[at(i)] = -1;
    });
  }
  std::vector<std::int32_t> favourite(at(n));
  each_row(matrix, threads, progress, [&](std::int64_t i) {
    if (of[at(i)] != kFree) return;
    favourite[at(i)] = static_cast<std::int32_t>(partner_of(matrix, i, of));
  });
  Members& members = found.members;
  members.starts.reserve(at(n + 1));
  members.row.reserve(at(n));
  Steady steady(progress);
  for (std::int64_t i = 0; i < n; ++i) {
    steady.worked(1);
    if (of[at(i)] != kFree) continue;
    std::int64_t partner = favourite[at(i)];
    if (partner >= 0 && of[at(partner)] != kFree) {
      steady.worked(matrix.length(i));
      partner = partner_of(matrix, i, of);
    }
    const auto number = static_cast<std::int32_t>(found.aggregates.count++);
    for (const std::int64_t row : {i, partner}) {
      if (row < 0) continue;
      of[at(row)] = number;
      members.row.push_back(static_cast<std::int32_t>(row));
    }
    members.starts.push_back(static_cast<std::int64_t>(members.row.size()));
  }
  return found;
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
Csr<double> joined(std::int64_t n, std::vector<Part>& parts, int threads, Progress& progress) {
  std::vector<std::size_t> begins;  // of the parts' entries
  Csr<double> csr;
  csr.rows = csr.columns = n;
  csr.starts.reserve(at(n + 1));
  std::size_t entries = 0;
  for (const Part& part : parts) {
    for (const std::int64_t length : part.lengths) csr.starts.push_back(csr.starts.back() + length);
    begins.push_back(entries);
    entries += part.value.size();
  }
  csr.column.resize(entries);
  csr.value.resize(entries);
  parallel_for(static_cast<std::int64_t>(parts.size()), threads, progress, [&](std::int64_t task) {
    Part& part = parts[at(task)];
    std::copy(part.column.begin(), part.column.end(), csr.column.data() + begins[at(task)]);
    std::copy(part.value.begin(), part.value.end(), csr.value.data() + begins[at(task)]);
    part = {};
  });
  return csr;
}

// Entry (I, J) is the sum of the entries between the rows of I and those of J, row by row.
Csr<double> summed(const Csr<double>& matrix, const Pairs& pairs, int threads, Progress& progress) {
  const Aggregates& aggregates = pairs.aggregates;
  const Members& members = pairs.members;
  const std::int64_t n = aggregates.count;
  constexpr std::int64_t kPlaceBytes = sizeof(std::int32_t);
  require_memory(kUser, host_memory(),
                 csr_bytes(n, matrix.entries(), 8) + threads * n * kPlaceBytes);
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
  return joined(n, parts, threads, progress);
}

}  // namespace

Coarsening coarsen(const Csr<double>& matrix, int threads, Progress& progress) {
  Coarsening found;
  {
    Pairs first = pairs(matrix, LeftOut::kDominant, threads, progress);
    found.matrix = summed(matrix, first, threads, progress);
    found.aggregates = std::move(first.aggregates);
  }
  for (int i = 1; i < kPairings; ++i) {
    const Pairs larger = pairs(found.matrix, LeftOut::kNone, threads, progress);
    std::vector<std::int32_t>& of = found.aggregates.of;
    each_row(matrix, threads, progress, [&](std::int64_t row) {
      if (of[at(row)] >= 0) of[at(row)] = larger.aggregates.of[at(of[at(row)])];
    });
    found.aggregates.count = larger.aggregates.count;
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
