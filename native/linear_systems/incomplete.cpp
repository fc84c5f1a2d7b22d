// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/incomplete.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

#include "core/memory/memory.hpp"
#include "core/options/number.hpp"
#include "linear_systems/index.hpp"
#include "linear_systems/steady.hpp"

namespace bitvox::sparse {
namespace {

constexpr MemoryUser kUserOfFactors{"Solve Sparse System", "Use preconditioner=jacobi."};

// A pivot below this part of the largest entry of its row is as good as 0.
constexpr double kLeastPivot = 1e-14;

constexpr double kFirstShift = 1e-3;
constexpr double kMostShift = 10;

Csr<double> empty_rows(std::int64_t rows) {
  Csr<double> csr;
  csr.rows = csr.columns = rows;
  csr.starts.reserve(at(rows + 1));
  return csr;
}

void close_row(Csr<double>& csr) {
  csr.starts.push_back(static_cast<std::int64_t>(csr.column.size()));
}

void append(Csr<double>& csr, std::int64_t column, double value) {
  csr.column.push_back(static_cast<std::int32_t>(column));
  csr.value.push_back(value);
}

std::string bad_pivot(std::int64_t row, double pivot) {
  return "row " + std::to_string(row + 1) + " (from 1) has the pivot " + short_number(pivot);
}

// A search in a row takes about as long as so many steps along it.
constexpr std::int64_t kStepsOfASearch = 32;

// body(column, value) for the entries of row k of `upper` where row i of the matrix has one, too:
// along the shorter one, or each row that meets a dense one would take as long as that.
template <class Body>
void each_common(const Csr<double>& upper, std::int64_t k, const Csr<double>& matrix,
                 std::int64_t i, const std::vector<char>& is_in_row, Steady& steady,
                 const Body& body) {
  const std::int64_t searching = kStepsOfASearch * matrix.length(i);
  if (upper.length(k) <= searching) {
    upper.each(k, [&](std::int64_t j, double u) {
      if (is_in_row[at(j)] != 0) body(j, u);
    });
    steady.worked(upper.length(k) + 1);
    return;
  }
  const auto begin = upper.column.begin() + upper.starts[at(k)];
  const auto end = upper.column.begin() + upper.starts[at(k + 1)];
  matrix.each(i, [&](std::int64_t j, double) {
    const auto found = std::lower_bound(begin, end, j);
    if (found != end && *found == j) body(j, upper.value[at(found - upper.column.begin())]);
  });
  steady.worked(searching);
}

// Row by row: a dense row `work` holds the row that is being eliminated.
enum class Pivots { kPositive, kNotZero };
Factors<double> ilu0_shifted(const Csr<double>& matrix, double shift, Pivots pivots,
                             Progress& progress) {
  const std::int64_t n = matrix.rows;
  require_memory(kUserOfFactors, host_memory(), csr_bytes(3 * n, matrix.entries(), 8));
  Factors<double> factors{empty_rows(n), empty_rows(n), std::vector<double>(at(n)), "", shift};
  Csr<double>& lower = factors.lower;
  Csr<double>& upper = factors.upper;
  for (Csr<double>* one : {&lower, &upper}) {
    one->column.reserve(at(matrix.entries() / 2));
    one->value.reserve(at(matrix.entries() / 2));
  }
  std::vector<double> work(at(n));
  std::vector<char> is_there(at(n));
  Steady steady(progress);
  for (std::int64_t i = 0; i < n; ++i) {
    double largest = 0;
    matrix.each(i, [&](std::int64_t j, double a) {
      work[at(j)] = j == i ? a + shift * a : a;
      is_there[at(j)] = 1;
      largest = std::max(largest, std::abs(a));
    });
    matrix.each(i, [&](std::int64_t k, double) {
      if (k >= i) return;
      const double factor = work[at(k)] * factors.inverse_diagonal[at(k)];
      work[at(k)] = factor;
      each_common(upper, k, matrix, i, is_there, steady,
                  [&](std::int64_t j, double u) { work[at(j)] -= factor * u; });
    });
    const double pivot = is_there[at(i)] != 0 ? work[at(i)] : 0;
    const double size = pivots == Pivots::kPositive ? pivot : std::abs(pivot);
    const bool is_usable = size > kLeastPivot * largest;
    if (!is_usable || !std::isfinite(pivot)) {
      factors.failure = bad_pivot(i, pivot);
      return factors;
    }
    factors.inverse_diagonal[at(i)] = 1 / pivot;
    matrix.each(i, [&](std::int64_t j, double) {
      if (j != i) append(j < i ? lower : upper, j, work[at(j)]);
      is_there[at(j)] = 0;
    });
    close_row(lower);
    close_row(upper);
    steady.worked(matrix.length(i) + 1);
  }
  return factors;
}

// The `most` largest of a row's entries, by column.
void keep_largest(std::vector<std::pair<std::int32_t, double>>& entries, int most) {
  const auto by_size = [](const auto& a, const auto& b) {
    const double x = std::abs(a.second);
    const double y = std::abs(b.second);
    return x != y ? x > y : a.first < b.first;
  };
  if (static_cast<int>(entries.size()) > most) {
    std::nth_element(entries.begin(), entries.begin() + most, entries.end(), by_size);
    entries.resize(static_cast<std::size_t>(most));
  }
  std::sort(entries.begin(), entries.end());
}

// The row that ILUT works on: values by column, and which columns have one.
class WorkRow {
 public:
  explicit WorkRow(std::int64_t n) : value_(at(n)), is_there_(at(n)) {}

