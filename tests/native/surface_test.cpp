// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "grey_test_volumes.hpp"
#include "refusal.hpp"
#include "surface_reference.hpp"
#include "surface_runs.hpp"

namespace bitvox::surface {
namespace {

using bitvox::test::make_volume;
using bitvox::test::random_volume;

template <class Rule>
GreyVolume grey_at(const Shape& shape, PixelType type, const Rule& rule) {
  return bitvox::test::make_grey(shape, type, [&](std::int64_t i) {
    const std::int64_t row = i / shape.width;
    return rule(i % shape.width, row % shape.height, row / shape.height);
  });
}

constexpr Connectivity kBoth[] = {Connectivity::kEdges, Connectivity::kFaces};

Options with(Connectivity connectivity, int threads = 0) {
  Options options;
  options.connectivity = connectivity;
  options.threads = threads;
  return options;
}

// The mesh against the obvious loop: the same triangles, those of each label in the same order.
void expect_same(const ReferenceSurface& expected, const Extracted& made) {
  std::map<std::int64_t, std::vector<std::array<GridPoint, 3>>> of_label;
  for (std::size_t t = 0; t < expected.triangles.size(); ++t) {
    of_label[expected.labels[t]].push_back(expected.triangles[t]);
  }
  ASSERT_EQ(of_label.size(), made.result.labels.size());
  std::size_t g = 0;
  for (const auto& [label, triangles] : of_label) {
    ASSERT_EQ(label, made.result.labels[g]);
    ASSERT_EQ(static_cast<std::int64_t>(triangles.size()), made.result.triangles[g]);
    EXPECT_EQ(expected.vertices.at(label), made.result.vertices[g]);
    const auto group = made.mesh.of_labels[g++];
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      const Triangle corners = made.mesh.triangle(group.first + static_cast<std::int64_t>(t));
      for (std::size_t n = 0; n < 3; ++n) {
        ASSERT_EQ(triangles[t][n], made.mesh.points[corners[n]]) << label << ' ' << t;
      }
    }
  }
}

void expect_closed(const Extracted& made) {
  NoProgress quiet;
  const meshes::Closedness found = meshes::closedness(to_mesh(made.mesh), 3, quiet);
  EXPECT_TRUE(found.is_simple());
  EXPECT_EQ(0, found.degenerate);
  std::int64_t vertices = 0;
  for (std::size_t g = 0; g < made.result.labels.size(); ++g) {
    EXPECT_EQ(1, made.result.closed[g]);
    EXPECT_GT(made.result.volume[g], 0);
    vertices += made.result.vertices[g];
  }
  EXPECT_EQ(made.mesh.vertices(), vertices);
}

TEST(Surface, IsThatOfTheObviousLoop) {
  for (const std::int64_t width : {1, 63, 64, 65, 127, 128, 129}) {
    for (const double density : {0.02, 0.5, 0.9, 1.0}) {
      BitVolume volume = random_volume({width, 5, 4}, density, 3);
      bitvox::test::set_voxel(volume, 0, 2, 1);
      for (const Connectivity connectivity : kBoth) {
        const Extracted made = extract_from(volume, with(connectivity, 2));
        expect_same(reference_surface(
                        volume.shape(),
                        [&](auto x, auto y, auto z) {
                          return bitvox::test::voxel(volume, x, y, z) ? 1 : 0;
                        },
                        connectivity),
                    made);
        expect_closed(made);
      }
    }
  }
}

TEST(Surface, OfLabelsIsThatOfTheObviousLoop) {
  for (const std::int64_t width : {1, 64, 65, 130}) {
    for (const std::int64_t labels : {2, 3, 200}) {
      for (const PixelType type : {PixelType::kUint8, PixelType::kUint16, PixelType::kFloat32}) {
        bitvox::test::Random random(static_cast<std::uint64_t>(width * labels));
        const GreyVolume volume = grey_at({width, 6, 4}, type, [&](auto x, auto y, auto) {
          // Large parts and noise.
          return random.chance(0.7) ? static_cast<double>((x / 70 + y / 3) % labels)
                                    : static_cast<double>(random.below(labels));
        });
        for (const Connectivity connectivity : kBoth) {
          Options options = with(connectivity, 3);
          options.kind = Kind::kLabels;
          const Extracted made = extract_from(volume, options);
          const auto label = [&](auto x, auto y, auto z) {
            return static_cast<std::int64_t>(
                bitvox::test::grey_value(volume, (z * 6 + y) * width + x));
          };
          expect_same(reference_surface(volume.shape(), label, connectivity), made);
          expect_closed(made);
        }
      }
    }
  }
}

TEST(Surface, OfOneLabelIsThatOfItsVoxels) {
  const GreyVolume volume = bitvox::test::random_grey({70, 9, 8}, PixelType::kUint8, 4, 6);
  Options options;
  options.kind = Kind::kLabels;
  options.label = 2;
  const Extracted made = extract_from(volume, options);
  EXPECT_EQ(std::vector<std::int64_t>{2}, made.result.labels);
  const BitVolume voxels = make_volume(volume.shape(), [&](auto x, auto y, auto z) {
    return volume.data<std::uint8_t>()[(z * 9 + y) * 70 + x] == 2;
  });
  const Extracted expected = extract_from(voxels);
  EXPECT_EQ(expected.result.volume, made.result.volume);
  EXPECT_EQ(expected.result.area, made.result.area);
  EXPECT_EQ(to_mesh(expected.mesh).triangles, to_mesh(made.mesh).triangles);
}

TEST(Surface, OfGreyValuesIsThatOfTheObviousLoop) {
  const Shape shape{67, 6, 5};
  const double level = 100;
  for (const PixelType type : {PixelType::kUint8, PixelType::kUint16, PixelType::kFloat32}) {
    bitvox::test::Random random(8);
    const GreyVolume volume = grey_at(
        shape, type, [&](auto, auto, auto) { return static_cast<double>(random.below(201)); });
    const auto value = [&](const std::array<std::int64_t, 3>& p) {
      return bitvox::test::grey_value(volume, (p[2] * 6 + p[1]) * 67 + p[0]);
    };
    const auto is_there = [&](const std::array<std::int64_t, 3>& p) {
      return p[0] >= 0 && p[0] < 67 && p[1] >= 0 && p[1] < 6 && p[2] >= 0 && p[2] < 5;
    };
    const auto place = [&](const std::array<std::int64_t, 3>& a,
                           const std::array<std::int64_t, 3>& b) {
      GridPoint point = middle(a, b);
      if (!is_there(a) || !is_there(b)) return point;
      for (std::size_t k = 0; k < 3; ++k) {
        if (a[k] == b[k]) continue;
        const double part = (level - value(a)) / (value(b) - value(a));
        point[k] = static_cast<std::int32_t>(
            a[k] * kVoxel + std::clamp<std::int64_t>(std::llround(part * kVoxel), 1, kVoxel - 1));
      }
      return point;
    };
    Options options;
    options.kind = Kind::kGrey;
    options.level = level;
    const Extracted made = extract_from(volume, options);
    expect_same(reference_surface(
                    shape,
                    [&](auto x, auto y, auto z) {
                      return value({x, y, z}) >= level ? 1 : 0;
                    },
                    options.connectivity, place),
                made);
    expect_closed(made);
  }
}

TEST(Surface, IsTheSameForAnyNumberOfThreadsAndInTasks) {
  const BitVolume volume = bitvox::test::balls({150, 90, 70}, 9, 300, 4);
  for (const int smooth : {0, 3}) {
    Options options = with(Connectivity::kEdges, 1);
    options.smooth = smooth;
    options.spacing = {0.3, 0.7, 1.1};
    const auto expected = bits_of(extract_from(volume, options));
    for (const int threads : {2, 3, 7}) {
      options.threads = threads;
      EXPECT_EQ(expected, bits_of(extract_from(volume, options))) << threads;
    }
  }
}

TEST(Surface, OfOneVoxelIsAnOctahedron) {
  BitVolume volume({1, 1, 1});
  bitvox::test::set_voxel(volume, 0, 0, 0);
  Options options;
  options.spacing = {2, 3, 4};
  const Extracted made = extract_from(volume, options);
  EXPECT_EQ(6, made.mesh.vertices());
  EXPECT_EQ(8, made.mesh.triangles());
  EXPECT_EQ(2, made.result.euler[0]);
  EXPECT_DOUBLE_EQ(2 * 3 * 4 / 6.0, made.result.volume[0]);
  for (std::int64_t v = 0; v < 6; ++v) {  // on the axes, half a voxel from the centre at 0
    const meshes::Point p = made.mesh.vertex(v);
    EXPECT_EQ(0.5, std::abs(p[0]) / 2 + std::abs(p[1]) / 3 + std::abs(p[2]) / 4);
  }
}

// A box of a x b x c voxels: all but its edges and corners, which are cut off.
TEST(Surface, OfABoxHasTheVolumeOfTheCutBox) {
  for (const Shape& box : {Shape{4, 5, 6}, Shape{100, 3, 2}}) {
    for (const bool touches : {false, true}) {
      const std::int64_t at = touches ? 0 : 2;
      const BitVolume volume =
          make_volume({box.width + 2 * at, box.height + 2 * at, box.depth + 2 * at},
                      [&](auto x, auto y, auto z) {
                        return x >= at && y >= at && z >= at && x < box.width + at &&
                               y < box.height + at && z < box.depth + at;
                      });
      const Extracted made = extract_from(volume);
      const std::int64_t a = box.width, b = box.height, c = box.depth;
      // Along an edge a prism of 1/8 a voxel, at a corner 1/8 of it that the octahedron leaves.
      const double edges = static_cast<double>(4 * (a - 1 + b - 1 + c - 1)) / 8;
      const double corners = 8 * (1.0 / 8 - 1.0 / 48);
      EXPECT_DOUBLE_EQ(static_cast<double>(a * b * c) - edges - corners, made.result.volume[0]);
      EXPECT_EQ(2, made.result.euler[0]);
      double least = 1e9, most = -1e9;
      for (std::int64_t v = 0; v < made.mesh.vertices(); ++v) {
        least = std::min(least, made.mesh.vertex(v)[0]);
        most = std::max(most, made.mesh.vertex(v)[0]);
      }
      EXPECT_EQ(static_cast<double>(at) - 0.5, least);
      EXPECT_EQ(static_cast<double>(at + a) - 0.5, most);
    }
  }
}

BitVolume sphere(std::int64_t side, double radius) {
  const double m = static_cast<double>(side - 1) / 2;
  return make_volume({side, side, side}, [&](auto x, auto y, auto z) {
    return std::hypot(static_cast<double>(x) - m, static_cast<double>(y) - m,
                      static_cast<double>(z) - m) <= radius;
  });
}

constexpr double kPi = std::numbers::pi;

// Voxels make the area of a ball 8 to 10 % too large; smoothing takes that away.
TEST(Surface, AreaAndVolumeOfABall) {
  const BitVolume ball = sphere(64, 28.3);
  const double area = 4 * kPi * 28.3 * 28.3;
  const double volume = area * 28.3 / 3;
  const Extracted plain = extract_from(ball);
  EXPECT_NEAR(1.09, plain.result.area[0] / area, 0.01);
  EXPECT_NEAR(1, plain.result.volume[0] / volume, 0.01);
  Options options;
  options.smooth = 20;
  const Extracted smooth = extract_from(ball, options);
  EXPECT_NEAR(1, smooth.result.area[0] / area, 0.01);
  EXPECT_NEAR(1, smooth.result.volume[0] / volume, 0.005);
  EXPECT_EQ(plain.result.volume, smooth.result.volume_unsmoothed);
  EXPECT_EQ(plain.result.volume, plain.result.volume_unsmoothed);
  EXPECT_EQ(2, smooth.result.euler[0]);
  expect_closed(smooth);
}

TEST(Surface, AreaAndVolumeOfAGreyBallAreMuchNearer) {
  const double radius = 20.3;
  Options options;
  options.kind = Kind::kGrey;
  options.level = -radius;
  options.spacing = {1, 1, 0.5};
  const GreyVolume ball = grey_at({48, 48, 96}, PixelType::kFloat32, [](auto x, auto y, auto z) {
    return -std::hypot(static_cast<double>(x) - 23.5, static_cast<double>(y) - 23.5,
                       static_cast<double>(z) / 2 - 23.75);
  });
  const Extracted made = extract_from(ball, options);
  EXPECT_NEAR(1, made.result.area[0] / (4 * kPi * radius * radius), 0.002);
  EXPECT_NEAR(1, made.result.volume[0] / (4 * kPi * radius * radius * radius / 3), 0.002);
  expect_closed(made);
}

TEST(Surface, OfATorusHasAHandle) {
  const BitVolume torus = make_volume({80, 80, 30}, [](auto x, auto y, auto z) {
    const double around = std::hypot(static_cast<double>(x) - 39.5, static_cast<double>(y) - 39.5);
    return std::hypot(around - 25, static_cast<double>(z) - 14.5) <= 9;
  });
  Options options;
  options.smooth = 10;
  for (const int smooth : {0, 10}) {
    options.smooth = smooth;
    const Extracted made = extract_from(torus, options);
    EXPECT_EQ(0, made.result.euler[0]);
    EXPECT_NEAR(1, made.result.volume[0] / (2 * kPi * kPi * 25 * 81), 0.01);
    EXPECT_NEAR(smooth == 0 ? 1.09 : 1, made.result.area[0] / (4 * kPi * kPi * 25 * 9), 0.02);
  }
}

TEST(Surface, OfAHollowBallHasTwoParts) {
  BitVolume ball = sphere(40, 18);
  const BitVolume hole = sphere(40, 9);
  for (std::int64_t w = 0; w < ball.shape().word_count(); ++w) ball.words()[w] &= ~hole.words()[w];
  const Extracted made = extract_from(ball);
  EXPECT_EQ(4, made.result.euler[0]);
  EXPECT_NEAR(made.result.volume[0], 4 * kPi / 3 * (18 * 18 * 18 - 9 * 9 * 9), 150);
}

// Two voxels that touch by an edge, or by a corner.
TEST(Surface, TouchingVoxelsAreJoinedAsTheConnectivitySays) {
  for (const std::int64_t dz : {0, 1}) {
    BitVolume volume({2, 2, 2});
    bitvox::test::set_voxel(volume, 0, 0, 0);
    bitvox::test::set_voxel(volume, 1, 1, dz);
    EXPECT_EQ(4, extract_from(volume, with(Connectivity::kFaces)).result.euler[0]);
    const bool joined = dz == 0;
    EXPECT_EQ(joined ? 2 : 4, extract_from(volume, with(Connectivity::kEdges)).result.euler[0]);
  }
}

TEST(Surface, SmoothingNoiseKeepsItClosed) {
  Options options;
  options.smooth = 50;
  const Extracted made = extract_from(random_volume({40, 30, 20}, 0.4, 5), options);
  NoProgress quiet;
  EXPECT_TRUE(meshes::closedness(to_mesh(made.mesh), 3, quiet).is_simple());
  EXPECT_EQ(1, made.result.closed[0]);
}

TEST(Surface, ValuesThatAreNotFiniteAreOutsideOrInTheMiddle) {
  const GreyVolume volume = grey_at({5, 1, 1}, PixelType::kFloat32, [](auto x, auto, auto) {
    const double values[] = {std::nan(""), 7, HUGE_VAL, 7, -HUGE_VAL};
    return values[x];
  });
  Options options;
  options.kind = Kind::kGrey;
  options.level = 5;
  const Extracted made = extract_from(volume, options);
  double least = 9, most = 0;
  for (std::int64_t v = 0; v < made.mesh.vertices(); ++v) {
    least = std::min(least, made.mesh.vertex(v)[0]);
    most = std::max(most, made.mesh.vertex(v)[0]);
  }
  EXPECT_EQ(0.5, least);
  EXPECT_NEAR(3, most, 1e-4);
  expect_closed(made);
}

TEST(Surface, SaysWhatIsWrong) {
  NoProgress quiet;
  SurfaceMesh mesh;
  const BitVolume empty({5, 5, 5});
  GreyVolume grey({3, 1, 1}, PixelType::kFloat32);
  const auto words = [&](const Input& in, const Options& options) {
    return bitvox::test::refusal([&] { extract(in, options, mesh, quiet); });
  };
  Options labels;
  labels.kind = Kind::kLabels;
  Options one = labels;
  one.label = 7;
  Options level;
  level.kind = Kind::kGrey;
  level.level = 1;
  EXPECT_EQ("the image has no foreground voxels, so it has no surface",
            words({&empty, nullptr}, {}));
  EXPECT_EQ("the image has no labels: all its voxels are 0", words({nullptr, &grey}, labels));
  EXPECT_EQ("no voxel of the image has the label 7", words({nullptr, &grey}, one));
  EXPECT_EQ("no value of the image reaches the level, so it has no surface",
            words({nullptr, &grey}, level));
  level.level = std::nan("");
  EXPECT_EQ("the level is not a finite number", words({nullptr, &grey}, level));
  EXPECT_EQ("no binary volume is given", words({nullptr, &grey}, {}));
  EXPECT_EQ("no image is given", words({&empty, nullptr}, labels));
  for (const double wrong : {2.5, -1.0, 16777218.0, std::nan("")}) {
    grey.data<float>()[1] = static_cast<float>(wrong);
    EXPECT_NE(std::string::npos, words({nullptr, &grey}, labels).find("which is no label"));
  }
  const BitVolume longest({131001, 1, 1});
  EXPECT_EQ(
      "an image of 131001 x 1 x 1 voxels is too long for a surface; 131000 voxels are the most"
      " along an axis: crop it",
      words({&longest, nullptr}, {}));
  Options smooth;
  smooth.smooth = 1001;
  EXPECT_EQ("smooth=1001 is not allowed; use 0 to 1000", words({&empty, nullptr}, smooth));
}

TEST(Surface, OfTheLongestImageFits) {
  BitVolume line({131000, 1, 1});
  bitvox::test::set_voxel(line, 130999, 0, 0);
  const Extracted made = extract_from(line);
  EXPECT_EQ(6, made.mesh.vertices());
  EXPECT_DOUBLE_EQ(1.0 / 6, made.result.volume[0]);
}

}  // namespace
}  // namespace bitvox::surface
