// SPDX-License-Identifier: BSD-2-Clause
// What bodies cannot begin with.
#include <cmath>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "ops/flow/flow_bodies.hpp"
#include "ops/flow/flow_gap.hpp"
#include "ops/flow/flow_solid.hpp"
#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {
namespace {

constexpr double kRounding = 1e-9;  // voxels: bodies that share a face do not overlap

// Whether it has the centre of a voxel of solid, or its own is in one.
bool covers_solid(const Grid& grid, const Body& body, Progress& progress) {
  for (const SolidBox& box : solid_near(grid, body, 0, progress)) {
    const Body voxels = box.as_body();
    Vector out;
    if (voxels.distance(add(body.centre, voxels.centre, -1), out) < 0) return true;
    for (std::int64_t z = box.first[2]; z <= box.last[2]; ++z)
      for (std::int64_t y = box.first[1]; y <= box.last[1]; ++y)
        for (std::int64_t x = box.first[0]; x <= box.last[0]; ++x) {
          const Vector at{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
          Vector normal;
          if (body.distance(add(at, body.centre, -1), normal) < 0) return true;
        }
  }
  return false;
}

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
  for (const Vector& way : ways(earlier, body, kTouch)) {
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
      if (!near(bodies_[j], body, kTouch)) continue;
      refuse_overlap(bodies_[j], body);
    }
    if (covers_solid(grid_, body, progress)) {
      throw InvalidInput(named(body) + " overlaps solid of the image");
    }
  }
}

}  // namespace bitvox::flow
