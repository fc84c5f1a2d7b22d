// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_pictures.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/error.hpp"

namespace bitvox::flow {
namespace {

Shape movie_shape(const Shape& s, const Options& options) {
  switch (options.plane) {
    case Plane::kXY:
      return {s.width, s.height, options.frames};
    case Plane::kXZ:
      return {s.width, s.depth, options.frames};
    case Plane::kYZ:
      break;
  }
  return {s.height, s.depth, options.frames};
}

BodyStates states_of(const std::vector<Body>& bodies) {
  BodyStates states;
  const auto put = [](std::vector<float>& column, const Vector& vector) {
    for (std::size_t a = 0; a < 3; ++a) column.push_back(static_cast<float>(vector[a]));
  };
  for (const Body& body : bodies) {
    put(states.centres, body.centre);
    put(states.velocities, body.velocity);
    put(states.spins, body.spin);
    put(states.forces, body.force);
    put(states.torques, body.torque);
    const bool is_sphere = body.kind == Body::Kind::kSphere;
    states.radii.push_back(is_sphere ? static_cast<float>(body.half[0]) : 0.0F);
    for (std::size_t a = 0; a < 3; ++a) put(states.halves, scaled(body.axes[a], body.half[a]));
  }
  return states;
}

}  // namespace

std::int64_t planes_of(const Shape& s, Plane plane) {
  return plane == Plane::kXY ? s.depth : plane == Plane::kXZ ? s.height : s.width;
}

Pictures::Pictures(const Grid& grid, std::size_t bodies, const Options& options, const Outputs& out)
    : grid_(grid),
      plane_(options.plane),
      position_(options.position >= 0 ? options.position
                                      : planes_of(grid.shape, options.plane) / 2),
      out_(out) {
  if (out.movie != nullptr) {
    out.movie->begin({movie_shape(grid.shape, options), PixelType::kFloat32, 1});
  }
  if (out.particles != nullptr) {
    out.particles->begin({{3, options.particles, options.frames}, PixelType::kFloat32, 1});
  }
  if (out.bodies != nullptr && bodies == 0) {
    throw InvalidInput("there are no bodies, so nothing to write about them");
  }
  if (out.velocity != nullptr) out.velocity->begin({grid.shape, PixelType::kFloat32, 3});
}

void Pictures::add_frame(std::int64_t frame, Cells& cells, const Bodies& bodies,
                         const Particles* particles) {
  if (out_.movie != nullptr) write_plane(frame, cells);
  if (out_.particles != nullptr) {
    std::vector<float> points;
    for (const Particles::Point& point : particles->points())
      for (const double value : point) points.push_back(static_cast<float>(value));
    out_.particles->write_slice(frame, points.data());
  }
  if (out_.bodies != nullptr) out_.bodies->write_frame(frame, states_of(bodies.all()));
}

void Pictures::write_plane(std::int64_t frame, Cells& cells) const {
  Region region;
  for (std::size_t a = 0; a < 3; ++a) region.size[a] = grid_.size(a);
  const std::size_t across = plane_ == Plane::kXY ? 2 : plane_ == Plane::kXZ ? 1 : 0;
  region.first[across] = position_;
  region.size[across] = 1;
  const auto count = static_cast<std::size_t>(region.count());
  std::vector<float> u(3 * count), pixels(count);
  cells.velocities(region, u.data());
  for (std::size_t i = 0; i < count; ++i) {
    const float x = u[i], y = u[count + i], z = u[2 * count + i];
    pixels[i] = std::sqrt((x * x + y * y) + z * z);
  }
  out_.movie->write_slice(frame, pixels.data());
}

void Pictures::write_velocity(Cells& cells, Progress& progress) const {
  if (out_.velocity == nullptr) return;
  const Shape& s = grid_.shape;
  const std::int64_t slice = s.width * s.height;
  std::vector<float> pixels(static_cast<std::size_t>(3 * slice));
  for (std::int64_t z = 0; z < s.depth; ++z) {
    cells.velocities({{0, 0, z}, {s.width, s.height, 1}}, pixels.data());
    for (std::int64_t c = 0; c < 3; ++c) {
      out_.velocity->write_slice(3 * z + c, pixels.data() + c * slice);
    }
    progress.report(z + 1, s.depth);
  }
}

}  // namespace bitvox::flow
