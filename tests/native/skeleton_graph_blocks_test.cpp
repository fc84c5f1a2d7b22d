// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/options/numbers.hpp"
#include "ops/sample_foam/sample_foam.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"
#include "ops/skeleton_graph/skeleton_blocks.hpp"
#include "ops/skeleton_graph/skeleton_graph.hpp"
#include "skeleton_graph_reference.hpp"
#include "test_volumes.hpp"

// The graph from lists of voxels, of blocks of any sides, is that from the volume.
namespace bitvox::skeleton_graph {
namespace {

std::vector<std::int64_t> listed(const BitVolume& volume, const Index& sides) {
  NoProgress progress;
  std::vector<std::int64_t> all;
  for (const Block& block : cut_blocks(volume.shape(), sides, {})) {
    const std::vector<std::int64_t> some = list_block(volume, block, progress);
    EXPECT_TRUE(std::is_sorted(some.begin(), some.end()));
    all.insert(all.end(), some.begin(), some.end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

BitVolume drawn(const Skeleton& skeleton) {
  NoProgress progress;
  BitVolume volume(skeleton.shape);
  draw(skeleton, volume, progress);
  return volume;
}

void expect_the_same(const BitVolume& volume, Options options, const Index& sides) {
  NoProgress progress;
  const auto bits = [](const BitVolume& of) {
    return std::vector(of.words(), of.words() + of.shape().word_count());
  };
  for (const double shortest : {0.0, 3.5}) {
    for (const Loops loops : {Loops::kKeep, Loops::kShortest}) {
      options.shortest = shortest;
      options.loops = loops;
      options.longest_path = loops != Loops::kKeep;
      const Result expected = trace(volume, nullptr, options, progress);
      Skeleton skeleton = skeleton_of(volume.shape(), listed(volume, sides), progress);
      const Graph graph = trace(skeleton, nullptr, options, progress);
      EXPECT_EQ(to_numbers(graph), to_numbers(static_cast<const Graph&>(expected)));
      EXPECT_EQ(bits(drawn(skeleton)), bits(expected.skeleton));
      if (options.longest_path) {
        keep(skeleton, graph.on_longest_path, progress);
        EXPECT_EQ(bits(drawn(skeleton)), bits(*expected.longest_paths));
      }
    }
  }
}

TEST(SkeletonGraphBlocks, OfNoiseGiveTheGraphOfTheVolume) {
  const Options anisotropic{{0.5, 2, 3}, 0, Extent::kVolume};
  const Options slices{{1, 1, 1}, 0, Extent::kPerSlice};
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    test::Random random(seed);
    const Shape shape{1 + random.below(150), 1 + random.below(20), 1 + random.below(12)};
    BitVolume noise = test::random_volume(shape, 0.02 * double(1 + random.below(10)), seed);
    test::set_voxel(noise, shape.width - 1, shape.height - 1, 0);
    const Index sides{1 + random.below(shape.width), 1 + random.below(shape.height),
                      1 + random.below(shape.depth)};
    SCOPED_TRACE(seed);
    expect_the_same(noise, anisotropic, sides);
    expect_the_same(noise, slices, sides);
  }
}

TEST(SkeletonGraphBlocks, OfAFoamGiveTheGraphOfTheVolume) {
  NoProgress progress;
  const BitVolume foam = sample_foam::fill({130, 90, 70}, {}, progress);
  const BitVolume thin = skeleton3d::thin(foam, nullptr, {}, progress).skeleton;
  EXPECT_GT(trace(thin, nullptr, {}, progress).branches.size(), 10U);
  expect_the_same(thin, {{0.5, 2, 3}, 0, Extent::kVolume}, {64, 17, 19});
  expect_the_same(thin, {}, {31, 90, 70});
}

// Sides whose product no computer could hold, with a line across corners of blocks.
TEST(SkeletonGraphBlocks, OfAHugeVolumeTakeWhatTheirVoxelsTake) {
  NoProgress progress;
  const Shape whole{1 << 16, 1 << 16, 1 << 15};
  std::vector<std::int64_t> numbers;
  for (std::int64_t i = 0; i < 1000; ++i) {
    const std::int64_t x = 40'000 + i, y = 65'535 - 999 + i, z = 32'767 - 999 + i;
    numbers.push_back((z * whole.height + y) * whole.width + x);
  }
  Skeleton skeleton = skeleton_of(whole, numbers, progress);
  EXPECT_EQ(numbers_of(skeleton, progress), numbers);
  const Graph graph = trace(skeleton, nullptr, {{3, 4, 12}, 0, Extent::kVolume}, progress);
  ASSERT_EQ(graph.branches.size(), 1U);
  EXPECT_EQ(graph.branches[0].length, 13.0 * 999);
  EXPECT_EQ(graph.branches[0].first, (VoxelPosition{40'000, 64'536, 31'768}));
  EXPECT_EQ(graph.branches[0].last, (VoxelPosition{40'999, 65'535, 32'767}));
}

TEST(SkeletonGraphBlocks, WrongNumbersAreRefused) {
  NoProgress progress;
  const Shape whole{4, 3, 2};
  EXPECT_EQ(skeleton_of(whole, {0, 23}, progress).voxels.back(), (VoxelPosition{3, 2, 1}));
  for (const std::vector<std::int64_t>& wrong :
       {std::vector<std::int64_t>{-1}, {24}, {3, 3}, {5, 4}}) {
    EXPECT_THROW(skeleton_of(whole, wrong, progress), InvalidInput);
  }
  Skeleton nothing{whole, {}};
  EXPECT_THROW(trace(nothing, nullptr, {}, progress), UnsuitableImage);
}

TEST(SkeletonGraphBlocks, TooManyVoxelsAreRefusedBeforeTheyAreTraced) {
  require_memory_for(1000);
  EXPECT_THROW(require_memory_for(available_host_bytes() / 200), HostOutOfMemory);
}

TEST(SkeletonGraphBlocks, StopWhileTheyAreListedAndTraced) {
  class Stop final : public Progress {
   public:
    void report(std::int64_t, std::int64_t) override { throw Cancelled(); }
  };
  Stop stop;
  const BitVolume line = test::drawing({"xxxx"});
  const Block block = cut_blocks(line.shape(), {4, 1, 1}, {}).front();
  EXPECT_THROW(list_block(line, block, stop), Cancelled);
  Skeleton skeleton{line.shape(), {{0, 0, 0}}};
  EXPECT_THROW(trace(skeleton, nullptr, {}, stop), Cancelled);
}

}  // namespace
}  // namespace bitvox::skeleton_graph
