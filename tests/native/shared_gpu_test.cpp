// SPDX-License-Identifier: BSD-2-Clause
// A GPU of which another process takes all memory that it can get, between two calls of this one.
// With BITVOX_TEST_GPU_ALONE=1 only: others would be in its way, and it in theirs.
#include <gtest/gtest.h>

#ifdef BITVOX_WITH_CUDA
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "child_process.hpp"
#include "core/backends/dispatch.hpp"
#include "core/memory/kept_memory.hpp"
#include "cuda/cuda_check.hpp"
#include "cuda/use_gpu.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox {
namespace {

constexpr const char* kFull = "the GPU is full";

TEST(SharedGpuChild, TakesAllMemory) {
  if (std::getenv("BITVOX_TEST_CHILD") == nullptr) GTEST_SKIP() << "run by SharedGpu";
  cuda::use_gpu({});
  for (std::size_t bytes = std::size_t{1} << 36; bytes >= std::size_t{1} << 21;) {
    void* memory = nullptr;
    if (cudaMalloc(&memory, bytes) != cudaSuccess) bytes /= 2;
  }
  cudaGetLastError();
  std::puts(kFull);
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
}

class SharedGpu : public testing::Test {
 protected:
  void SetUp() override {
    if (!backends().front().available) GTEST_SKIP() << backends().front().detail;
    if (std::getenv("BITVOX_TEST_GPU_ALONE") == nullptr) {
      GTEST_SKIP() << "needs the GPU for itself: BITVOX_TEST_GPU_ALONE=1";
    }
    free_kept_memory();
  }

  static skeleton3d::Result thin(const BitVolume& volume, const std::string& backend) {
    skeleton3d::Options options;
    options.backend = backend;
    NoProgress progress;
    return skeleton3d::thin(volume, nullptr, options, progress);
  }

  static bool equal(const BitVolume& a, const BitVolume& b) {
    return std::equal(a.words(), a.words() + a.shape().word_count(), b.words());
  }
};

TEST_F(SharedGpu, WhatDoesNotFitIsSaidOrGoesToTheCpu) {
  const BitVolume small = test::balls({128, 128, 128}, 12, 60, 1);
  const BitVolume large = test::balls({512, 512, 768}, 12, 60, 2);  // needs a hundred MiB
  const BitVolume small_thinned = thin(small, "scalar").skeleton;
  const BitVolume large_thinned = thin(large, "cuda").skeleton;
  thin(small, "cuda");
  free_kept_memory();
  {
    test::ChildProcess other("SharedGpuChild.TakesAllMemory");
    ASSERT_TRUE(other.wait_for(kFull)) << other.said();
    const std::string said = test::refusal<DeviceOutOfMemory>([&] { thin(large, "cuda"); });
    EXPECT_NE(said.find("on the GPU"), std::string::npos) << said;
    const skeleton3d::Result by_auto = thin(large, "auto");
    EXPECT_NE(by_auto.run.backend, "cuda");
    EXPECT_EQ(by_auto.run.note.rfind("Ran on the CPU: ", 0), 0U) << by_auto.run.note;
    EXPECT_TRUE(equal(by_auto.skeleton, large_thinned));
    const skeleton3d::Result small_one = thin(small, "auto");  // by whichever there is room for
    EXPECT_TRUE(equal(small_one.skeleton, small_thinned));
    EXPECT_EQ(other.end(), 0) << other.said();
  }
  const skeleton3d::Result again = thin(large, "cuda");
  EXPECT_EQ(again.run.backend, "cuda");
  EXPECT_TRUE(equal(again.skeleton, large_thinned));
}

TEST_F(SharedGpu, WhatIsKeptIsThereForTheNextCall) {
  const BitVolume large = test::balls({512, 512, 768}, 12, 60, 2);
  const BitVolume thinned = thin(large, "cuda").skeleton;
  test::ChildProcess other("SharedGpuChild.TakesAllMemory");
  ASSERT_TRUE(other.wait_for(kFull)) << other.said();
  const BitVolume smaller = test::balls({512, 512, 256}, 12, 60, 3);
  const skeleton3d::Result result = thin(smaller, "cuda");
  EXPECT_TRUE(equal(result.skeleton, thin(smaller, "scalar").skeleton));
  EXPECT_EQ(other.end(), 0) << other.said();
}

}  // namespace
}  // namespace bitvox
#endif
