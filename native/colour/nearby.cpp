// SPDX-License-Identifier: BSD-2-Clause
#include "colour/nearby.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bitvox::colour {

std::size_t Nearby::Axis::cell(double at) const {
  const double cells_before = (at - first) / side;
  if (!(cells_before > 0)) return 0;
  const auto last = static_cast<double>(cells - 1);
  return static_cast<std::size_t>(std::min(cells_before, last));
}

Nearby::Axis Nearby::axis(double first, double last, double side) {
  return {first, side, static_cast<std::size_t>((last - first) / side) + 1};
}

Nearby::Nearby(const std::vector<Place>& places, double reach) : begins_(2, 0) {
  if (places.empty()) return;
  const auto [left, right] = std::minmax_element(
      places.begin(), places.end(), [](const Place& a, const Place& b) { return a.x < b.x; });
  const auto [top, bottom] = std::minmax_element(
      places.begin(), places.end(), [](const Place& a, const Place& b) { return a.y < b.y; });
  const double width = right->x - left->x;
  const double height = bottom->y - top->y;
  // No more cells than about three for each place.
  const auto count = static_cast<double>(places.size());
  const double side =
      std::max({reach, std::sqrt(width / count * height), std::max(width, height) / count});
  x_ = axis(left->x, right->x, side);
  y_ = axis(top->y, bottom->y, side);
  begins_.assign(x_.cells * y_.cells + 1, 0);
  const auto cell_of = [&](std::size_t i) {
    return y_.cell(places[i].y) * x_.cells + x_.cell(places[i].x);
  };
  for (std::size_t i = 0; i < places.size(); ++i) ++begins_[cell_of(i) + 1];
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  std::vector<std::size_t> next = begins_;
  order_.resize(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) order_[next[cell_of(i)]++] = i;
}

}  // namespace bitvox::colour
