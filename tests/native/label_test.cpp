// SPDX-License-Identifier: BSD-2-Clause
#include "ops/label/label.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bits.hpp"
#include "collect_slices.hpp"
#include "core/error.hpp"
#include "label_reference.hpp"
#include "ops/minkowski/minkowski.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::label {
namespace {

using test::flood_labels;
using test::obvious_objects;

constexpr Connectivity kConnectivities[] = {Connectivity::kFaces, Connectivity::kEdges,
                                            Connectivity::kAll};
constexpr Extent kExtents[] = {Extent::kVolume, Extent::kPerSlice};

std::string readable(const Shape& s) {
  return std::to_string(s.width) + " x " + std::to_string(s.height) + " x " +
         std::to_string(s.depth);
}

// All that an operation can hand out, for one backend.
struct Everything {
  explicit Everything(const Shape& shape) : labels(shape, PixelType::kInt32), binary(shape) {}

  void run(const BitVolume& volume, Options options, const GreySource* second = nullptr) {
    options.pixels = Pixels::kInteger;
    NoProgress progress;
    result = label(volume, options, {&labels, &binary, true, second}, progress);
  }
  const Objects& objects() const { return result.objects; }

  Result result;
  test::CollectSlices labels;
  BitVolume binary;
};

void expect_equal(const Objects& expected, const Objects& actual, const std::string& what) {
  EXPECT_EQ(expected.voxels, actual.voxels) << what;
  EXPECT_EQ(expected.sums, actual.sums) << what;
  EXPECT_EQ(expected.squares, actual.squares) << what;
  EXPECT_EQ(expected.box, actual.box) << what;
  EXPECT_EQ(expected.faces, actual.faces) << what;
}

void expect_labels(const std::vector<std::uint32_t>& expected, const Everything& all,
                   const std::string& what) {
  const auto* const actual = all.labels.volume.data<std::uint32_t>();
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), actual)) << what;
  const Shape& s = all.binary.shape();
  BitVolume binary(s);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto voxel = static_cast<std::int64_t>(i);
    if (expected[i] != 0) {
      test::set_voxel(binary, voxel % s.width, voxel / s.width % s.height,
                      voxel / s.width / s.height);
    }
  }
  EXPECT_TRUE(std::equal(binary.words(), binary.words() + s.word_count(), all.binary.words()))
      << what;  // padding bits too
}

void expect_the_obvious(const BitVolume& volume, const std::string& what) {
  for (const Connectivity connectivity : kConnectivities)
    for (const Extent extent : kExtents) {
      const auto labels = flood_labels(volume, connectivity, extent);
      const Objects objects = obvious_objects(labels, volume.shape());
      for (const std::string& backend : test::available_backends())
        for (const int threads : {1, 3}) {
          Options options;
          options.connectivity = connectivity;
          options.extent = extent;
          options.backend = backend;
          options.threads = threads;
          Everything all(volume.shape());
          all.run(volume, options);
          const std::string where = what + ", connectivity " +
                                    std::to_string(static_cast<int>(connectivity)) + ", " +
                                    (extent == Extent::kVolume ? "volume, " : "slices, ") + backend;
          EXPECT_EQ(all.result.found, std::ssize(objects.voxels)) << where;
          EXPECT_EQ(all.result.run.backend, backend);
          expect_labels(labels, all, where);
          expect_equal(objects, all.objects(), where);
        }
    }
}

TEST(LabelThorough, AgreesWithFloodingOnNoise) {
  std::uint64_t seed = 1;
  for (const std::int64_t width : {1, 63, 64, 65, 128, 129})
    for (const auto& [height, depth] : {std::pair{1, 6}, {7, 4}})
      for (const double density : {0.0, 0.14, 0.31, 0.6, 1.0}) {
        const Shape shape{width, height, depth};
        expect_the_obvious(test::random_volume(shape, density, ++seed),
                           readable(shape) + ", density " + std::to_string(density));
      }
}

