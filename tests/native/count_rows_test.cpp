// SPDX-License-Identifier: BSD-2-Clause
#include "core/blocks/count_rows.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

#include "core/error.hpp"
#include "core/volumes/bit_runs.hpp"
#include "test_volumes.hpp"

namespace bitvox {
namespace {

TEST(ForEachRun, FindsEveryRun) {
  for (const double density : {0.0, 0.02, 0.5, 0.98, 1.0})
    for (const std::int64_t width : {1, 63, 64, 65, 128, 200}) {
      BitVolume row = test::random_volume({200, 1, 1}, density, 4);
      std::vector<bool> found(200);
      std::int64_t last_end = -1;
      for_each_run(row.words(), width, [&](std::int64_t first, std::int64_t count) {
        ASSERT_GT(count, 0);
        ASSERT_GT(first, last_end);  // or both would be one run
        last_end = first + count;
        ASSERT_LE(last_end, width);
        for (std::int64_t x = first; x < last_end; ++x) found[static_cast<std::size_t>(x)] = true;
      });
      for (std::int64_t x = 0; x < 200; ++x) {
        EXPECT_EQ(found[static_cast<std::size_t>(x)], x < width && test::voxel(row, x, 0, 0)) << x;
      }
    }
}

constexpr Shape kShape{150, 11, 9};

// How often each voxel of what a block reads is counted.
std::vector<int> times_counted(const Block& block, const BitVolume* mask, int threads) {
  const Shape read = block.read.shape();
  std::vector<int> times(static_cast<std::size_t>(read.voxel_count()));
  NoProgress quiet;
  count_rows(
      block, mask, threads, quiet, [] { return std::vector<std::int64_t>(); },
      [&](std::vector<std::int64_t>& voxels, std::int64_t y, std::int64_t z,
          const std::uint64_t* bits) {
        const std::int64_t row = (z * read.height + y) * read.width;
        for_each_run(bits, read.width, [&](std::int64_t first, std::int64_t count) {
          for (std::int64_t x = first; x < first + count; ++x) voxels.push_back(row + x);
        });
      },
      [&](const std::vector<std::int64_t>& voxels) {
        for (const std::int64_t voxel : voxels) ++times[static_cast<std::size_t>(voxel)];
      });
  return times;
}

// By few threads, and by so many that they share slices.
TEST(CountRows, CountsEachVoxelThatCountsOnce) {
  const BitVolume mask = test::random_volume(kShape, 0.6, 8);
  for (const Box& core :
       {box_of(kShape), Box{{3, 2, 1}, {149, 10, 5}}, Box{{70, 0, 8}, {71, 1, 9}}})
    for (const BitVolume* in : {&mask, static_cast<const BitVolume*>(nullptr)})
      for (const int threads : {1, 2, 7}) {
        const Block block = block_at(kShape, core, {{2, 1, 1}, {5, 0, 2}});
        const std::vector<int> times = times_counted(block, in, threads);
        const Shape read = block.read.shape();
        std::size_t i = 0;
        for (std::int64_t z = 0; z < read.depth; ++z)
          for (std::int64_t y = 0; y < read.height; ++y)
            for (std::int64_t x = 0; x < read.width; ++x) {
              const Index at{block.read.begin[0] + x, block.read.begin[1] + y,
                             block.read.begin[2] + z};
              bool counts = in == nullptr || test::voxel(mask, at[0], at[1], at[2]);
              for (std::size_t a = 0; a < 3; ++a) {
                counts = counts && at[a] >= core.begin[a] && at[a] < core.end[a];
              }
              ASSERT_EQ(times[i++], counts ? 1 : 0) << x << " " << y << " " << z;
            }
      }
}

// Stopped while it counts one slice: the rest of its rows is left.
TEST(CountRows, StopsWithinASlice) {
  struct StopLater final : Progress {
    void report(std::int64_t done, std::int64_t total) override {
      if (asked++ > 0 && done < total) throw Cancelled();
    }
    int asked = 0;
  } progress;
  const Shape slice{64, 1 << 15, 1};
  std::int64_t rows = 0;
  EXPECT_THROW(count_rows(
                   {slice, box_of(slice), box_of(slice)}, nullptr, 1, progress, [] { return 0; },
                   [&](int&, std::int64_t, std::int64_t, const std::uint64_t*) {
                     // Until the calling thread has reported again.
                     std::this_thread::sleep_for(std::chrono::milliseconds(1));
                     ++rows;
                   },
                   [](int) {}),
               Cancelled);
  EXPECT_LT(rows, slice.height);
}

}  // namespace
}  // namespace bitvox
