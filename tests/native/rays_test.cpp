// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "ray_degenerate_scenes.hpp"
#include "rays/detector_rays.hpp"
#include "rays/path_lengths.hpp"
#include "rays/ray_hits.hpp"
#include "rays/winding.hpp"
#include "rays_reference.hpp"

namespace bitvox::rays {
namespace {

using ray_scenes::Shape;

using rays_reference::Meeting;

struct Found {
  std::uint32_t triangle;
  bool leaves;
  bool operator==(const Found&) const = default;
};

// That the hits of a ray are those of the definition, in the order of the ray.
void expect_meetings(std::span<const Hit> hits, std::vector<Meeting> all, const std::string& ray) {
  std::erase_if(all, [](const Meeting& meeting) { return meeting.beyond; });
  std::vector<Found> expected;
  std::vector<Found> found;
  expected.reserve(all.size());
  for (const Meeting& meeting : all) expected.push_back({meeting.triangle, meeting.leaves});
  for (const Hit& hit : hits) found.push_back({hit.triangle(), hit.leaves()});
  std::sort(found.begin(), found.end(),
            [](const Found& a, const Found& b) { return a.triangle < b.triangle; });
  ASSERT_EQ(found, expected) << ray;
  float before = 0;
  for (const Hit& hit : hits) {
    ASSERT_LE(before, hit.distance()) << ray;
    before = hit.distance();
    const auto meeting = std::find_if(
        all.begin(), all.end(), [&](const Meeting& m) { return m.triangle == hit.triangle(); });
    ASSERT_NEAR(hit.distance(), static_cast<double>(meeting->distance),
                1e-7 * static_cast<double>(meeting->distance) + 1e-30)
        << ray;
  }
}

// All rays of a detector; returns what was found.
RayHits expect_exact(const Scene& scene, const RayGrid& grid,
                     const std::vector<int>& winding = {}) {
  NoProgress quiet;
  const Triangles triangles = scene.triangles();
  RayHits hits = find_hits(triangles, grid, winding, {}, 2, quiet);
  for (std::int64_t row = 0; row < grid.height; ++row) {
    for (std::int64_t column = 0; column < grid.width; ++column) {
      expect_meetings(hits.of(row * grid.width + column),
                      rays_reference::meetings(triangles, grid, column, row),
                      "column " + std::to_string(column) + ", row " + std::to_string(row));
      if (testing::Test::HasFatalFailure()) return hits;
    }
  }
  return hits;
}

TEST(Rays, TouchingBoxesAreExact) {
  const Scene scene = ray_scenes::cone_scene({touching_boxes()}, {0, 0, 0});
  const RayHits hits = expect_exact(scene, detector(scene.frame, 65));
  EXPECT_GT(hits.hits, 5000);
  EXPECT_EQ(hits.odd_rays, 0);
}

TEST(Rays, TetrahedraOnALatticeAreExact) {
  const Scene scene = ray_scenes::cone_scene({lattice_tetrahedra(150)}, {0, 0, 0});
  const RayHits hits = expect_exact(scene, detector(scene.frame, 41));
  EXPECT_GT(hits.hits, 20000);
  EXPECT_EQ(hits.odd_rays, 0);
}

TEST(Rays, SliversAroundARayAreExact) {
  const Scene scene = ray_scenes::cone_scene({slivers()}, {0, 0, 0});
  const RayHits hits = expect_exact(scene, detector(scene.frame, 31, {}, 0.3));
  EXPECT_GT(hits.hits, 100);
  EXPECT_EQ(hits.odd_rays, 0);
}

TEST(Rays, AParallelBeamIsExact) {
  for (const Shape& shape : {touching_boxes(), lattice_tetrahedra(100), slivers()}) {
    const Scene scene = parallel_scene({shape});
    const RayHits hits = expect_exact(scene, detector(scene.frame, 41));
    EXPECT_GT(hits.hits, 0);
    EXPECT_EQ(hits.odd_rays, 0);
  }
}

// The pixels of a parallel beam may reach far beyond what they look at.
TEST(Rays, AWideParallelBeamIsExact) {
  struct Case {
    double side;  // of the mesh
    std::int32_t pixels;
    double pixel;
  };
  for (const Case& c : {Case{0.96, 256, 1}, Case{4.8, 256, 1}, Case{0.96, 256, 0.06},
                        Case{0.96, 16, 1}, Case{0.96, 256, 0.04}, Case{0.96, 475, 1}}) {
    const Shape shape = ray_scenes::sphere(c.side / 2, 12, 6).moved({0.3, -0.2, 5});
    Detector wide;
    wide.beam = BeamKind::kParallel;
    wide.columns = c.pixels;
    wide.rows = 2;
    wide.pixel_width = wide.pixel_height = c.pixel;
    const DetectorRays rays = detector_rays(wide, 30, ray_scenes::bounds_of({shape}));
    const Scene scene = ray_scenes::scene_of(rays.frame, {shape});
    const RayHits hits = expect_exact(scene, rays.grid);
    EXPECT_EQ(hits.odd_rays, 0);
    if (c.pixel < 1) {
      EXPECT_GT(hits.hits, 0) << c.side;
    }
  }
}

TEST(Rays, SnappedToriAreExact) {
  Shape shape = ray_scenes::tori(4, 16);
  for (Vector& v : shape.vertices) {
    for (double& x : v) x = 16 * std::round(x / 16);
  }
  const Scene scene = ray_scenes::cone_scene({shape}, {0, 0, 0});
  const RayHits hits = expect_exact(scene, detector(scene.frame, 33, {}, 240, 600));
  EXPECT_GT(hits.hits, 3000);
  EXPECT_EQ(hits.odd_rays, 0);
}

TEST(Rays, ASourceInsideLeavesOnce) {
  const Shape shape = ray_scenes::sphere(20, 24, 12).moved({1, 2, 3});
  const Scene scene = ray_scenes::cone_scene({shape}, {0, 0, 0});
  NoProgress quiet;
  const SourcePlace place =
      place_source(scene.triangles(), BeamKind::kCone, Surfaces::kClosed, 2, quiet);
  EXPECT_EQ(place.winding, std::vector<int>{1});
  EXPECT_EQ(place.touched, 0);
  const RayHits hits = expect_exact(scene, detector(scene.frame, 33), place.winding);
  EXPECT_EQ(hits.hits, 33 * 33);
  EXPECT_EQ(hits.odd_rays, 0);
  EXPECT_EQ(find_hits(scene.triangles(), detector(scene.frame, 33), {0}, {}, 1, quiet).odd_rays,
            33 * 33);
  EXPECT_EQ(place_source(scene.triangles(), BeamKind::kCone, Surfaces::kOpen, 1, quiet).winding,
            std::vector<int>{1});
}

TEST(Rays, ASourceOnASurfaceIsFound) {
  const Shape shape = ray_scenes::box({0, 0, 0}, {8, 8, 8});
  NoProgress quiet;
  for (const Vector& source :
       {Vector{0, 0, 0}, Vector{4, 0, 0}, Vector{4, 4, 8}, Vector{1, 3, 0}}) {
    const Scene scene = ray_scenes::cone_scene({shape}, source);
    EXPECT_GT(place_source(scene.triangles(), BeamKind::kCone, Surfaces::kClosed, 1, quiet).touched,
              0);
    expect_exact(scene, detector(scene.frame, 17, source));
  }
}

TEST(Rays, WhatLiesBehindTheSourceOrBesideIsNotHit) {
  Shape shape = ray_scenes::box({-8, -8, -58}, {8, 8, -50});
  shape.add(ray_scenes::box({80, 0, 10}, {90, 8, 20}));
  const Scene scene = ray_scenes::cone_scene({shape}, {0, 0, 0});
  const RayHits hits = expect_exact(scene, detector(scene.frame, 33));
  EXPECT_EQ(hits.hits, 0);
  EXPECT_EQ(hits.odd_rays, 0);
}

// Around the source, so that its triangles cross the plane of the source; and one that fills the
// image, before others.
TEST(Rays, TrianglesAroundTheSourceAreExact) {
  Shape shape = ray_scenes::torus(30, 40, 16, [](double, double) { return 9.0; });
  shape.add(ray_scenes::box({-500, -500, 40}, {500, 500, 41}));
  const Scene scene = ray_scenes::cone_scene({shape}, {0, 0, 0});
  const RayHits hits = expect_exact(scene, detector(scene.frame, 37, {}, 300));
  EXPECT_GT(hits.hits, 2 * 37 * 37);
  EXPECT_EQ(hits.odd_rays, 0);
}

TEST(Rays, HitsAtTheDetectorAndBehindItAreLeftOut) {
  // The box ends in the detector's plane: no ray leaves it before its end.
  const Scene scene =
      ray_scenes::cone_scene({ray_scenes::box({-90, -90, 90}, {90, 90, 100})}, {0, 0, 0});
  const RayHits hits = expect_exact(scene, detector(scene.frame, 33));
  EXPECT_GT(hits.hits, 0);
  for (std::int64_t ray = 0; ray < hits.rays(); ++ray) {
    for (const Hit& hit : hits.of(ray)) EXPECT_FALSE(hit.leaves());
  }
  EXPECT_EQ(hits.odd_rays, 0);  // the line goes on
}

TEST(Rays, DeepRaysAreSorted) {
  Shape shape;
  for (int i = 0; i < 150; ++i) {
    const double z = 10 + 0.5 * ((i * 37) % 150);
    shape.add(ray_scenes::box({-20, -20, z}, {20, 20, z + 0.25}));
  }
  const Scene scene = ray_scenes::cone_scene({shape}, {0, 0, 0});
  const RayHits hits = expect_exact(scene, detector(scene.frame, 9));
  EXPECT_EQ(hits.deepest, 300);
}

// Rays to random ends on all sides, some of them twice, through a vertex, along axes, without
// length.
TEST(Rays, EndsInAllDirectionsAreExact) {
  Shape shape = lattice_tetrahedra(60).moved({0, 0, -60});
  shape.add(ray_scenes::sphere(30, 24, 12));
  rays::Bounds bounds = ray_scenes::bounds_of({shape});
  std::vector<Vector> ends = ends_in_all_directions(shape, 3000);
  ends.push_back({1, 2, 3});
  for (const Vector& end : ends) bounds.include(end);
  const Frame frame = cone_frame({1, 2, 3}, bounds);
  const Scene scene = ray_scenes::scene_of(frame, {shape});
  const RayList list = ray_list(frame, ends);
  EXPECT_EQ(list.without_length,
            std::vector<std::int64_t>{static_cast<std::int64_t>(ends.size()) - 1});
  NoProgress quiet;
  const Triangles triangles = scene.triangles();
  const SourcePlace place = place_source(triangles, BeamKind::kCone, Surfaces::kClosed, 1, quiet);
  const RayHits hits = find_hits(triangles, list.ends, place.winding, {}, 2, quiet);
  for (std::size_t ray = 0; ray + 1 < ends.size(); ++ray) {
    expect_meetings(hits.of(static_cast<std::int64_t>(ray)),
                    rays_reference::meetings(triangles, list.ends[ray], kEndShift),
                    "ray " + std::to_string(ray));
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_EQ(place.touched, 0);
  EXPECT_GE(place.winding[0], 1);  // within the sphere at least
  EXPECT_EQ(hits.odd_rays, 0);
  EXPECT_GT(hits.hits, 3000);
}

TEST(Rays, ThreadsAndPassesChangeNothing) {
  const Scene scene = ray_scenes::cone_scene(
      {ray_scenes::tori(3, 8), ray_scenes::box({-500, -500, 350}, {500, 500, 351})}, {0, 0, 0});
  const RayGrid grid = detector(scene.frame, 70, {}, 240, 600);
  const Triangles triangles = scene.triangles();
  NoProgress quiet;
  const RayHits whole = find_hits(triangles, grid, {}, {}, 1, quiet);
  const PathLengths lengths = path_lengths(triangles, grid, {}, {}, 1, quiet);
  EXPECT_EQ(whole.odd_rays, 0);
  std::vector<Direction> ends;
  ends.reserve(static_cast<std::size_t>(grid.count()));
  for (std::int64_t ray = 0; ray < grid.count(); ++ray) ends.push_back(grid(ray % 70, ray / 70));
  for (const std::int64_t most : {60, 5000}) {
    HitLimits limits;
    limits.pass = {most, most};
    const RayHits parts = find_hits(triangles, grid, {}, limits, 3, quiet);
    EXPECT_EQ(keys(parts), keys(whole)) << most;
    EXPECT_EQ(parts.odd_rays, 0);
    EXPECT_EQ(path_lengths(triangles, grid, {}, limits.pass, 3, quiet).sums, lengths.sums);
    EXPECT_EQ(keys(find_hits(triangles, ends, {}, limits, 3, quiet)),
              keys(find_hits(triangles, ends, {}, {}, 1, quiet)));
  }
  HitLimits few;
  few.hits = whole.hits - 1;
  EXPECT_THROW(find_hits(triangles, grid, {}, few, 2, quiet), TooManyHits);
}

TEST(Rays, AHoleIsCounted) {
  Shape shape = ray_scenes::sphere(20, 24, 12).moved({0, 0, 60});
  shape.corners.erase(shape.corners.begin() + 40, shape.corners.begin() + 60);
  const Scene scene = ray_scenes::cone_scene({shape}, {0, 0, 0});
  NoProgress quiet;
  const RayGrid grid = detector(scene.frame, 64);
  const SourcePlace place =
      place_source(scene.triangles(), BeamKind::kCone, Surfaces::kOpen, 1, quiet);
  EXPECT_EQ(place.winding, std::vector<int>{0});
  std::int64_t odd = 0;
  for (std::int64_t ray = 0; ray < grid.count(); ++ray) {
    int sum = 0;
    for (const Meeting& meeting :
         rays_reference::meetings(scene.triangles(), grid, ray % 64, ray / 64)) {
      sum += meeting.leaves ? 1 : -1;
    }
    odd += sum != 0 ? 1 : 0;
  }
  EXPECT_GT(odd, 0);
  EXPECT_EQ(find_hits(scene.triangles(), grid, place.winding, {}, 2, quiet).odd_rays, odd);
  EXPECT_EQ(path_lengths(scene.triangles(), grid, place.winding, {}, 2, quiet).odd_rays, odd);
}

// ---- Lengths against closed forms ------------------------------------------------------------

std::vector<float> lengths_of(const Scene& scene, const RayGrid& grid, int material,
                              const std::vector<int>& winding = {}) {
  NoProgress quiet;
  const PathLengths lengths = path_lengths(scene.triangles(), grid, winding, {}, 2, quiet);
  EXPECT_EQ(lengths.odd_rays, 0);
  std::vector<float> images(lengths.sums.size());
  to_lengths(lengths, grid, scene.frame, 2, images.data(), quiet);
  const auto first = images.begin() + material * grid.count();
  return {first, first + grid.count()};
}

TEST(Rays, LengthsThroughABoxAreThoseOfItsPlanes) {
  const Scene scene =
      ray_scenes::cone_scene({ray_scenes::box({-500, -500, 40}, {500, 500, 55})}, {0, 0, 0});
  const RayGrid grid = detector(scene.frame, 33);
  const std::vector<float> image = lengths_of(scene, grid, 0);
  for (std::int32_t i = 0; i < 33; ++i) {
    const double x = (i - 16) * 60.0 / 33;
    EXPECT_NEAR(image[std::size_t{16 * 33} + static_cast<std::size_t>(i)],
                0.15 * std::hypot(100, x), 1e-5);
  }
}

TEST(Rays, LengthsOfAHollowSphereAreThoseOfItsShell) {
  // Inscribed polyhedra are smaller than their spheres by about (pi / steps)^2 / 2.
  Shape shell = ray_scenes::sphere(20, 400, 200);
  shell.add(ray_scenes::sphere(10, 400, 200).turned_inside_out());
  const Scene scene =
      ray_scenes::cone_scene({shell.moved({0, 0, 60}), ray_scenes::sphere(5, 300, 150)}, {0, 0, 0});
  NoProgress quiet;
  const SourcePlace place =
      place_source(scene.triangles(), BeamKind::kCone, Surfaces::kClosed, 1, quiet);
  EXPECT_EQ(place.winding, (std::vector<int>{0, 1}));
  const RayGrid grid = detector(scene.frame, 65);
  const std::vector<float> image = lengths_of(scene, grid, 0, place.winding);
  const std::vector<float> around_source = lengths_of(scene, grid, 1, place.winding);
  const auto chord = [](double radius, double off) {
    return off < radius ? 2 * std::sqrt(radius * radius - off * off) : 0;
  };
  for (std::int32_t i = 0; i < 65; ++i) {
    const double x = (i - 32) * 60.0 / 65;
    const double off = 60 * std::abs(x) / std::hypot(100, x);
    const auto at = std::size_t{32 * 65} + static_cast<std::size_t>(i);
    if (std::abs(off - 20) < 0.2 || std::abs(off - 10) < 0.2) continue;
    EXPECT_NEAR(image[at], chord(20, off) - chord(10, off), 0.03) << i;
    EXPECT_NEAR(around_source[at], 5, 0.002) << i;
  }
}

TEST(Rays, ParallelProjectionsAddUpToTheVolume) {
  const Shape torus = ray_scenes::torus(20, 60, 30, [](double, double) { return 7.0; });
  double volume = 0;  // of the polyhedron, by its triangles
  for (const Corners& c : torus.corners) {
    const Vector& a = torus.vertices[c[0]];
    const Vector& b = torus.vertices[c[1]];
    const Vector& d = torus.vertices[c[2]];
    volume += (a[0] * (b[1] * d[2] - b[2] * d[1]) + a[1] * (b[2] * d[0] - b[0] * d[2]) +
               a[2] * (b[0] * d[1] - b[1] * d[0])) /
              6;
  }
  EXPECT_NEAR(volume, 2 * std::numbers::pi * std::numbers::pi * 20 * 49, 0.02 * volume);
  for (const double angle : {0.0, 0.4, 1.1}) {
    const Vector across = {std::cos(angle), 0, std::sin(angle)};
    const Vector down = {0, 1, 0};
    const Frame frame = parallel_frame(across, down, ray_scenes::bounds_of({torus}));
    const Scene scene = ray_scenes::scene_of(frame, {torus});
    constexpr std::int32_t n = 300;
    const double pitch = 60.0 / n;
    Vector corner{};
    for (std::size_t i = 0; i < 3; ++i) corner[i] = (1 - n) * pitch / 2 * (across[i] + down[i]);
    const RayGrid grid =
        ray_grid(frame, corner, {pitch * across[0], 0, pitch * across[2]}, {0, pitch, 0}, n, n);
    double sum = 0;
    for (const float length : lengths_of(scene, grid, 0)) sum += length;
    EXPECT_NEAR(sum * pitch * pitch, volume, 2e-3 * volume) << angle;
  }
}

// ---- What cannot be --------------------------------------------------------------------------

TEST(Rays, AnEmptySceneHasNoHits) {
  const Scene scene = ray_scenes::cone_scene({Shape()}, {0, 0, 0});
  NoProgress quiet;
  const RayHits hits =
      find_hits(scene.triangles(), detector(scene.frame, 40, {}, 1e-3, 1e-3), {}, {}, 2, quiet);
  EXPECT_EQ(hits.hits, 0);
  EXPECT_EQ(hits.odd_rays, 0);
}

TEST(Rays, WhatHasNoGridIsRefused) {
  Bounds bounds;
  EXPECT_THROW(bounds.include({std::numeric_limits<double>::quiet_NaN(), 0, 0}), InvalidInput);
  EXPECT_THROW(bounds.include({0, std::numeric_limits<double>::infinity(), 0}), InvalidInput);
  bounds.include({1e300, 0, 0});
  EXPECT_THROW(cone_frame({0, 0, 0}, bounds), InvalidInput);
  Bounds small;
  small.include({1, 1, 1});
  const Frame frame = cone_frame({0, 0, 0}, small);
  EXPECT_THROW(detector(frame, 0), InvalidInput);
  EXPECT_THROW(detector(frame, 40, {}, 1e-12), InvalidInput);
  EXPECT_THROW(detector(frame, 40, {}, 1e9, 1e9), InvalidInput);
  EXPECT_THROW(ray_list(frame, std::vector<Vector>{{1e9, 0, 0}}), InvalidInput);
  // Columns along rows, and the source in the detector's plane.
  const Frame beam = parallel_frame({1, 0, 0}, {0, 1, 0}, small);
  EXPECT_THROW(ray_grid(beam, {0, 0, 1}, {1, 0, 0}, {1, 0, 0}, 8, 8), InvalidInput);
  EXPECT_THROW(ray_grid(frame, {0.5, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, 8, 8), InvalidInput);
}

}  // namespace
}  // namespace bitvox::rays
