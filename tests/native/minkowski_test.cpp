// SPDX-License-Identifier: BSD-2-Clause
#include "ops/minkowski/minkowski.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>

#include "bits.hpp"
#include "core/error.hpp"
#include "minkowski_reference.hpp"
#include "ops/minkowski/minkowski_weights.hpp"
#include "ops/skeleton3d/topology.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::minkowski {
namespace {

using test::bits;
using test::ObviousShapeNumbers;

Result run(const VolumeSource& volume, const Options& options, const VolumeSource* mask = nullptr) {
  NoProgress progress;
  return measure(volume, mask, options, progress);
}

ShapeNumbers numbers(const VolumeSource& volume, const Options& options = {},
                     const VolumeSource* mask = nullptr) {
  return run(volume, options, mask).numbers.at(0);
}

// What the backends are compared with.
Options scalar_options(const Spacing& spacing) {
  Options options;
  options.backend = "scalar";
  options.threads = 1;
  options.spacing = spacing;
  return options;
}

double area_of_directions(const ObviousShapeNumbers& obvious, const std::vector<int>& directions,
                          const std::vector<double>& weights, const Spacing& s, double factor) {
  double area = 0;
  for (std::size_t i = 0; i < directions.size(); ++i) {
    const int* const d = kDirection[directions[i]].d;
    const double step = std::hypot(d[0] * s.x, d[1] * s.y, d[2] * s.z);
    area += factor * weights[i] * obvious.entries[static_cast<std::size_t>(directions[i])] / step;
  }
  return area;
}

// Of all slices, or of one.
void expect_the_obvious_volumes(const ShapeNumbers& n, const BitVolume& volume,
                                const BitVolume* mask, Edges edges, std::int64_t windows,
                                double voxel, std::int64_t slice = -1) {
  const Shape& s = volume.shape();
  std::int64_t object = 0, all = 0;
  for (std::int64_t z = 0; z < s.depth; ++z)
    for (std::int64_t y = 0; y < s.height; ++y)
      for (std::int64_t x = 0; x < s.width; ++x) {
        if (slice >= 0 && z != slice) continue;
        const bool in = mask == nullptr || test::voxel(*mask, x, y, z);
        all += in ? 1 : 0;
        object += in && test::voxel(volume, x, y, z) ? 1 : 0;
      }
  EXPECT_EQ(n.voxels, object);
  EXPECT_NEAR(n.volume, static_cast<double>(object) * voxel, 1e-9 * n.volume);
  EXPECT_NEAR(n.total_volume, static_cast<double>(all) * voxel, 1e-9 * n.total_volume);
  const std::int64_t measured = edges == Edges::kClipped ? windows : all;
  EXPECT_NEAR(n.measured_volume, static_cast<double>(measured) * voxel, 1e-9 * n.total_volume);
}

// Both numbers of directions, both border rules, every backend, against the loop over windows. The
// numbers are sums of products, so they agree but for rounding; backends agree to the bit.
void expect_the_obvious(const BitVolume& volume, const std::string& what,
                        const BitVolume* mask = nullptr) {
  const Shape& shape = volume.shape();
  const Spacing spacing{0.5, 0.75, 2};
  std::vector<Vector3> steps, normals;
  for (const Direction& direction : kDirection) {
    const int* const d = direction.d;
    steps.push_back({d[0] * spacing.x, d[1] * spacing.y, d[2] * spacing.z});
    normals.push_back({d[0] / spacing.x, d[1] / spacing.y, d[2] / spacing.z});
  }
  const double voxel = spacing.x * spacing.y * spacing.z;
  for (const Edges edges : {Edges::kBackground, Edges::kClipped}) {
    if (edges == Edges::kClipped && std::min({shape.width, shape.height, shape.depth}) < 2)
      continue;
    const ObviousShapeNumbers obvious(volume, edges, -1, mask);
    for (const Directions set : {Directions::kThree, Directions::kThirteen}) {
      const bool three = set == Directions::kThree;
      std::vector<double> by_step = weights_on_sphere(steps);
      std::vector<double> by_normal = weights_on_sphere(normals);
      std::vector<int> directions;
      for (int i = 0; i < (three ? 3 : kDirections); ++i) directions.push_back(i);
      if (three) by_step = by_normal = std::vector<double>(3, 1.0 / 3);
      const double surface = area_of_directions(obvious, directions, by_step, spacing, 4 * voxel);
      double breadth = 0;
      for (std::size_t i = 0; i < directions.size(); ++i) {
        breadth += by_normal[i] * obvious.plane_euler[i] / length(normals[i]);
      }
      Options options = scalar_options(spacing);
      options.directions = set;
      options.edges = edges;
      const ShapeNumbers expected = numbers(volume, options, mask);
      SCOPED_TRACE(what + (edges == Edges::kClipped ? ", clipped" : "") + (three ? ", 3" : ", 13"));
      EXPECT_NEAR(expected.surface, surface, 1e-9 * (1 + std::abs(surface)));
      EXPECT_NEAR(expected.mean_breadth, breadth, 1e-9 * (1 + std::abs(breadth)));
      EXPECT_NEAR(expected.euler_faces, obvious.euler_faces, 1e-6);
      EXPECT_NEAR(expected.euler_all, obvious.euler_all, 1e-6);
      expect_the_obvious_volumes(expected, volume, mask, edges, obvious.windows, voxel);
      for (const std::string& backend : test::available_backends())
        for (const std::int64_t slab : {0, 1, 3}) {
          options.backend = backend;
          options.threads = 3;
          options.block = {0, 0, slab};
          EXPECT_TRUE(bits(numbers(volume, options, mask)) == bits(expected))
              << backend << ", slab " << slab;
        }
    }
  }
}

void expect_the_obvious_slices(const BitVolume& volume, const std::string& what,
                               const BitVolume* mask = nullptr) {
  const Spacing spacing{0.5, 0.75, 2};
  const Shape& shape = volume.shape();
  for (const Edges edges : {Edges::kBackground, Edges::kClipped}) {
    if (edges == Edges::kClipped && std::min(shape.width, shape.height) < 2) continue;
    for (const bool two : {true, false}) {
      const std::vector<int> directions =
          two ? std::vector<int>{0, 1} : std::vector<int>{0, 1, 7, 8};
      std::vector<Vector3> steps;
      for (const int i : directions) {
        steps.push_back({kDirection[i].d[0] * spacing.x, kDirection[i].d[1] * spacing.y, 0});
      }
      Options options = scalar_options(spacing);
      options.directions = two ? Directions::kThree : Directions::kThirteen;
      options.edges = edges;
      options.extent = Extent::kPerSlice;
      const Result expected = run(volume, options, mask);
      ASSERT_EQ(std::ssize(expected.numbers), shape.depth);
      for (std::int64_t z = 0; z < shape.depth; ++z) {
        const ObviousShapeNumbers obvious(volume, edges, z, mask);
        const ShapeNumbers& n = expected.numbers[static_cast<std::size_t>(z)];
        const double perimeter =
            area_of_directions(obvious, directions, weights_on_circle(steps), spacing,
                               std::numbers::pi * spacing.x * spacing.y);
        SCOPED_TRACE(what + ", slice " + std::to_string(z));
        EXPECT_NEAR(n.surface, perimeter, 1e-9 * (1 + perimeter));
        EXPECT_NEAR(n.euler_faces, obvious.euler_faces, 1e-6);
        EXPECT_NEAR(n.euler_all, obvious.euler_all, 1e-6);
        expect_the_obvious_volumes(n, volume, mask, edges, obvious.windows, spacing.x * spacing.y,
                                   z);
      }
      for (const std::string& backend : test::available_backends()) {
        options.backend = backend;
        options.threads = 3;
        options.block = {0, 0, 2};
        const Result result = run(volume, options, mask);
        for (std::size_t z = 0; z < expected.numbers.size(); ++z) {
          EXPECT_TRUE(bits(result.numbers[z]) == bits(expected.numbers[z])) << what << backend << z;
        }
      }
    }
  }
}

std::string readable(const Shape& s) {
  return std::to_string(s.width) + " x " + std::to_string(s.height) + " x " +
         std::to_string(s.depth);
}

TEST(Minkowski, AgreesWithTheLoopOverWindows) {
  std::uint64_t seed = 1;
  for (const std::int64_t width : {1, 2, 63, 64, 65, 127, 128, 129})
    for (const auto& [height, depth] : {std::pair{1, 2}, {4, 3}}) {
      const Shape shape{width, height, depth};
      for (const double density : {0.0, 0.15, 0.8, 1.0}) {
        expect_the_obvious(test::random_volume(shape, density, ++seed),
                           readable(shape) + ", density " + std::to_string(density));
      }
    }
  BitVolume one({70, 3, 3});
  test::set_voxel(one, 64, 1, 1);
  expect_the_obvious(one, "one voxel");
  expect_the_obvious(
      test::make_volume({66, 7, 6}, [](auto x, auto y, auto z) { return (x + y + z) % 2 == 0; }),
      "checkerboard");
}

TEST(Minkowski, AgreesInSlices) {
  std::uint64_t seed = 100;
  for (const std::int64_t width : {1, 2, 63, 64, 65, 129})
    for (const std::int64_t height : {1, 5})
      for (const double density : {0.0, 0.3, 0.7, 1.0}) {
        const Shape shape{width, height, 4};
        expect_the_obvious_slices(test::random_volume(shape, density, ++seed), readable(shape));
      }
}

// Half of the voxels, and parts of a volume where there are windows inside.
std::vector<BitVolume> masks_of(const Shape& shape, std::uint64_t seed) {
  std::vector<BitVolume> masks;
  masks.push_back(test::random_volume(shape, 0.5, seed));
  masks.push_back(test::random_volume(shape, 0.93, seed + 1));
  masks.push_back(test::make_volume(
      shape, [&](auto x, auto y, auto) { return x * shape.height > y && x + 2 < shape.width; }));
  masks.emplace_back(shape);
  return masks;
}

void expect_agreement_within_masks(std::initializer_list<std::int64_t> widths, std::uint64_t seed) {
  for (const std::int64_t width : widths) {
    const Shape shape{width, 6, 4};
    for (const double density : {0.4, 0.9, 1.0}) {
      const BitVolume volume = test::random_volume(shape, density, ++seed);
      for (const BitVolume& mask : masks_of(shape, seed)) {
        expect_the_obvious(volume, readable(shape), &mask);
        expect_the_obvious_slices(volume, readable(shape), &mask);
      }
    }
  }
}

TEST(Minkowski, AgreesWithinAMask) { expect_agreement_within_masks({2, 65}, 400); }

TEST(MinkowskiThorough, AgreesWithinAMask) {
  expect_agreement_within_masks({63, 64, 127, 128, 129}, 406);
}

TEST(Minkowski, AFullMaskChangesNothing) {
  const Shape shape{70, 20, 9};
  const BitVolume volume = test::random_volume(shape, 0.4, 6);
  const BitVolume full = test::random_volume(shape, 1, 1);
  for (const std::string& backend : test::available_backends())
    for (const Edges edges : {Edges::kBackground, Edges::kClipped})
      for (const Extent extent : {Extent::kVolume, Extent::kPerSlice}) {
        Options options;
        options.backend = backend;
        options.edges = edges;
        options.extent = extent;
        const Result masked = run(volume, options, &full);
        const Result all = run(volume, options);
        ASSERT_EQ(masked.numbers.size(), all.numbers.size());
        for (std::size_t i = 0; i < all.numbers.size(); ++i) {
          EXPECT_TRUE(bits(masked.numbers[i]) == bits(all.numbers[i])) << backend << i;
        }
      }
}

// More layers than a thread of the GPU or a part of the CPU's work has.
TEST(Minkowski, IsTheSameForDeepVolumes) {
  const BitVolume volume = test::random_volume({66, 2, 100}, 0.4, 5);
  const ObviousShapeNumbers obvious(volume, Edges::kBackground);
  for (const std::string& backend : test::available_backends()) {
    Options options;
    options.backend = backend;
    const ShapeNumbers n = numbers(volume, options);
    EXPECT_EQ(n.euler_faces, obvious.euler_faces) << backend;
    EXPECT_EQ(n.euler_all, obvious.euler_all) << backend;
  }
}

// topology() counts the cells of the union of closed cubes.
TEST(Minkowski, EulerNumberIsThatOfTheTopology) {
  NoProgress progress;
  for (const double density : {0.05, 0.3, 0.6, 0.95}) {
    const BitVolume volume = test::random_volume({77, 41, 23}, density, 9);
    EXPECT_EQ(numbers(volume).euler_all, topology(volume, progress).euler_number) << density;
  }
}

BitVolume ball(const Spacing& s, double radius) {
  const auto side = [&](double size) { return static_cast<std::int64_t>(2 * radius / size) + 4; };
  const Shape shape{side(s.x), side(s.y), side(s.z)};
  const auto square = [](std::int64_t i, std::int64_t count, double size) {
    const double d = (static_cast<double>(i) - 0.5 * static_cast<double>(count - 1)) * size;
    return d * d;
  };
  return test::make_volume(shape, [&](auto x, auto y, auto z) {
    return square(x, shape.width, s.x) + square(y, shape.height, s.y) +
               square(z, shape.depth, s.z) <=
           radius * radius;
  });
}

TEST(Minkowski, MeasuresBalls) {
  for (const Spacing& spacing : {Spacing{1, 1, 1}, Spacing{0.5, 0.5, 1.25}, Spacing{2, 1, 0.8}}) {
    Options options;
    options.spacing = spacing;
    const double r = 30;
    const BitVolume volume = ball(spacing, r);
    const ShapeNumbers n = numbers(volume, options);
    EXPECT_NEAR(n.volume, 4.0 / 3.0 * std::numbers::pi * r * r * r, 0.01 * n.volume);
    EXPECT_NEAR(n.surface, 4 * std::numbers::pi * r * r, 0.01 * n.surface);
    EXPECT_NEAR(n.mean_breadth, 2 * r, 0.02 * n.mean_breadth);
    EXPECT_EQ(n.euler_faces, 1);
    EXPECT_EQ(n.euler_all, 1);
    EXPECT_NEAR(n.anisotropy, 0, 0.03);
    for (const double length : n.intercepts) EXPECT_NEAR(length, 4 * r / 3, 0.02 * length);
    options.directions = Directions::kThree;
    EXPECT_NEAR(numbers(volume, options).surface, 4 * std::numbers::pi * r * r, 0.02 * n.surface);
    EXPECT_TRUE(std::isnan(numbers(volume, options).anisotropy));
  }
}

TEST(Minkowski, MeasuresATorus) {
  const double ring = 30, tube = 12;
  const BitVolume torus = test::make_volume({90, 90, 30}, [&](auto x, auto y, auto z) {
    const double d =
        std::hypot(static_cast<double>(x) - 44.5, static_cast<double>(y) - 44.5) - ring;
    return std::hypot(d, static_cast<double>(z) - 14.5) <= tube;
  });
  const ShapeNumbers n = numbers(torus);
  const double pi = std::numbers::pi;
  EXPECT_NEAR(n.volume, 2 * pi * pi * ring * tube * tube, 0.01 * n.volume);
  EXPECT_NEAR(n.surface, 4 * pi * pi * ring * tube, 0.01 * n.surface);
  EXPECT_NEAR(n.mean_breadth, pi * ring, 0.03 * n.mean_breadth);
  EXPECT_EQ(n.euler_faces, 0);
  EXPECT_EQ(n.euler_all, 0);
}

// The shadows of an ellipsoid make its mean intercept lengths 4/3 of its half axes, exactly.
TEST(Minkowski, FindsTheAxesOfAnEllipsoid) {
  const BitVolume volume = test::make_volume({64, 50, 110}, [](auto x, auto y, auto z) {
    const auto part = [](auto i, double middle, double half) {
      const double d = (static_cast<double>(i) - middle) / half;
      return d * d;
    };
    return part(x, 31.5, 25) + part(y, 24.5, 15) + part(z, 54.5, 50) <= 1;
  });
  const ShapeNumbers n = numbers(volume);
  const double half[] = {50, 25, 15};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(n.intercepts[i], 4 * half[i] / 3, 0.02 * n.intercepts[i]);
  }
  EXPECT_NEAR(n.anisotropy, 1 - 15.0 * 15.0 / (50 * 50), 0.01);
  EXPECT_NEAR(n.intercept_axes[2], 1, 1e-6);
  EXPECT_NEAR(n.intercept_axes[3], 1, 1e-6);
  EXPECT_NEAR(n.intercept_axes[7], 1, 1e-6);
}

