// SPDX-License-Identifier: BSD-2-Clause
// Bodies do not enter one another, walls or solid: what nears another faster than it would meet it
// in this part of a step is stopped there, without rebound or friction. Parts are short, so that
// how bodies turn within one hardly matters; what is left of that is put right by moving them.
#include <algorithm>
#include <cmath>

#include "ops/flow/flow_bodies.hpp"
#include "ops/flow/flow_face.hpp"
#include "ops/flow/flow_gap.hpp"
#include "ops/flow/flow_standing.hpp"
#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {
namespace {

constexpr double kPart = 0.05;       // voxels that a surface moves in a part of a step
constexpr double kMostParts = 20;    // of a voxel a step
constexpr double kAround = 0.1;      // voxels: contacts beyond what may be met
constexpr double kSlop = 0.005;      // voxels: overlaps that are left, so that contacts last
constexpr double kMostAtOnce = 0.1;  // voxels by which an overlap is put right at a time
constexpr int kMostTimes = 4;

std::vector<Motion> motions_of(const std::vector<Body>& bodies) {
  std::vector<Motion> motions;
  motions.reserve(bodies.size());
  for (const Body& body : bodies) motions.push_back({body.velocity, body.spin});
  return motions;
}

}  // namespace

std::vector<Contact> Bodies::contacts(const std::vector<Pair>& pairs, double farthest,
                                      double& least) const {
  std::vector<Contact> all;
  for (const Pair& pair : pairs) {
    const std::size_t later = pair.later, earlier = pair.earlier;
    const Body &a = bodies_[earlier], &b = bodies_[later];
    if (later != earlier) {
      for (const Vector& way : ways(a, b, farthest)) {
        const Gap between = gap_between(a, b, way, farthest);
        if (between.width > farthest) continue;
        least = std::min(least, between.width);
        for (const TouchPoint& point : touching_points(a, b, way, between, farthest)) {
          all.push_back(
              {earlier, later, point.at, add(point.at, way, -1), point.normal, point.gap});
        }
      }
      continue;
    }
    const auto stand = [&](const TouchPoint& point) {
      least = std::min(least, point.gap);
      all.push_back({later, kStands, point.at, {}, point.normal, point.gap});
    };
    for (const Wall& wall : walls_of(grid_))
      for (const TouchPoint& point : touching_points(b, wall, farthest)) stand(point);
    for (const SolidGap& solid : gaps_to(grid_, b, solid_[later], farthest))
      for (const TouchPoint& point : solid.points) stand(point);
  }
  return all;
}

void Bodies::move_by(const std::vector<Motion>& motions, double part) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    bodies_[i].centre = add(bodies_[i].centre, motions[i].velocity, part);
    turn(bodies_[i], scaled(motions[i].spin, part));
  }
}

void Bodies::advance_all(std::vector<Pair> pairs, Progress& progress) {
  const double most = fastest();
  const auto far = [&](const Pair& pair) {
    const bool free = bodies_[pair.later].free() || bodies_[pair.earlier].free();
    return !free || pair.gap > 2 * most + kAround;
  };
  pairs.erase(std::remove_if(pairs.begin(), pairs.end(), far), pairs.end());
  if (pairs.empty()) return move_by(motions_of(bodies_), 1);
  double fast = 0;  // of those that may touch
  for (const Pair& pair : pairs) {
    fast =
        std::max({fast, surface_speed(bodies_[pair.later]), surface_speed(bodies_[pair.earlier])});
  }
  const int parts = static_cast<int>(std::clamp(std::ceil(fast / kPart), 1.0, kMostParts));
  double overlap = 0;
  for (int i = 0; i < parts; ++i) {
    stop_in_touch(pairs, 2 * most, 1.0 / parts, progress);
    move_by(motions_of(bodies_), 1.0 / parts);
    overlap = part_overlaps(pairs, progress);
  }
  overlaps_.largest = std::max(overlaps_.largest, overlap);
  if (overlap > Overlaps::kMost) ++overlaps_.steps;
}

// Gaps of less than 0 are no reason to part: that would add energy.
void Bodies::stop_in_touch(const std::vector<Pair>& pairs, double nearing, double part,
                           Progress& progress) {
  double least = 0;
  const std::vector<Contact> all = contacts(pairs, nearing * part + kAround, least);
  std::vector<double> allowed;
  allowed.reserve(all.size());
  for (const Contact& contact : all) allowed.push_back(std::max(contact.gap, 0.0) / part);
  std::vector<Motion> motions = motions_of(bodies_);
  limit_approach(bodies_, all, allowed, motions, progress);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    bodies_[i].velocity = motions[i].velocity;
    bodies_[i].spin = motions[i].spin;
  }
}

// Moves those that overlap by no more than it takes, heavy ones less, and what they come to touch
// too. How much they overlap afterwards.
double Bodies::part_overlaps(const std::vector<Pair>& pairs, Progress& progress) {
  for (int time = 0;; ++time) {
    double least = 0;
    const std::vector<Contact> all = contacts(pairs, kAround, least);
    if (least >= -2 * kSlop || time == kMostTimes) return -least;
    std::vector<double> allowed;
    allowed.reserve(all.size());
    for (const Contact& contact : all) {
      allowed.push_back(std::max(contact.gap + kSlop, -kMostAtOnce));
    }
    std::vector<Motion> ways_out(bodies_.size());
    limit_approach(bodies_, all, allowed, ways_out, progress);
    move_by(ways_out, 1);
  }
}

}  // namespace bitvox::flow
