// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "ops/agents/agents.hpp"

namespace bitvox::agents {

// Agents at random in a box, no two nearer than twice the radius, as a frame has them.
class SampleAgents {
 public:
  SampleAgents(const Place& box, double radius, int tries, unsigned seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> part(0, 1);
    for (int i = 0; i < tries; ++i) {
      Place place{};
      for (std::size_t axis = 0; axis < 3; ++axis) place[axis] = box[axis] * part(random);
      if (is_clear(place, radius)) add(place);
    }
  }
  explicit SampleAgents(const std::vector<Place>& all) {
    for (const Place& place : all) add(place);
  }

  Frame frame(std::int64_t number = 0, std::int64_t step = 0) const {
    return {number, step, ids, places};
  }

  std::vector<std::int64_t> ids;
  std::vector<Place> places;

 private:
  bool is_clear(const Place& place, double radius) const {
    for (const Place& other : places) {
      double squared = 0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        squared += (place[axis] - other[axis]) * (place[axis] - other[axis]);
      }
      if (squared <= 4 * radius * radius) return false;
    }
    return true;
  }
  // Ids have gaps, as after divisions.
  void add(const Place& place) {
    ids.push_back(ids.empty() ? 1 : ids.back() + 1 + static_cast<std::int64_t>(ids.size() % 3));
    places.push_back(place);
  }
};

}  // namespace bitvox::agents