// M would have a negative eigenvalue, of which a degree of anisotropy of 1 was made.
TEST(Minkowski, WhereNoEllipsoidFitsThereIsNoAnisotropy) {
  const BitVolume noise = test::random_volume({60, 60, 60}, 0.5, 1);
  Options options;
  options.spacing = {0.5, 0.5, 2};
  const ShapeNumbers n = numbers(noise, options);
  EXPECT_TRUE(std::isnan(n.anisotropy));
  for (const double length : n.intercepts) EXPECT_TRUE(std::isnan(length));
  for (const double part : n.intercept_axes) EXPECT_TRUE(std::isnan(part));
  EXPECT_GT(n.surface, 0);
  options.spacing = {0.5, 0.5, 1};
  EXPECT_NEAR(numbers(noise, options).anisotropy, 0.98, 0.02);
}

TEST(Minkowski, AnisotropyOfPlatesAndCubes) {
  const BitVolume plates =
      test::make_volume({40, 40, 40}, [](auto, auto, auto z) { return z % 8 < 4; });
  Options clipped;
  clipped.edges = Edges::kClipped;
  EXPECT_EQ(numbers(plates, clipped).anisotropy, 1);
  EXPECT_EQ(numbers(plates, clipped).intercepts[1], std::numeric_limits<double>::infinity());
  const BitVolume cube = test::make_volume({40, 40, 40}, [](auto x, auto y, auto z) {
    return std::min({x, y, z}) > 9 && std::max({x, y, z}) < 30;
  });
  EXPECT_NEAR(numbers(cube).anisotropy, 0, 1e-9);
  EXPECT_TRUE(std::isnan(numbers(BitVolume({9, 9, 9})).anisotropy));
}

