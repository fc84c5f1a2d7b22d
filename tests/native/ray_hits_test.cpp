// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "ray_hits_runs.hpp"
#include "refusal.hpp"
#include "text_file.hpp"

namespace bitvox::ray_hits {
namespace {

using ray_scenes::Shape;

struct Outcome {
  Result result;
  std::vector<RayHit> hits;
};

Outcome run(const std::vector<Shape>& shapes, const std::vector<rays::Vector>* ends,
            const Options& options) {
  std::vector<meshes::Mesh> meshes;
  for (const Shape& shape : shapes) meshes.push_back(to_mesh(shape));
  CollectedHits sink;
  NoProgress quiet;
  Outcome outcome;
  outcome.result = trace(to_set(std::move(meshes)), ends, options, sink, quiet);
  outcome.hits = std::move(sink.all);
  return outcome;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The middle ray of a cone along y enters the first box, goes through the second one, and so on.
TEST(RayHits, AConeMeetsBoxesInTheirOrder) {
  Options options;
  options.detector.source_object = 30;
  options.detector.source_detector = 100;
  options.detector.columns = options.detector.rows = 3;
  const Outcome found =
      run({ray_scenes::box({-5, -10, -5}, {5, 10, 5}), ray_scenes::box({-2, -4, -2}, {2, -3, 2})},
          nullptr, options);
  std::vector<RayHit> middle;
  for (const RayHit& hit : found.hits) {
    if (hit.ray == 4) middle.push_back(hit);
  }
  ASSERT_EQ(middle.size(), 4U);
  const float distances[] = {20, 26, 27, 40};
  const std::int32_t meshes[] = {0, 1, 1, 0};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_FLOAT_EQ(middle[i].distance, distances[i]);
    EXPECT_EQ(middle[i].mesh, meshes[i]);
    EXPECT_EQ(middle[i].leaves, i >= 2);
    EXPECT_LT(middle[i].triangle, 12);
  }
  EXPECT_EQ(found.result.hits, static_cast<std::int64_t>(found.hits.size()));
  EXPECT_EQ(found.result.odd_rays, 0);
  EXPECT_EQ(found.result.open_edges, (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(found.result.deepest, 4);
  EXPECT_EQ(std::exp2(std::round(std::log2(found.result.step))), found.result.step);
}

// Depths count from the middle of the box of all meshes.
TEST(RayHits, AParallelBeamHasDepthsAtEveryAngle) {
  Options options;
  options.detector.beam = rays::BeamKind::kParallel;
  options.detector.columns = options.detector.rows = 5;
  for (const double angle : {0.0, 30.0, 90.0, 200.0}) {
    for (const rays::Axis axis : {rays::Axis::kX, rays::Axis::kY, rays::Axis::kZ}) {
      options.detector.angle = angle;
      options.detector.axis = axis;
      const Outcome found =
          run({ray_scenes::sphere(20, 90, 45).moved({3, 4, 5})}, nullptr, options);
      ASSERT_EQ(found.hits.size(), 50U);
      EXPECT_EQ(found.result.odd_rays, 0);
      for (std::size_t i = 0; i < 50; i += 2) {
        EXPECT_EQ(found.hits[i].ray, static_cast<std::int64_t>(i / 2));
        EXPECT_FALSE(found.hits[i].leaves);
        EXPECT_TRUE(found.hits[i + 1].leaves);
        const auto column = static_cast<double>(found.hits[i].ray % 5 - 2);
        const auto row = static_cast<double>(found.hits[i].ray / 5 - 2);
        const double half = std::sqrt(400 - column * column - row * row);
        EXPECT_NEAR(found.hits[i].distance, -half, 0.1);
        EXPECT_NEAR(found.hits[i + 1].distance, half, 0.1);
      }
    }
  }
}

TEST(RayHits, EndsAreRaysOfTheirOwn) {
  Options options;
  options.source_x = 1;
  options.source_y = options.source_z = 0.5;
  const std::vector<rays::Vector> ends = {
      {9, 0.5, 0.5}, {2, 0.5, 0.5}, {1, 0.5, 0.5}, {1, 0.5, -7}, {1, 9, 0.5}};
  const Outcome found = run({ray_scenes::box({0, -4, -4}, {4, 4, 4})}, &ends, options);
  ASSERT_EQ(found.hits.size(), 3U);
  EXPECT_EQ(found.hits[0].ray, 0);
  EXPECT_FLOAT_EQ(found.hits[0].distance, 3);
  EXPECT_EQ(found.hits[1].ray, 3);
  EXPECT_FLOAT_EQ(found.hits[1].distance, 4.5);
  EXPECT_EQ(found.hits[2].ray, 4);
  EXPECT_TRUE(found.hits[2].leaves);
  EXPECT_EQ(found.result.without_length, 1);
  EXPECT_EQ(found.result.winding, std::vector<std::int32_t>{1});
  EXPECT_EQ(found.result.odd_rays, 0);
  EXPECT_EQ(found.result.rays_hit, 3);
}

TEST(RayHits, AnOpenMeshIsReported) {
  Shape open = ray_scenes::box({-5, -10, -5}, {5, 10, 5});
  open.corners.pop_back();
  Options options;
  options.detector.source_object = 30;
  options.detector.source_detector = 100;
  options.detector.columns = options.detector.rows = 40;
  const Outcome found = run({ray_scenes::box({-2, -4, -2}, {2, -3, 2}), open}, nullptr, options);
  EXPECT_EQ(found.result.open_edges, (std::vector<std::int64_t>{0, 3}));
  EXPECT_EQ(found.result.faults[0], "");
  EXPECT_NE(found.result.faults[1], "");
}

// As many rays at once as fit: the hits are the same.
TEST(RayHits, BatchesChangeNothing) {
  Options options;
  options.detector.columns = 50;
  options.detector.rows = 40;
  options.detector.pixel_width = options.detector.pixel_height = 5;
  const Shape shape = ray_scenes::tori(3, 8);
  std::vector<rays::Vector> ends;
  for (int i = 0; i < 500; ++i) {
    ends.push_back({100 * std::sin(i), 100 * std::cos(3 * i), 600 + 10 * std::sin(7 * i)});
  }
  for (const bool is_detector : {true, false}) {
    Traced traced;
    traced.scene =
        ray_scenes::cone_scene({shape, ray_scenes::box({-700, -700, -700}, {700, 700, 700})}, {});
    traced.first_triangles = {0, static_cast<std::int64_t>(shape.corners.size()),
                              static_cast<std::int64_t>(shape.corners.size()) + 12};
    traced.winding = {0, 1};
    traced.is_detector = is_detector;
    const rays::Frame& frame = traced.scene.frame;
    traced.grid = rays::ray_grid(frame, {-125, -100, 650}, {5, 0, 0}, {0, 5, 0}, 50, 40);
    traced.ends = rays::ray_list(frame, ends).ends;
    NoProgress quiet;
    std::vector<bitvox::test::Bits> all;
    for (const std::int64_t at_once : {1 << 20, 300, 7, 1}) {
      traced.hits_at_once = at_once;
      CollectedHits sink;
      Result result;
      std::int64_t first = 0;
      trace_cpu(traced, 2, first, sink, result, quiet);
      EXPECT_GT(result.hits, 1000);
      EXPECT_EQ(result.odd_rays, 0);
      all.push_back(bits_of(result, sink.all));
    }
    for (const bitvox::test::Bits& bits : all) EXPECT_EQ(bits, all[0]);
  }
}

TEST(RayHits, FilesAreReadAndWritten) {
  const bitvox::test::TextFile mesh(
      "tetrahedron.obj",
      "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 2 3 4\n"
      "f 1 4 3\n");
  const bitvox::test::TextFile ends("ends.csv", "x,y,z\n0.5,0.5,1e1\n\n\"X\"\n");
  const bitvox::test::TextFile good("good.csv", "\"X\", y,z\n0.5,0.5,1e1\r\n\n 0.5, 0.5, -10\n");
  Files files;
  files.rays = good.path();
  Options options;
  options.source_x = options.source_y = 0.5;
  options.source_z = 1;
  const bitvox::test::TextFile csv("hits.csv", "");
  files.output = csv.path();
  NoProgress quiet;
  const meshes::MeshSet set = meshes::read_meshes({mesh.path()}, quiet);
  const Result result = trace(set, files, options, quiet);
  EXPECT_EQ(result.hits, 2);
  EXPECT_EQ(result.winding, std::vector<std::int32_t>{1});
  EXPECT_EQ(text_of(csv.path()), "Ray,Distance,Mesh,Triangle,Side\n1,2,1,3,1\n2,1,1,1,1\n");
  files.format = Format::kBinary;
  trace(set, files, options, quiet);
  const std::string bytes = text_of(csv.path());
  ASSERT_EQ(bytes.size(), 32U);
  const unsigned char second[] = {1, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 1, 0};
  EXPECT_EQ(std::memcmp(bytes.data() + 16, second, 16), 0);
  EXPECT_THROW(read_ends(ends.path(), quiet), InvalidInput);
}

TEST(RayHits, EndsAreFoundByTheirHeadings) {
  NoProgress quiet;
  for (const char* text :
       {"Z (mm),Name,X (mm),Y (mm)\n3,\"a, b\",1,2\n",
        "\"z\",\"\",\"x\",\"y\"\n\"3\",,\"1\", 2\r\n", "\xef\xbb\xbfx,y,z\n1,2,3\n\n", "1,2,3",
        "\"1\",+2,3e0\n", "x [mm],y (mm),Z[mm]\r1,2,3\r", "x;y;z\n1;2;3\n", "1\t2\t3\n",
        "Name\tx\ty\tz\n\t1\t2\t3\n"}) {
    const bitvox::test::TextFile file("ends.csv", text);
    EXPECT_EQ(read_ends(file.path(), quiet), (std::vector<rays::Vector>{{1, 2, 3}})) << text;
  }
  const auto said = [&](const char* text) {
    const bitvox::test::TextFile file("ends.csv", text);
    const std::string sentence = test::refusal([&] { read_ends(file.path(), quiet); });
    return sentence.substr(sentence.find(": ") + 2);
  };
  EXPECT_EQ(said("x,y\n"), "has no column 'z'; its columns must be x, y and z");
  EXPECT_EQ(said("x,y,z,X\n"), "has two columns 'x'");
  EXPECT_EQ(said("x (mm),y [um],z\n"),
            "its column x is in 'mm', but y in 'um'; x, y and z must have the same unit");
  EXPECT_EQ(said("x,y,z (mm)\n"),
            "its column x is in no unit, but z in 'mm'; x, y and z must have the same unit");
  EXPECT_EQ(said("x (mm,y,z\n"), "its heading 'x (mm' has a bracket that does not end");
  EXPECT_EQ(said("x;y;z\n1,5;2;3\n"), "line 2: a coordinate is '1,5', which is no number");
  EXPECT_EQ(said("x,y,z,w\n1,2,3\n"), "line 2: has 3 cells, but there are 4 columns");
  EXPECT_EQ(said("x,y,z\n1,2 3,4\n"), "line 2: a coordinate is '2 3', which is no number");
}

TEST(RayHits, WrongInputIsRefused) {
  CollectedHits sink;
  NoProgress quiet;
  const meshes::Mesh box = to_mesh(ray_scenes::box({0, 0, 0}, {1, 1, 1}));
  EXPECT_THROW(to_set({}), InvalidInput);
  Options near;
  near.detector.source_detector = 1e-20;
  EXPECT_THROW(trace(to_set({box}), nullptr, near, sink, quiet), InvalidInput);
  const std::vector<rays::Vector> infinite = {{1, 2, HUGE_VAL}};
  EXPECT_THROW(trace(to_set({box}), &infinite, {}, sink, quiet), InvalidInput);
  for (const char* text :
       {"", "x,y,z\n", "1,2\n", "1,2,3,4\n", "1,2,x\n", "1,2,nan\n", "1,2,1e999\n", "1 2 3\n"}) {
    const bitvox::test::TextFile file("wrong.csv", text);
    EXPECT_THROW(read_ends(file.path(), quiet), InvalidInput) << text;
  }
}

}  // namespace
}  // namespace bitvox::ray_hits
