// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agent_overlaps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace bitvox::agents {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kAxes = 3;

double squared_distance(const Place& a, const Place& b) {
  double sum = 0;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    sum += (a[axis] - b[axis]) * (a[axis] - b[axis]);
  }
  return sum;
}

// Places by cubic cells, which are at most as many as some times the places.
class CellGrid {
 public:
  // Cells have this side at least.
  CellGrid(std::span<const Place> places, double side) : side_(side) {
    Place most;
    least_.fill(kInfinity);
    most.fill(-kInfinity);
    for (const Place& place : places) {
      for (std::size_t axis = 0; axis < kAxes; ++axis) {
        least_[axis] = std::min(least_[axis], place[axis]);
        most[axis] = std::max(most[axis], place[axis]);
      }
    }
    const double most_cells = 4.0 * static_cast<double>(places.size()) + 8;
    const auto cells_along = [&](std::size_t axis) {
      return std::floor((most[axis] - least_[axis]) / side_) + 1;
    };
    while (cells_along(0) * cells_along(1) * cells_along(2) > most_cells) side_ *= 1.25;
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      counts_[axis] = static_cast<std::int64_t>(cells_along(axis));
    }
    sort(places);
  }

  double side() const { return side_; }
  bool is_one_cell() const { return counts_ == Cell{1, 1, 1}; }

  // Calls look(other) for each place of the cells around, and of its own.
  template <class Look>
  void around(const Place& place, const Look& look) const {
    const Cell cell = cell_of(place);
    Cell from{}, to{};
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      from[axis] = std::max<std::int64_t>(cell[axis] - 1, 0);
      to[axis] = std::min(cell[axis] + 1, counts_[axis] - 1);
    }
    for (std::int64_t z = from[2]; z <= to[2]; ++z) {
      for (std::int64_t y = from[1]; y <= to[1]; ++y) {
        // Cells along x are neighbours in memory.
        const std::size_t begin = begins_[index({from[0], y, z})];
        const std::size_t end = begins_[index({to[0], y, z}) + 1];
        for (std::size_t i = begin; i < end; ++i) look(sorted_[i]);
      }
    }
  }

 private:
  using Cell = std::array<std::int64_t, kAxes>;

  Cell cell_of(const Place& place) const {
    Cell cell{};
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      cell[axis] = static_cast<std::int64_t>((place[axis] - least_[axis]) / side_);
    }
    return cell;
  }
  std::size_t index(const Cell& cell) const {
    return static_cast<std::size_t>((cell[2] * counts_[1] + cell[1]) * counts_[0] + cell[0]);
  }

  // By counting; those of a cell stay in their order.
  void sort(std::span<const Place> places) {
    begins_.assign(static_cast<std::size_t>(counts_[0] * counts_[1] * counts_[2]) + 2, 0);
    for (const Place& place : places) ++begins_[index(cell_of(place)) + 2];
    for (std::size_t i = 2; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
    sorted_.resize(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      sorted_[begins_[index(cell_of(places[i])) + 1]++] = static_cast<std::int64_t>(i);
    }
    begins_.pop_back();
  }

  double side_;
  Place least_;
  Cell counts_{};
  std::vector<std::size_t> begins_;  // of each cell in sorted_, and the end
  std::vector<std::int64_t> sorted_;
};

NearPairs pairs_in(const CellGrid& grid, std::span<const Place> places, double distance,
                   const std::function<bool()>& stopped) {
  NearPairs pairs;
  double nearest = kInfinity;  // squared
  for (std::int64_t i = 0; i < std::ssize(places); ++i) {
    if (i % 64 == 0 && stopped()) break;
    const Place& place = places[static_cast<std::size_t>(i)];
    std::int64_t first_other = std::numeric_limits<std::int64_t>::max();
    grid.around(place, [&](std::int64_t other) {
      if (other <= i) return;
      const double squared = squared_distance(place, places[static_cast<std::size_t>(other)]);
      nearest = std::min(nearest, squared);
      if (squared < distance * distance) {
        ++pairs.count;
        first_other = std::min(first_other, other);
      }
    });
    if (pairs.first < 0 && pairs.count > 0) {
      pairs.first = i;
      pairs.second = first_other;
    }
  }
  pairs.nearest = std::sqrt(nearest);
  return pairs;
}

}  // namespace

NearPairs near_pairs(std::span<const Place> places, double distance,
                     const std::function<bool()>& stopped) {
  if (places.size() < 2) return {0, -1, -1, kInfinity};
  // A little more than the distance, as the places' cells are rounded.
  double side = distance * (1 + 1e-7);
  for (;;) {
    const CellGrid grid(places, side);
    NearPairs pairs = pairs_in(grid, places, distance, stopped);
    // Of two that are farther than a side from each other not all have been looked at.
    if (grid.is_one_cell() || pairs.nearest < grid.side() * (1 - 1e-7) || stopped()) return pairs;
    side = 2 * grid.side();
  }
}

}  // namespace bitvox::agents
