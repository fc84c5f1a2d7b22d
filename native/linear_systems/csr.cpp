// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/csr.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/options/number.hpp"
#include "linear_systems/index.hpp"
#include "linear_systems/steady.hpp"

namespace bitvox::sparse {
namespace {

constexpr MemoryUser kUserOfMatrix{"Solve Sparse System", "Use a smaller matrix."};

void check(const Coo& coo) {
  if (coo.rows < 0 || coo.rows > kMostRows || coo.columns < 0 || coo.columns > kMostRows) {
    throw InvalidInput("a matrix of " + std::to_string(coo.rows) + " x " +
                       std::to_string(coo.columns) + " is not allowed; use 0 to " +
                       std::to_string(kMostRows) + " rows and columns");
  }
  if (coo.row.size() != coo.value.size() || coo.column.size() != coo.value.size()) {
    throw InvalidInput("rows, columns and values of the entries differ in number");
  }
  for (std::size_t k = 0; k < coo.value.size(); ++k) {
    if (coo.row[k] < 0 || coo.row[k] >= coo.rows || coo.column[k] < 0 ||
        coo.column[k] >= coo.columns) {
      throw InvalidInput("entry " + std::to_string(k) + " is at (" + std::to_string(coo.row[k]) +
                         ", " + std::to_string(coo.column[k]) + "), outside the matrix of " +
                         std::to_string(coo.rows) + " x " + std::to_string(coo.columns) +
                         "; rows and columns count from 0");
    }
    if (!std::isfinite(coo.value[k])) {
      throw InvalidInput("entry " + std::to_string(k) + " is " + short_number(coo.value[k]) +
                         "; use finite numbers");
    }
  }
}

[[noreturn]] void refuse_sum(std::int64_t row, std::int64_t column) {
  throw InvalidInput("the entries of row " + std::to_string(row + 1) + ", column " +
                     std::to_string(column + 1) +
                     " (from 1), which is given more than once, add up to more than a 64-bit float "
                     "holds");
}

using Entries = std::vector<std::pair<std::int32_t, double>>;

// By 16 bits of the column: counting sort.
Entries sorted_by_bits(const Entries& entries, int shift, Steady& steady) {
  constexpr std::uint32_t kMask = 0xffff;
  const auto bits = [&](const auto& entry) {
    return (static_cast<std::uint32_t>(entry.first) >> shift) & kMask;
  };
  std::vector<std::size_t> next(kMask + 2);
  for (const auto& entry : entries) {
    ++next[bits(entry) + 1];
    steady.worked(1);
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  Entries sorted(entries.size());
  for (const auto& entry : entries) {
    sorted[next[bits(entry)]++] = entry;
    steady.worked(1);
  }
  return sorted;
}

// By column; those of one column stay in their order. A long row in a way that can be stopped.
void sort_by_column(Entries& row, Steady& steady) {
  constexpr std::size_t kLong = 1 << 16;
  const auto by_column = [](const auto& a, const auto& b) { return a.first < b.first; };
  if (std::is_sorted(row.begin(), row.end(), by_column)) return;
  if (row.size() < kLong) {
    std::stable_sort(row.begin(), row.end(), by_column);
    return;
  }
  require_memory(kUserOfMatrix, host_memory(),
                 static_cast<std::int64_t>(row.size() * sizeof(row[0])));
  row = sorted_by_bits(row, 0, steady);
  row = sorted_by_bits(row, 16, steady);
}

// Sorts the entries of each row by column, and adds up those of one place in the order in which
// they were given. What is left moves to the front.
void sort_rows(Csr<double>& csr, Progress& progress) {
  Entries row;
  std::int64_t out = 0;
  Steady steady(progress);
  std::int64_t begin = 0;
  for (std::int64_t i = 0; i < csr.rows; ++i) {
    const std::int64_t end = csr.starts[at(i + 1)];
    row.clear();
    for (std::int64_t k = begin; k < end; ++k)
      row.emplace_back(csr.column[at(k)], csr.value[at(k)]);
    sort_by_column(row, steady);
    csr.starts[at(i)] = out;
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (k > 0 && row[k].first == row[k - 1].first) {
        double& sum = csr.value[at(out - 1)];
        sum += row[k].second;
        if (!std::isfinite(sum)) refuse_sum(i, row[k].first);
        continue;
      }
      csr.column[at(out)] = row[k].first;
      csr.value[at(out++)] = row[k].second;
    }
    steady.worked(end - begin + 1);
    begin = end;
  }
  csr.starts[at(csr.rows)] = out;
  csr.column.resize(at(out));
  csr.value.resize(at(out));
}

// Entries to the places of their rows, in order: counting sort. row_of(k), column_of(k) and
// value_of(k) are those of entry k; the latter two are asked for once, by increasing k.
template <class T, class RowOf, class ColumnOf, class ValueOf>
Csr<T> scattered(std::int64_t rows, std::int64_t columns, std::int64_t entries, const RowOf& row_of,
                 const ColumnOf& column_of, const ValueOf& value_of, Progress& progress) {
  Csr<T> csr{rows, columns, std::vector<std::int64_t>(at(rows + 1)),
             std::vector<std::int32_t>(at(entries)), std::vector<T>(at(entries))};
  Steady steady(progress);
  for (std::int64_t k = 0; k < entries; ++k) {
    ++csr.starts[at(row_of(k)) + 1];
    steady.worked(1);
  }
  std::partial_sum(csr.starts.begin(), csr.starts.end(), csr.starts.begin());
  std::vector<std::int64_t> next(csr.starts.begin(), csr.starts.end() - 1);
  for (std::int64_t k = 0; k < entries; ++k) {
    const std::int64_t to = next[at(row_of(k))]++;
    csr.column[at(to)] = column_of(k);
    csr.value[at(to)] = value_of(k);
    steady.worked(1);
  }
  return csr;
}

}  // namespace

void Coo::add(std::int64_t i, std::int64_t j, double a) {
  row.push_back(static_cast<std::int32_t>(i));
  column.push_back(static_cast<std::int32_t>(j));
  value.push_back(a);
}

std::int64_t csr_bytes(std::int64_t rows, std::int64_t entries, std::int64_t value_bytes) {
  return (rows + 1) * 8 + entries * (4 + value_bytes);
}

std::int64_t rows_a_task(std::int64_t rows, std::int64_t entries) {
  constexpr std::int64_t kEntries = 1 << 15;
  constexpr std::int64_t kMost = 1 << 12;
  const std::int64_t in_row = entries / std::max<std::int64_t>(1, rows) + 1;
  return std::clamp<std::int64_t>(kEntries / in_row, 1, kMost);
}

template <class T>
std::int64_t Csr<T>::bytes() const {
  return csr_bytes(rows, entries(), sizeof(T));
}

template <class T>
T Csr<T>::at(std::int64_t i, std::int64_t j) const {
  const auto begin = column.begin() + starts[static_cast<std::size_t>(i)];
  const auto end = column.begin() + starts[static_cast<std::size_t>(i) + 1];
  const auto found = std::lower_bound(begin, end, j);
  return found != end && *found == j ? value[static_cast<std::size_t>(found - column.begin())]
                                     : T{0};
}

Csr<double> to_csr(const Coo& coo, Progress& progress) {
  check(coo);
  require_memory(kUserOfMatrix, host_memory(),
                 csr_bytes(2 * coo.rows, coo.entries(), sizeof(double)));
  Csr<double> csr = scattered<double>(
      coo.rows, coo.columns, coo.entries(), [&](std::int64_t k) { return coo.row[at(k)]; },
      [&](std::int64_t k) { return coo.column[at(k)]; },
      [&](std::int64_t k) { return coo.value[at(k)]; }, progress);
  sort_rows(csr, progress);
  return csr;
}

Csr<double> without_zeros(const Csr<double>& matrix, Progress& progress) {
  const auto zeros = std::count(matrix.value.begin(), matrix.value.end(), 0.0);
  const std::int64_t entries = matrix.entries() - zeros;
  require_memory(kUserOfMatrix, host_memory(), csr_bytes(matrix.rows, entries, sizeof(double)));
  Csr<double> csr;
  csr.rows = matrix.rows;
  csr.columns = matrix.columns;
  csr.starts.reserve(at(matrix.rows + 1));
  csr.column.reserve(at(entries));
  csr.value.reserve(at(entries));
  Steady steady(progress);
  for (std::int64_t i = 0; i < matrix.rows; ++i) {
    matrix.each(i, [&](std::int64_t j, double a) {
      if (a == 0) return;
      csr.column.push_back(static_cast<std::int32_t>(j));
      csr.value.push_back(a);
    });
    csr.starts.push_back(static_cast<std::int64_t>(csr.value.size()));
    steady.worked(matrix.length(i) + 1);
  }
  return csr;
}

Coo to_coo(const Csr<double>& matrix) {
  Coo coo;
  coo.rows = matrix.rows;
  coo.columns = matrix.columns;
  for (std::int64_t i = 0; i < matrix.rows; ++i) {
    matrix.each(i, [&](std::int64_t j, double a) { coo.add(i, j, a); });
  }
  return coo;
}

template <class T>
Csr<T> transposed(const Csr<T>& matrix, Progress& progress) {
  // The row of each entry is found by walking along with k, which only grows.
  std::int64_t row = 0;
  const auto row_of = [&](std::int64_t k) {
    while (matrix.starts[at(row + 1)] <= k) ++row;
    return static_cast<std::int32_t>(row);
  };
  return scattered<T>(
      matrix.columns, matrix.rows, matrix.entries(),
      [&](std::int64_t k) { return matrix.column[at(k)]; }, row_of,
      [&](std::int64_t k) { return matrix.value[at(k)]; }, progress);
}

template struct Csr<double>;
template struct Csr<float>;
template Csr<double> transposed(const Csr<double>&, Progress&);
template Csr<float> transposed(const Csr<float>&, Progress&);

}  // namespace bitvox::sparse
