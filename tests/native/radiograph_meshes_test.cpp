// SPDX-License-Identifier: BSD-2-Clause
// Radiographs of meshes: against closed forms, the obvious loop, and the volume of a surface.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "bits.hpp"
#include "collect_slices.hpp"
#include "core/error.hpp"
#include "ops/radiograph/radiograph.hpp"
#include "ray_hits_runs.hpp"
#include "rays_reference.hpp"
#include "refusal.hpp"
#include "surface_runs.hpp"
#include "test_volumes.hpp"

namespace bitvox::radiograph {
namespace {

using ray_hits::to_mesh;
using ray_hits::to_set;
using ray_scenes::Shape;
using test::CollectSlices;

meshes::MeshSet set_of(const std::vector<Shape>& shapes) {
  std::vector<meshes::Mesh> meshes;
  for (const Shape& shape : shapes) meshes.push_back(to_mesh(shape));
  return to_set(std::move(meshes));
}

Options looking(rays::BeamKind beam, int pixels, double pixel) {
  Options options;
  options.detector.beam = beam;
  options.detector.source_object = 100;
  options.detector.source_detector = 200;
  options.detector.columns = options.detector.rows = pixels;
  options.detector.pixel_width = options.detector.pixel_height = pixel;
  return options;
}

struct Images {
  CollectSlices lengths;
  Result result;
};

Images lengths_of(const meshes::MeshSet& set, const std::vector<std::int32_t>& chosen,
                  const Options& options) {
  Images images;
  NoProgress quiet;
  images.result = project({set, chosen}, nullptr, options, {&images.lengths}, quiet);
  return images;
}

// Twenty triangles, each cut in four, so many times; of corners on the sphere.
Shape icosphere(double radius, int times) {
  const double g = (1 + std::sqrt(5.0)) / 2;
  Shape shape;
  for (const double one : {-1.0, 1.0}) {
    for (const double golden : {-g, g}) {
      shape.add(rays::Vector{0, one, golden});
      shape.add(rays::Vector{one, golden, 0});
      shape.add(rays::Vector{golden, 0, one});
    }
  }
  const auto apart = [&](std::uint32_t a, std::uint32_t b) {
    double squares = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      squares += std::pow(shape.vertices[a][i] - shape.vertices[b][i], 2);
    }
    return std::sqrt(squares);
  };
  const auto is_edge = [&](std::uint32_t a, std::uint32_t b) {
    return std::abs(apart(a, b) - 2) < 1e-9;
  };
  for (std::uint32_t a = 0; a < 12; ++a) {
    for (std::uint32_t b = a + 1; b < 12; ++b) {
      for (std::uint32_t c = b + 1; c < 12; ++c) {
        if (!is_edge(a, b) || !is_edge(b, c) || !is_edge(a, c)) continue;
        const rays::Vector& p = shape.vertices[a];
        const rays::Vector& q = shape.vertices[b];
        const rays::Vector& r = shape.vertices[c];
        const double det = p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) +
                           p[2] * (q[0] * r[1] - q[1] * r[0]);
        shape.corners.push_back(det > 0 ? rays::Corners{a, b, c} : rays::Corners{a, c, b});
      }
    }
  }
  for (int i = 0; i < times; ++i) {
    Shape finer;  // triangles without common vertices: they are joined
    std::vector<meshes::Point> places;
    const auto number = [&](const rays::Vector& place) {
      const auto found = std::find(places.begin(), places.end(), place);
      if (found != places.end()) return static_cast<std::uint32_t>(found - places.begin());
      places.push_back(place);
      return finer.add(place);
    };
    const auto middle = [](const rays::Vector& a, const rays::Vector& b) {
      return rays::Vector{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2};
    };
    for (const rays::Corners& t : shape.corners) {
      const rays::Vector& a = shape.vertices[t[0]];
      const rays::Vector& b = shape.vertices[t[1]];
      const rays::Vector& c = shape.vertices[t[2]];
      const std::uint32_t n[] = {
          number(a),           number(b), number(c), number(middle(a, b)), number(middle(b, c)),
          number(middle(c, a))};
      finer.corners.insert(
          finer.corners.end(),
          {{n[0], n[3], n[5]}, {n[3], n[1], n[4]}, {n[5], n[4], n[2]}, {n[3], n[4], n[5]}});
    }
    shape = finer;
  }
  for (rays::Vector& v : shape.vertices) {
    const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (double& x : v) x *= radius / length;
  }
  return shape;
}

