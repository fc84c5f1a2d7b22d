// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/properties.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/threads/stop_request.hpp"
#include "linear_systems/index.hpp"
#include "linear_systems/properties_rules.hpp"
#include "linear_systems/steady.hpp"

namespace bitvox::sparse {
namespace {

double rounding_of(std::int64_t length, double magnitudes) {
  return static_cast<double>(length) * kRounding * magnitudes;
}

// What a block of rows leaves of what could be: each task has its own, then they are put together.
struct Seen {
  std::int64_t longest_row = 0;
  std::int64_t bandwidth = 0;
  bool pattern_symmetric = true;
  bool symmetric = true;
  bool skew_symmetric = true;
  std::int64_t zero_diagonal = 0;
  bool positive_diagonal = true;
  std::int64_t empty_row = -1;
  bool dominant = true;
  bool strictly_dominant = true;
  bool nonpositive_off_diagonal = true;
  bool zeros = false;

  void add(const Seen& other) {
    longest_row = std::max(longest_row, other.longest_row);
    bandwidth = std::max(bandwidth, other.bandwidth);
    pattern_symmetric &= other.pattern_symmetric;
    symmetric &= other.symmetric;
    skew_symmetric &= other.skew_symmetric;
    zero_diagonal += other.zero_diagonal;
    positive_diagonal &= other.positive_diagonal;
    if (empty_row < 0) empty_row = other.empty_row;
    dominant &= other.dominant;
    strictly_dominant &= other.strictly_dominant;
    nonpositive_off_diagonal &= other.nonpositive_off_diagonal;
    zeros |= other.zeros;
  }
};

// A single row may take long: each of its entries is looked for across the diagonal.
void look_at(const Csr<double>& matrix, std::int64_t i, Seen& seen) {
  double diagonal = 0;
  double others = 0;
  matrix.each(i, [&](std::int64_t j, double a) {
    seen.bandwidth = std::max(seen.bandwidth, std::abs(i - j));
    if (i == j) {
      diagonal = a;
      return;
    }
    others += std::abs(a);
    seen.nonpositive_off_diagonal &= a <= 0;
    seen.zeros |= a == 0;
    if (a == 0 || !seen.pattern_symmetric || stop_requested()) return;
    const double opposite = matrix.at(j, i);
    seen.pattern_symmetric = opposite != 0;
    seen.symmetric &= opposite == a;
    seen.skew_symmetric &= opposite == -a;
  });
  const double sum = std::abs(diagonal) + others;
  seen.longest_row = std::max(seen.longest_row, matrix.length(i));
  seen.skew_symmetric &= diagonal == 0;
  seen.zero_diagonal += diagonal == 0 ? 1 : 0;
  seen.positive_diagonal &= diagonal > 0;
  if (sum == 0 && seen.empty_row < 0) seen.empty_row = i;
  const double rounding = rounding_of(matrix.length(i), sum);
  seen.dominant &= std::abs(diagonal) >= others - rounding;
  seen.strictly_dominant &= std::abs(diagonal) > others + rounding;
}

// Rows in tasks of threads.
class Tasks {
 public:
  Tasks(const Csr<double>& matrix, int threads)
      : rows_(matrix.rows),
        at_once_(rows_a_task(matrix.rows, matrix.entries())),
        threads_(threads) {}

  std::int64_t count() const { return (rows_ + at_once_ - 1) / at_once_; }
  // body(task, first row, end)
  template <class Body>
  void operator()(Progress& progress, const Body& body) const {
    parallel_for(count(), threads_, progress, [&](std::int64_t task) {
      body(task, task * at_once_, std::min(rows_, (task + 1) * at_once_));
    });
  }
  // body(row)
  template <class Body>
  void each(Progress& progress, const Body& body) const {
    (*this)(progress, [&](std::int64_t, std::int64_t first, std::int64_t end) {
      for (std::int64_t i = first; i < end; ++i) body(i);
    });
  }

 private:
  std::int64_t rows_;
  std::int64_t at_once_;
  int threads_;
};

// Sets that many threads join. A parent is less than its children, and only a root gets one, so
// that in the end the root of a set is its least member, whoever came first.
class Sets {
 public:
  explicit Sets(std::int64_t n) : parent_(at(n)) {}

  void clear(std::int64_t i) { parent_[at(i)].store(static_cast<std::int32_t>(i), kRelaxed); }

  std::int64_t root_of(std::int64_t i) {
    for (;;) {
      std::int32_t up = parent_[at(i)].load(kRelaxed);
      if (up == i) return i;
      const std::int32_t above = parent_[at(up)].load(kRelaxed);
      // Half of the way is saved next time; others may have done so, or better.
      if (above != up) parent_[at(i)].compare_exchange_weak(up, above, kRelaxed);
      i = above;
    }
  }

  void join(std::int64_t one, std::int64_t other) {
    for (;;) {
      one = root_of(one);
      other = root_of(other);
      if (one == other) return;
      if (one < other) std::swap(one, other);
      auto root = static_cast<std::int32_t>(one);
      if (parent_[at(one)].compare_exchange_strong(root, static_cast<std::int32_t>(other),
                                                   kRelaxed)) {
        return;
      }
    }
  }

