// SPDX-License-Identifier: BSD-2-Clause
// Sums by the GPU's tiles against Dijkstra's method with a heap.
#include <gtest/gtest.h>

#ifdef BITVOX_WITH_CUDA
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "path_cases.hpp"
#include "paths/path_sums_cuda.hpp"
#include "test_volumes.hpp"

namespace bitvox::paths {
namespace {

constexpr MemoryUser kTest{"The test", "Crop the image."};

template <class Word, class Cost>
std::vector<Word> on_gpu(const Case<Word, Cost>& c, Progress& progress) {
  std::vector<Word> words = c.words;
  sums_cuda(kTest, c.grid, c.sum, c.costs.data(), 2, progress)->settle(words.data(), progress);
  return words;
}

template <class Word, class Cost>
void expect_right(const Case<Word, Cost>& c) {
  NoProgress quiet;
  EXPECT_TRUE(on_gpu(c, quiet) == by_dijkstra(c))
      << c.grid.shape.width << " x " << c.grid.shape.height << " x " << c.grid.shape.depth
      << ", neighbours " << static_cast<int>(c.grid.neighbours) << ", words of " << sizeof(Word)
      << " bytes, costs of " << sizeof(Cost);
}

class PathSumsCuda : public testing::Test {
 protected:
  void SetUp() override {
    if (!backends().front().available) GTEST_SKIP() << backends().front().detail;
  }
};

constexpr Neighbours kAllNeighbours[] = {Neighbours::kFaces, Neighbours::kEdges,
                                         Neighbours::kCorners};

// On both sides of every border of a tile, and flat ones.
TEST_F(PathSumsCuda, SizesAroundTiles) {
  std::uint64_t seed = 0;
  for (const Shape& shape :
       {Shape{1, 1, 1}, Shape{31, 7, 7}, Shape{32, 8, 8}, Shape{33, 9, 9}, Shape{65, 17, 1},
        Shape{1, 70, 70}, Shape{130, 3, 77}, Shape{70, 1, 1}, Shape{63, 33, 25}}) {
    for (const Neighbours neighbours : kAllNeighbours) {
      Look look{shape, neighbours};
      look.seeds = 20;
      expect_right(random_case<std::uint32_t, std::uint8_t>(look, ++seed));
      expect_right(random_case<std::uint32_t, std::uint16_t>(look, ++seed));
      look.label_bits = 17;
      expect_right(random_case<std::uint64_t, std::uint8_t>(look, ++seed));
      expect_right(random_case<std::uint64_t, std::uint16_t>(look, ++seed));
    }
  }
}

// Tiles are looked at more than once, by blocks that steal from one another.
TEST_F(PathSumsCuda, ManyTiles) {
  for (const Neighbours neighbours : kAllNeighbours) {
    Look look{{133, 77, 50}, neighbours};
    expect_right(random_case<std::uint32_t, std::uint8_t>(look, 1));
    look.walls = 0.55;  // long ways
    look.seeds = 5;
    expect_right(random_case<std::uint32_t, std::uint8_t>(look, 2));
    look.seeds = 3000;
    look.label_bits = 20;
    expect_right(random_case<std::uint64_t, std::uint8_t>(look, 3));
  }
}

TEST_F(PathSumsCuda, StepsOfVeryDifferentLengths) {
  for (const Neighbours neighbours : kAllNeighbours) {
    Look look{{70, 40, 30}, neighbours};
    look.steps = {0, 100, 1, 100, 7, 100, 9, 101};
    expect_right(random_case<std::uint32_t, std::uint8_t>(look, 4));
    look.steps = {0, 1'000'000'000, 7, 1'000'000'001, 4'000'000'000, 4'000'000'000, 3, 5};
    expect_right(random_case<std::uint64_t, std::uint16_t>(look, 5));
  }
}

// A word of 32 bits that is too small for the sum is far, and so is all beyond it.
TEST_F(PathSumsCuda, SumsBeyondTheLimitAreFar) {
  for (const std::uint32_t step : {16'000U, 16'384U}) {
    Look look{{300, 20, 9}, Neighbours::kFaces};
    look.steps = {0, step, step, 0, 4 * step, 0, 0, 0};
    look.walls = 0;
    look.most = 16'000;
    const auto c = random_case<std::uint32_t, std::uint16_t>(look, 6);
    const auto words = by_dijkstra(c);
    const auto far = std::count(words.begin(), words.end(), kFar<std::uint32_t>);
    EXPECT_GT(far, 0);
    EXPECT_LT(far, std::ssize(words));
    expect_right(c);
  }
}

TEST_F(PathSumsCuda, NothingToReach) {
  Look look{{40, 30, 20}, Neighbours::kCorners};
  look.seeds = 0;
  expect_right(random_case<std::uint32_t, std::uint8_t>(look, 7));
  look.seeds = 3;
  look.walls = 1;
  expect_right(random_case<std::uint32_t, std::uint8_t>(look, 8));
}

// The costs stay on the GPU, and nothing of the call before does.
TEST_F(PathSumsCuda, AgainFromOtherSeeds) {
  const Look look{{100, 60, 40}, Neighbours::kEdges};
  auto c = random_case<std::uint32_t, std::uint8_t>(look, 9);
  NoProgress quiet;
  const auto sums = sums_cuda(kTest, c.grid, c.sum, c.costs.data(), 2, quiet);
  test::Random random(10);
  for (int i = 0; i < 4; ++i) {
    std::fill(c.words.begin(), c.words.end(), kFar<std::uint32_t>);
    const auto voxel = static_cast<std::size_t>(random.below(c.grid.voxels()));
    if (c.costs[voxel] != kWall<std::uint8_t>) c.words[voxel] = 0;
    std::vector<std::uint32_t> words = c.words;
    sums->settle(words.data(), quiet);
    EXPECT_TRUE(words == by_dijkstra(c));
  }
}

// Costs of all sizes, one seed and many, with loops and without, also beyond what words hold.
TEST_F(PathSumsCuda, MazesAreShortened) {
  NoProgress quiet;
  std::uint64_t seed = 20;
  for (const Shape& shape : {Shape{241, 133, 1}, Shape{61, 41, 21}}) {
    for (const double opened : {0.0, 0.01, 0.05}) {
      for (const int seeds : {1, 3, 400}) {
        Look look{shape};
        look.seeds = seeds;
        const auto c = maze_case<std::uint32_t, std::uint8_t>(look, opened, ++seed);
        expect_right(c);
        const auto sums = sums_cuda(kTest, c.grid, c.sum, c.costs.data(), 2, quiet);
        std::vector<std::uint32_t> words = c.words;
        sums->settle(words.data(), quiet);
        EXPECT_GT(sums->work().nodes, 4 * sums->work().left);
        std::vector<std::uint32_t> again = c.words;
        sums->settle(again.data(), quiet);
        EXPECT_TRUE(words == again);
        look.label_bits = 12;
        expect_right(maze_case<std::uint64_t, std::uint16_t>(look, opened, seed));
        look.label_bits = 0;
        look.steps = {0, 7000, 7000, 0, 9000, 0, 0, 0};
        expect_right(maze_case<std::uint32_t, std::uint16_t>(look, opened, seed));
      }
    }
  }
}

TEST_F(PathSumsCuda, StopsWhenItIsCancelled) {
  Look look{{128, 128, 64}, Neighbours::kCorners};
  const auto c = random_case<std::uint32_t, std::uint8_t>(look, 11);
  for (int calls = 1; calls <= 4; ++calls) {
    test::CancelAfter cancel(calls);
    EXPECT_THROW(on_gpu(c, cancel), Cancelled);
  }
  expect_right(c);
}

class PathSumsCudaSlow : public PathSumsCuda {};

// More than 2^31 voxels. Where every voxel costs 1 the sum is that of the steps along the axes.
TEST_F(PathSumsCudaSlow, VoxelsBeyond31Bits) {
  const Shape shape{2049, 1025, 1033};
  Case<std::uint32_t, std::uint8_t> c;
  c.grid = {shape, Neighbours::kFaces, {0, 1, 2, 0, 3, 0, 0, 0}};
  const auto count = static_cast<std::size_t>(c.grid.voxels());
  c.costs.assign(count, 1);
  c.words.assign(count, kFar<std::uint32_t>);
  constexpr std::int64_t kX = 100, kY = 900, kZ = 1000;
  c.words[static_cast<std::size_t>((kZ * shape.height + kY) * shape.width + kX)] = 5;
  NoProgress quiet;
  const auto sums = sums_cuda(kTest, c.grid, c.sum, c.costs.data(), core_count(), quiet);
  sums->settle(c.words.data(), quiet);
  std::atomic<std::int64_t> wrong{0};
  parallel_for(shape.depth, core_count(), quiet, [&](std::int64_t z) {
    auto i = static_cast<std::size_t>(z * shape.height * shape.width);
    for (std::int64_t y = 0; y < shape.height; ++y) {
      for (std::int64_t x = 0; x < shape.width; ++x, ++i) {
        const std::int64_t sum = 5 + std::abs(x - kX) + 2 * std::abs(y - kY) + 3 * std::abs(z - kZ);
        if (c.words[i] != static_cast<std::uint32_t>(sum)) ++wrong;
      }
    }
  });
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace bitvox::paths
#endif
