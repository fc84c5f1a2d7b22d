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
    for (const RigidMotion& motion : motions) {
      if (known_.try_emplace(key(motion)).second) unknown.push_back(motion);
    }
    const std::vector<MatchSums> found = measure(unknown);
    for (std::size_t i = 0; i < found.size(); ++i) known_[key(unknown[i])] = found[i];
    std::vector<MatchSums> all;
    all.reserve(motions.size());
    for (const RigidMotion& motion : motions) all.push_back(known_.at(key(motion)));
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
