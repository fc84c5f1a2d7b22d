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

}  // namespace

std::int64_t planes_of(const Shape& s, Plane plane) {
  return plane == Plane::kXY ? s.depth : plane == Plane::kXZ ? s.height : s.width;
}

Pictures::Pictures(const Grid& grid, const Bodies& bodies, const Options& options,
                   const Outputs& out)
    : grid_(grid),
      bodies_(bodies),
      plane_(options.plane),
      position_(options.position >= 0 ? options.position
                                      : planes_of(grid.shape, options.plane) / 2),
      out_(out) {
  if (out.movie != nullptr) {
    out.movie->begin({movie_shape(grid.shape, options), PixelType::kFloat32, 1});
  }
  if (out.particles != nullptr) {
    particles_.emplace(grid, options.particles);
    out.particles->begin({{3, options.particles, options.frames}, PixelType::kFloat32, 1});
  }
  if (out.bodies != nullptr) {
    const auto rows = static_cast<std::int64_t>(bodies.all().size());
    if (rows == 0) throw InvalidInput("there are no bodies, so nothing to write about them");
    out.bodies->begin({{kBodyColumns, rows, options.frames}, PixelType::kFloat32, 1});
  }
  if (out.velocity != nullptr) out.velocity->begin({grid.shape, PixelType::kFloat32, 3});
}

void Pictures::add_frame(std::int64_t frame, const Cells& cells) {
  if (out_.movie != nullptr) {
    const Shape& s = grid_.shape;
    const std::int64_t columns = plane_ == Plane::kYZ ? s.height : s.width;
    const std::int64_t rows = plane_ == Plane::kXY ? s.height : s.depth;
    std::vector<float> pixels;
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t column = 0; column < columns; ++column) {
        const std::int64_t x = plane_ == Plane::kYZ ? position_ : column;
        const std::int64_t y = plane_ == Plane::kXY   ? row
                               : plane_ == Plane::kXZ ? position_
                                                      : column;
        const std::int64_t z = plane_ == Plane::kXY ? position_ : row;
        pixels.push_back(speed(cells, x, y, z));
      }
    out_.movie->write_slice(frame, pixels.data());
  }
  if (particles_) {
    std::vector<float> points;
    for (std::int64_t i = 0; i < particles_->count(); ++i)
      for (const double value : particles_->at(i)) points.push_back(static_cast<float>(value));
    out_.particles->write_slice(frame, points.data());
  }
  if (out_.bodies != nullptr) {
    std::vector<float> columns;
    for (const Body& body : bodies_.all())
      for (const Vector& part : {body.centre, body.velocity, body.spin, body.force, body.torque})
        for (const double value : part) columns.push_back(static_cast<float>(value));
    out_.bodies->write_slice(frame, columns.data());
  }
}

float Pictures::speed(const Cells& cells, std::int64_t x, std::int64_t y, std::int64_t z) const {
  const std::int64_t row = z * grid_.shape.height + y;
  if (grid_.solid[static_cast<std::size_t>(row * grid_.shape.width + x)] == 255) return 0;
  const std::array<float, 3> u = cells.velocity(row, x);
  return std::sqrt((u[0] * u[0] + u[1] * u[1]) + u[2] * u[2]);
}

void Pictures::write_velocity(const Cells& cells, Progress& progress) const {
  if (out_.velocity == nullptr) return;
  const Shape& s = grid_.shape;
  const std::int64_t length = grid_.blocks() * kLanes;
  std::vector<float> u(static_cast<std::size_t>(4 * length));
  float* const first = u.data();
  std::vector<float> pixels(static_cast<std::size_t>(3 * s.width * s.height));
  for (std::int64_t z = 0; z < s.depth; ++z) {
    for (std::int64_t y = 0; y < s.height; ++y) {
      cells.velocities(z * s.height + y,
                       {first, first + length, first + 2 * length, first + 3 * length});
      for (std::int64_t c = 0; c < 3; ++c) {
        const float* const from = first + c * length;
        std::copy(from, from + s.width, pixels.data() + (c * s.height + y) * s.width);
      }
    }
    for (std::int64_t c = 0; c < 3; ++c) {
      out_.velocity->write_slice(3 * z + c, pixels.data() + c * s.width * s.height);
    }
    progress.report(z + 1, s.depth);
  }
}

}  // namespace bitvox::flow
