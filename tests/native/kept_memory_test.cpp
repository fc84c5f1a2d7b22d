// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/kept_memory.hpp"

#include <gtest/gtest.h>

#include "core/backends/dispatch.hpp"

#ifdef BITVOX_WITH_CUDA
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "core/error.hpp"
#include "cuda/cuda_check.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/pinned_buffer.hpp"
#include "cuda/use_gpu.hpp"
#include "ops/label/components.hpp"
#include "test_volumes.hpp"
#endif

namespace bitvox {
namespace {

TEST(KeptMemory, IsNoneWhereNoGpuWasUsed) {
  if (backends().front().available) GTEST_SKIP() << "there is a GPU";
  EXPECT_EQ(kept_memory().gpu, 0);
  EXPECT_EQ(kept_memory().pinned, 0);
  free_kept_memory();
}

#ifdef BITVOX_WITH_CUDA
constexpr std::int64_t kMiB = std::int64_t{1} << 20;

// What the driver has, in bytes.
std::int64_t free_on_gpu() {
  std::size_t free = 0;
  std::size_t total = 0;
  cuda::check(cudaMemGetInfo(&free, &total), "asking for memory");
  return static_cast<std::int64_t>(free);
}

class KeptMemoryOnGpu : public testing::Test {
 protected:
  void SetUp() override {
    if (!backends().front().available) GTEST_SKIP() << backends().front().detail;
    cuda::use_gpu({});
    free_kept_memory();
  }
};

// Tests that look at all of the GPU's memory, or take most of it: other processes would disturb
// them, and they others.
class KeptMemoryAlone : public KeptMemoryOnGpu {
 protected:
  void SetUp() override {
    if (std::getenv("BITVOX_TEST_GPU_ALONE") == nullptr) {
      GTEST_SKIP() << "needs the GPU for itself: BITVOX_TEST_GPU_ALONE=1";
    }
    KeptMemoryOnGpu::SetUp();
  }
};

TEST_F(KeptMemoryOnGpu, IsUsedAgain) {
  cuda::allocate<char>(300 * kMiB).reset();
  const std::int64_t kept = kept_memory().gpu;
  EXPECT_GE(kept, 300 * kMiB);
  {
    const auto again = cuda::allocate<char>(200 * kMiB);
    EXPECT_LE(kept_memory().gpu, kept - 200 * kMiB);
  }
  EXPECT_EQ(kept_memory().gpu, kept);

  void* first = nullptr;
  {
    const auto pinned = cuda::allocate_pinned<char>(3 * kMiB);
    first = pinned.get();
    EXPECT_EQ(kept_memory().pinned, 0);
  }
  EXPECT_EQ(kept_memory().pinned, 3 * kMiB);
  EXPECT_EQ(cuda::allocate_pinned<char>(2 * kMiB).get(), first);
  EXPECT_EQ(kept_memory().pinned, 3 * kMiB);
  EXPECT_NE(cuda::allocate_pinned<char>(kMiB).get(), first) << "most of it would be wasted";
}

TEST_F(KeptMemoryAlone, IsGivenBackWhenAsked) {
  const std::int64_t before = free_on_gpu();
  cuda::allocate<char>(500 * kMiB).reset();
  cuda::allocate_pinned<char>(kMiB).reset();
  EXPECT_LE(free_on_gpu(), before - 500 * kMiB);
  free_kept_memory();
  EXPECT_EQ(kept_memory().gpu, 0);
  EXPECT_EQ(kept_memory().pinned, 0);
  EXPECT_GE(free_on_gpu(), before - 4 * kMiB);
}

TEST_F(KeptMemoryAlone, IsPlannedWith) {
  const std::int64_t before = cuda::device_memory().free;
  cuda::allocate<char>(500 * kMiB).reset();
  EXPECT_NEAR(static_cast<double>(cuda::device_memory().free), static_cast<double>(before),
              static_cast<double>(4 * kMiB));
}

TEST_F(KeptMemoryAlone, GivesWayToWhatIsLarger) {
  const std::int64_t all = cuda::device_memory().free;
  cuda::allocate<char>(all / 5).reset();
  EXPECT_GE(kept_memory().gpu, all / 5);
  // More than is left beside it, and more than it is.
  EXPECT_NO_THROW(cuda::allocate<char>(all / 10 * 9));
}

TEST_F(KeptMemoryAlone, IsAQuarterAtMost) {
  const std::int64_t all = cuda::device_memory().free;
  const std::int64_t before = free_on_gpu();
  cuda::allocate<char>(all / 2).reset();
  EXPECT_LE(kept_memory().gpu, all / 4 + all / 20);
  EXPECT_GE(free_on_gpu(), before - all / 4 - all / 20) << "others can have the rest at once";
  for (int i = 0; i < 20; ++i) {
    std::vector<cuda::PinnedBuffer<char>> pieces;
    for (int j = 0; j < 10; ++j) pieces.push_back(cuda::allocate_pinned<char>((10 + i) * kMiB));
  }
  EXPECT_LE(kept_memory().pinned, 64 * kMiB);
}

TEST_F(KeptMemoryAlone, WhatNeverFitsIsSaidAndLosesNothing) {
  EXPECT_THROW(cuda::allocate<char>(cuda::device_memory().free * 2), DeviceOutOfMemory);
  EXPECT_NO_THROW(cuda::allocate<char>(kMiB));
}

// Not about what is kept: what a short memory does to labels, whose slabs are chosen by it.
TEST_F(KeptMemoryAlone, LabelsGoInSlabsWhereMemoryIsShort) {
  const Shape shape{512, 512, 512};
  const BitVolume volume = test::random_volume(shape, 0.0976, 3);
  const label::JoinOptions on_cpu{label::Connectivity::kAll, Extent::kVolume, "scalar"};
  const label::JoinOptions on_gpu{label::Connectivity::kAll, Extent::kVolume, "cuda"};
  NoProgress progress;
  RunReport run;
  const BitVolume expected = label::largest_component(volume, on_cpu, run, progress);
  // A label and a rank for each voxel need 4.2 bytes a voxel at most, 560 MiB.
  const auto hog = cuda::allocate<char>(cuda::device_memory().free - 256 * kMiB);
  free_kept_memory();
  const BitVolume found = label::largest_component(volume, on_gpu, run, progress);
  EXPECT_EQ(run.backend, "cuda");
  EXPECT_TRUE(std::equal(expected.words(), expected.words() + shape.word_count(), found.words()));
  EXPECT_LE(cuda::device_memory().free, 260 * kMiB);
}

#endif

}  // namespace
}  // namespace bitvox