double chord(double radius, double off) {
  return off < radius ? 2 * std::sqrt(radius * radius - off * off) : 0;
}

// Balls of two sizes, one within the other, as two materials and as a shell; from all angles.
TEST(RadiographMeshes, SpheresAreThoseOfTheirFormula) {
  const Shape ball = icosphere(20, 4), core = icosphere(10, 4);
  Shape shell = ball;
  shell.add(core.turned_inside_out());
  const meshes::MeshSet set = set_of({ball, core, shell});
  for (const meshes::MeshFacts& facts : set.facts) EXPECT_TRUE(facts.is_closed());
  EXPECT_NEAR(set.facts[2].enclosed, 4 * std::numbers::pi / 3 * (8000 - 1000), 100);
  for (const rays::BeamKind beam : {rays::BeamKind::kCone, rays::BeamKind::kParallel}) {
    Options options = looking(beam, 41, beam == rays::BeamKind::kCone ? 2 : 1);
    options.angles = 5;
    const Images images = lengths_of(set, {0, 1, 2}, options);
    EXPECT_EQ(images.result.odd_rays, 0);
    EXPECT_EQ(images.lengths.slices(), 15);
    for (std::int64_t angle = 0; angle < 5; ++angle) {
      for (std::int64_t i = 0; i < 41 * 41; ++i) {
        const double x = static_cast<double>(i % 41 - 20), z = static_cast<double>(i / 41 - 20);
        const double off = beam == rays::BeamKind::kParallel
                               ? std::hypot(x, z)
                               : 100 * std::hypot(2 * x, 2 * z) / std::hypot(200, 2 * x, 2 * z);
        if (std::abs(off - 20) < 0.3 || std::abs(off - 10) < 0.3) continue;
        const auto at = [&](std::int64_t m) { return images.lengths.at(i % 41, i / 41, angle, m); };
        ASSERT_NEAR(at(0), chord(20, off), 0.25) << i;
        ASSERT_NEAR(at(1), chord(10, off), 0.2) << i;
        ASSERT_NEAR(at(2), chord(20, off) - chord(10, off), 0.25) << i;
      }
    }
    for (const double longest : images.result.longest) EXPECT_LE(longest, 40);
    if (beam == rays::BeamKind::kCone) continue;
    for (std::size_t m = 0; m < 3; ++m) {
      EXPECT_NEAR(images.result.projected[m], set.facts[m].enclosed, 0.01 * 33510) << m;
    }
  }
}

TEST(RadiographMeshes, ABoxIsAsThickAsItIsTurned) {
  const meshes::MeshSet set = set_of({ray_scenes::box({5, 5, 5}, {15, 25, 35})});
  Options options = looking(rays::BeamKind::kParallel, 21, 1);
  options.angles = 4;
  options.detector.angle = 0;
  options.range = 360;
  const Images images = lengths_of(set, {0}, options);
  for (std::int64_t r = 0; r < 21; ++r) {
    for (std::int64_t c = 0; c < 21; ++c) {
      const std::int64_t off = std::abs(c - 10);
      EXPECT_NEAR(images.lengths.at(c, r, 0), off < 5 ? 20 : 0, off == 5 ? 21 : 2e-5);
      EXPECT_NEAR(images.lengths.at(c, r, 1), off < 10 ? 10 : 0, off == 10 ? 11 : 2e-5);
    }
  }
  EXPECT_NEAR(set.facts[0].enclosed, 6000, 1e-9);
  options.angles = 1;  // through the edges that the beam goes along, 45 degrees off
  options.detector.angle = 45;
  EXPECT_NEAR(lengths_of(set, {0}, options).lengths.at(10, 10, 0), 10 * std::sqrt(2.0), 1e-5);
}

