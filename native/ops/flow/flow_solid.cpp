// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_solid.hpp"

#include <algorithm>
#include <cmath>

#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {
namespace {

constexpr double kAcross = 1e-3;  // a smaller part of a normal is none

// Where a voxel is whose number may be beyond a periodic face; -1 beyond others.
std::int64_t place_within(const Grid& grid, std::int64_t at, std::size_t axis) {
  const std::int64_t size = grid.size(axis);
  if (grid.periodic(axis)) return (at % size + size) % size;
  return at >= 0 && at < size ? at : -1;
}

bool has_solid(const Grid& grid, std::int64_t y, std::int64_t z) {
  const std::int64_t row = place_within(grid, y, 1), plane = place_within(grid, z, 2);
  return row >= 0 && plane >= 0 &&
         grid.has_solid[static_cast<std::size_t>(plane * grid.shape.height + row)] != 0;
}

bool is_solid(const Grid& grid, const std::array<std::int64_t, 3>& at) {
  const std::int64_t x = place_within(grid, at[0], 0), y = place_within(grid, at[1], 1),
                     z = place_within(grid, at[2], 2);
  if (x < 0 || y < 0 || z < 0) return false;
  const std::int64_t voxel = (z * grid.shape.height + y) * grid.shape.width + x;
  return grid.solid[static_cast<std::size_t>(voxel)] == 255;
}

// Lays boxes that are the same but along one axis, and touch there, together.
void join_along(std::size_t axis, std::vector<SolidBox>& boxes) {
  const auto across = [axis](const SolidBox& box) {
    auto key = box;
    key.first[axis] = key.last[axis] = 0;
    return std::make_pair(key.first, key.last);
  };
  std::stable_sort(boxes.begin(), boxes.end(), [&](const SolidBox& a, const SolidBox& b) {
    const auto of_a = across(a), of_b = across(b);
    return of_a != of_b ? of_a < of_b : a.first[axis] < b.first[axis];
  });
  std::vector<SolidBox> joined;
  for (const SolidBox& box : boxes) {
    if (!joined.empty() && across(joined.back()) == across(box) &&
        joined.back().last[axis] + 1 == box.first[axis]) {
      joined.back().last[axis] = box.last[axis];
    } else {
      joined.push_back(box);
    }
  }
  boxes = std::move(joined);
}

}  // namespace

Body SolidBox::as_body() const {
  Body body;
  body.kind = Body::Kind::kBox;
  for (std::size_t a = 0; a < 3; ++a) {
    body.half[a] = static_cast<double>(last[a] - first[a] + 1) / 2;
    body.centre[a] = static_cast<double>(last[a] + first[a]) / 2;
  }
  return body;
}

std::vector<SolidBox> solid_near(const Grid& grid, const Body& body, double distance,
                                 Progress& progress) {
  std::array<std::int64_t, 3> first{}, last{};
  const Vector extent = body.extent();
  for (std::size_t a = 0; a < 3; ++a) {
    const double reach = extent[a] + distance + 0.5;  // half of the voxel
    first[a] = static_cast<std::int64_t>(std::ceil(body.centre[a] - reach));
    last[a] = static_cast<std::int64_t>(std::floor(body.centre[a] + reach));
    if (grid.periodic(a)) continue;
    first[a] = std::max<std::int64_t>(first[a], 0);
    last[a] = std::min(last[a], grid.size(a) - 1);
  }
  std::vector<SolidBox> boxes;
  for (std::int64_t z = first[2]; z <= last[2]; ++z) {
    progress.report(0, 1);
    for (std::int64_t y = first[1]; y <= last[1]; ++y) {
      if (!has_solid(grid, y, z)) continue;
      for (std::int64_t x = first[0]; x <= last[0]; ++x) {
        if (!is_solid(grid, {x, y, z})) continue;
        if (!boxes.empty() && boxes.back().last == std::array{x - 1, y, z}) {
          boxes.back().last[0] = x;
        } else {
          boxes.push_back({{x, y, z}, {x, y, z}});
        }
      }
    }
  }
  join_along(1, boxes);
  join_along(2, boxes);
  return boxes;
}

bool is_surface(const Grid& grid, const SolidBox& box, const Vector& point, const Vector& normal) {
  std::array<std::int64_t, 3> voxel{};
  for (std::size_t a = 0; a < 3; ++a) {
    voxel[a] =
        std::clamp(static_cast<std::int64_t>(std::lround(point[a])), box.first[a], box.last[a]);
  }
  for (std::size_t a = 0; a < 3; ++a) {
    if (std::abs(normal[a]) < kAcross) continue;
    auto before = voxel;
    before[a] += normal[a] > 0 ? -1 : 1;
    if (is_solid(grid, before)) return false;
  }
  return true;
}

}  // namespace bitvox::flow
