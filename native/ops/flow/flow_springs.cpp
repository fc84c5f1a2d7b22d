// SPDX-License-Identifier: BSD-2-Clause
// Bodies that come nearer than a voxel to one another, to a face or to solid are pushed away, the
// more the nearer, and less as they part: springs that lose energy. What they do not stop, contacts
// do (flow_apart.cpp).
#include <algorithm>
#include <cmath>

#include "ops/flow/flow_bodies.hpp"
#include "ops/flow/flow_face.hpp"
#include "ops/flow/flow_gap.hpp"
#include "ops/flow/flow_standing.hpp"
#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {
namespace {

constexpr double kStiffness = 0.02;  // acceleration a voxel: stops 0.14 voxels a step within one
constexpr double kParting = 0.3;     // of the spring that is left as they part
constexpr double kAsFastAs = 0.02;   // voxels a step: slower ones have more of it

constexpr double kSameFace = 0.999;  // the cosine between normals

constexpr std::size_t kPairsAtATime = 1024;  // milliseconds of work, between looks at a stop

// How much of a spring is left: all as bodies near, so that they come to rest without a jump.
double left_as_they_part(double speed) {
  return 1 - (1 - kParting) * std::clamp(speed / kAsFastAs, 0.0, 1.0);
}

Vector velocity_at(const Body& body, const Vector& arm) {
  return add(body.velocity, cross(body.spin, arm));
}

double mass_of(const Body& body) { return body.density * body.volume(); }

Body as_box(const Body& body, const Wall& wall, double gap, Vector& way) {
  Body box;
  box.kind = Body::Kind::kBox;
  const double half = 2 * (body.reach() + kTouch);  // as good as endless
  box.half = {half, half, half};
  way = scaled(wall.normal, reach_towards(body, wall) + gap + half);
  return box;
}

std::vector<Support> supports_between(const Body& a, const Body& b, const Vector& way,
                                      const Gap& gap) {
  const std::vector<Support> supports = supports_of({face_between(a, b, way, gap, kTouch)}, kTouch);
  return supports.empty() ? std::vector<Support>{{gap.at, 1}} : supports;
}

void push(Body& body, const Vector& arm, const Vector& force) {
  if (!body.free()) return;
  body.push = add(body.push, force);
  body.twist = add(body.twist, cross(arm, force));
}

}  // namespace

// By all ways by which they touch: through periodic faces there may be several.
double Bodies::push_apart(Body& a, Body& b, double farthest) {
  const double ma = mass_of(a), mb = mass_of(b);
  const double mass = !a.free() ? mb : !b.free() ? ma : ma * mb / (ma + mb);
  double least = 1e300;
  for (const Vector& way : ways(a, b, farthest)) {
    const Gap gap = gap_between(a, b, way, farthest);
    least = std::min(least, gap.width);
    if (gap.width >= kTouch) continue;
    for (const Support& support : supports_between(a, b, way, gap)) {
      const Vector arm = add(support.at, way, -1);  // of b
      const Vector parting = add(velocity_at(b, arm), velocity_at(a, support.at), -1);
      const double size = kStiffness * mass * (kTouch - gap.width) * support.share *
                          left_as_they_part(dot(parting, gap.normal));
      push(a, support.at, scaled(gap.normal, -size));
      push(b, arm, scaled(gap.normal, size));
    }
  }
  return least;
}

// What stands.
void Bodies::push_off(Body& body, const std::vector<Support>& supports, const Vector& normal,
                      double gap) {
  for (const Support& support : supports) {
    const double parting = -dot(velocity_at(body, support.at), normal);
    const double size =
        kStiffness * mass_of(body) * (kTouch - gap) * support.share * left_as_they_part(parting);
    push(body, support.at, scaled(normal, -size));
  }
}

double Bodies::push_off_walls(Body& body) {
  double least = 1e300;
  for (const Wall& wall : walls_of(grid_)) {
    Gap gap;
    gap.width = gap_to(wall, body);
    gap.normal = wall.normal;
    least = std::min(least, gap.width);
    if (gap.width >= kTouch) continue;
    Vector way;
    const Body box = as_box(body, wall, gap.width, way);
    gap.at = scaled(wall.normal, reach_towards(body, wall));
    if (body.kind == Body::Kind::kBox) gap.at = middle_of_contact(body, box, way, gap.at);
    push_off(body, supports_between(body, box, way, gap), wall.normal, gap.width);
  }
  return least;
}

// Along each direction once, by all of a face, whatever boxes it is made of.
double Bodies::push_off_solid(Body& body, const std::vector<SolidBox>& solid, double farthest) {
  std::vector<SolidGap> gaps = gaps_to(grid_, body, solid, farthest);
  const auto is_nearer = [](const SolidGap& a, const SolidGap& b) {
    return a.gap.width < b.gap.width;
  };
  std::stable_sort(gaps.begin(), gaps.end(), is_nearer);
  const double least = gaps.empty() ? 1e300 : gaps.front().gap.width;
  while (!gaps.empty() && gaps.front().gap.width < kTouch) {
    const Gap gap = gaps.front().gap;
    std::vector<SolidGap> others;
    std::vector<std::vector<TouchPoint>> faces;
    for (SolidGap& one : gaps) {
      if (dot(one.gap.normal, gap.normal) < kSameFace) {
        others.push_back(std::move(one));
      } else {
        faces.push_back(face_between(body, one.box, one.way, one.gap, kTouch));
      }
    }
    std::vector<Support> supports = supports_of(faces, kTouch);
    if (supports.empty()) supports.push_back({gap.at, 1});
    push_off(body, supports, gap.normal, gap.width);
    gaps = std::move(others);
  }
  return least;
}

void Bodies::push_by_springs(std::vector<Pair>& pairs, double farthest, Progress& progress) {
  std::size_t looked_at = 0;
  for (Pair& pair : pairs) {
    if (++looked_at % kPairsAtATime == 0) progress.report(0, 1);
    Body &body = bodies_[pair.later], &earlier = bodies_[pair.earlier];
    if (pair.later != pair.earlier) {
      pair.gap = push_apart(earlier, body, farthest);
    } else if (body.free()) {
      pair.gap = push_off_walls(body);
      pair.gap = std::min(pair.gap, push_off_solid(body, solid_[pair.later], farthest));
    }
  }
}

}  // namespace bitvox::flow
