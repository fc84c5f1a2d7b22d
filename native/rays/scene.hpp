// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rays/beam_geometry.hpp"
#include "rays/vectors.hpp"

namespace bitvox::rays {

// Triangles and rays as whole numbers, so that which triangle a ray hits is decided exactly.
//
// Cone: the source is the origin, and a vertex is the nearest point of a grid of cubes whose edge,
// the step, is a power of two of the unit of length: the finest with which all vertices lie within
// kReach steps.
// Parallel: the first two coordinates lie in the plane of the detector, the third one along the
// beam, from 0 to 2 kReach. All depths count.
inline constexpr std::int64_t kReach = std::int64_t{1} << 26;
// Rays are finer than the grid: no component of a direction is larger than this.
inline constexpr std::int64_t kRayReach = std::int64_t{1} << 37;

using Point = std::array<std::int32_t, 3>;
using Direction = std::array<std::int64_t, 3>;
using Corners = std::array<std::uint32_t, 3>;

// How places in the unit of length become whole numbers: place - origin, along three axes, in
// steps.
struct Frame {
  BeamKind beam = BeamKind::kCone;
  Vector origin{};  // the source; of a parallel beam a point of the plane that depths count from
  std::array<Vector, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // right angles, of length 1
  double step = 1;                                                // a power of two

  // In steps, not rounded.
  Vector in_steps(const Vector& place) const;
  // Within reach for what the frame was fitted to.
  Point snap(const Vector& place) const;
};

// The box of all vertices must hold them all: meshes are fitted together. Throws InvalidInput (a
// coordinate that is not finite, or so large that it has no such grid).
struct Bounds {
  Vector low{};
  Vector high{};
  bool is_empty = true;

  void include(const Vector& place);
};
Frame cone_frame(const Vector& source, const Bounds& bounds);
// across and down: directions of the detector's rows and columns, of length 1 and at right angles;
// the beam goes along their cross product, which points away from the source.
Frame parallel_frame(const Vector& across, const Vector& down, const Bounds& bounds);

// The rays of a detector: that of column u, row v goes along first + u across + v down, finer than
// the steps by 2^shift. A cone's ray ends there; a parallel beam's is the line through that place,
// whose third component is 2^shift.
struct RayGrid {
  BeamKind beam = BeamKind::kCone;
  Direction first{};
  Direction across{};
  Direction down{};
  int shift = 0;
  std::int32_t width = 0;
  std::int32_t height = 0;

  std::int64_t count() const { return std::int64_t{width} * height; }
  Direction operator()(std::int64_t column, std::int64_t row) const;
};
// first: the centre of the pixel of column 0 and row 0; across and down: from pixel to pixel.
// Throws InvalidInput (no pixels; the source in the plane of the detector, or the beam along it;
// places that are out of reach).
RayGrid ray_grid(const Frame& frame, const Vector& first, const Vector& across, const Vector& down,
                 std::int32_t width, std::int32_t height);

// Rays from the source to given ends, finer than the steps by 2^kEndShift.
inline constexpr int kEndShift = 11;
struct RayList {
  std::vector<Direction> ends;
  std::vector<std::int64_t> without_length;  // ends at the source: such rays hit nothing
};
RayList ray_list(const Frame& frame, std::span<const Vector> ends);

// The triangles of all meshes, one after the other.
struct Triangles {
  std::span<const Point> vertices;
  std::span<const Corners> corners;          // counterclockwise, seen from outside
  std::span<const std::uint16_t> materials;  // of each triangle, from 0
  int material_count = 1;

  std::int64_t count() const { return static_cast<std::int64_t>(corners.size()); }
};

// What Triangles shows.
struct Scene {
  Frame frame;
  std::vector<Point> vertices;
  std::vector<Corners> corners;
  std::vector<std::uint16_t> materials;
  int material_count = 1;
  std::int64_t flat = 0;  // triangles without area on the grid: no ray hits them

  Triangles triangles() const { return {vertices, corners, materials, material_count}; }
};

}  // namespace bitvox::rays