TEST(Label, AgreesWithFloodingOnShapes) {
  BitVolume one({70, 3, 3});
  test::set_voxel(one, 64, 1, 1);
  expect_the_obvious(one, "one voxel");
  expect_the_obvious(
      test::make_volume({130, 6, 5}, [](auto x, auto y, auto z) { return (x + y + z) % 2 == 0; }),
      "checkerboard");
  // Long ways: walls with gaps at alternate ends.
  expect_the_obvious(
      test::make_volume({131, 25, 7},
                        [](auto x, auto y, auto z) {
                          const bool wall = y % 2 == 1;
                          return z % 2 == 0 ? (!wall || (y % 4 == 1 ? x > 127 : x < 2))
                                            : (z % 4 == 1 ? x + y == 0 : x == 130 && y == 24);
                        }),
      "one way");
  expect_the_obvious(
      test::make_volume(
          {200, 40, 9},
          [](auto x, auto y, auto z) {
            return ((x - 100) * (x - 100) + (y - 20) * (y - 20) * 9 + z * z * 40) / 700 % 2 == 0;
          }),
      "shells");
}

// The GPU joins tiles first, of 64 x 16 x 16, 64 x 32 x 16 or 64 x 32 x 32 voxels, of 64 x 256 or
// 64 x 512 in slices. At the first three densities noise percolates: objects have the longest ways.
TEST(LabelThorough, AgreesWithFloodingAcrossTiles) {
  std::uint64_t seed = 50;
  for (const double density : {0.0976, 0.1372, 0.3116, 0.5}) {
    expect_the_obvious(test::random_volume({66, 35, 34}, density, ++seed),
                       "density " + std::to_string(density));
  }
  expect_the_obvious(test::random_volume({130, 515, 2}, 0.42, ++seed), "slices");
  const Shape shape{129, 33, 33};
  expect_the_obvious(
      test::make_volume(shape, [](auto x, auto y, auto z) { return (x + y + z) % 2 == 0; }),
      "checkerboard");
  expect_the_obvious(test::make_volume(shape, [](auto...) { return true; }), "full");
  // A tree: every cell of 2 x 2 x 2 voxels has a corner and a way to one of the cells before it.
  test::Random random(3);
  BitVolume labyrinth(shape);
  for (std::int64_t z = 0; z < shape.depth; z += 2)
    for (std::int64_t y = 0; y < shape.height; y += 2)
      for (std::int64_t x = 0; x < shape.width; x += 2) {
        test::set_voxel(labyrinth, x, y, z);
        const std::int64_t axis = random.below(3);
        if (axis == 0 && x > 0) test::set_voxel(labyrinth, x - 1, y, z);
        if (axis == 1 && y > 0) test::set_voxel(labyrinth, x, y - 1, z);
        if (axis == 2 && z > 0) test::set_voxel(labyrinth, x, y, z - 1);
      }
  expect_the_obvious(labyrinth, "labyrinth");
  // One path: there and back along x, row by row, and slice by slice.
  expect_the_obvious(
      test::make_volume(shape,
                        [&](auto x, auto y, auto z) {
                          const bool turn = y % 4 == 1 ? x == shape.width - 1 : x == 0;
                          const auto end = z % 4 == 1 ? shape.height - 1 : 0;
                          return z % 2 == 0 ? y % 2 == 0 || turn : x == 0 && y == end;
                        }),
      "one path");
}

// What the corners of eight tiles can do to each other.
TEST(Label, AgreesWithFloodingAtCornersOfTiles) {
  std::uint64_t seed = 70;
  for (const double density : {0.1, 0.2, 0.3, 0.5}) {
    test::Random random(++seed);
    expect_the_obvious(test::make_volume({130, 66, 66},
                                         [&](auto x, auto y, auto z) {
                                           return (x + 2) % 64 < 4 && (y + 2) % 16 < 4 &&
                                                  (z + 2) % 16 < 4 && random.chance(density);
                                         }),
                       "density " + std::to_string(density));
  }
}

