// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "core/threads/progress.hpp"

namespace bitvox::colour {

inline constexpr std::size_t kUnassigned = std::numeric_limits<std::size_t>::max();

// Gives rows to columns, each to one at most, so that the sum of losses is least: see assign().
// Prices keep reduced losses at 0 or more, so that paths are found as by Dijkstra. Links are asked
// for and not kept: memory is of order rows + columns.
template <class EachLink>
class Assignment {
 public:
  Assignment(std::size_t rows, std::size_t columns, double out, const EachLink& each_link)
      : out_(out),
        each_link_(each_link),
        of_row_(rows, kUnassigned),
        of_column_(columns, kUnassigned),
        row_prices_(rows, 0.0),
        column_prices_(columns, 0.0),
        distance_(columns, kFar),
        through_(columns),
        done_(columns, false) {}

  // Takes the path of least loss from a row to a free column, or to a row that leaves.
  void add(std::size_t row, Progress& progress) {
    begin();
    double least_out = out_loss(row);
    std::size_t leaves = row;
    double base = 0;
    std::size_t current = row;
    std::size_t end = kUnassigned;  // a free column, or none: then a row leaves
    for (;;) {
      reached_rows_.push_back({current, base});
      if (base + out_loss(current) < least_out) {
        least_out = base + out_loss(current);
        leaves = current;
      }
      relax(current, base, least_out);
      ask(row, progress);
      const std::size_t next = nearest();
      if (next == kUnassigned || distance_[next] >= least_out) break;
      base = distance_[next];
      done_[next] = true;
      done_columns_.push_back(next);
      if (of_column_[next] == kUnassigned) {
        end = next;
        break;
      }
      current = of_column_[next];
    }
    update_prices(end != kUnassigned ? base : least_out);
    if (end != kUnassigned) {
      turn(end, row);
    } else {
      push_out(leaves, row);
    }
  }

  std::vector<std::size_t> take() { return std::move(of_row_); }

 private:
  static constexpr double kFar = std::numeric_limits<double>::infinity();
  // Links between two questions whether to go on.
  static constexpr std::int64_t kLinks = 1 << 16;

  struct Reached {
    std::size_t row;
    double distance;
  };
  using Place = std::pair<double, std::size_t>;  // distance and column

  double out_loss(std::size_t row) const { return out_ - row_prices_[row]; }

  void begin() {
    for (const std::size_t column : seen_columns_) {
      distance_[column] = kFar;
      done_[column] = false;
    }
    seen_columns_.clear();
    done_columns_.clear();
    reached_rows_.clear();
    places_.clear();
    nearest_free_ = kFar;
  }

  void relax(std::size_t row, double base, double least_out) {
    ++links_;
    each_link_(row, [&](std::size_t column, double own) {
      ++links_;
      if (done_[column]) return;
      const double loss = base + (own - row_prices_[row] - column_prices_[column]);
      // Behind one of these no path goes on.
      if (loss >= least_out || loss > nearest_free_) return;
      if (loss >= distance_[column]) return;
      if (distance_[column] == kFar) seen_columns_.push_back(column);
      if (of_column_[column] == kUnassigned) nearest_free_ = loss;
      distance_[column] = loss;
      through_[column] = row;
      places_.push_back({loss, column});
      std::push_heap(places_.begin(), places_.end(), std::greater<>());
    });
    if (places_.size() > 2 * of_column_.size()) drop_former();
  }

  // Places that are farther away than where their columns were found later.
  void drop_former() {
    places_.clear();
    for (const std::size_t column : seen_columns_) {
      if (!done_[column]) places_.push_back({distance_[column], column});
    }
    std::make_heap(places_.begin(), places_.end(), std::greater<>());
  }

  void ask(std::size_t row, Progress& progress) {
    if (links_ < kLinks) return;
    links_ = 0;
    progress.report(static_cast<std::int64_t>(row), std::ssize(of_row_));
  }

  // Of columns of the same distance the first.
  std::size_t nearest() {
    while (!places_.empty()) {
      std::pop_heap(places_.begin(), places_.end(), std::greater<>());
      const std::size_t column = places_.back().second;
      places_.pop_back();
      if (!done_[column]) return column;  // else it had been found farther away before
    }
    return kUnassigned;
  }

  void update_prices(double length) {
    for (const Reached& reached : reached_rows_) {
      row_prices_[reached.row] += length - reached.distance;
    }
    for (const std::size_t column : done_columns_) {
      column_prices_[column] -= length - distance_[column];
    }
  }

  // Gives the columns of the path that ends at `column` to the rows before them.
  void turn(std::size_t column, std::size_t first) {
    for (;;) {
      const std::size_t row = through_[column];
      of_column_[column] = row;
      std::swap(of_row_[row], column);
      if (row == first) return;
    }
  }

  void push_out(std::size_t out, std::size_t first) {
    if (out == first) return;
    const std::size_t column = of_row_[out];
    of_row_[out] = kUnassigned;
    turn(column, first);
  }

  double out_;
  const EachLink& each_link_;
  std::vector<std::size_t> of_row_;
  std::vector<std::size_t> of_column_;
  std::vector<double> row_prices_;
  std::vector<double> column_prices_;
  // Of the row that is being added: of paths to columns, and the columns that have one.
  std::vector<double> distance_;
  std::vector<std::size_t> through_;
  std::vector<bool> done_;
  std::vector<std::size_t> seen_columns_;
  std::vector<std::size_t> done_columns_;
  std::vector<Reached> reached_rows_;
  std::vector<Place> places_;  // a heap, the nearest first
  double nearest_free_ = kFar;
  std::int64_t links_ = 0;
};

// The column of each row, or kUnassigned: of all choices that give a row one column at most, and a
// column one row at most, one of the least sum of losses. A row without a column loses `out`.
//
// each_link(row, body) calls body(column, loss), loss from 0 to below `out`, for the columns that a
// row may have, in any order. Each row takes the path of least loss through the rows before it, or
// pushes one of them, or itself, out. Time of order rows * (links + columns * log(columns)) at
// most; memory of order rows + columns. Throws Cancelled.
template <class EachLink>
std::vector<std::size_t> assign(std::size_t rows, std::size_t columns, double out,
                                const EachLink& each_link, Progress& progress) {
  Assignment<EachLink> assignment(rows, columns, out, each_link);
  for (std::size_t row = 0; row < rows; ++row) assignment.add(row, progress);
  return assignment.take();
}

}  // namespace bitvox::colour