// Every ray with every triangle: sums of what the definition finds.
TEST(RadiographMeshes, LengthsAreThoseOfTheObviousLoop) {
  const std::vector<Shape> shapes = {ray_scenes::tori(3, 6), ray_scenes::sphere(40, 12, 6)};
  const meshes::MeshSet set = set_of(shapes);
  for (const rays::BeamKind beam : {rays::BeamKind::kCone, rays::BeamKind::kParallel}) {
    for (const rays::Axis axis : {rays::Axis::kX, rays::Axis::kY, rays::Axis::kZ}) {
      Options options = looking(beam, 23, 20);
      options.detector.axis = axis;
      options.detector.source_object = 900;
      options.detector.source_detector = 1800;
      options.detector.angle = 17;
      options.angles = 2;
      const Images images = lengths_of(set, {1, 0}, options);
      EXPECT_EQ(images.result.odd_rays, 0);
      const rays::Bounds bounds{set.low, set.high, false};
      for (int angle = 0; angle < 2; ++angle) {
        const rays::DetectorRays rays =
            rays::detector_rays(options.detector, angle_of(options, angle), bounds);
        for (std::int64_t m = 0; m < 2; ++m) {
          const rays::Scene scene =
              ray_scenes::scene_of(rays.frame, {shapes[static_cast<std::size_t>(1 - m)]});
          for (std::int64_t i = 0; i < 23 * 23; ++i) {
            long double sum = 0;
            for (const auto& meeting :
                 rays_reference::meetings(scene.triangles(), rays.grid, i % 23, i / 23)) {
              sum += (meeting.leaves ? 1 : -1) *
                     std::min(meeting.distance, beam == rays::BeamKind::kCone ? 1.0L : 1e30L);
            }
            const rays::Direction d = rays.grid(i % 23, i / 23);
            const double length =
                beam == rays::BeamKind::kParallel
                    ? 1
                    : std::hypot(static_cast<double>(d[0]), static_cast<double>(d[1]),
                                 static_cast<double>(d[2])) /
                          static_cast<double>(std::int64_t{1} << rays.grid.shift);
            ASSERT_NEAR(images.lengths.at(i % 23, i / 23, angle, m),
                        static_cast<double>(sum) * length * rays.frame.step, 1e-4)
                << i;
          }
        }
      }
    }
  }
}

// The surface of a volume encloses what its voxels do, but for half a voxel at its faces.
TEST(RadiographMeshes, ASurfaceIsItsVolume) {
  const BitVolume volume = test::balls({40, 30, 34}, 12, 6, 5);
  surface::Options how;
  how.spacing = {0.5, 0.5, 0.5};
  NoProgress quiet;
  const meshes::MeshSet set = to_set({surface::to_mesh(surface::extract_from(volume, how).mesh)});
  Options options = looking(rays::BeamKind::kParallel, 60, 0.37);
  options.spacing = how.spacing;
  options.angles = 3;
  const Images of_mesh = lengths_of(set, {0}, options);
  CollectSlices lengths;
  const Result of_volume =
      project(rays::ForegroundMaterial(volume), nullptr, options, {&lengths}, quiet);
  EXPECT_NEAR(of_mesh.result.projected[0], of_volume.projected[0], 0.02 * of_volume.projected[0]);
  EXPECT_NEAR(of_mesh.result.projected[0], set.facts[0].enclosed, 0.01 * set.facts[0].enclosed);
}

TEST(RadiographMeshes, WhatIsOddIsSaid) {
  const Shape ball = icosphere(20, 2);
  Options options = looking(rays::BeamKind::kCone, 21, 4);
  // Inside out, and twice.
  const meshes::MeshSet set = set_of({ball, ball.turned_inside_out(), ball});
  const Images three = lengths_of(set, {0, 1, 2}, options);
  EXPECT_LT(set.facts[1].enclosed, 0);
  for (std::int64_t i = 0; i < 441; ++i) {
    ASSERT_EQ(three.lengths.at(i % 21, i / 21, 0, 0), three.lengths.at(i % 21, i / 21, 0, 1));
    ASSERT_EQ(three.lengths.at(i % 21, i / 21, 0, 0), three.lengths.at(i % 21, i / 21, 0, 2));
  }
  // The source within: half of it, with the detector outside.
  options.detector.source_object = 0;
  const Images within = lengths_of(set, {0}, options);
  EXPECT_EQ(within.result.odd_rays, 0);
  EXPECT_NEAR(within.lengths.at(10, 10, 0), 20, 0.5);
  // The detector within.
  options.detector.source_object = 100;
  options.detector.source_detector = 100;
  EXPECT_NEAR(lengths_of(set, {0}, options).lengths.at(10, 10, 0), 20, 0.5);
  // Nothing in view.
  options.detector.source_detector = 200;
  options.detector.offset_columns = 1000;
  const Images nothing = lengths_of(set, {0}, options);
  EXPECT_EQ(nothing.result.through, 0);
  EXPECT_EQ(nothing.result.longest[0], 0);
  // Open: no length is below 0, and such rays are counted.
  options.detector.offset_columns = 0;
  Shape open = ball;
  open.corners.resize(open.corners.size() / 2);
  const meshes::MeshSet torn = set_of({open});
  EXPECT_GT(torn.facts[0].open_edges, 0);
  const Images half = lengths_of(torn, {0}, options);
  EXPECT_GT(half.result.odd_rays, 0);
  for (const float length : half.lengths.values()) ASSERT_GE(length, 0);
}

