// SPDX-License-Identifier: BSD-2-Clause
// Sums by the GPU's tiles against Dijkstra's method with a heap.
#include <gtest/gtest.h>

#ifdef BITVOX_WITH_CUDA
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "asked_progress.hpp"
#include "core/backends/dispatch.hpp"
#include "core/error.hpp"
#include "paths/path_sums_cuda.hpp"
#include "test_volumes.hpp"

namespace bitvox::paths {
namespace {

constexpr MemoryUser kTest{"The test", "Crop the image."};

template <class Word, class Cost>
struct Case {
  Grid grid;
  Sum<Word, Cost> sum;
  std::vector<Cost> costs;
  std::vector<Word> words;  // of the seeds
};

// Sums in 64 bits, those from kLimit of the words on are far.
template <class Word, class Cost>
std::vector<Word> by_dijkstra(const Case<Word, Cost>& c) {
  using Item = std::pair<std::uint64_t, std::int64_t>;
  const Shape& shape = c.grid.shape;
  std::vector<std::uint64_t> sums(c.words.size(), kFar<std::uint64_t>);
  std::priority_queue<Item, std::vector<Item>, std::greater<>> heap;
  const auto reach = [&](std::int64_t voxel, std::uint64_t sum) {
    std::uint64_t& known = sums[static_cast<std::size_t>(voxel)];
    if (sum >= known || sum >= kLimit<Word>) return;
    known = sum;
    heap.push({sum, voxel});
  };
  for (std::size_t i = 0; i < c.words.size(); ++i) {
    if (c.words[i] != kFar<Word>) reach(static_cast<std::int64_t>(i), c.words[i]);
  }
  while (!heap.empty()) {
    const auto [sum, voxel] = heap.top();
    heap.pop();
    if (sum != sums[static_cast<std::size_t>(voxel)]) continue;
    const std::int64_t x = voxel % shape.width;
    const std::int64_t y = voxel / shape.width % shape.height;
    const std::int64_t z = voxel / shape.width / shape.height;
    for (int i = 0; i < 27; ++i) {
      const int dx = i % 3 - 1, dy = i / 3 % 3 - 1, dz = i / 9 - 1;
      const unsigned code = step_code(dx, dy, dz);
      if (!c.grid.goes(code)) continue;
      if (x + dx < 0 || x + dx >= shape.width || y + dy < 0 || y + dy >= shape.height ||
          z + dz < 0 || z + dz >= shape.depth) {
        continue;
      }
      const std::int64_t to = voxel + (dz * shape.height + dy) * shape.width + dx;
      const Cost cost = c.costs[static_cast<std::size_t>(to)];
      if (cost == kWall<Cost>) continue;
      reach(to, sum + (std::uint64_t{cost} * c.grid.steps[code] << c.sum.shift));
    }
  }
  std::vector<Word> words;
  for (const std::uint64_t sum : sums) {
    words.push_back(sum == kFar<std::uint64_t> ? kFar<Word> : static_cast<Word>(sum));
  }
  return words;
}

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

struct Look {
  Shape shape;
  Neighbours neighbours = Neighbours::kFaces;
  std::array<std::uint32_t, kStepCodes> steps{0, 3, 3, 4, 3, 4, 4, 5};
  int seeds = 1;
  int label_bits = 0;
  double walls = 0.2;
  double zeros = 0.1;
  std::int64_t most = 0;  // the largest cost; 0: the largest that there is
};

template <class Word, class Cost>
Case<Word, Cost> random_case(const Look& look, std::uint64_t seed) {
  test::Random random(seed);
  Case<Word, Cost> c;
  c.grid = {look.shape, look.neighbours, look.steps};
  c.sum.shift = look.label_bits;
  const auto count = static_cast<std::size_t>(c.grid.voxels());
  const std::int64_t most = look.most != 0 ? look.most : kWall<Cost> - 1;
  for (std::size_t i = 0; i < count; ++i) {
    const auto cost = static_cast<Cost>(1 + random.below(most));
    c.costs.push_back(random.chance(look.walls)   ? kWall<Cost>
                      : random.chance(look.zeros) ? Cost{0}
                                                  : cost);
  }
  c.words.assign(count, kFar<Word>);
  for (int i = 0; i < look.seeds; ++i) {
    const auto voxel = static_cast<std::size_t>(random.below(c.grid.voxels()));
    if (c.costs[voxel] != kWall<Cost>) c.words[voxel] = static_cast<Word>(i);
  }
  return c;
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
    Look look{{197, 101, 75}, neighbours};
    expect_right(random_case<std::uint32_t, std::uint8_t>(look, 1));
    look.walls = 0.55;  // long ways
    look.seeds = 5;
    expect_right(random_case<std::uint32_t, std::uint8_t>(look, 2));
    look.seeds = 5000;
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
    EXPECT_LE(sums->work().tiles, sums->work().taken + c.grid.voxels());
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

}  // namespace
}  // namespace bitvox::paths
#endif
