// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "rays/scene.hpp"

// What rays hit, by its definition: every ray with every triangle, in whole numbers of 128 bits
// alone. No filter, no box, no rounding; written apart from what it judges.
namespace bitvox::rays_reference {

__extension__ typedef __int128 Wide;

struct Wide3 {
  Wide x, y, z;
};

inline Wide3 times(const Wide3& a, const Wide3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Wide product(const Wide3& a, const Wide3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline int sign(Wide value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

// Of n . (d + (e, e^2, e^3)) for an e that is positive and smaller than all else.
inline int moved_sign(const Wide3& n, const Wide3& d) {
  for (const Wide part : {product(n, d), n.x, n.y, n.z}) {
    if (part != 0) return sign(part);
  }
  return 0;
}

struct Meeting {
  std::uint32_t triangle;
  bool leaves;
  bool beyond;           // at the end of the ray, or behind it
  long double distance;  // of the ray's length; of a parallel beam in steps
};

inline Wide3 wide(const rays::Point& p) { return {p[0], p[1], p[2]}; }
inline Wide3 wide(const rays::Direction& d) { return {d[0], d[1], d[2]}; }

// Where a ray of a cone meets triangles, in their order.
inline std::vector<Meeting> meetings(const rays::Triangles& triangles, const rays::Direction& ray,
                                     int shift) {
  std::vector<Meeting> all;
  const Wide3 d = wide(ray);
  for (std::size_t i = 0; i < triangles.corners.size(); ++i) {
    const Wide3 a = wide(triangles.vertices[triangles.corners[i][0]]);
    const Wide3 b = wide(triangles.vertices[triangles.corners[i][1]]);
    const Wide3 c = wide(triangles.vertices[triangles.corners[i][2]]);
    const int turn = sign(product(a, times(b, c)));
    if (turn == 0 || moved_sign(times(a, b), d) != turn || moved_sign(times(b, c), d) != turn ||
        moved_sign(times(c, a), d) != turn) {
      continue;
    }
    const Wide volume = product(a, times(b, c));
    const Wide3 n = times({b.x - a.x, b.y - a.y, b.z - a.z}, {c.x - a.x, c.y - a.y, c.z - a.z});
    const Wide along = product(n, d);
    const Wide fine = volume * (Wide{1} << shift);
    all.push_back({static_cast<std::uint32_t>(i), turn > 0,
                   turn > 0 ? fine >= along : fine <= along,
                   static_cast<long double>(fine) / static_cast<long double>(along)});
  }
  return all;
}

// Where the line through (x, y) of a parallel beam meets them.
inline std::vector<Meeting> meetings_of_line(const rays::Triangles& triangles,
                                             const rays::Direction& line) {
  std::vector<Meeting> all;
  const Wide unit = line[2];  // of the vertices' steps
  for (std::size_t i = 0; i < triangles.corners.size(); ++i) {
    Wide3 corner[3];
    Wide depth[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const Wide3 at = wide(triangles.vertices[triangles.corners[i][k]]);
      corner[k] = {at.x * unit - line[0], at.y * unit - line[1], 0};
      depth[k] = at.z;
    }
    // Twice the areas of the triangles that the line makes with the edges; where one is 0, the line
    // is moved by (e, e^2).
    const auto area = [&](std::size_t p, std::size_t q) {
      return corner[p].x * corner[q].y - corner[p].y * corner[q].x;
    };
    const auto moved = [&](std::size_t p, std::size_t q) {
      const Wide here = area(p, q);
      if (here != 0) return sign(here);
      const Wide by_x = corner[p].y - corner[q].y;
      return by_x != 0 ? sign(by_x) : sign(corner[q].x - corner[p].x);
    };
    const Wide all_area = area(0, 1) + area(1, 2) + area(2, 0);
    const int turn = sign(all_area);
    if (turn == 0 || moved(0, 1) != turn || moved(1, 2) != turn || moved(2, 0) != turn) continue;
    const long double share = 1 / static_cast<long double>(all_area);
    const long double where =
        (static_cast<long double>(area(1, 2)) * static_cast<long double>(depth[0]) +
         static_cast<long double>(area(2, 0)) * static_cast<long double>(depth[1]) +
         static_cast<long double>(area(0, 1)) * static_cast<long double>(depth[2])) *
        share;
    all.push_back({static_cast<std::uint32_t>(i), turn > 0, false, where});
  }
  return all;
}

inline std::vector<Meeting> meetings(const rays::Triangles& triangles, const rays::RayGrid& grid,
                                     std::int64_t column, std::int64_t row) {
  return grid.beam == rays::BeamKind::kParallel
             ? meetings_of_line(triangles, grid(column, row))
             : meetings(triangles, grid(column, row), grid.shift);
}

}  // namespace bitvox::rays_reference