TEST(RadiographMeshes, RowsAndSeriesAreThoseOfTheWhole) {
  const meshes::MeshSet set = set_of({icosphere(20, 2), ray_scenes::box({9, 9, 9}, {30, 40, 50})});
  for (const rays::BeamKind beam : {rays::BeamKind::kCone, rays::BeamKind::kParallel}) {
    Options options = looking(beam, 33, 4);
    options.angles = 70;
    const Images all = lengths_of(set, {0, 1}, options);
    options.row = 12;
    const Images row = lengths_of(set, {0, 1}, options);
    for (std::int64_t i = 0; i < 33 * 70 * 2; ++i) {
      ASSERT_EQ(row.lengths.at(i % 33, 0, i / 66, i / 33 % 2),
                all.lengths.at(i % 33, 11, i / 66, i / 33 % 2));
    }
    Options one = looking(beam, 33, 4);
    one.detector.angle = angle_of(options, 65);
    const Images single = lengths_of(set, {0, 1}, one);
    for (std::int64_t i = 0; i < 33 * 33; ++i) {
      ASSERT_EQ(single.lengths.at(i % 33, i / 33, 0, 1), all.lengths.at(i % 33, i / 33, 65, 1));
    }
  }
}

TEST(RadiographMeshes, TheSameOnEveryBackend) {
  Shape open = ray_scenes::sphere(30, 20, 10).moved({0, 0, 350});
  open.corners.pop_back();
  const meshes::MeshSet set = set_of({ray_scenes::tori(6, 12), ray_scenes::sphere(60, 40, 20),
                                      ray_scenes::box({-90, -90, 300}, {90, 90, 320}), open,
                                      ray_scenes::box({-400, -400, 100}, {400, 400, 101})});
  Photons photons;
  photons.photons = {1, 2};
  photons.response = {1, 1};
  photons.attenuation = {0.01, 0.02, 0.005, 0.01, 0.03, 0.001, 0.002, 0.01, 0.01, 0.02};
  for (const rays::BeamKind beam : {rays::BeamKind::kCone, rays::BeamKind::kParallel}) {
    for (const double to_object : {0.0, 30.0, 900.0}) {
      for (const double offset : {0.0, 5000.0}) {
        Options options = looking(beam, 70, 11);
        options.detector.source_object = to_object;
        options.detector.source_detector = 1300;
        options.detector.offset_rows = offset;
        options.detector.axis = to_object > 0 ? rays::Axis::kX : rays::Axis::kZ;
        options.angles = 3;
        options.noise = 500;
        const auto everything = [&](const std::string& backend, int threads) {
          options.backend = backend;
          options.threads = threads;
          CollectSlices lengths, transmission, attenuation;
          NoProgress quiet;
          const Result result = project({set, {4, 0, 1, 2, 3}}, &photons, options,
                                        {&lengths, &transmission, &attenuation}, quiet);
          test::Bits bits;
          bits.add(lengths.volume).add(transmission.volume).add(attenuation.volume);
          bits.add(result.longest).add(result.projected).add(result.through).add(result.odd_rays);
          return bits.add(result.touched).add(result.dark).add(result.least).add(result.most);
        };
        const test::Bits expected = everything("scalar", 1);
        for (const std::string& backend : test::available_backends()) {
          EXPECT_EQ(everything(backend, 3), expected)
              << backend << " " << to_object << " " << offset << " " << static_cast<int>(beam);
        }
      }
    }
  }
}

TEST(RadiographMeshes, SaysWhatIsWrong) {
  const meshes::MeshSet set = set_of({icosphere(20, 1), icosphere(5, 1)});
  const auto said = [&](const std::vector<std::int32_t>& chosen, const Options& options) {
    return test::refusal([&] { lengths_of(set, chosen, options); });
  };
  Options options = looking(rays::BeamKind::kCone, 21, 4);
  EXPECT_EQ(said({}, options), "there are 0 meshes of materials; 1 to 255 are allowed");
  EXPECT_EQ(said({0, 2}, options), "mesh 3 has a material; there are 2");
  EXPECT_EQ(said({-1}, options), "mesh 0 has a material; there are 2");
  EXPECT_EQ(said({1, 1}, options), "mesh 2 has two materials");
  options.row = 22;
  EXPECT_EQ(said({0}, options), "row is 22; the detector has 21 rows");
}

}  // namespace
}  // namespace bitvox::radiograph
