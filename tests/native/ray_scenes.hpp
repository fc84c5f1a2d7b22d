// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

#include "rays/scene.hpp"

// Closed meshes to send rays through.
namespace bitvox::ray_scenes {

using rays::Corners;
using rays::Vector;

struct Shape {
  std::vector<Vector> vertices;
  std::vector<Corners> corners;

  std::uint32_t add(const Vector& vertex) {
    vertices.push_back(vertex);
    return static_cast<std::uint32_t>(vertices.size() - 1);
  }
  void add(const Shape& other) {
    const auto base = static_cast<std::uint32_t>(vertices.size());
    vertices.insert(vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const Corners& c : other.corners) {
      corners.push_back({base + c[0], base + c[1], base + c[2]});
    }
  }
  Shape moved(const Vector& by) const {
    Shape shape = *this;
    for (Vector& v : shape.vertices) v = {v[0] + by[0], v[1] + by[1], v[2] + by[2]};
    return shape;
  }
  Shape turned_inside_out() const {
    Shape shape = *this;
    for (Corners& c : shape.corners) std::swap(c[1], c[2]);
    return shape;
  }
};

inline Shape box(const Vector& low, const Vector& high) {
  Shape shape;
  for (unsigned i = 0; i < 8; ++i) {
    shape.add(Vector{(i & 1) != 0 ? high[0] : low[0], (i & 2) != 0 ? high[1] : low[1],
                     (i & 4) != 0 ? high[2] : low[2]});
  }
  constexpr std::array<std::array<std::uint32_t, 4>, 6> kFaces = {
      {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
  for (const auto& f : kFaces) {
    shape.corners.push_back({f[0], f[1], f[2]});
    shape.corners.push_back({f[0], f[2], f[3]});
  }
  return shape;
}

inline Shape tetrahedron(const Vector& a, const Vector& b, const Vector& c, const Vector& d) {
  Shape shape;
  for (const Vector& v : {a, b, c, d}) shape.add(v);
  shape.corners = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  const auto minus = [](const Vector& p, const Vector& q) {
    return Vector{p[0] - q[0], p[1] - q[1], p[2] - q[2]};
  };
  const Vector u = minus(b, a);
  const Vector v = minus(c, a);
  const Vector w = minus(d, a);
  const double volume = w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) +
                        w[2] * (u[0] * v[1] - u[1] * v[0]);
  return volume < 0 ? shape.turned_inside_out() : shape;
}

// radius(angle around the axis, angle around the tube) of the tube, around the y axis.
template <class Radius>
Shape torus(double large, std::uint32_t around, std::uint32_t along, const Radius& radius) {
  Shape shape;
  for (std::uint32_t i = 0; i < around; ++i) {
    for (std::uint32_t k = 0; k < along; ++k) {
      const double p = 2 * std::numbers::pi * i / around;
      const double q = 2 * std::numbers::pi * k / along;
      const double r = radius(p, q);
      const double out = large + r * std::cos(q);
      shape.add(Vector{out * std::cos(p), r * std::sin(q), out * std::sin(p)});
    }
  }
  for (std::uint32_t i = 0; i < around; ++i) {
    for (std::uint32_t k = 0; k < along; ++k) {
      const auto at = [&](std::uint32_t a, std::uint32_t b) {
        return (a % around) * along + b % along;
      };
      shape.corners.push_back({at(i, k), at(i, k + 1), at(i + 1, k + 1)});
      shape.corners.push_back({at(i, k), at(i + 1, k + 1), at(i + 1, k)});
    }
  }
  return shape;
}

inline Shape sphere(double radius, std::uint32_t around, std::uint32_t along) {
  Shape shape;
  const auto top = shape.add(Vector{0, 0, radius});
  for (std::uint32_t k = 1; k < along; ++k) {
    const double q = std::numbers::pi * k / along;
    for (std::uint32_t i = 0; i < around; ++i) {
      const double p = 2 * std::numbers::pi * i / around;
      shape.add(Vector{radius * std::sin(q) * std::cos(p), radius * std::sin(q) * std::sin(p),
                       radius * std::cos(q)});
    }
  }
  const auto bottom = shape.add(Vector{0, 0, -radius});
  const auto at = [&](std::uint32_t k, std::uint32_t i) {
    return 1 + (k - 1) * around + i % around;
  };
  for (std::uint32_t i = 0; i < around; ++i) {
    shape.corners.push_back({top, at(1, i), at(1, i + 1)});
    shape.corners.push_back({bottom, at(along - 1, i + 1), at(along - 1, i)});
    for (std::uint32_t k = 1; k + 1 < along; ++k) {
      shape.corners.push_back({at(k, i), at(k + 1, i), at(k + 1, i + 1)});
      shape.corners.push_back({at(k, i), at(k + 1, i + 1), at(k, i + 1)});
    }
  }
  return shape;
}

// 72 bumpy tori before a detector, with so many steps around them.
inline Shape tori(std::uint32_t around, std::uint32_t along) {
  Shape all;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(0, 1);
  for (int i = 0; i < 72; ++i) {
    const double phase = 6 * part(random);
    const double tilt = 3 * part(random);
    Shape one = torus(24, around, along, [&](double p, double q) {
      return 9 + 1.5 * std::sin(7 * p + phase) * std::cos(5 * q);
    });
    for (Vector& v : one.vertices) {
      const Vector at = v;
      v = {at[0], at[1] * std::cos(tilt) - at[2] * std::sin(tilt),
           at[1] * std::sin(tilt) + at[2] * std::cos(tilt)};
    }
    all.add(
        one.moved({150 * part(random) - 75, 150 * part(random) - 75, 300 + 200 * part(random)}));
  }
  return all;
}

// A scene from a source, and a detector whose columns and rows lie along x and y.
struct Owned {
  rays::Scene scene;
  rays::Triangles triangles;
};

inline rays::Scene scene_of(const rays::Frame& frame, const std::vector<Shape>& shapes) {
  rays::Scene scene;
  scene.frame = frame;
  scene.material_count = static_cast<int>(shapes.size());
  std::uint16_t material = 0;
  for (const Shape& shape : shapes) {
    const auto base = static_cast<std::uint32_t>(scene.vertices.size());
    for (const Vector& v : shape.vertices) scene.vertices.push_back(frame.snap(v));
    for (const Corners& c : shape.corners) {
      scene.corners.push_back({base + c[0], base + c[1], base + c[2]});
      scene.materials.push_back(material);
    }
    ++material;
  }
  return scene;
}

inline rays::Bounds bounds_of(const std::vector<Shape>& shapes) {
  rays::Bounds bounds;
  for (const Shape& shape : shapes) {
    for (const Vector& v : shape.vertices) bounds.include(v);
  }
  return bounds;
}

inline rays::Scene cone_scene(const std::vector<Shape>& shapes, const Vector& source) {
  return scene_of(rays::cone_frame(source, bounds_of(shapes)), shapes);
}

}  // namespace bitvox::ray_scenes
