// SPDX-License-Identifier: BSD-2-Clause
#include "ops/morphology/morphology.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "morphology_reference.hpp"
#include "operation_contract.hpp"
#include "ops/morphology/morphology_twins.hpp"
#include "refusal.hpp"

namespace bitvox::morphology {
namespace {

using bitvox::test::available_backends;
using bitvox::test::make_volume;
using bitvox::test::random_volume;
using test::ObviousMorphology;

constexpr Operation kOfOne[] = {
    Operation::kErode,    Operation::kDilate,      Operation::kOpen,       Operation::kClose,
    Operation::kGradient, Operation::kWhiteTopHat, Operation::kBlackTopHat};
constexpr Element kElements[] = {Element::kCross, Element::kCube, Element::kBall};
constexpr Edges kEdges[] = {Edges::kBackground, Edges::kClipped};

BitVolume run(const BitVolume& volume, const Options& options) {
  NoProgress progress;
  return apply(volume, nullptr, options, progress).volume;
}

bool equal(const BitVolume& a, const BitVolume& b) {
  return a.shape() == b.shape() &&
         std::equal(a.words(), a.words() + a.shape().word_count(), b.words());
}

std::string name(const Options& options) {
  return "operation " + std::to_string(static_cast<int>(options.operation)) + ", element " +
         std::to_string(static_cast<int>(options.element)) + ", radius " +
         std::to_string(options.radius) +
         (options.edges == Edges::kClipped ? ", clipped" : ", background") +
         (options.extent == Extent::kPerSlice ? ", per slice" : "");
}

// Every backend, and the GPU in slabs too; BlockContract cuts for the others.
void expect_the_obvious(const BitVolume& volume, Options options) {
  SCOPED_TRACE(name(options) + " of " + std::to_string(volume.shape().width) + " x " +
               std::to_string(volume.shape().height) + " x " +
               std::to_string(volume.shape().depth));
  const ObviousMorphology obvious(volume, options);
  for (const std::string& backend : available_backends())
    for (const std::int64_t slab : {0, 1, 3}) {
      if (slab > 0 && backend != "cuda") continue;
      options.backend = backend;
      options.threads = 3;
      options.block = {0, 0, slab};
      EXPECT_TRUE(equal(run(volume, options), obvious.result())) << backend << ", slab " << slab;
    }
}

void expect_all_the_obvious(const BitVolume& volume, const std::vector<int>& radii,
                            Extent extent = Extent::kVolume) {
  for (const Operation operation : kOfOne)
    for (const Element element : kElements)
      for (const Edges edges : kEdges)
        for (const int radius : radii) {
          Options options;
          options.operation = operation;
          options.element = element;
          options.radius = radius;
          options.edges = edges;
          options.extent = extent;
          expect_the_obvious(volume, options);
        }
}

BitVolume noise(Shape shape, double density) {
  return random_volume(shape, density, static_cast<std::uint64_t>(shape.width));
}

TEST(Morphology, IsTheObviousForAllWidths) {
  for (const std::int64_t width : {1, 63, 64, 65, 127, 128, 129}) {
    expect_all_the_obvious(noise({width, 5, 3}, 0.85), {0, 1, 2});
  }
}

TEST(Morphology, IsTheObviousForRadii) {
  expect_all_the_obvious(noise({20, 11, 9}, 0.997), {1, 3, 4, 5});
  expect_all_the_obvious(noise({20, 11, 9}, 0.003), {3});
}

TEST(Morphology, IsTheObviousInSlices) {
  expect_all_the_obvious(noise({70, 9, 4}, 0.95), {1, 2, 3}, Extent::kPerSlice);
  expect_all_the_obvious(noise({67, 20, 1}, 0.98), {2, 4, 7});
}

TEST(Morphology, IsTheObviousForLargeElements) {
  expect_all_the_obvious(noise({90, 3, 2}, 0.999), {64, 200});
  expect_all_the_obvious(noise({150, 3, 2}, 0.999), {70});
  expect_all_the_obvious(noise({150, 3, 2}, 0.002), {65});
  expect_all_the_obvious(noise({3, 60, 2}, 0.99), {17});
  expect_all_the_obvious(noise({3, 2, 60}, 0.99), {17});
}

// By tiles on the GPU, by rows, by squared distances of 16 bits, and by what they are above those
// of the radius: see morphology_distance.hpp.
TEST(Morphology, BallsAreTheObviousHoweverTheyAreMade) {
  for (const int radius : {7, 8, 23, 24, 64, 255, 256, 300, 1024, 1025, 1050}) {
    const BitVolume volume = noise({radius > 400 ? 1100 : 400, 3, 2}, 0.9985);
    for (const Operation operation : {Operation::kErode, Operation::kDilate, Operation::kGradient})
      for (const Edges edges : kEdges)
        for (const Extent extent : {Extent::kVolume, Extent::kPerSlice}) {
          Options options;
          options.operation = operation;
          options.radius = radius;
          options.edges = edges;
          options.extent = extent;
          expect_the_obvious(volume, options);
        }
  }
}

// Volumes one voxel wide feel a radius to their length, and no more of it.
TEST(MorphologyThorough, IsTheObviousForAllRadiiInThinVolumes) {
  for (const Shape shape :
       {Shape{75, 1, 1}, Shape{1, 75, 1}, Shape{1, 1, 75}, Shape{65, 1, 3}, Shape{1, 3, 65}}) {
    expect_all_the_obvious(noise(shape, 0.98), {37, 74, kLargestRadius});
  }
  expect_all_the_obvious(noise({65, 4, 3}, 0.99), {2, 4, 5, kLargestRadius}, Extent::kPerSlice);
}

// An opening of a long line needs about the memory of the line, however large the element is.
TEST(Morphology, MemoryDoesNotGrowWithTheRadius) {
  constexpr std::int64_t kLength = 100000;
  constexpr std::int64_t kHole = 40000;
  for (const Shape shape : {Shape{kLength, 1, 1}, Shape{1, kLength, 1}, Shape{1, 1, kLength}})
    for (const Element element : kElements) {
      Options options;
      options.operation = Operation::kErode;
      options.element = element;
      options.radius = kLargestRadius;
      options.edges = Edges::kClipped;
      options.backend = "scalar";
      options.threads = 1;
      BitVolume line =
          make_volume(shape, [](auto x, auto y, auto z) { return x + y + z != kHole; });
      const Job job{line, nullptr, plan(options, shape)};
      EXPECT_LT(CpuTwin::bytes(job, block_at(shape, box_of(shape), {})), std::int64_t{8} << 20)
          << name(options);
      const auto erased = [&](auto x, auto y, auto z) {
        return std::abs(x + y + z - kHole) <= kLargestRadius;
      };
      const BitVolume eroded = run(line, options);
      EXPECT_TRUE(equal(
          eroded, make_volume(shape, [&](auto x, auto y, auto z) { return !erased(x, y, z); })))
          << name(options);
    }
}

// Squares of distances that differ by one: (radius, 0) lies in the ball, (radius, 1) does not.
TEST(Morphology, BallsOfAnyRadiusAreExact) {
  for (const int radius : {255, 256, 1024, 1025, 2049, 4095, 4096, 5793, 20000, kLargestRadius}) {
    const Shape shape{radius + 2, 2, 1};
    const auto near = [&](auto x, auto y) {
      return x * x + y * y <= std::int64_t{radius} * radius;
    };
    for (const Operation operation : {Operation::kErode, Operation::kDilate}) {
      const bool dilation = operation == Operation::kDilate;
      Options options;
      options.operation = operation;
      options.radius = radius;
      options.edges = Edges::kClipped;
      const BitVolume volume =
          make_volume(shape, [&](auto x, auto y, auto) { return (x == 0 && y == 0) == dilation; });
      const BitVolume expected =
          make_volume(shape, [&](auto x, auto y, auto) { return near(x, y) == dilation; });
      for (const std::string& backend : available_backends()) {
        options.backend = backend;
        EXPECT_TRUE(equal(run(volume, options), expected)) << name(options) << backend;
      }
    }
  }
}

TEST(Morphology, IsTheObviousForSimpleVolumes) {
  const Shape shape{66, 4, 3};
  BitVolume voxel(shape);
  bitvox::test::set_voxel(voxel, 64, 3, 1);
  BitVolume full = bitvox::test::make_volume(shape, [](auto, auto, auto) { return true; });
  for (const BitVolume* volume : {&voxel, &full}) {
    expect_all_the_obvious(*volume, {1, 2, 100});
  }
  expect_all_the_obvious(BitVolume(shape), {1, 100});
}

// The steps of a cross reach as far as they say, and not too far, at borders too: with a wide
// enough volume all lengths of steps occur.
TEST(Morphology, CrossesAreExactAtAllRadii) {
  BitVolume hole = bitvox::test::make_volume(
      {31, 10, 7}, [](auto x, auto y, auto z) { return x != 3 || y != 2 || z != 6; });
  for (int radius = 1; radius <= 36; ++radius) {
    for (const Extent extent : {Extent::kVolume, Extent::kPerSlice}) {
      Options options;
      options.operation = Operation::kErode;
      options.element = Element::kCross;
      options.radius = radius;
      options.edges = Edges::kClipped;
      options.extent = extent;
      expect_the_obvious(hole, options);
    }
  }
}

// Larger than the tiles of the twins.
TEST(Morphology, BackendsAgreeOnLargerVolumes) {
  const BitVolume volume = noise({1100, 40, 38}, 0.9995);
  for (const Element element : kElements)
    for (const Edges edges : kEdges)
      for (const Extent extent : {Extent::kVolume, Extent::kPerSlice})
        for (const int radius : {3, 7, 18}) {
          Options options;
          options.element = element;
          options.edges = edges;
          options.extent = extent;
          options.radius = radius;
          options.backend = "scalar";
          const BitVolume expected = run(volume, options);
          for (const std::string& backend : available_backends())
            for (const std::int64_t slab : {0, 7}) {
              if (slab > 0 && backend != "cuda") continue;
              options.backend = backend;
              options.block = {0, 0, slab};
              EXPECT_TRUE(equal(run(volume, options), expected)) << name(options) << backend;
            }
        }
}

// Balls in a volume larger than a tile, at some voxels, by the definition.
TEST(Morphology, BallsAreBallsAwayFromBorders) {
  const BitVolume volume = noise({600, 70, 60}, 0.9999);
  for (const int radius : {5, 7, 8, 24}) {
    Options options;
    options.operation = Operation::kErode;
    options.radius = radius;
    options.edges = Edges::kClipped;
    const BitVolume eroded = run(volume, options);
    const Shape& shape = volume.shape();
    BitVolume obvious = bitvox::test::make_volume(shape, [](auto, auto, auto) { return true; });
    for (std::int64_t z = 0; z < shape.depth; ++z)
      for (std::int64_t y = 0; y < shape.height; ++y)
        for (std::int64_t x = 0; x < shape.width; ++x) {
          if (bitvox::test::voxel(volume, x, y, z)) continue;
          for (std::int64_t k = std::max<std::int64_t>(0, z - radius);
               k <= std::min(shape.depth - 1, z + radius); ++k)
            for (std::int64_t j = std::max<std::int64_t>(0, y - radius);
                 j <= std::min(shape.height - 1, y + radius); ++j)
              for (std::int64_t i = std::max<std::int64_t>(0, x - radius);
                   i <= std::min(shape.width - 1, x + radius); ++i)
                if ((i - x) * (i - x) + (j - y) * (j - y) + (k - z) * (k - z) <= radius * radius)
                  obvious.slice(k)[j * shape.words_per_row() + i / 64] &=
                      ~(std::uint64_t{1} << (i % 64));
        }
    EXPECT_TRUE(equal(eroded, obvious)) << radius;
  }
}

TEST(Morphology, ComponentsAreTheObvious) {
  for (const std::int64_t width : {1, 64, 129})
    for (const double density : {0.0, 0.2, 0.5, 1.0}) {
      const Shape shape{width, 7, 5};
      const BitVolume volume = noise(shape, density);
      const BitVolume marker = random_volume(shape, 0.03, 5);
      for (const Operation operation :
           {Operation::kFillHoles, Operation::kRemoveBorder, Operation::kReconstruct,
            Operation::kAreaOpen, Operation::kKeepLargest})
        for (const auto connectivity :
             {label::Connectivity::kFaces, label::Connectivity::kEdges, label::Connectivity::kAll})
          for (const Extent extent : {Extent::kVolume, Extent::kPerSlice}) {
            Options options;
            options.operation = operation;
            options.connectivity = connectivity;
            options.extent = extent;
            options.min_size = 6;
            const BitVolume* const second =
                operation == Operation::kReconstruct ? &marker : nullptr;
            const test::ObviousComponents obvious(volume, second, options);
            for (const std::string& backend : available_backends()) {
              options.backend = backend;
              NoProgress progress;
              EXPECT_TRUE(equal(apply(volume, second, options, progress).volume, obvious.result()))
                  << name(options) << ", density " << density << ", width " << width << ", "
                  << backend;
            }
          }
    }
}

TEST(Morphology, HolesOfASliceAreInTheSlice) {
  // A square ring in a single slice, whatever its extent.
  const BitVolume ring = bitvox::test::make_volume({9, 9, 1}, [](auto x, auto y, auto) {
    return x > 1 && x < 7 && y > 1 && y < 7 && (x == 2 || x == 6 || y == 2 || y == 6);
  });
  Options options;
  options.operation = Operation::kFillHoles;
  NoProgress progress;
  const Result result = apply(ring, nullptr, options, progress);
  EXPECT_EQ(result.voxels_before, 16);
  EXPECT_EQ(result.voxels_after, 25);
}

TEST(Morphology, CombinesTwoVolumes) {
  const BitVolume a = noise({65, 9, 5}, 0.5);
  const BitVolume b = random_volume({65, 9, 5}, 0.5, 99);
  const auto expect = [&](Operation operation, auto&& rule) {
    const BitVolume expected = bitvox::test::make_volume(a.shape(), [&](auto x, auto y, auto z) {
      return rule(bitvox::test::voxel(a, x, y, z), bitvox::test::voxel(b, x, y, z));
    });
    for (const std::string& backend : available_backends())
      for (const std::int64_t slab : {0, 2}) {
        Options options;
        options.operation = operation;
        options.backend = backend;
        options.block = {0, 0, slab};
        NoProgress progress;
        EXPECT_TRUE(equal(apply(a, &b, options, progress).volume, expected))
            << static_cast<int>(operation) << backend;
      }
  };
  expect(Operation::kAnd, [](bool x, bool y) { return x && y; });
  expect(Operation::kOr, [](bool x, bool y) { return x || y; });
  expect(Operation::kXor, [](bool x, bool y) { return x != y; });
  expect(Operation::kMinus, [](bool x, bool y) { return x && !y; });
}

TEST(Morphology, CountsVoxels) {
  const BitVolume volume = bitvox::test::make_volume(
      {70, 20, 20}, [](auto x, auto y, auto z) { return x < 5 && y < 5 && z < 5; });
  Options options;
  options.operation = Operation::kErode;
  options.element = Element::kCube;
  NoProgress progress;
  Result result = apply(volume, nullptr, options, progress);
  EXPECT_EQ(result.voxels_before, 125);
  EXPECT_EQ(result.voxels_after, 27);
  options.edges = Edges::kClipped;
  result = apply(volume, nullptr, options, progress);
  EXPECT_EQ(result.voxels_after, 64);
}

TEST(Morphology, RefusesImpossibleOptions) {
  const BitVolume volume({5, 5, 5});
  const auto refusal = [&](const Options& options, const VolumeSource* second) {
    NoProgress progress;
    return bitvox::test::refusal([&] { apply(volume, second, options, progress); });
  };
  Options options;
  options.radius = -1;
  EXPECT_EQ(refusal(options, nullptr), "radius=-1 is not allowed; use 0 to 32767");
  options.radius = 32768;
  EXPECT_EQ(refusal(options, nullptr), "radius=32768 is not allowed; use 0 to 32767");
  options = {};
  options.block = {0, -1, 0};
  EXPECT_EQ(refusal(options, nullptr),
            "a block of side -1 is not allowed; use 0 (automatic) or more");
  options = {};
  options.min_size = 0;
  EXPECT_EQ(refusal(options, nullptr), "min_size=0 is not allowed; use 1 to 281474976710656");
  options = {};
  EXPECT_EQ(refusal(options, &volume), "the operation has no second volume");
  options.operation = Operation::kXor;
  EXPECT_EQ(refusal(options, nullptr), "the operation needs a second volume");
  const BitVolume other({5, 6, 5});
  EXPECT_EQ(refusal(options, &other),
            "the second volume is 5 x 6 x 5, the first 5 x 5 x 5; they must be of one size");
  EXPECT_EQ(refusal(options, &volume), "accepted");
}

}  // namespace
}  // namespace bitvox::morphology
