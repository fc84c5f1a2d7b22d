// SPDX-License-Identifier: BSD-2-Clause
// Hits and path lengths that the GPU finds are those of the CPU, to the bit.
#include <gtest/gtest.h>

#ifdef BITVOX_WITH_CUDA
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "ray_degenerate_scenes.hpp"
#include "rays/detector_rays.hpp"
#include "rays/path_lengths.hpp"
#include "rays/path_lengths_cuda.hpp"
#include "rays/ray_hits_cuda.hpp"
#include "rays/winding.hpp"

namespace bitvox::rays {
namespace {

using ray_scenes::Shape;

class RaysCuda : public testing::Test {
 protected:
  void SetUp() override {
    if (!backends().front().available) GTEST_SKIP() << backends().front().detail;
  }
};

void expect_same(const RayHits& found, const RayHits& expected, const std::string& what) {
  EXPECT_EQ(found.hits, expected.hits) << what;
  EXPECT_EQ(found.deepest, expected.deepest) << what;
  EXPECT_EQ(found.odd_rays, expected.odd_rays) << what;
  EXPECT_TRUE(keys(found) == keys(expected)) << what;
}

// The same finder takes all rays.
struct Both {
  explicit Both(const Scene& scene)
      : triangles(scene.triangles()), finder(triangles, 2, quiet), measurer(triangles, 2, quiet) {}

  void expect_same_on(const RayGrid& grid, const std::vector<int>& winding, const HitLimits& limits,
                      const std::string& what) {
    expect_same(finder.find(grid, winding, limits, quiet),
                find_hits(triangles, grid, winding, {}, 2, quiet), what);
    const PathLengths found = measurer.measure(grid, winding, limits.pass, quiet);
    const PathLengths expected = path_lengths(triangles, grid, winding, {}, 2, quiet);
    EXPECT_TRUE(found.sums == expected.sums) << what;
    EXPECT_EQ(found.odd_rays, expected.odd_rays) << what;
    EXPECT_EQ(found.exponent, expected.exponent) << what;
  }
  void expect_same_on(const std::vector<Direction>& ends, const std::vector<int>& winding,
                      const HitLimits& limits, const std::string& what) {
    expect_same(finder.find(ends, winding, limits, quiet),
                find_hits(triangles, ends, winding, {}, 2, quiet), what);
  }

