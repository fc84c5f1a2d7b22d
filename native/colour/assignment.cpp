// SPDX-License-Identifier: BSD-2-Clause
#include "colour/assignment.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace bitvox::colour {
namespace {

// Losses are the largest gain minus a gain; a row that stays out loses the largest gain. Prices
// keep reduced losses at 0 or more, so that paths are found as by Dijkstra.
class Assignment {
 public:
  Assignment(const std::vector<std::vector<Gain>>& rows, std::size_t columns)
      : rows_(rows),
        of_row_(rows.size(), kUnassigned),
        of_column_(columns, kUnassigned),
        row_prices_(rows.size(), 0.0),
        column_prices_(columns, 0.0),
        distance_(columns),
        through_(columns),
        done_(columns) {
    for (const std::vector<Gain>& row : rows) {
      for (const Gain& link : row) most_ = std::max(most_, link.gain);
    }
  }

  void add(std::size_t row) {
    std::fill(distance_.begin(), distance_.end(), kFar);
    std::fill(done_.begin(), done_.end(), false);
    reached_rows_.assign(1, {row, 0.0});
    double best_out = out_loss(row);
    std::size_t out = row;
    double base = 0;
    std::size_t current = row;
    std::size_t end = kUnassigned;  // a free column, or none: then `out` leaves
    for (;;) {
      relax(current, base);
      const std::size_t next = nearest();
      if (next == kUnassigned || distance_[next] >= best_out) break;
      base = distance_[next];
      done_[next] = true;
      if (of_column_[next] == kUnassigned) {
        end = next;
        break;
      }
      current = of_column_[next];
      reached_rows_.push_back({current, base});
      if (base + out_loss(current) < best_out) {
        best_out = base + out_loss(current);
        out = current;
      }
    }
    const double length = end != kUnassigned ? base : best_out;
    update_prices(length);
    if (end != kUnassigned) {
      turn(end, row);
    } else {
      push_out(out, row);
    }
  }

  std::vector<std::size_t> take() { return std::move(of_row_); }

 private:
  static constexpr double kFar = std::numeric_limits<double>::infinity();
  struct Reached {
    std::size_t row;
    double distance;
  };

  double out_loss(std::size_t row) const { return most_ - row_prices_[row]; }

  void relax(std::size_t row, double base) {
    for (const Gain& link : rows_[row]) {
      if (done_[link.column]) continue;
      const double loss =
          base + ((most_ - link.gain) - row_prices_[row] - column_prices_[link.column]);
      if (loss < distance_[link.column]) {
        distance_[link.column] = loss;
        through_[link.column] = row;
      }
    }
  }

  std::size_t nearest() const {
    std::size_t best = kUnassigned;
    for (std::size_t i = 0; i < distance_.size(); ++i) {
      if (done_[i] || distance_[i] == kFar) continue;
      if (best == kUnassigned || distance_[i] < distance_[best]) best = i;
    }
    return best;
  }

  void update_prices(double length) {
    for (const Reached& reached : reached_rows_) {
      row_prices_[reached.row] += length - reached.distance;
    }
    for (std::size_t i = 0; i < distance_.size(); ++i) {
      if (done_[i]) column_prices_[i] -= length - distance_[i];
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

  const std::vector<std::vector<Gain>>& rows_;
  double most_ = 0;
  std::vector<std::size_t> of_row_;
  std::vector<std::size_t> of_column_;
  std::vector<double> row_prices_;
  std::vector<double> column_prices_;
  std::vector<double> distance_;
  std::vector<std::size_t> through_;
  std::vector<bool> done_;
  std::vector<Reached> reached_rows_;
};

}  // namespace

std::vector<std::size_t> assign(const std::vector<std::vector<Gain>>& rows, std::size_t columns,
                                Progress& progress) {
  Assignment assignment(rows, columns);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (row % 64 == 0) progress.report(static_cast<std::int64_t>(row), std::ssize(rows));
    assignment.add(row);
  }
  return assignment.take();
}

}  // namespace bitvox::colour