TEST(Label, AgreesWithFloodingForEverySize) {
  for (const std::int64_t side : {1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129})
    for (const Shape& shape : {Shape{side, 5, 3}, Shape{5, side, 3}, Shape{3, 5, side}}) {
      expect_the_obvious(test::random_volume(shape, 0.35, 90 + static_cast<std::uint64_t>(side)),
                         readable(shape));
    }
}

// What words and runs can do to each other at every place of a word boundary.
TEST(Label, AgreesWithFloodingOnSmallPictures) {
  const BitVolume all = test::make_volume({128, 3, 512}, [](auto x, auto y, auto z) {
    return x >= 62 && x < 65 && (z >> (x - 62 + 3 * y) & 1) != 0;
  });
  for (const Connectivity connectivity : kConnectivities) {
    const auto labels = flood_labels(all, connectivity, Extent::kPerSlice);
    for (const std::string& backend : test::available_backends()) {
      Options options;
      options.connectivity = connectivity;
      options.extent = Extent::kPerSlice;
      options.backend = backend;
      Everything result(all.shape());
      result.run(all, options);
      expect_labels(labels, result, backend);
    }
  }
}

TEST(Label, FiltersBySizeAndBorder) {
  const BitVolume volume = test::random_volume({90, 40, 20}, 0.2, 8);
  struct Filter {
    std::int64_t least, most;
    bool largest, no_border;
  };
  for (const Extent extent : kExtents) {
    const auto labels = flood_labels(volume, Connectivity::kFaces, extent);
    const Objects objects = obvious_objects(labels, volume.shape());
    for (const Filter& filter :
         {Filter{1, 0, false, true}, Filter{4, 0, false, false}, Filter{2, 9, false, true},
          Filter{1, 5, true, false}, Filter{1000, 0, false, false}}) {
      std::vector<std::uint32_t> kept(objects.voxels.size() + 1);
      std::size_t best = 0;
      std::uint32_t count = 0;
      const int border = extent == Extent::kVolume ? 63 : 15;
      const auto stays = [&](std::size_t i) {
        return objects.voxels[i] >= filter.least &&
               (filter.most == 0 || objects.voxels[i] <= filter.most) &&
               (!filter.no_border || (objects.faces[i] & border) == 0);
      };
      for (std::size_t i = 0; i < objects.voxels.size(); ++i) {
        if (stays(i) && (best == 0 || objects.voxels[i] > objects.voxels[best - 1])) best = i + 1;
      }
      for (std::size_t i = 0; i < objects.voxels.size(); ++i) {
        if (stays(i) && (!filter.largest || i + 1 == best)) kept[i + 1] = ++count;
      }
      std::vector<std::uint32_t> expected(labels.size());
      std::transform(labels.begin(), labels.end(), expected.begin(),
                     [&](std::uint32_t old) { return kept[old]; });
      for (const std::string& backend : test::available_backends()) {
        Options options;
        options.connectivity = Connectivity::kFaces;
        options.extent = extent;
        options.min_size = filter.least;
        options.max_size = filter.most;
        options.largest = filter.largest;
        options.no_border = filter.no_border;
        options.backend = backend;
        Everything all(volume.shape());
        all.run(volume, options);
        EXPECT_EQ(all.result.found, std::ssize(objects.voxels));
        EXPECT_EQ(all.result.kept, count);
        expect_labels(expected, all, backend);
        expect_equal(obvious_objects(expected, volume.shape()), all.objects(), backend);
      }
    }
  }
}

TEST(Label, BorderOfASingleSliceIsItsEdge) {
  BitVolume volume({12, 12, 1});
  for (const std::int64_t y : {3, 4}) volume.words()[y] = 3 << 3;  // a word a row
  for (const std::string& backend : test::available_backends()) {
    Options options;
    options.no_border = true;
    options.backend = backend;
    Everything all(volume.shape());
    all.run(volume, options);
    EXPECT_EQ(all.result.kept, 1) << backend;
  }
}