 private:
  static constexpr auto kRelaxed = std::memory_order_relaxed;
  std::vector<std::atomic<std::int32_t>> parent_;
};

// Whether row i adds up to 0.
bool is_balanced(const Csr<double>& matrix, std::int64_t i) {
  double sum = 0;
  double magnitudes = 0;
  matrix.each(i, [&](std::int64_t, double a) {
    sum += a;
    magnitudes += std::abs(a);
  });
  return std::abs(sum) <= rounding_of(matrix.length(i), magnitudes) && std::isfinite(magnitudes);
}

// Joins rows with an entry between them; a row's component is its least row.
void find_components(const Csr<double>& matrix, const Tasks& tasks, Properties& found,
                     Progress& progress) {
  const std::int64_t n = matrix.rows;
  Sets sets(n);
  tasks.each(progress, [&](std::int64_t i) { sets.clear(i); });
  tasks.each(progress, [&](std::int64_t i) {
    matrix.each(i, [&](std::int64_t j, double a) {
      if (j < i && a != 0 && !stop_requested()) sets.join(i, j);  // the matrix is symmetric
    });
  });
  std::vector<std::atomic<char>> regular(at(n));  // of roots: rows that do not add up to 0
  tasks.each(progress, [&](std::int64_t i) {
    if (!is_balanced(matrix, i)) regular[at(sets.root_of(i))].store(1, std::memory_order_relaxed);
  });
  std::vector<std::int32_t> number(at(n), -1);
  Steady steady(progress);
  for (std::int64_t i = 0; i < n; ++i) {
    steady.worked(1);
    if (sets.root_of(i) != i) continue;
    ++found.components;
    if (regular[at(i)] == 0) number[at(i)] = static_cast<std::int32_t>(found.singular_components++);
  }
  if (found.singular_components == 0) return;
  found.singular.resize(at(n));
  tasks.each(progress,
             [&](std::int64_t i) { found.singular[at(i)] = number[at(sets.root_of(i))]; });
}

std::int64_t first_empty_column(const Csr<double>& matrix, const Tasks& tasks, Progress& progress) {
  std::vector<std::atomic<char>> filled(at(matrix.columns));
  tasks.each(progress, [&](std::int64_t i) {
    matrix.each(i, [&](std::int64_t j, double a) {
      if (a != 0) filled[at(j)].store(1, std::memory_order_relaxed);
    });
  });
  const auto found = std::find(filled.begin(), filled.end(), 0);
  return found == filled.end() ? -1 : found - filled.begin();
}

}  // namespace

void require_square(const Csr<double>& matrix) {
  if (matrix.rows == matrix.columns) return;
  throw InvalidInput("the matrix has " + std::to_string(matrix.rows) + " rows and " +
                     std::to_string(matrix.columns) +
                     " columns; only systems of as many equations as unknowns can be solved");
}

Properties properties_of(const Csr<double>& matrix, int threads, Progress& progress) {
  require_square(matrix);
  const std::int64_t n = matrix.rows;
  const Tasks tasks(matrix, threads);
  std::vector<Seen> seen(at(tasks.count()));
  auto [looking, comparing] = progress_parts(progress, 1, 1);
  StandingProgress standing(comparing);
  tasks(looking, [&](std::int64_t task, std::int64_t first, std::int64_t end) {
    for (std::int64_t i = first; i < end; ++i) look_at(matrix, i, seen[at(task)]);
  });
  Seen all;
  for (const Seen& one : seen) all.add(one);
  Properties found;
  found.rows = n;
  found.entries = matrix.entries();
  found.longest_row = all.longest_row;
  found.bandwidth = all.bandwidth;
  found.pattern_symmetric = all.pattern_symmetric;
  found.symmetric = all.symmetric && all.pattern_symmetric;
  found.skew_symmetric = all.skew_symmetric && all.pattern_symmetric;
  found.zero_diagonal = all.zero_diagonal;
  found.positive_diagonal = all.positive_diagonal;
  found.empty_row = all.empty_row;
  found.dominant = all.dominant;
  found.strictly_dominant = all.strictly_dominant;
  found.nonpositive_off_diagonal = all.nonpositive_off_diagonal;
  found.zeros = all.zeros;
  // Of a symmetric pattern an empty row is an empty column.
  found.empty_column =
      found.pattern_symmetric ? found.empty_row : first_empty_column(matrix, tasks, standing);
  if (found.symmetric) {
    find_components(matrix, tasks, found, standing);
    found.laplacian = found.nonpositive_off_diagonal && found.positive_diagonal &&
                      found.singular_components == found.components;
  }
  return found;
}

std::string Properties::words() const {
  std::string text = symmetric           ? "symmetric"
                     : skew_symmetric    ? "skew-symmetric"
                     : pattern_symmetric ? "not symmetric, of symmetric pattern"
                                         : "not symmetric";
  if (strictly_dominant) {
    text += ", strictly diagonally dominant";
  } else if (dominant) {
    text += ", diagonally dominant";
  }
  if (symmetric && positive_diagonal) {
    text += strictly_dominant         ? ", positive definite"
            : !dominant               ? ", positive diagonal"
            : singular_components > 0 ? ", positive semidefinite"
                                      : ", positive semidefinite or definite";
  }
  if (laplacian) text += ", a graph Laplacian";
  if (singular_components > 0) {
    text += singular_components == 1
                ? ", singular (constants)"
                : ", singular (constants on " + std::to_string(singular_components) + " parts)";
  }
  if (zero_diagonal > 0) text += ", " + std::to_string(zero_diagonal) + " zeros on the diagonal";
  return text;
}

}  // namespace bitvox::sparse
