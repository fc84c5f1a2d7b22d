// SPDX-License-Identifier: BSD-2-Clause
// Doses behind meshes whose ways are known, and behind balls by the distances of their surfaces.
#include "rays/mesh_dose.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "ray_hits_runs.hpp"
#include "ray_scenes.hpp"
#include "refusal.hpp"

namespace bitvox::rays {
namespace {

using ray_hits::to_mesh;
using ray_hits::to_set;
using ray_scenes::box;
using test::refusal;

constexpr double kPi = 3.14159265358979323846;
const PhotonBeam kTwo{{1}, {2}, {0.3, 0.8}, {}, {}};

// Slabs of two materials across z, from 1.5 to 3.5 and from 4.5 to 5.
meshes::MeshSet slabs() {
  return to_set({to_mesh(box({0, 0, 1.5}, {20, 20, 3.5})), to_mesh(box({0, 0, 4.5}, {20, 20, 5}))});
}

MeshDose through(const meshes::MeshSet& set, const PointSources& sources,
                 const std::vector<Vec3>& points, const PhotonBeam& beam = kTwo, int threads = 1) {
  std::vector<std::int32_t> chosen;
  for (int i = 0; i < beam.materials(); ++i) chosen.push_back(i);
  NoProgress quiet;
  return mesh_dose({set, chosen}, beam, sources, points, threads, quiet);
}

TEST(MeshDoseTest, GoesStraightThroughSlabs) {
  const PointSources sources{{10, 2}, {10, 10}, {-3, -1}, {7, 1}};
  const std::vector<Vec3> points{{10, 10, 9}, {14, 10, 8}};
  const MeshDose found = through(slabs(), sources, points);
  for (std::size_t p = 0; p < points.size(); ++p) {
    double sum = 0;
    for (std::size_t i = 0; i < sources.count(); ++i) {
      const Vec3 way = points[p] - sources.place(i);
      const double slope = length(way) / way.z;
      sum += 2 * sources.strength[i] * std::exp(-(0.3 * 2 + 0.8 * 0.5) * slope) /
             (4 * kPi * length(way) * length(way));
    }
    EXPECT_NEAR(found.doses.at(p), sum, 1e-6 * sum);
  }
  EXPECT_EQ(found.odd_ways, 0);
  EXPECT_EQ(found.touched, 0);
}

TEST(MeshDoseTest, PointsAndSourcesMayBeWithin) {
  // From the middle of the first slab to between both, and the other way round.
  const double expected = 2 * std::exp(-0.3 * 1) / (4 * kPi * 1.75 * 1.75);
  EXPECT_NEAR(through(slabs(), {{5}, {5}, {2.5}, {1}}, {{5, 5, 4.25}}).doses.at(0), expected, 1e-8);
  EXPECT_NEAR(through(slabs(), {{5}, {5}, {4.25}, {1}}, {{5, 5, 2.5}}).doses.at(0), expected, 1e-8);
  // Both in one slab.
  EXPECT_NEAR(through(slabs(), {{5}, {5}, {2}, {1}}, {{5, 5, 3}}).doses.at(0),
              2 * std::exp(-0.3 * 1) / (4 * kPi), 1e-8);
}

TEST(MeshDoseTest, FarSourcesAreAsExact) {
  for (const double z : {-1e4, -1e7, -1e12}) {
    const double distance = 9 - z;
    const double expected = 2 * std::exp(-0.3 * 2 - 0.8 * 0.5) / (4 * kPi * distance * distance);
    EXPECT_NEAR(through(slabs(), {{10}, {10}, {z}, {1}}, {{10, 10, 9}}).doses.at(0), expected,
                1e-5 * expected)
        << z;
  }
}

// The part of a way from a to b, 0 to 1, that lies in a ball around the origin.
double part_in_ball(const Vec3& a, const Vec3& b, double radius) {
  const Vec3 way = b - a;
  const double squared = way.x * way.x + way.y * way.y + way.z * way.z;
  const double middle = -(a.x * way.x + a.y * way.y + a.z * way.z) / squared;
  const Vec3 near = a + middle * way;
  const double off = near.x * near.x + near.y * near.y + near.z * near.z;
  if (off >= radius * radius) return 0;
  const double half = std::sqrt((radius * radius - off) / squared);
  return std::max(0.0, std::min(1.0, middle + half) - std::max(0.0, middle - half));
}

TEST(MeshDoseTest, ManySourcesAroundAndInABall) {
  const double radius = 3;
  const meshes::MeshSet ball = to_set({to_mesh(ray_scenes::sphere(radius, 240, 120))});
  const PhotonBeam beam{{1}, {1}, {0.5}, {}, {}};
  std::mt19937 random(5);
  std::uniform_real_distribution<double> place(-6, 6);
  PointSources sources;
  for (int i = 0; i < 700; ++i) {
    sources.x.push_back(place(random)), sources.y.push_back(place(random));
    sources.z.push_back(place(random)), sources.strength.push_back(1 + i % 4);
  }
  const std::vector<Vec3> points{{0.3, 0.2, 0.1}, {5, 4.5, 3}, {-1, 2, -7}};
  const MeshDose found = through(ball, sources, points, beam);
  for (std::size_t p = 0; p < points.size(); ++p) {
    double sum = 0;
    for (std::size_t i = 0; i < sources.count(); ++i) {
      const double distance = length(points[p] - sources.place(i));
      const double within = distance * part_in_ball(points[p], sources.place(i), radius);
      sum += sources.strength[i] * std::exp(-0.5 * within) / (4 * kPi * distance * distance);
    }
    EXPECT_NEAR(found.doses[p], sum, 1e-3 * sum);  // the ball has flat faces
  }
  EXPECT_EQ(found.odd_ways, 0);
  EXPECT_EQ(found.doses, through(ball, sources, points, beam, 3).doses);
}

TEST(MeshDoseTest, TellsOfOpenMeshesAndTouchedPoints) {
  ray_scenes::Shape open = box({0, 0, 0}, {4, 4, 4});
  open.corners.pop_back();
  open.corners.pop_back();
  const PhotonBeam beam{{1}, {1}, {0.5}, {}, {}};
  PointSources around;  // one before each face
  for (const int side : {-5, 9}) {
    for (int axis = 0; axis < 3; ++axis) {
      around.x.push_back(axis == 0 ? side : 2.1), around.y.push_back(axis == 1 ? side : 2.2);
      around.z.push_back(axis == 2 ? side : 2.3), around.strength.push_back(1);
    }
  }
  const MeshDose found = through(to_set({to_mesh(open)}), around, {{2, 2, 2}}, beam);
  EXPECT_EQ(found.odd_ways, 1);
  for (const double dose : found.doses) EXPECT_GT(dose, 0);
  const meshes::MeshSet closed = to_set({to_mesh(box({0, 0, 0}, {4, 4, 4}))});
  EXPECT_EQ(through(closed, around, {{2, 2, 0}, {2, 2, 1}}, beam).touched, 1);
}

TEST(MeshDoseTest, WhatIsWrongIsSaid) {
  const PointSources one{{1}, {1}, {-1}, {1}};
  EXPECT_EQ(refusal([&] {
              through(slabs(), one, {{1, 1, -1}});
            }),
            "source 1 is at the point itself, where the dose has no bounds");
  EXPECT_EQ(refusal([&] {
              through(slabs(), {{1}, {NAN}, {1}, {1}}, {{0, 0, 0}});
            }),
            "source 1 is nowhere");
  EXPECT_EQ(refusal([&] {
              through(slabs(), one, {{0, 0, 0}, {0, INFINITY, 0}});
            }),
            "point 2 is nowhere");
  NoProgress quiet;
  EXPECT_EQ(refusal([&] {
              mesh_dose({slabs(), {0}}, kTwo, one, {{0, 0, 0}}, 1, quiet);
            }),
            "the number of materials is 1, the photons have coefficients of 2");
  EXPECT_EQ(refusal([&] {
              mesh_dose({slabs(), {0, 2}}, kTwo, one, {{0, 0, 0}}, 1, quiet);
            }),
            "mesh 3 has a material; there are 2");
}

}  // namespace
}  // namespace bitvox::rays
