// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"
#include "core/volumes/shape.hpp"
#include "rays/volume_ray.hpp"

namespace bitvox::rays {

// How a ray goes along one axis through blocks of so many voxels in memory.
template <class Offset = std::int64_t>
struct VolumeStepper {
  BITVOX_BOTH VolumeStepper(const AxisPlanes& planes, std::int64_t block, std::int64_t voxels,
                            std::int64_t blocks)
      : origin(planes.origin()),
        inverse(planes.inverse()),
        step(static_cast<double>(planes.step() * voxels)),
        plane(static_cast<double>(planes.exit_of(block * voxels, voxels))),
        stride(static_cast<Offset>(planes.step() * blocks)),
        time(planes.time(plane)) {}

  // To the next block where it is this axis's turn, else nowhere, without a branch.
  BITVOX_BOTH void advance(bool turn, Offset& at) {
    plane += turn ? step : 0.0;
    at += turn ? stride : Offset{0};
    time = (plane - origin) * inverse;
  }

  double origin;
  double inverse;
  double step;
  double plane;  // the next one
  Offset stride;
  double time;  // of that plane
};

// Through cells, a byte a voxel: add(material, ticks) for each stretch of one material.
template <class Offset, class Add>
BITVOX_BOTH inline void walk_cells(const VolumeRay& ray, const Shape& shape,
                                   const std::uint8_t* cells, const Add& add) {
  const std::int64_t x0 = ray.axes[0].cell_at(ray.begin), y0 = ray.axes[1].cell_at(ray.begin),
                     z0 = ray.axes[2].cell_at(ray.begin);
  const std::int64_t slice = shape.width * shape.height;
  VolumeStepper<Offset> x(ray.axes[0], x0, 1, 1), y(ray.axes[1], y0, 1, shape.width),
      z(ray.axes[2], z0, 1, slice);
  auto at = static_cast<Offset>(z0 * slice + y0 * shape.width + x0);
  std::uint32_t material = cells[at];
  std::int64_t since = ticks_of(ray.begin);
  for (;;) {
    const bool x_first = x.time <= y.time && x.time <= z.time;
    const bool y_first = !x_first && y.time <= z.time;
    const double t = x_first ? x.time : y_first ? y.time : z.time;
    if (!(t < ray.end)) break;
    x.advance(x_first, at);
    y.advance(y_first, at);
    z.advance(!x_first && !y_first, at);
    const std::uint32_t next = cells[at];
    if (next == material) continue;
    const std::int64_t now = ticks_of(t);
    add(material, now - since);
    since = now;
    material = next;
  }
  add(material, ticks_of(ray.end) - since);
}

}  // namespace bitvox::rays
