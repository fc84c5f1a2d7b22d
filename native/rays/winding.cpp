// SPDX-License-Identifier: BSD-2-Clause
#include "rays/winding.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <mutex>
#include <numbers>

#include "core/angle.hpp"
#include "core/threads/parallel.hpp"
#include "rays/scan_tiles.hpp"
#include "rays/seen_triangle.hpp"

namespace bitvox::rays {
namespace {

struct Wide3 {
  Int128 x, y, z;
};

// Whether a triangle whose plane the source lies in holds it, or has it on its border.
bool holds_source(const Vector3& a, const Vector3& b, const Vector3& c) {
  const auto whole = [](double value) { return Int128{static_cast<std::int64_t>(value)}; };
  const Wide3 u = {whole(b.x - a.x), whole(b.y - a.y), whole(b.z - a.z)};
  const Wide3 v = {whole(c.x - a.x), whole(c.y - a.y), whole(c.z - a.z)};
  const Wide3 n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
  if (n.x == 0 && n.y == 0 && n.z == 0) return false;  // its neighbours tell
  int positive = 0;
  int negative = 0;
  for (const Vector3& edge : {cross(a, b), cross(b, c), cross(c, a)}) {
    const Int128 side = n.x * whole(edge.x) + n.y * whole(edge.y) + n.z * whole(edge.z);
    positive += side > 0 ? 1 : 0;
    negative += side < 0 ? 1 : 0;
  }
  return positive == 0 || negative == 0;
}

double length(const Vector3& a) { return std::sqrt(a.x * a.x + a.y * a.y + a.z * a.z); }
double dot(const Vector3& a, const Vector3& b) { return rays::dot(a, b.x, b.y, b.z); }

// Of the solid angle, as a share of the full one; positive if the source sees the inside. A. Van
// Oosterom, J. Strackee, "The solid angle of a plane triangle", IEEE Transactions on Biomedical
// Engineering 30 (1983).
double share_of_view(const Vector3& a, const Vector3& b, const Vector3& c) {
  const double la = length(a);
  const double lb = length(b);
  const double lc = length(c);
  const double volume = dot(a, cross(b, c));
  const double rest = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
  return angle_of(volume, rest) / (2 * std::numbers::pi);
}

}  // namespace

SourcePlace place_source(const Triangles& triangles, BeamKind beam, Surfaces surfaces, int threads,
                         Progress& progress) {
  constexpr std::int64_t kAtOnce = 1 << 14;
  const auto materials = static_cast<std::size_t>(triangles.material_count);
  SourcePlace place;
  place.winding.assign(materials, 0);
  if (beam == BeamKind::kParallel) return place;
  const std::int64_t count = triangles.count();
  const std::int64_t parts = (count + kAtOnce - 1) / kAtOnce;
  // Sums of floats in the order of the parts: the same for any number of threads.
  std::vector<double> shares(static_cast<std::size_t>(parts) * materials);
  std::mutex mutex;
  parallel_for(parts, threads, progress, [&](std::int64_t part) {
    std::vector<int> sums(materials);
    std::int64_t touched = 0;
    double* share = shares.data() + static_cast<std::size_t>(part) * materials;
    const std::int64_t end = std::min(count, (part + 1) * kAtOnce);
    for (std::int64_t i = part * kAtOnce; i < end; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const Corners& corners = triangles.corners[at];
      const Vector3 a = to_vector(triangles.vertices[corners[0]]);
      const Vector3 b = to_vector(triangles.vertices[corners[1]]);
      const Vector3 c = to_vector(triangles.vertices[corners[2]]);
      SeenTriangle seen;
      if (!see<false>(a, b, c, seen)) {
        touched += holds_source(a, b, c) ? 1 : 0;
      } else if (surfaces == Surfaces::kOpen) {
        share[triangles.materials[at]] += share_of_view(a, b, c);
      } else if (is_inside(seen, {1, 0, 0})) {
        sums[triangles.materials[at]] += seen.leaves ? 1 : -1;
      }
    }
    const std::lock_guard lock(mutex);
    place.touched += touched;
    for (std::size_t m = 0; m < materials; ++m) place.winding[m] += sums[m];
  });
  if (surfaces == Surfaces::kOpen) {
    for (std::size_t m = 0; m < materials; ++m) {
      double sum = 0;
      for (std::int64_t part = 0; part < parts; ++part) {
        sum += shares[static_cast<std::size_t>(part) * materials + m];
      }
      place.winding[m] = static_cast<int>(std::lround(sum));
    }
  }
  return place;
}

}  // namespace bitvox::rays
