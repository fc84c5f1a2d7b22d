// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton3d/skeleton3d.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "failing_source.hpp"
#include "ops/skeleton3d/skeleton3d_cuda.hpp"
#include "refusal.hpp"
#include "skeleton3d_reference.hpp"
#include "test_volumes.hpp"

namespace bitvox::skeleton3d {

void PrintTo(const Topology& t, std::ostream* out) {
  *out << t.components << " components, " << t.background_components
       << " of the background, Euler number " << t.euler_number;
}

namespace {

using test::pk12::Bytes;
using test::pk12::deletable_neighbourhoods;
using test::pk12::Expected;
using test::pk12::obvious_topology;
using test::pk12::thin_by_templates;
using test::pk12::to_bytes;

// ---- Volumes ---------------------------------------------------------------------------------

// Two linked tori, a thick trefoil knot and a hollow ball.
std::vector<BitVolume> knots() {
  const auto torus = [](double x, double y, double z, double big, double small) {
    const double ring = std::sqrt(x * x + y * y) - big;
    return ring * ring + z * z <= small * small;
  };
  std::vector<BitVolume> all;
  all.push_back(test::make_volume({70, 44, 44}, [&](auto x, auto y, auto z) {
    const auto a = static_cast<double>(x), b = static_cast<double>(y), c = static_cast<double>(z);
    return torus(a - 24, b - 22, c - 22, 14, 5) || torus(a - 40, c - 22, b - 22, 14, 5);
  }));
  std::vector<std::array<double, 3>> curve;
  for (int i = 0; i < 600; ++i) {
    const double t = i * 2 * 3.14159265358979 / 600;
    curve.push_back({30 + 9 * (std::sin(t) + 2 * std::sin(2 * t)),
                     30 + 9 * (std::cos(t) - 2 * std::cos(2 * t)), 14 - 9 * std::sin(3 * t)});
  }
  BitVolume knot({61, 61, 29});
  for (const auto& [cx, cy, cz] : curve)
    for (int dz = -4; dz <= 4; ++dz)
      for (int dy = -4; dy <= 4; ++dy)
        for (int dx = -4; dx <= 4; ++dx) {
          const auto x = std::lround(cx) + dx, y = std::lround(cy) + dy, z = std::lround(cz) + dz;
          if (dx * dx + dy * dy + dz * dz <= 16 && x >= 0 && x < 61 && y >= 0 && y < 61 && z >= 0 &&
              z < 29)
            test::set_voxel(knot, x, y, z);
        }
  all.push_back(std::move(knot));
  all.push_back(test::make_volume({41, 41, 41}, [](auto x, auto y, auto z) {
    const auto r = (x - 20) * (x - 20) + (y - 20) * (y - 20) + (z - 20) * (z - 20);
    return r <= 19 * 19 && r >= 11 * 11;
  }));
  return all;
}

bool is_empty(const BitVolume& volume) {
  return std::all_of(volume.words(), volume.words() + volume.shape().word_count(),
                     [](std::uint64_t word) { return word == 0; });
}

bool same_bits(const BitVolume& a, const BitVolume& b) {
  return a.shape() == b.shape() &&
         std::memcmp(a.words(), b.words(),
                     static_cast<std::size_t>(a.shape().word_count()) * sizeof(std::uint64_t)) == 0;
}

// ---- What is tested --------------------------------------------------------------------------

TEST(Skeleton3dReference, TemplatesMatchAsManyNeighbourhoodsAsThePaperSays) {
  const std::vector<bool>& table = deletable_neighbourhoods();
  EXPECT_EQ(std::count(table.begin(), table.end(), true), 1379581);
}

TEST(Skeleton3dReference, TemplatesAskForAWhiteVoxelInTheirDirection) {
  for (const char* pattern : test::pk12::kTemplates) {
    EXPECT_TRUE(test::pk12::cell_of(pattern, test::pk12::kU) == 'o' ||
                test::pk12::cell_of(pattern, test::pk12::kS) == 'o')
        << pattern;
  }
}

TEST(Skeleton3dReference, TopologyIsCountedRight) {
  NoProgress progress;
  for (double density : {0.02, 0.1, 0.3, 0.5, 0.8, 0.97})
    for (const Shape& shape : {Shape{70, 9, 8}, Shape{64, 1, 5}, Shape{1, 7, 9}, Shape{130, 6, 1},
                               Shape{13, 12, 11}, Shape{1, 1, 1}}) {
      const BitVolume volume = test::random_volume(shape, density, 17);
      EXPECT_EQ(topology(volume, progress), obvious_topology(volume));
    }
  for (const BitVolume& volume : knots())
    EXPECT_EQ(topology(volume, progress), obvious_topology(volume));
  EXPECT_EQ(topology(knots()[0], progress), (Topology{2, 1, 0}));
  EXPECT_EQ(topology(knots()[2], progress), (Topology{1, 2, 2}));
}

// Every backend against the templates.
void expect_agreement(const BitVolume& volume, const BitVolume* anchors = nullptr) {
  if (is_empty(volume)) return;
  const Expected expected = thin_by_templates(volume, anchors);
  for (const std::string& backend : test::available_backends()) {
    SCOPED_TRACE(backend);
    NoProgress progress;
    Options options;
    options.backend = backend;
    const Result got = thin(volume, anchors, options, progress);
    EXPECT_EQ(got.run.backend, backend);
    EXPECT_EQ(got.deleted, expected.deleted);
    EXPECT_TRUE(same_bits(got.skeleton, expected.skeleton));
  }
}

TEST(Skeleton3dAgreementThorough, EveryWidthAndDensity) {
  for (std::int64_t width : {1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129})
    for (const auto& [height, depth] : {std::pair{5, 3}, {8, 9}, {1, 33}, {37, 1}})
      for (double density : {0.1, 0.5, 0.9}) {
        SCOPED_TRACE(testing::Message()
                     << width << " x " << height << " x " << depth << ", " << density);
        expect_agreement(test::random_volume({width, height, depth}, density, 11));
      }
}

TEST(Skeleton3dAgreementThorough, NoiseOfManyDensities) {
  for (double density : {0.01, 0.2, 0.65, 0.95, 0.999}) {
    SCOPED_TRACE(density);
    expect_agreement(test::random_volume({70, 25, 26}, density, 3));
  }
}

TEST(Skeleton3dAgreement, BlobsAndKnots) {
  for (const std::uint64_t seed : {1U, 2U, 3U})
    expect_agreement(test::balls({90, 71, 83}, 17, 14, seed));
  for (const BitVolume& volume : knots()) expect_agreement(volume);
}

TEST(Skeleton3dAgreement, ColumnsPlatesAndBlocks) {
  for (std::int64_t a : {1, 2, 3, 8})
    for (std::int64_t b : {1, 2, 7})
      for (std::int64_t c : {1, 6, 33}) {
        SCOPED_TRACE(testing::Message() << a << " x " << b << " x " << c);
        // In the middle of a volume, and filling one, along each axis.
        for (const Shape& box : {Shape{a, b, c}, Shape{b, c, a}, Shape{c, a, b}}) {
          expect_agreement(test::make_volume(
              {box.width + 5, box.height + 6, box.depth + 7}, [&](auto x, auto y, auto z) {
                return x >= 2 && x < 2 + box.width && y >= 3 && y < 3 + box.height && z >= 4 &&
                       z < 4 + box.depth;
              }));
          expect_agreement(test::make_volume(box, [](auto, auto, auto) { return true; }));
        }
      }
}

// The object crosses many bricks and tiles, and shrinks for tens of rounds.
TEST(Skeleton3dAgreement, ThickObjects) {
  expect_agreement(test::make_volume({133, 42, 45}, [](auto x, auto y, auto z) {
    return x > 2 && x < 130 && y > 1 && z > 3 && (x + 2 * y + z) % 97 != 0;
  }));
  expect_agreement(test::make_volume({67, 49, 51}, [](auto, auto, auto) { return true; }));
}

TEST(Skeleton3dAgreementSlow, ThickObjects) {
  expect_agreement(test::make_volume({150, 110, 100}, [](auto x, auto y, auto z) {
    return x > 2 && x < 140 && y > 1 && z > 3 && (x + 2 * y + z) % 97 != 0;
  }));
  expect_agreement(test::make_volume({103, 97, 101}, [](auto, auto, auto) { return true; }));
}

// More tiles than a GPU has multiprocessors, and fewer as they come to rest.
TEST(Skeleton3dAgreementSlow, ManyTiles) {
  const BitVolume volume = test::balls({640, 64, 320}, 12, 1500, 3);
  expect_agreement(volume);
  const BitVolume anchors = test::random_volume(volume.shape(), 0.0001, 9);
  expect_agreement(volume, &anchors);
}

TEST(Skeleton3dAgreement, ManyTilesOfOneLayer) {
  const BitVolume volume = test::balls({640, 16, 160}, 7, 750, 3);
  const BitVolume anchors = test::random_volume(volume.shape(), 0.0001, 9);
  expect_agreement(volume, &anchors);
}

TEST(Skeleton3dAgreement, Anchors) {
  for (double density : {0.001, 0.05, 0.5}) {
    const Shape shape{90, 33, 26};
    const BitVolume anchors = test::random_volume(shape, density, 9);
    expect_agreement(test::balls(shape, 12, 10, 4), &anchors);
    expect_agreement(test::random_volume(shape, 0.7, 4), &anchors);
  }
}

#ifdef BITVOX_WITH_CUDA
// Launches that end after each step and are continued, and lists of tiles done in parts.
TEST(Skeleton3dAgreement, CudaLaunchesOfAnyLength) {
  const std::vector<std::string> available = test::available_backends();
  if (std::find(available.begin(), available.end(), "cuda") == available.end()) {
    GTEST_SKIP() << "no GPU";
  }
  const BitVolume volume = test::balls({150, 130, 120}, 25, 20, 7);
  const BitVolume anchors = test::random_volume(volume.shape(), 0.001, 9);
  for (const BitVolume* some : {static_cast<const BitVolume*>(nullptr), &anchors}) {
    const Expected expected = thin_by_templates(volume, some);
    for (const ThinLimits& limits : {ThinLimits{0, 400'000}, ThinLimits{30'000'000, 7},
                                     ThinLimits{0, 1}, ThinLimits{30'000, 40}}) {
      SCOPED_TRACE(testing::Message() << limits.nanoseconds << " ns, " << limits.tiles << " tiles");
      BitVolume got(volume.shape());
      NoProgress progress;
      EXPECT_EQ(thin_cuda(volume, some, 2, limits, got, progress).deleted, expected.deleted);
      EXPECT_TRUE(same_bits(got, expected.skeleton));
    }
  }
}
#endif

class Skeleton3dTest : public testing::TestWithParam<std::string> {
 protected:
  Options options() const {
    Options result;
    result.backend = GetParam();
    return result;
  }

  Result thinned(const BitVolume& volume, const BitVolume* anchors = nullptr) const {
    NoProgress progress;
    return thin(volume, anchors, options(), progress);
  }
};

class Skeleton3dThorough : public Skeleton3dTest {};

TEST(Skeleton3dMemory, CountsWhatEachThreadReads) {
  const Shape shape{100, 50, 64};  // 8 bricks deep: no more threads read
  const std::int64_t one = 8 * shape.words_per_slice() * std::int64_t{sizeof(std::uint64_t)};
  const BitVolume volume(shape);
  const auto bytes = [&](int threads) {
    return bytes_cpu({volume, nullptr, nullptr, 0, threads}, shape);
  };
  const std::int64_t alone = bytes(1);
  EXPECT_EQ(bytes(5) - alone, 4 * one);
  EXPECT_EQ(bytes(100) - alone, 7 * one);
}

TEST_P(Skeleton3dTest, AnchorsEverywhere) {
  const BitVolume all = test::make_volume({20, 9, 8}, [](auto, auto, auto) { return true; });
  EXPECT_EQ(thinned(all, &all).deleted, std::vector<std::int64_t>{0});
}

TEST_P(Skeleton3dThorough, KeepsTheTopology) {
  NoProgress progress;
  Options verified = options();
  verified.verify = true;
  test::Random random(5);
  for (int i = 0; i < 60; ++i) {
    const Shape shape{1 + random.below(40), 1 + random.below(30), 1 + random.below(30)};
    BitVolume volume = test::random_volume(
        shape, 0.02 + 0.96 * static_cast<double>(random.below(1000)) / 1000, random.next());
    test::set_voxel(volume, 0, 0, 0);
    const Result result = thin(volume, nullptr, verified, progress);
    ASSERT_EQ(*result.topology_before, *result.topology_after);
  }
  for (const BitVolume& volume : knots()) {
    const Result result = thin(volume, nullptr, verified, progress);
    EXPECT_EQ(*result.topology_before, *result.topology_after);
    EXPECT_EQ(*result.topology_after, obvious_topology(result.skeleton));
  }
}

TEST_P(Skeleton3dTest, CountsVoxels) {
  const BitVolume volume = test::balls({90, 71, 83}, 17, 14, 1);
  const Result result = thinned(volume);
  const auto count = [](const BitVolume& v) {
    const Bytes bytes = to_bytes(v);
    return std::count(bytes.at.begin(), bytes.at.end(), 1);
  };
  EXPECT_EQ(result.voxels_before, count(volume));
  EXPECT_EQ(result.voxels_after, count(result.skeleton));
  EXPECT_GT(result.deleted.size(), 5U);
  EXPECT_FALSE(result.topology_before.has_value());
}

TEST_P(Skeleton3dTest, SkeletonOfASkeletonIsTheSame) {
  for (const BitVolume& volume : knots()) {
    const Result once = thinned(volume);
    const Result twice = thinned(once.skeleton);
    EXPECT_EQ(twice.deleted, std::vector<std::int64_t>{0});
    EXPECT_TRUE(same_bits(once.skeleton, twice.skeleton));
  }
}

TEST_P(Skeleton3dThorough, SameFromOneRunToTheNext) {
  const BitVolume volume = test::balls({260, 150, 140}, 40, 40, 8);
  const Result first = thinned(volume);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(same_bits(thinned(volume).skeleton, first.skeleton));
}

// ---- Failing and refusing --------------------------------------------------------------------

TEST_P(Skeleton3dTest, FailingSourceIsPassedOn) {
  NoProgress progress;
  EXPECT_THROW(thin(test::FailingSource({64, 30, 40}, 20), nullptr, options(), progress),
               std::runtime_error);
  const BitVolume volume = test::random_volume({64, 30, 40}, 0.5, 1);
  const test::FailingSource anchors({64, 30, 40}, 20);
  EXPECT_THROW(thin(volume, &anchors, options(), progress), std::runtime_error);
}

TEST_P(Skeleton3dTest, WrongInputIsRefused) {
  NoProgress progress;
  const auto refusal = [&](const BitVolume& volume, const BitVolume* anchors, const Options& rule) {
    return test::refusal([&] { thin(volume, anchors, rule, progress); });
  };
  const BitVolume empty({20, 9, 8});
  EXPECT_EQ(refusal(empty, nullptr, options()), "the image has no foreground voxels");
  const BitVolume other({20, 9, 7});
  EXPECT_EQ(refusal(empty, &other, options()),
            "the anchors are 20 x 9 x 7 voxels, the image 20 x 9 x 8");
}

INSTANTIATE_TEST_SUITE_P(Backends, Skeleton3dTest, testing::ValuesIn(test::available_backends()),
                         test::backend_name);
INSTANTIATE_TEST_SUITE_P(Backends, Skeleton3dThorough,
                         testing::ValuesIn(test::available_backends()), test::backend_name);

}  // namespace
}  // namespace bitvox::skeleton3d
