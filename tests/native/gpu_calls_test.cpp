// SPDX-License-Identifier: BSD-2-Clause
// Calls of many kinds on the GPU, two at a time, some of them cancelled or failing in the middle:
// each result is right, and memory does not grow.
#include <gtest/gtest.h>

#ifdef BITVOX_WITH_CUDA
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/error.hpp"
#include "core/memory/kept_memory.hpp"
#include "failing_sink.hpp"
#include "failing_source.hpp"
#include "ops/distance_map/distance_map.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "ops/minkowski/minkowski.hpp"
#include "ops/morphology/morphology.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"
#include "test_volumes.hpp"

namespace bitvox {
namespace {

// A number that differs where the results do.
class Digest final : public SliceSink {
 public:
  void add(std::uint64_t value) { value_ = (value_ ^ value) * 0x9e3779b97f4a7c15U; }
  void add(const BitVolume& volume) {
    for (std::int64_t i = 0; i < volume.shape().word_count(); ++i) add(volume.words()[i]);
  }
  void begin(const SliceFormat& format) override {
    bytes_ = format.slice_pixels() * bytes_per_pixel(format.type);
  }
  void write_slice(std::int64_t slice, const void* pixels) override {
    add(static_cast<std::uint64_t>(slice));
    const auto* const bytes = static_cast<const std::uint8_t*>(pixels);
    for (std::int64_t i = 0; i < bytes_; ++i) add(bytes[i]);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
  std::int64_t bytes_ = 0;
};

using Call = std::uint64_t (*)(const VolumeSource& volume, const char* backend, Progress& progress);

std::uint64_t measure_sizes(const VolumeSource& volume, const char* backend, Progress& progress) {
  granulometry::Options options;
  options.max_radius = 20;
  options.backend = backend;
  Digest digest;
  for (const std::int64_t count :
       granulometry::measure(volume, options, nullptr, progress).counts) {
    digest.add(static_cast<std::uint64_t>(count));
  }
  return digest.value();
}

std::uint64_t map_distances(const VolumeSource& volume, const char* backend, Progress& progress) {
  distance_map::Options options;
  options.backend = backend;
  Digest digest;
  distance_map::measure(volume, options, digest, progress);
  return digest.value();
}

std::uint64_t measure_shape(const VolumeSource& volume, const char* backend, Progress& progress) {
  minkowski::Options options;
  options.backend = backend;
  Digest digest;
  digest.add(static_cast<std::uint64_t>(
      minkowski::measure(volume, options, progress).numbers.front().euler_all));
  return digest.value();
}

std::uint64_t open_by_balls(const VolumeSource& volume, const char* backend, Progress& progress) {
  morphology::Options options;
  options.element = Element::kBall;
  options.radius = 3;
  options.backend = backend;
  Digest digest;
  digest.add(morphology::apply(volume, nullptr, options, progress).volume);
  return digest.value();
}

std::uint64_t thin(const VolumeSource& volume, const char* backend, Progress& progress) {
  skeleton3d::Options options;
  options.backend = backend;
  Digest digest;
  digest.add(skeleton3d::thin(volume, nullptr, options, progress).skeleton);
  return digest.value();
}

constexpr Call kCalls[] = {measure_sizes, map_distances, measure_shape, open_by_balls, thin};

// A volume, and what the calls find in it.
struct Known {
  BitVolume volume;
  std::vector<std::uint64_t> results;

  explicit Known(BitVolume of) : volume(std::move(of)) {
    NoProgress quiet;
    for (const Call call : kCalls) results.push_back(call(volume, "scalar", quiet));
  }
};

const std::vector<Known>& known_volumes() {
  static const auto* const all = [] {
    auto* const volumes = new std::vector<Known>;
    for (const Shape& shape :
         {Shape{64, 40, 20}, Shape{130, 70, 33}, Shape{200, 119, 60}, Shape{256, 64, 79}}) {
      volumes->emplace_back(test::balls(shape, 8, 20, static_cast<std::uint64_t>(shape.width)));
    }
    return volumes;
  }();
  return *all;
}

// One call of any kind.
void call_once(test::Random& random) {
  const Known& known = known_volumes()[static_cast<std::size_t>(random.below(4))];
  const auto which = static_cast<std::size_t>(random.below(std::ssize(kCalls)));
  NoProgress quiet;
  switch (random.below(5)) {
    case 0: {
      test::CancelAfter cancel(static_cast<int>(1 + random.below(6)));
      try {
        EXPECT_EQ(kCalls[which](known.volume, "cuda", cancel), known.results[which]);
      } catch (const Cancelled&) {
      }
      break;
    }
    case 1: {
      try {
        kCalls[which](test::FailingSource(known.volume.shape(), 7), "cuda", quiet);
        ADD_FAILURE() << "read what cannot be read";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "unreadable slice");
      }
      break;
    }
    case 2: {
      test::FailingSink sink;
      distance_map::Options options;
      options.backend = "cuda";
      try {
        distance_map::measure(known.volume, options, sink, quiet);
        ADD_FAILURE() << "wrote what cannot be written";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "disk full");
      }
      break;
    }
    default:
      EXPECT_EQ(kCalls[which](known.volume, "cuda", quiet), known.results[which]) << which;
  }
}

void call_from_two_threads(int calls) {
  known_volumes();
  std::vector<std::thread> threads;
  std::atomic<int> left{calls};
  for (std::uint64_t t = 0; t < 2; ++t) {
    threads.emplace_back([&left, t] {
      test::Random random(t + 1);
      while (left-- > 0) call_once(random);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

std::int64_t resident_host_bytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t pages = 0;
  file >> pages >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

class GpuCalls : public testing::Test {
 protected:
  void SetUp() override {
    if (!backends().front().available) GTEST_SKIP() << backends().front().detail;
    free_kept_memory();
  }
};

// A volume comes back in pieces of 4 MiB, here with the last one shorter.
TEST_F(GpuCalls, VolumesOfSeveralPiecesAreRight) {
  const BitVolume volume = test::random_volume({700, 512, 130}, 0.9, 1);
  morphology::Options options;
  options.operation = morphology::Operation::kErode;
  options.element = Element::kCross;
  options.radius = 1;
  NoProgress quiet;
  const auto eroded = [&](const char* backend) {
    options.backend = backend;
    return morphology::apply(volume, nullptr, options, quiet).volume;
  };
  const BitVolume expected = eroded("scalar");
  const BitVolume found = eroded("cuda");
  const std::int64_t words = expected.shape().word_count();
  EXPECT_TRUE(std::equal(found.words(), found.words() + words, expected.words()));
}

TEST_F(GpuCalls, TwoAtOnceAreRight) { call_from_two_threads(60); }

TEST_F(GpuCalls, MemoryDoesNotGrowSlow) {
  constexpr std::int64_t kMuch = std::int64_t{64} << 20;
  call_from_two_threads(400);
  const std::int64_t gpu = kept_memory().gpu;
  const std::int64_t host = resident_host_bytes();
  call_from_two_threads(2000);
  EXPECT_LE(kept_memory().gpu, gpu + kMuch);
  EXPECT_LE(kept_memory().pinned, kMuch);
  EXPECT_LE(resident_host_bytes(), host + kMuch);
}

}  // namespace
}  // namespace bitvox
#endif
