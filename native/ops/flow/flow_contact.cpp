// SPDX-License-Identifier: BSD-2-Clause
// Bodies that come nearer than a voxel to one another, to a face or to solid are pushed away, the
// more the nearer, and less as they part: springs that lose energy.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "ops/flow/flow_bodies.hpp"
#include "ops/flow/flow_gap.hpp"
#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {
namespace {

constexpr double kStiffness = 0.02;  // acceleration a voxel: stops 0.14 voxels a step within one
constexpr double kParting = 0.3;     // of the spring that is left as they part

constexpr double kRounding = 1e-9;  // voxels: bodies that share a face do not overlap

constexpr std::size_t kPairsAtATime = 1024;  // milliseconds of work, between looks at a stop

// Where a box meets the wall that is so far from its nearest point.
Vector middle_on_wall(const Body& box, const Vector& nearest, double gap) {
  Body wall;
  wall.kind = Body::Kind::kBox;
  const double half = 2 * (box.reach() + kTouch);  // as good as endless
  wall.half = {half, half, half};
  const double reach = length_of(nearest);
  return middle_of_contact(box, wall, scaled(nearest, (reach + gap + half) / reach), nearest);
}

// To the voxel of solid that is nearest, among those within two voxels.
Gap gap_to_solid(const Grid& grid, const Body& body, Progress& progress) {
  Gap gap;
  std::array<std::int64_t, 3> first{}, last{};
  for (std::size_t a = 0; a < 3; ++a) {
    first[a] = static_cast<std::int64_t>(std::floor(body.centre[a] - body.reach() - 2));
    last[a] = static_cast<std::int64_t>(std::ceil(body.centre[a] + body.reach() + 2));
  }
  // Where these are in the volume, along each axis; -1 where they are outside.
  std::array<std::vector<std::int64_t>, 3> within;
  for (std::size_t a = 0; a < 3; ++a)
    for (std::int64_t i = first[a]; i <= last[a]; ++i) {
      const std::int64_t size = grid.size(a);
      const bool inside = i >= 0 && i < size;
      within[a].push_back(grid.periodic(a) ? (i % size + size) % size : inside ? i : -1);
    }
  const auto at = [&](std::int64_t i, std::size_t a) {
    return within[a][static_cast<std::size_t>(i - first[a])];
  };
  for (std::int64_t z = first[2]; z <= last[2]; ++z) {
    progress.report(0, 1);
    for (std::int64_t y = first[1]; y <= last[1]; ++y) {
      if (at(y, 1) < 0 || at(z, 2) < 0) continue;
      const std::int64_t row = at(z, 2) * grid.shape.height + at(y, 1);
      if (grid.has_solid[static_cast<std::size_t>(row)] == 0) continue;
      for (std::int64_t x = first[0]; x <= last[0]; ++x) {
        const std::int64_t voxel = row * grid.shape.width + at(x, 0);
        if (at(x, 0) < 0 || grid.solid[static_cast<std::size_t>(voxel)] != 255) continue;
        const Vector arm{static_cast<double>(x) - body.centre[0],
                         static_cast<double>(y) - body.centre[1],
                         static_cast<double>(z) - body.centre[2]};
        Vector normal;
        const double d = body.distance(arm, normal) - 0.5;  // half of the voxel
        if (d < gap.width) gap = {d, normal, arm};
      }
    }
  }
  return gap;
}

}  // namespace

Vector Bodies::from_to(const Vector& a, const Vector& b) const {
  Vector way = add(b, a, -1);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto size = static_cast<double>(grid_.size(i));
    if (grid_.periodic(i)) way[i] -= size * std::round(way[i] / size);
  }
  return way;
}

// Pushes a body along -normal, at an arm from its centre; mass: what the spring moves.
void Bodies::touch(Body& body, const Vector& arm, const Vector& normal, double gap, double mass) {
  if (gap >= kTouch || !body.free()) return;
  const Vector force = scaled(normal, -kStiffness * mass * (kTouch - gap));
  body.push = add(body.push, force);
  body.twist = add(body.twist, cross(arm, force));
}

// By all ways by which they touch: through periodic faces there may be several.
void Bodies::push_apart(Body& a, Body& b) {
  for (const Vector& way : ways(a, b)) push_apart(a, b, way);
}

void Bodies::push_apart(Body& a, Body& b, const Vector& way) {
  const Gap gap = gap_between(a, b, way, kTouch);
  const double ma = a.density * a.volume(), mb = b.density * b.volume();
  double mass = !a.free() ? mb : !b.free() ? ma : ma * mb / (ma + mb);
  if (dot(add(b.velocity, a.velocity, -1), gap.normal) > 0) mass *= kParting;
  touch(a, gap.at, gap.normal, gap.width, mass);
  touch(b, add(gap.at, way, -1), scaled(gap.normal, -1), gap.width, mass);
}

void Bodies::push_off_walls(Body& body, Progress& progress) {
  if (!body.free()) return;
  const auto push = [&](const Vector& arm, const Vector& normal, double gap) {
    const double parting = dot(body.velocity, normal) < 0 ? kParting : 1;
    touch(body, arm, normal, gap, parting * body.density * body.volume());
  };
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t side = 0; side < 2; ++side) {
      const Face face = grid_.faces[2 * axis + side];
      if (face == Face::kPeriodic || face == Face::kFree) continue;
      const double wall = side == 0 ? -0.5 : static_cast<double>(grid_.size(axis)) - 0.5;
      const double sign = side == 0 ? -1 : 1;
      Vector normal{}, nearest{};
      normal[axis] = sign;
      if (body.kind == Body::Kind::kSphere) {
        nearest = scaled(normal, body.half[0]);
      } else {
        nearest = scaled(normal, body.extent()[axis]);
      }
      const double gap = sign * (wall - body.centre[axis]) - dot(nearest, normal);
      if (gap >= kTouch) continue;
      if (body.kind == Body::Kind::kBox) nearest = middle_on_wall(body, nearest, gap);
      push(nearest, normal, gap);
    }
  const Gap gap = gap_to_solid(grid_, body, progress);
  if (gap.width < kTouch) push(gap.at, gap.normal, gap.width);
}

