// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "ops/register_mi/register_mi_matcher.hpp"

namespace bitvox::register_mi {

// What is known of motions at the same points. Candidates turn back, and mostly they come to one
// place, from where all go the same way: without this all would be measured there, each anew.
class MeasuredMotions {
 public:
  // The counts of each of the motions; measure(some) returns those of what is not known yet.
  template <class Measure>
  std::vector<MatchSums> get(const std::vector<RigidMotion>& motions, const Measure& measure) {
    std::vector<RigidMotion> unknown;
    std::vector<MatchSums*> places;  // of all, and of those
    std::vector<MatchSums*> gaps;
    for (const RigidMotion& motion : motions) {
      const auto [entry, is_new] = known_.try_emplace(key(motion));
      places.push_back(&entry->second);
      if (!is_new) continue;
      unknown.push_back(motion);
      gaps.push_back(&entry->second);
    }
    const std::vector<MatchSums> found = measure(unknown);
    for (std::size_t i = 0; i < found.size(); ++i) *gaps[i] = found[i];
    std::vector<MatchSums> all;
    all.reserve(places.size());
    for (const MatchSums* sums : places) all.push_back(*sums);
    return all;
  }

  // There are other points.
  void forget() { known_.clear(); }

 private:
  // Sums of steps taken in another order differ in their last places.
  using Key = std::array<double, 6>;
  static Key key(const RigidMotion& motion) {
    Key all{motion.dx, motion.dy, motion.dz, motion.angle, motion.angle_x, motion.angle_y};
    for (double& part : all) part = std::round(part * 0x1p24);
    return all;
  }

  std::map<Key, MatchSums> known_;
};

}  // namespace bitvox::register_mi
