// SPDX-License-Identifier: BSD-2-Clause
#include "core/kept_memory.hpp"

#include <gtest/gtest.h>

#include "core/dispatch.hpp"

#ifdef BITVOX_WITH_CUDA
#include <cuda_runtime_api.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/error.hpp"
#include "cuda/cuda_check.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/pinned_buffer.hpp"
#include "failing_sink.hpp"
#include "failing_source.hpp"
#include "ops/distance_map/distance_map.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "ops/label/components.hpp"
#include "ops/minkowski/minkowski.hpp"
#include "test_volumes.hpp"
#endif

namespace bitvox {
namespace {

TEST(KeptMemory, IsNoneWhereNoGpuWasUsed) {
  if (backends().front().available) GTEST_SKIP() << "there is a GPU";
  EXPECT_EQ(kept_memory().gpu, 0);
  EXPECT_EQ(kept_memory().host, 0);
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
    cuda::choose_device();
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
    EXPECT_EQ(kept_memory().host, 0);
  }
  EXPECT_EQ(kept_memory().host, 3 * kMiB);
  EXPECT_EQ(cuda::allocate_pinned<char>(2 * kMiB).get(), first);
  EXPECT_EQ(kept_memory().host, 3 * kMiB);
  EXPECT_NE(cuda::allocate_pinned<char>(kMiB).get(), first) << "most of it would be wasted";
}

TEST_F(KeptMemoryAlone, IsGivenBackWhenAsked) {
  const std::int64_t before = free_on_gpu();
  cuda::allocate<char>(500 * kMiB).reset();
  cuda::allocate_pinned<char>(kMiB).reset();
  EXPECT_LE(free_on_gpu(), before - 500 * kMiB);
  free_kept_memory();
  EXPECT_EQ(kept_memory().gpu, 0);
  EXPECT_EQ(kept_memory().host, 0);
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
  cuda::allocate<char>(all / 2).reset();
  cuda::allocate<char>(kMiB).reset();  // the pool tidies up at the next occasion
  EXPECT_LE(kept_memory().gpu, all / 4 + all / 20);
  for (int i = 0; i < 20; ++i) {
    std::vector<cuda::PinnedBuffer<char>> pieces;
    for (int j = 0; j < 10; ++j) pieces.push_back(cuda::allocate_pinned<char>((10 + i) * kMiB));
  }
  EXPECT_LE(kept_memory().host, 64 * kMiB);
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

// Calls of every kind: of several sizes, cancelled, and failing when they read and when they write.
class MixedCalls {
 public:
  explicit MixedCalls(std::uint64_t seed) : random_(seed) {}

  void next() {
    const Shape shape{64 + 64 * random_.below(4), 40 + random_.below(80), 20 + random_.below(60)};
    const BitVolume volume = test::balls(shape, 8, 20, random_.next());
    NoProgress progress;
    try {
      switch (random_.below(6)) {
        case 0:
          granulometry_of(volume, progress);
          break;
        case 1:
          map_of(volume, progress);
          break;
        case 2: {
          test::CancelAfter cancel(static_cast<int>(1 + random_.below(6)));
          map_of(volume, cancel);
          break;
        }
        case 3:
          granulometry_of(test::FailingSource(shape, 7), progress);
          break;
        case 4: {
          test::FailingSink sink;
          distance_map::Options options;
          options.backend = "cuda";
          distance_map::measure(volume, options, sink, progress);
          break;
        }
        default: {
          minkowski::Options options;
          options.backend = "cuda";
          minkowski::measure(volume, options, progress);
        }
      }
    } catch (const Cancelled&) {
    } catch (const UnsuitableImage&) {  // no foreground
    } catch (const InvalidInput&) {
      throw;
    } catch (const std::runtime_error& error) {
      const std::string what = error.what();
      if (what != "unreadable slice" && what != "disk full") throw;
    }
  }

 private:
  class Forget final : public SliceSink {
   public:
    void write_slice(std::int64_t, const void*) override {}
  };

  static void granulometry_of(const VolumeSource& volume, Progress& progress) {
    granulometry::Options options;
    options.backend = "cuda";
    granulometry::measure(volume, options, nullptr, progress);
  }
  static void map_of(const VolumeSource& volume, Progress& progress) {
    distance_map::Options options;
    options.backend = "cuda";
    Forget sink;
    distance_map::measure(volume, options, sink, progress);
  }

  test::Random random_;
};

std::int64_t resident_host_bytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t pages = 0;
  file >> pages >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

TEST_F(KeptMemoryOnGpu, DoesNotGrowWithCallsSlow) {
  const auto run = [](int calls) {
    std::vector<std::thread> threads;
    std::atomic<int> left{calls};
    for (std::uint64_t t = 0; t < 2; ++t) {
      threads.emplace_back([&left, t] {
        MixedCalls mixed(t + 1);
        while (left-- > 0) mixed.next();
      });
    }
    for (std::thread& thread : threads) thread.join();
  };
  run(400);
  const std::int64_t gpu = kept_memory().gpu;
  const std::int64_t host = resident_host_bytes();
  run(2000);
  EXPECT_LE(kept_memory().gpu, gpu + 64 * kMiB);
  EXPECT_LE(resident_host_bytes(), host + 64 * kMiB);
}
#endif

}  // namespace
}  // namespace bitvox
