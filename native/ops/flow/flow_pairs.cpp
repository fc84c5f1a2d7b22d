// SPDX-License-Identifier: BSD-2-Clause
// Which bodies are near one another.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "ops/flow/flow_bodies.hpp"
#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {
Vector Bodies::from_to(const Vector& a, const Vector& b) const {
  Vector way = add(b, a, -1);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto size = static_cast<double>(grid_.size(i));
    if (grid_.periodic(i)) way[i] -= size * std::round(way[i] / size);
  }
  return way;
}

// All ways from one body to another by which they may touch, the shortest along each axis among
// them.
std::vector<Vector> Bodies::ways(const Body& a, const Body& b, double farthest) const {
  const Vector shortest = from_to(a.centre, b.centre), of_a = a.extent(), of_b = b.extent();
  std::vector<Vector> all{shortest};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!grid_.periodic(i)) continue;
    const auto size = static_cast<double>(grid_.size(i));
    const double most = of_a[i] + of_b[i] + farthest;
    const std::size_t count = all.size();
    for (const double sign : {-1.0, 1.0})
      for (double turns = 1; std::abs(shortest[i] + sign * turns * size) < most; ++turns)
        for (std::size_t k = 0; k < count; ++k) {
          Vector& way = all.emplace_back(all[k]);
          way[i] = shortest[i] + sign * turns * size;
        }
  }
  return all;
}

// Whether two may touch: neither farther apart than they reach, nor along an axis.
bool Bodies::near(const Body& a, const Body& b, double farthest) const {
  const Vector way = from_to(a.centre, b.centre);
  if (length_of(way) > a.reach() + b.reach() + farthest) return false;
  const Vector of_a = a.extent(), of_b = b.extent();
  for (std::size_t i = 0; i < 3; ++i) {
    if (std::abs(way[i]) > of_a[i] + of_b[i] + 2 * farthest)
      return false;  // a half against rounding
  }
  return true;
}

// Found along the axis over which centres are spread most, and then put in the order of the text,
// as if all had been compared with all.
std::vector<Bodies::Pair> Bodies::close_pairs(double farthest, Progress& progress) const {
  std::array<double, 3> least{1e300, 1e300, 1e300}, most{-1e300, -1e300, -1e300};
  for (const Body& body : bodies_)
    for (std::size_t a = 0; a < 3; ++a) {
      least[a] = std::min(least[a], body.centre[a]);
      most[a] = std::max(most[a], body.centre[a]);
    }
  std::size_t axis = 0;
  for (std::size_t a = 1; a < 3; ++a) {
    if (most[a] - least[a] > most[axis] - least[axis]) axis = a;
  }
  struct Interval {
    double low, high;
    std::size_t body;
  };
  std::vector<Interval> all;
  double end = -1e300;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const double reach = bodies_[i].reach() + farthest;  // more than half of it, against rounding
    const double centre = bodies_[i].centre[axis];
    all.push_back({centre - reach, centre + reach, i});
    end = std::max(end, centre + reach);
  }
  const auto size = static_cast<double>(grid_.size(axis));
  for (std::size_t i = 0; grid_.periodic(axis) && i < bodies_.size(); ++i) {
    if (all[i].low + size > end) continue;  // it meets no other across the face
    all.push_back({all[i].low + size, all[i].high + size, i});
  }
  std::sort(all.begin(), all.end(), [](const Interval& a, const Interval& b) {
    return a.low != b.low ? a.low < b.low : a.body < b.body;
  });
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < bodies_.size(); ++i) pairs.push_back({i, i});
  for (std::size_t i = 0; i < all.size(); ++i) {
    progress.report(0, 1);
    for (std::size_t j = i + 1; j < all.size() && all[j].low <= all[i].high; ++j) {
      const std::size_t earlier = std::min(all[i].body, all[j].body);
      const std::size_t later = std::max(all[i].body, all[j].body);
      const Body &a = bodies_[earlier], &b = bodies_[later];
      if (earlier != later && (a.free() || b.free()) && near(a, b, farthest)) {
        pairs.push_back({later, earlier});
      }
    }
  }
  // Each body's wall goes before its pairs: the one with itself first.
  const auto key = [](const Pair& pair) {
    return std::make_tuple(pair.later, pair.later != pair.earlier, pair.earlier);
  };
  std::sort(pairs.begin(), pairs.end(),
            [&](const Pair& a, const Pair& b) { return key(a) < key(b); });
  pairs.erase(std::unique(pairs.begin(), pairs.end(),
                          [&](const Pair& a, const Pair& b) { return key(a) == key(b); }),
              pairs.end());
  return pairs;
}

}  // namespace bitvox::flow