// Fields of view that share their border layers measure what one does that holds them all.
TEST(Minkowski, ClippedFieldsOfViewAddUp) {
  const BitVolume volume = test::random_volume({41, 23, 21}, 0.35, 3);
  Options options;
  options.edges = Edges::kClipped;
  const ShapeNumbers whole = numbers(volume, options);
  ShapeNumbers sum;
  for (const std::int64_t x0 : {0, 17})
    for (const std::int64_t y0 : {0, 9})
      for (const std::int64_t z0 : {0, 4}) {
        const std::int64_t x1 = x0 == 0 ? 17 : 40, y1 = y0 == 0 ? 9 : 22, z1 = z0 == 0 ? 4 : 20;
        const BitVolume field = test::make_volume(
            {x1 - x0 + 1, y1 - y0 + 1, z1 - z0 + 1},
            [&](auto x, auto y, auto z) { return test::voxel(volume, x0 + x, y0 + y, z0 + z); });
        const ShapeNumbers part = numbers(field, options);
        sum.measured_volume += part.measured_volume;
        sum.surface += part.surface;
        sum.mean_breadth += part.mean_breadth;
        sum.euler_faces += part.euler_faces;
        sum.euler_all += part.euler_all;
      }
  EXPECT_NEAR(sum.measured_volume, whole.measured_volume, 1e-6);
  EXPECT_NEAR(sum.surface, whole.surface, 1e-6);
  EXPECT_NEAR(sum.mean_breadth, whole.mean_breadth, 1e-6);
  EXPECT_NEAR(sum.euler_faces, whole.euler_faces, 1e-6);
  EXPECT_NEAR(sum.euler_all, whole.euler_all, 1e-6);
}