  void begin(const Csr<double>& matrix, std::int64_t i) {
    row_ = i;
    double square = 0;
    matrix.each(i, [&](std::int64_t j, double a) {
      add(j, a);
      square += a * a;
    });
    norm_ = std::sqrt(square);
  }
  void add(std::int64_t j, double a) {
    if (is_there_[at(j)] == 0) {
      is_there_[at(j)] = 1;
      columns_.push_back(static_cast<std::int32_t>(j));
      if (j < row_) before_.push(j);
    }
    value_[at(j)] += a;
  }
  double norm() const { return norm_; }
  double& operator[](std::int64_t j) { return value_[at(j)]; }

  // Columns below the diagonal, by size, also those that come meanwhile; -1 when there is none.
  std::int64_t next_before() {
    if (before_.empty()) return -1;
    const std::int64_t column = before_.top();
    before_.pop();
    return column;
  }

  // body(column, value), and the row is empty again.
  template <class Body>
  void take(const Body& body) {
    for (const std::int32_t j : columns_) {
      body(j, value_[at(j)]);
      value_[at(j)] = 0;
      is_there_[at(j)] = 0;
    }
    columns_.clear();
  }

 private:
  std::vector<double> value_;
  std::vector<char> is_there_;
  std::vector<std::int32_t> columns_;
  std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> before_;
  std::int64_t row_ = 0;
  double norm_ = 0;
};

}  // namespace

Factors<double> ilu0(const Csr<double>& matrix, Progress& progress) {
  return ilu0_shifted(matrix, 0, Pivots::kNotZero, progress);
}

Factors<double> ic0(const Csr<double>& matrix, Progress& progress) {
  Factors<double> factors = ilu0_shifted(matrix, 0, Pivots::kPositive, progress);
  const std::string own_failure = factors.failure;
  for (double shift = kFirstShift; !factors.failure.empty() && shift < kMostShift; shift *= 2) {
    factors = ilu0_shifted(matrix, shift, Pivots::kPositive, progress);
  }
  if (!factors.failure.empty()) factors.failure = own_failure;
  return factors;
}

Factors<double> ilut(const Csr<double>& matrix, int most, double drop, Progress& progress) {
  const std::int64_t n = matrix.rows;
  require_memory(kUserOfFactors, host_memory(), 2 * csr_bytes(n, n * most, 8));
  Factors<double> factors{empty_rows(n), empty_rows(n), std::vector<double>(at(n)), "", 0};
  WorkRow work(n);
  std::vector<std::pair<std::int32_t, double>> below;
  std::vector<std::pair<std::int32_t, double>> above;
  Steady steady(progress);
  for (std::int64_t i = 0; i < n; ++i) {
    work.begin(matrix, i);
    const double least = drop * work.norm();
    for (std::int64_t k = work.next_before(); k >= 0; k = work.next_before()) {
      const double factor = work[k] * factors.inverse_diagonal[at(k)];
      if (!(std::abs(factor) >= drop)) {  // nor what is no number, where others are infinite
        work[k] = 0;
        continue;
      }
      work[k] = factor;
      factors.upper.each(k, [&](std::int64_t j, double u) { work.add(j, -factor * u); });
      steady.worked(factors.upper.length(k) + 1);
    }
    below.clear();
    above.clear();
    double pivot = 0;
    const double norm = work.norm();
    work.take([&](std::int32_t j, double a) {
      if (j == i) {
        pivot = a;
      } else if (j < i ? a != 0 : std::abs(a) > least) {
        (j < i ? below : above).emplace_back(j, a);
      }
    });
    if (!(std::abs(pivot) > kLeastPivot * norm) || !std::isfinite(pivot)) {
      factors.failure = bad_pivot(i, pivot);
      return factors;
    }
    keep_largest(below, most);
    keep_largest(above, most);
    for (const auto& [j, a] : below) append(factors.lower, j, a);
    for (const auto& [j, a] : above) append(factors.upper, j, a);
    close_row(factors.lower);
    close_row(factors.upper);
    factors.inverse_diagonal[at(i)] = 1 / pivot;
    steady.worked(matrix.length(i) + 1);
  }
  return factors;
}

}  // namespace bitvox::sparse
