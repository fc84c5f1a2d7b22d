// SPDX-License-Identifier: BSD-2-Clause
// A GPU that is lost in the middle of a call, as a fault of the driver or of the hardware loses it:
// here a kernel writes where nothing is. In processes of their own, as they never get it back.
#include <gtest/gtest.h>

#ifdef BITVOX_WITH_CUDA
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "child_process.hpp"
#include "core/backends/dispatch.hpp"
#include "core/memory/kept_memory.hpp"
#include "cuda/cuda_check.hpp"
#include "cuda/use_gpu.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "ops/register_mi/register_mi_kernels.cuh"
#include "ops/skeleton2d/skeleton2d.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox {
namespace {

void lose_gpu() {
  cuda::use_gpu({});
  const cuda::Stream stream;
  register_mi::place_points({}, nullptr, stream);
  cudaStreamSynchronize(stream.get());
}

// Loses the GPU when its last slice is read.
class LosingSource final : public VolumeSource {
 public:
  explicit LosingSource(const BitVolume& volume) : volume_(volume) {}

  const Shape& shape() const override { return volume_.shape(); }
  std::unique_ptr<VolumeReader> open() const override { return std::make_unique<Reader>(volume_); }

 private:
  class Reader final : public VolumeReader {
   public:
    explicit Reader(const BitVolume& volume) : volume_(volume), reader_(volume.open()) {}
    void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
      reader_->read_slices(first, count, words);
      if (first + count == volume_.shape().depth && backends().front().available) lose_gpu();
    }

   private:
    const BitVolume& volume_;
    std::unique_ptr<VolumeReader> reader_;
  };

  const BitVolume& volume_;
};

granulometry::Result measure(const VolumeSource& volume, const std::string& backend) {
  granulometry::Options options;
  options.max_radius = 10;
  options.backend = backend;
  NoProgress progress;
  return granulometry::measure(volume, options, nullptr, progress);
}

template <class Error>
std::string message_of(const VolumeSource& volume) {
  return test::refusal<Error>([&] { measure(volume, "cuda"); });
}

const BitVolume& volume() {
  static const BitVolume balls = test::balls({128, 128, 128}, 12, 100, 1);
  return balls;
}

constexpr const char* kLost = "the GPU was lost (";
constexpr const char* kHelp = "); restart ImageJ to use it again";

void expect_lost(const std::string& message, const std::string& before) {
  EXPECT_EQ(message.rfind(before + kLost, 0), 0U) << message;
  EXPECT_NE(message.find(kHelp), std::string::npos) << message;
}

class LostGpuChild : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("BITVOX_TEST_CHILD") == nullptr) GTEST_SKIP() << "run by LostGpu";
    unsetenv("BITVOX_BACKEND");
    expected_ = measure(volume(), "scalar").counts;
    ASSERT_EQ(measure(volume(), "cuda").counts, expected_);
  }

  // All that comes after it: the CPU does it, and what is about the GPU fails in words.
  void expect_the_cpu_goes_on() {
    EXPECT_FALSE(backends().front().available);
    expect_lost(backends().front().detail, "");
    const granulometry::Result later = measure(volume(), "auto");
    EXPECT_EQ(later.counts, expected_);
    EXPECT_NE(later.run.backend, "cuda");
    EXPECT_EQ(later.run.note, "");
    expect_lost(message_of<InvalidInput>(volume()), "backend 'cuda' is not available: ");
    EXPECT_NO_THROW(kept_memory());
    EXPECT_THROW(free_kept_memory(), DeviceError);
  }

  std::vector<std::int64_t> expected_;
};

TEST_F(LostGpuChild, TheCpuDoesACallByAuto) {
  const granulometry::Result result = measure(LosingSource(volume()), "auto");
  EXPECT_EQ(result.counts, expected_);
  EXPECT_NE(result.run.backend, "cuda");
  expect_lost(result.run.note, "Ran on the CPU: ");
  expect_the_cpu_goes_on();
}

TEST_F(LostGpuChild, ACallThatAskedForItFails) {
  expect_lost(message_of<DeviceLost>(LosingSource(volume())), "");
  expect_the_cpu_goes_on();
}

// Loses the GPU once more than this much is done.
class LosingProgress final : public Progress {
 public:
  explicit LosingProgress(double part) : part_(part) {}
  void report(std::int64_t done, std::int64_t total) override {
    if (static_cast<double>(done) <= part_ * static_cast<double>(total) || lost_) return;
    lost_ = true;
    lose_gpu();
  }

 private:
  double part_;
  bool lost_ = false;
};

// ImageJ's rule may thin a skeleton further. So slices that are skeletons when the GPU is lost must
// be read again: here those of the first 4 million, which are one launch.
TEST_F(LostGpuChild, TheCpuThinsNoSkeletonsAgainSlow) {
  const BitVolume few = test::random_volume({19, 17, 500}, 0.85, 5);
  const skeleton2d::Options options{{"scalar", 0}, skeleton2d::Rule::kImagej};
  NoProgress quiet;
  const skeleton2d::Result once = skeleton2d::thin(few, options, quiet);
  const skeleton2d::Result twice = skeleton2d::thin(once.skeleton, options, quiet);
  ASSERT_NE(twice.pixels_after, once.pixels_after);

  BitVolume many({19, 17, 4'200'000});
  std::copy_n(few.words(), few.shape().word_count(), many.words());
  LosingProgress progress(0.86);
  const skeleton2d::Result result =
      skeleton2d::thin(many, {{"auto", 0}, skeleton2d::Rule::kImagej}, progress);
  EXPECT_NE(result.run.backend, "cuda");
  EXPECT_EQ(result.pixels_before, once.pixels_before);
  EXPECT_EQ(result.pixels_after, once.pixels_after);
  EXPECT_TRUE(std::equal(once.skeleton.words(),
                         once.skeleton.words() + once.skeleton.shape().word_count(),
                         result.skeleton.words()));
}

void expect_child_passes(const std::string& name) {
  if (!backends().front().available) GTEST_SKIP() << backends().front().detail;
  test::ChildProcess child("LostGpuChild." + name);
  EXPECT_EQ(child.end(), 0) << child.said();
  EXPECT_NE(child.said().find("[  PASSED  ] 1 test."), std::string::npos) << child.said();
}

TEST(LostGpu, TheCpuDoesACallByAuto) { expect_child_passes("TheCpuDoesACallByAuto"); }
TEST(LostGpu, ACallThatAskedForItFails) { expect_child_passes("ACallThatAskedForItFails"); }
TEST(LostGpu, TheCpuThinsNoSkeletonsAgainSlow) {
  expect_child_passes("TheCpuThinsNoSkeletonsAgainSlow");
}

}  // namespace
}  // namespace bitvox
#endif