TEST(Minkowski, WeightsAreThoseOfCubes) {
  std::vector<Vector3> directions;
  for (const Direction& d : kDirection) {
    directions.push_back(
        {static_cast<double>(d.d[0]), static_cast<double>(d.d[1]), static_cast<double>(d.d[2])});
  }
  const std::vector<double> weights = weights_on_sphere(directions);
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    EXPECT_NEAR(weights[i], 2 * (i < 3 ? 0.045778 : i < 9 ? 0.036981 : 0.035196), 2e-6) << i;
    sum += weights[i];
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(Minkowski, RefusesImpossibleOptions) {
  const BitVolume volume({5, 5, 5});
  const auto refusal = [&](const Options& options, const BitVolume& of) {
    return test::refusal([&] { run(of, options); });
  };
  Options options;
  options.spacing.y = -1e-9;
  EXPECT_EQ(refusal(options, volume),
            "a voxel size of -1e-09 along y is not allowed; use a number from 1e-30 to 1e30");
  options.spacing.y = std::nan("");
  EXPECT_EQ(refusal(options, volume),
            "a voxel size of nan along y is not allowed; use a number from 1e-30 to 1e30");
  options = {};
  options.block = {0, -1, 0};
  EXPECT_EQ(refusal(options, volume),
            "a block of side -1 is not allowed; use 0 (automatic) or more");
  const BitVolume thin({5, 5, 4});
  EXPECT_THROW(run(volume, {}, &thin), InvalidInput);
  options = {};
  options.edges = Edges::kClipped;
  EXPECT_EQ(refusal(options, BitVolume({5, 1, 5})),
            "edges=clipped needs two voxels at least along each axis, not 5 x 1 x 5");
  EXPECT_EQ(refusal(options, BitVolume({5, 5, 1})), "accepted");
}

}  // namespace
}  // namespace bitvox::minkowski