// All ways from one body to another by which they may touch, the shortest along each axis among
// them.
std::vector<Vector> Bodies::ways(const Body& a, const Body& b) const {
  const Vector shortest = from_to(a.centre, b.centre), of_a = a.extent(), of_b = b.extent();
  std::vector<Vector> all{shortest};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!grid_.periodic(i)) continue;
    const auto size = static_cast<double>(grid_.size(i));
    const double most = of_a[i] + of_b[i] + kTouch;
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
bool Bodies::near(const Body& a, const Body& b) const {
  const Vector way = from_to(a.centre, b.centre);
  if (length_of(way) > a.reach() + b.reach() + kTouch) return false;
  const Vector of_a = a.extent(), of_b = b.extent();
  for (std::size_t i = 0; i < 3; ++i) {
    if (std::abs(way[i]) > of_a[i] + of_b[i] + 2 * kTouch) return false;  // a half against rounding
  }
  return true;
}

// Pairs are found along the axis over which centres are spread most, and then pushed in the order
// of the text, as if all had been compared with all.
void Bodies::find_contacts(Progress& progress) {
  for (Body& body : bodies_) body.push = body.twist = {};
  if (!any_free()) return;
  std::size_t looked_at = 0;
  for (const auto& [later, earlier] : close_pairs(progress)) {
    if (++looked_at % kPairsAtATime == 0) progress.report(0, 1);
    if (later == earlier) {
      push_off_walls(bodies_[later], progress);
    } else {
      push_apart(bodies_[earlier], bodies_[later]);
    }
  }
}

std::vector<std::pair<std::size_t, std::size_t>> Bodies::close_pairs(Progress& progress) const {
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
    const double reach = bodies_[i].reach() + kTouch;  // more than half of it, against rounding
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
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < bodies_.size(); ++i) pairs.emplace_back(i, i);
  for (std::size_t i = 0; i < all.size(); ++i) {
    progress.report(0, 1);
    for (std::size_t j = i + 1; j < all.size() && all[j].low <= all[i].high; ++j) {
      const std::size_t earlier = std::min(all[i].body, all[j].body);
      const std::size_t later = std::max(all[i].body, all[j].body);
      const Body &a = bodies_[earlier], &b = bodies_[later];
      if (earlier != later && (a.free() || b.free()) && near(a, b)) {
        pairs.emplace_back(later, earlier);
      }
    }
  }
  // Each body's wall goes before its pairs: the one with itself first.
  std::sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    const auto key = [](const auto& pair) {
      return std::make_tuple(pair.first, pair.first != pair.second, pair.second);
    };
    return key(a) < key(b);
  });
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

namespace {

std::string kind_of(const Body& body) {
  return body.kind == Body::Kind::kSphere ? "sphere" : "box";
}

std::string named(const Body& body) {
  return "bodies, line " + std::to_string(body.line) + ": the " + kind_of(body);
}

}  // namespace

void Bodies::refuse_outside(const Body& body) const {
  for (std::size_t a = 0; a < 3; ++a) {
    const double half = body.half[a];  // sides lie along the axes at first
    const auto size = static_cast<double>(grid_.size(a));
    if (grid_.periodic(a) && 2 * half > size) {
      static constexpr const char* kAcross[] = {" columns", " rows", " slices"};
      throw InvalidInput(named(body) + " is larger than the volume: it needs as many" + kAcross[a] +
                         " as it is thick, " + short_number(2 * half) + "; the image has " +
                         std::to_string(grid_.size(a)));
    }
    const bool out = grid_.periodic(a)
                         ? body.centre[a] < -0.5 || body.centre[a] > size - 0.5
                         : body.centre[a] - half < -0.5 || body.centre[a] + half > size - 0.5;
    if (out) throw InvalidInput(named(body) + " lies outside of the volume, or in part");
  }
}

void Bodies::refuse_overlap(const Body& earlier, const Body& body) const {
  const std::string other = " the " + kind_of(earlier) + " of line " + std::to_string(earlier.line);
  if (body.kind == earlier.kind && body.half == earlier.half && body.centre == earlier.centre) {
    throw InvalidInput(named(body) + " is where" + other + " is, and of its size; leave one out");
  }
  for (const Vector& way : ways(earlier, body)) {
    if (gap_between(earlier, body, way, 0).width >= -kRounding) continue;
    throw InvalidInput(named(body) + " overlaps" + other);
  }
}

// The first line that is wrong is named, so one after the other is looked at.
void Bodies::refuse_overlaps(Progress& progress) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = bodies_[i];
    progress.report(0, 1);
    refuse_outside(body);
    for (std::size_t j = 0; j < i; ++j) {
      if (!near(bodies_[j], body)) continue;
      refuse_overlap(bodies_[j], body);
    }
    if (gap_to_solid(grid_, body, progress).width < -0.5) {  // the centre of a voxel
      throw InvalidInput(named(body) + " overlaps solid of the image");
    }
  }
}

}  // namespace bitvox::flow