TEST(Label, MeasuresASecondImage) {
  const Shape shape{70, 20, 9};
  const BitVolume volume = test::random_volume(shape, 0.3, 4);
  const auto labels = flood_labels(volume, Connectivity::kFaces, Extent::kVolume);
  for (const PixelType type : {PixelType::kUint8, PixelType::kUint16, PixelType::kFloat32}) {
    GreyVolume grey(shape, type);
    std::vector<double> values;
    test::Random random(3);
    for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
      const std::int64_t value = random.below(250);
      if (type == PixelType::kUint8) {
        grey.data<std::uint8_t>()[i] = static_cast<std::uint8_t>(value);
      } else if (type == PixelType::kUint16) {
        grey.data<std::uint16_t>()[i] = static_cast<std::uint16_t>(value);
      } else {
        grey.data<float>()[i] = static_cast<float>(value);
      }
      values.push_back(static_cast<double>(value));
    }
    const Objects obvious = obvious_objects(labels, shape);
    std::vector<double> sum(obvious.voxels.size()), least(sum.size(), 1e9), most(sum.size(), -1);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] == 0) continue;
      sum[labels[i] - 1] += values[i];
      least[labels[i] - 1] = std::min(least[labels[i] - 1], values[i]);
      most[labels[i] - 1] = std::max(most[labels[i] - 1], values[i]);
    }
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] /= static_cast<double>(obvious.voxels[i]);
    for (const std::string& backend : test::available_backends()) {
      Options options;
      options.connectivity = Connectivity::kFaces;
      options.backend = backend;
      Everything all(shape);
      all.run(volume, options, &grey);
      EXPECT_EQ(all.objects().mean, sum);
      EXPECT_EQ(all.objects().least, least);
      EXPECT_EQ(all.objects().most, most);
    }
  }
  BitVolume two({3, 1, 1});
  test::set_voxel(two, 0, 0, 0);
  test::set_voxel(two, 2, 0, 0);
  GreyVolume odd({3, 1, 1}, PixelType::kFloat32);
  odd.data<float>()[0] = std::nanf("");
  Everything all(two.shape());
  all.run(two, {}, &odd);
  EXPECT_TRUE(std::isnan(all.objects().mean[0]) && std::isnan(all.objects().most[0]));
  EXPECT_EQ(all.objects().most[1], 0);
}

// Each object alone has the surface and the Euler number that Shape Numbers finds.
TEST(Label, SurfacesAndEulerNumbersAreThoseOfShapeNumbers) {
  const Spacing spacing{0.5, 0.75, 2};
  std::uint64_t seed = 30;
  for (const Shape& shape : {Shape{70, 9, 6}, Shape{129, 5, 3}, Shape{20, 12, 11}})
    for (const double density : {0.1, 0.4, 0.9})
      for (const Connectivity connectivity : kConnectivities)
        for (const Extent extent : kExtents) {
          const BitVolume volume = test::random_volume(shape, density, ++seed);
          const auto labels = flood_labels(volume, connectivity, extent);
          Options options;
          options.connectivity = connectivity;
          options.extent = extent;
          options.spacing = spacing;
          std::vector<double> surface;
          std::vector<std::int64_t> euler;
          for (const std::string& backend : test::available_backends())
            for (const int threads : {1, 3}) {
              options.backend = backend;
              options.threads = threads;
              Everything all(shape);
              all.run(volume, options);
              if (surface.empty()) {
                surface = all.objects().surface;
                euler = all.objects().euler;
              }
              EXPECT_EQ(all.objects().surface, surface) << backend;
              EXPECT_EQ(all.objects().euler, euler) << backend;
            }
          const bool planar = extent == Extent::kPerSlice;
          EXPECT_EQ(euler.empty(), connectivity == Connectivity::kEdges && !planar);
          const std::size_t step = surface.size() / 25 + 1;
          for (std::size_t i = 0; i < surface.size(); i += step) {
            std::size_t voxel = 0;
            const BitVolume alone = test::make_volume(
                shape, [&](auto, auto, auto) { return labels[voxel++] == i + 1; });
            minkowski::Options how;
            how.spacing = spacing;
            how.extent = extent;
            how.backend = "scalar";
            NoProgress progress;
            minkowski::ShapeNumbers sum;
            for (const auto& numbers : minkowski::measure(alone, how, progress).numbers) {
              sum.surface += numbers.surface;  // one slice alone has any
              sum.euler_faces += numbers.euler_faces;
              sum.euler_all += numbers.euler_all;
            }
            EXPECT_NEAR(surface[i], sum.surface, 1e-8 * sum.surface);
            if (!euler.empty()) {
              EXPECT_EQ(static_cast<double>(euler[i]),
                        connectivity == Connectivity::kFaces ? sum.euler_faces : sum.euler_all);
            }
          }
        }
}

