// SPDX-License-Identifier: BSD-2-Clause
#include "core/blocks/slabs.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/error.hpp"
#include "refusal.hpp"

namespace bitvox {
namespace {

constexpr MemoryUser kUser{"the test", "Test less."};
constexpr std::int64_t kGibi = std::int64_t{1} << 30;

std::int64_t plan(const SliceLimits& limits, std::int64_t free, std::int64_t bytes_per_slice) {
  return plan_slab_depth(limits, kUser, {Memory::Kind::kHost, free},
                         [&](std::int64_t depth) { return depth * bytes_per_slice; });
}

TEST(Slabs, AreTheWholeVolumeWhereItFits) {
  EXPECT_EQ(plan({100, 2}, 1000, 10), 100);
  EXPECT_EQ(plan({1, 1}, 10, 10), 1);
}

TEST(Slabs, AreTheDeepestThatFit) {
  for (std::int64_t free = 40; free < 1000; free += 7) {
    EXPECT_EQ(plan({100, 4}, free, 10), free / 10);
  }
}

TEST(Slabs, AreAsAskedForOrThinner) {
  EXPECT_EQ(plan({3, 1}, 1000, 10), 3);
  EXPECT_EQ(plan({100, 1}, 1000, 10), 100);
  EXPECT_EQ(plan({60, 1}, 300, 10), 30);
}

TEST(Slabs, AreNeverMostlyHalo) {
  EXPECT_EQ(plan({100, 20}, 200, 10), 20);
  EXPECT_THROW(plan({100, 20}, 199, 10), HostOutOfMemory);
  EXPECT_EQ(plan({10, 10}, 100, 10), 10);
}

template <class Error>
std::string said(const Memory& memory, std::int64_t bytes) {
  return test::refusal<Error>([&] { require_memory(kUser, memory, bytes); });
}

TEST(Memory, IsRequiredInOneSentence) {
  EXPECT_EQ(said<HostOutOfMemory>({Memory::Kind::kHost, kGibi}, kGibi), "accepted");
  EXPECT_EQ(said<HostOutOfMemory>({Memory::Kind::kHost, kGibi}, 3 * kGibi),
            "the test needs 3.0 GiB of memory outside the Java heap, 1.0 GiB are free. Test less.");
  EXPECT_EQ(said<DeviceOutOfMemory>({Memory::Kind::kDevice, kGibi}, 3 * kGibi),
            "the test needs 3.0 GiB on the GPU, 1.0 GiB are free. Test less.");
}

}  // namespace
}  // namespace bitvox
