// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

#include "ray_scenes.hpp"
#include "rays/ray_hits.hpp"

// Scenes in which much lies on rays and on other things, and what was found of them.
namespace bitvox::rays {

// A detector of n x n pixels along x and y, 100 away along z and 60 wide, so that with odd n its
// middle ray goes along z.
inline RayGrid detector(const Frame& frame, std::int32_t n, const Vector& source = {},
                        double width = 60, double away = 100) {
  const double pitch = width / n;
  const double corner = (1 - n) * pitch / 2;
  return ray_grid(frame, {source[0] + corner, source[1] + corner, source[2] + away}, {pitch, 0, 0},
                  {0, pitch, 0}, n, n);
}

inline std::vector<std::uint64_t> keys(const RayHits& hits) {
  std::vector<std::uint64_t> all;
  for (std::int64_t ray = 0; ray < hits.rays(); ++ray) {
    all.push_back(hits.of(ray).size());
    for (const Hit& hit : hits.of(ray)) all.push_back(hit.key);
  }
  return all;
}

inline Scene parallel_scene(const std::vector<ray_scenes::Shape>& shapes) {
  return ray_scenes::scene_of(parallel_frame({1, 0, 0}, {0, 1, 0}, ray_scenes::bounds_of(shapes)),
                              shapes);
}

// Boxes side by side, whose edges lie on rays, and that touch in faces, edges and corners.
inline ray_scenes::Shape touching_boxes() {
  ray_scenes::Shape all;
  for (int i = -2; i <= 2; ++i) {
    for (int k = -2; k <= 2; ++k) {
      all.add(ray_scenes::box({i * 8.0, k * 8.0, 50}, {i * 8.0 + 8, k * 8.0 + 8, 58}));
    }
  }
  return all;
}

// Whose corners are places of a coarse lattice, many of them on rays and on one another.
inline ray_scenes::Shape lattice_tetrahedra(int count) {
  ray_scenes::Shape all;
  std::mt19937 random(3);
  const auto place = [&] {
    const auto step = [&] { return static_cast<double>(random() % 11) * 4 - 20; };
    return Vector{step(), step(), 60 + step() / 2};
  };
  while (count > 0) {
    const ray_scenes::Shape one = ray_scenes::tetrahedron(place(), place(), place(), place());
    all.add(one);
    --count;
  }
  return all;
}

// 64 slivers around a line that is a ray.
inline ray_scenes::Shape slivers() {
  ray_scenes::Shape shape;
  const auto near = shape.add(Vector{0, 0, 40});
  const auto far = shape.add(Vector{0, 0, 80});
  constexpr std::uint32_t kAround = 32;
  for (std::uint32_t i = 0; i < kAround; ++i) {
    const double angle = 2 * std::numbers::pi * i / kAround;
    shape.add(Vector{0.05 * std::cos(angle), 0.05 * std::sin(angle), 60});
  }
  for (std::uint32_t i = 0; i < kAround; ++i) {
    const std::uint32_t a = 2 + i;
    const std::uint32_t b = 2 + (i + 1) % kAround;
    shape.corners.push_back({near, b, a});
    shape.corners.push_back({far, a, b});
  }
  return shape;
}

// Ends of rays on all sides of a source: random ones, corners of the shape, along axes and
// diagonals.
inline std::vector<Vector> ends_in_all_directions(const ray_scenes::Shape& shape, int random_ends) {
  std::vector<Vector> ends;
  std::mt19937 random(5);
  std::normal_distribution<double> normal(0, 30);
  for (int i = 0; i < random_ends; ++i) {
    ends.push_back({normal(random), normal(random), normal(random)});
  }
  for (int i = 0; i < 50; ++i) ends.push_back(shape.vertices[static_cast<std::size_t>(i)]);
  for (const double far : {40.0, -40.0}) {
    ends.insert(ends.end(),
                {{far, 0, 0}, {0, far, 0}, {0, 0, far}, {far, far, far}, {far, far, 0}});
  }
  return ends;
}

}  // namespace bitvox::rays