// 65,535 objects are the most in 16 bits.
TEST(Label, ChoosesPixelsByTheNumberOfObjects) {
  for (const std::int64_t count : {65535, 65536}) {
    const BitVolume dots = test::make_volume({512, 512, 1}, [&](auto x, auto y, auto) {
      return x % 2 == 0 && y % 2 == 0 && y / 2 * 256 + x / 2 < count;
    });
    const PixelType type = count == 65535 ? PixelType::kUint16 : PixelType::kFloat32;
    for (const std::string& backend : test::available_backends()) {
      test::CollectSlices labels(dots.shape(), type);
      Options options;
      options.backend = backend;
      NoProgress progress;
      label(dots, options, {&labels}, progress);
      const std::int64_t last = 510 * 512 + (count == 65535 ? 508 : 510);
      const double value = type == PixelType::kUint16
                               ? labels.volume.data<std::uint16_t>()[last]
                               : static_cast<double>(labels.volume.data<float>()[last]);
      EXPECT_EQ(value, static_cast<double>(count)) << backend;
    }
  }
}

TEST(Label, RefusesImpossibleOptions) {
  const BitVolume volume({5, 5, 5});
  const auto refusal = [&](const Options& options, const Outputs& outputs) {
    NoProgress progress;
    return test::refusal([&] { label(volume, options, outputs, progress); });
  };
  Options options;
  options.min_size = 0;
  EXPECT_EQ(refusal(options, {}), "min_size=0 is not allowed; use 1 to 281474976710656");
  options.min_size = 5;
  options.max_size = 4;
  EXPECT_EQ(refusal(options, {}),
            "max_size=4 is not allowed; use 0 (no limit), or min_size=5 or more");
  options.max_size = -1;
  EXPECT_EQ(refusal(options, {}),
            "max_size=-1 is not allowed; use 0 (no limit) to 281474976710656");
  options = {};
  options.spacing.y = -1e-9;
  EXPECT_EQ(refusal(options, {}),
            "a voxel size of -1e-09 along y is not allowed; use a number from 1e-30 to 1e30");
  options = {};
  options.block = {0, -1, 0};
  EXPECT_EQ(refusal(options, {}), "a block of side -1 is not allowed; use 0 (automatic) or more");
  const GreyVolume other({5, 5, 4}, PixelType::kUint8);
  EXPECT_EQ(refusal({}, {nullptr, nullptr, true, &other}),
            "the second image is 5 x 5 x 4 voxels, the image 5 x 5 x 5");
  NoProgress progress;
  EXPECT_EQ(label(volume, {}, {nullptr, nullptr, true, nullptr}, progress).objects.voxels.size(),
            0U);
}

}  // namespace
}  // namespace bitvox::label