  NoProgress quiet;
  Triangles triangles;
  HitFinderCuda finder;
  PathLengthsCuda measurer;
};

HitLimits passes_of(std::int64_t most) {
  HitLimits limits;
  limits.pass = {most, most};
  return limits;
}

TEST_F(RaysCuda, DegenerateScenes) {
  for (const Shape& shape : {touching_boxes(), lattice_tetrahedra(150), slivers()}) {
    const Scene scene = ray_scenes::cone_scene({shape}, {0, 0, 0});
    Both both(scene);
    for (const std::int32_t n : {1, 15, 16, 17, 65}) {
      for (const double width : {60.0, 0.3}) {
        const RayGrid grid = detector(scene.frame, n, {}, width);
        both.expect_same_on(grid, {}, {}, std::to_string(n));
        both.expect_same_on(grid, {1}, passes_of(50), std::to_string(n) + " in passes");
        std::vector<Direction> ends;
        for (std::int64_t ray = 0; ray < grid.count(); ++ray)
          ends.push_back(grid(ray % n, ray / n));
        both.expect_same_on(ends, {}, {}, std::to_string(n) + " ends");
      }
    }
  }
}

TEST_F(RaysCuda, AParallelBeam) {
  for (const Shape& shape : {touching_boxes(), lattice_tetrahedra(100), slivers()}) {
    const Scene scene = parallel_scene({shape});
    Both both(scene);
    for (const std::int32_t n : {41, 130}) {
      both.expect_same_on(detector(scene.frame, n), {}, {}, std::to_string(n));
      both.expect_same_on(detector(scene.frame, n, {}, 0.3), {}, passes_of(70), "small");
    }
  }
}

// Far wider than what it looks at.
TEST_F(RaysCuda, AWideParallelBeam) {
  const Shape shape = ray_scenes::sphere(0.48, 24, 12).moved({0.3, -0.2, 5});
  for (const double pixel : {0.04, 0.06, 1.0}) {
    Detector wide;
    wide.beam = BeamKind::kParallel;
    wide.columns = wide.rows = 256;
    wide.pixel_width = wide.pixel_height = pixel;
    const DetectorRays rays = detector_rays(wide, 30, ray_scenes::bounds_of({shape}));
    const Scene scene = ray_scenes::scene_of(rays.frame, {shape});
    Both(scene).expect_same_on(rays.grid, {}, {}, std::to_string(pixel));
  }
}

// Of several materials, one of them around the source.
TEST_F(RaysCuda, Materials) {
  const std::vector<Shape> shapes = {ray_scenes::tori(4, 16), lattice_tetrahedra(60),
                                     ray_scenes::sphere(5, 30, 15), slivers()};
  const Scene scene = ray_scenes::cone_scene(shapes, {0, 0, 0});
  Both both(scene);
  const SourcePlace place =
      place_source(both.triangles, BeamKind::kCone, Surfaces::kClosed, 2, both.quiet);
  EXPECT_EQ(place.winding[2], 1);
  for (const auto& winding : {place.winding, std::vector<int>{}, std::vector<int>{0, 1, 1, -1}}) {
    both.expect_same_on(detector(scene.frame, 129, {}, 240, 600), winding, {}, "whole");
    both.expect_same_on(detector(scene.frame, 129, {}, 240, 600), winding, passes_of(999), "parts");
  }
}

TEST_F(RaysCuda, TrianglesAroundTheSource) {
  Shape shape = ray_scenes::torus(30, 40, 16, [](double, double) { return 9.0; });
  shape.add(ray_scenes::box({-500, -500, 40}, {500, 500, 41}));
  const Scene scene = ray_scenes::cone_scene({shape}, {0, 0, 0});
  Both(scene).expect_same_on(detector(scene.frame, 300, {}, 300), {}, {}, "around");
  for (const Vector& source :
       {Vector{0, 0, 0}, Vector{4, 0, 0}, Vector{4, 4, 8}, Vector{1, 3, 0}}) {
    const Scene on_corners =
        ray_scenes::cone_scene({ray_scenes::box({0, 0, 0}, {8, 8, 8})}, source);
    Both(on_corners).expect_same_on(detector(on_corners.frame, 17, source), {}, {}, "on a box");
  }
}

// Up to 6000 hits on a ray, more than a block's memory holds.
TEST_F(RaysCuda, DeepRays) {
  for (const int boxes : {150, 3000}) {
    Shape shape;
    for (int i = 0; i < boxes; ++i) {
      const double z = 10 + 75.0 / boxes * ((i * 37) % boxes);
      shape.add(ray_scenes::box({-20, -20, z}, {20, 20, z + 37.0 / boxes}));
    }
    const Scene scene =
        ray_scenes::cone_scene({shape, ray_scenes::box({-9, -9, 95}, {9, 9, 99})}, {0, 0, 0});
    Both both(scene);
    both.expect_same_on(detector(scene.frame, 19), {}, {}, std::to_string(boxes));
    both.expect_same_on(detector(scene.frame, 19), {0, 1}, passes_of(5000), std::to_string(boxes));
  }
}

TEST_F(RaysCuda, EndsInAllDirections) {
  Shape shape = lattice_tetrahedra(60).moved({0, 0, -60});
  shape.add(ray_scenes::sphere(30, 24, 12));
  Bounds bounds = ray_scenes::bounds_of({shape});
  std::vector<Vector> ends = ends_in_all_directions(shape, 5000);
  ends.insert(ends.end(), 300, {1, 2, 40});
  ends.push_back({1, 2, 3});
  for (const Vector& end : ends) bounds.include(end);
  const Frame frame = cone_frame({1, 2, 3}, bounds);
  const Scene scene = ray_scenes::scene_of(frame, {shape});
  Both both(scene);
  const RayList list = ray_list(frame, ends);
  EXPECT_EQ(list.without_length.size(), 1U);
  both.expect_same_on(list.ends, {1}, {}, "whole");
  both.expect_same_on(list.ends, {1}, passes_of(100), "parts");
  both.expect_same_on(std::vector<Direction>{}, {1}, {}, "no rays");
  both.expect_same_on(std::vector<Direction>{list.ends.back()}, {1}, {}, "without length");
}

TEST_F(RaysCuda, NoTriangles) {
  Scene scene = ray_scenes::cone_scene({ray_scenes::box({1, 1, 1}, {2, 2, 2})}, {0, 0, 0});
  scene.corners.clear();
  scene.materials.clear();
  Both(scene).expect_same_on(detector(scene.frame, 20), {1}, {}, "none");
}

TEST_F(RaysCuda, TooManyHits) {
  const Scene scene = ray_scenes::cone_scene({touching_boxes()}, {0, 0, 0});
  Both both(scene);
  HitLimits limits;
  limits.hits = 100;
  EXPECT_THROW(both.finder.find(detector(scene.frame, 65), {}, limits, both.quiet), TooManyHits);
  both.expect_same_on(detector(scene.frame, 65), {}, {}, "after it");
}

}  // namespace
}  // namespace bitvox::rays
#endif
