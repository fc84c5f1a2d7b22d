// SPDX-License-Identifier: BSD-2-Clause
#include "core/memory/aligned_array.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <vector>

#include "core/memory/zeroed_words.hpp"

namespace bitvox {
namespace {

// Small ones, and large ones in huge pages.
TEST(AlignedArrayTest, BeginsAtAMultipleAndHasSomeToSpare) {
  for (const std::int64_t count : {0, 1, 15, 16, 17, 1000, (5 << 20) + 3}) {
    const AlignedArray<std::uint32_t> array = aligned_array<std::uint32_t>(count);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.get()) % kAlignedBytes, 0U) << count;
    const std::int64_t end = count + kAlignedBytes / 4;
    for (std::int64_t i = 0; i < end; ++i) array[static_cast<std::size_t>(i)] = 7;
    EXPECT_EQ(array[static_cast<std::size_t>(end - 1)], 7U) << count;
  }
}

// That the process has taken, in bytes.
std::int64_t address_space() {
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

// Not one that is much larger than what is asked for, nor one that is in use.
TEST(AlignedArrayTest, LargeOnesAreUsedAgain) {
  constexpr std::int64_t kBytes = std::int64_t{96} << 20;
  const auto first = [](const AlignedArray<char>& array) {
    return reinterpret_cast<std::uintptr_t>(array.get());
  };
  AlignedArray<char> array = aligned_array<char>(kBytes);
  const std::uintptr_t place = first(array);
  array.reset();
  array = aligned_array<char>(kBytes - 1000);
  EXPECT_EQ(first(array), place);
  const AlignedArray<char> another = aligned_array<char>(kBytes);
  EXPECT_NE(first(another), place);
  std::memset(array.get(), 1, kBytes - 1000);
  std::memset(another.get(), 2, kBytes);
  EXPECT_EQ(array[kBytes - 1001], 1);
  array.reset();
  EXPECT_NE(first(aligned_array<char>(kBytes / 2)), place);
}

TEST(AlignedArrayTest, GivesBackWhatIsKept) {
  constexpr std::int64_t kBytes = std::int64_t{96} << 20;
  free_kept_arrays();
  AlignedArray<char> array = aligned_array<char>(kBytes);
  EXPECT_EQ(kept_array_bytes(), 0);
  array.reset();
  EXPECT_GE(kept_array_bytes(), kBytes);
  free_kept_arrays();
  EXPECT_EQ(kept_array_bytes(), 0);
}

// Sets how much address space the process may take, and puts it back.
class AddressSpaceLimit {
 public:
  explicit AddressSpaceLimit(std::int64_t bytes) {
    getrlimit(RLIMIT_AS, &before_);
    const rlimit limit{static_cast<rlim_t>(bytes), before_.rlim_max};
    setrlimit(RLIMIT_AS, &limit);
  }
  ~AddressSpaceLimit() { setrlimit(RLIMIT_AS, &before_); }
  AddressSpaceLimit(const AddressSpaceLimit&) = delete;
  AddressSpaceLimit& operator=(const AddressSpaceLimit&) = delete;

 private:
  rlimit before_{};
};

[[maybe_unused]] bool too_large_to_map(std::int64_t bytes) {
  const auto size = static_cast<std::size_t>(bytes);
  void* address = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED) return true;
  munmap(address, size);
  return false;
}

// What is kept makes room for memory of other kinds. The address sanitizer gives nothing back at
// once.
#ifndef BITVOX_SANITIZED
TEST(AlignedArrayTest, WhatIsKeptIsNoReasonToFail) {
  constexpr std::int64_t kBytes = std::int64_t{512} << 20;
  aligned_array<char>(kBytes);
  ASSERT_GE(kept_array_bytes(), kBytes);
  const AddressSpaceLimit limit(address_space() + kBytes / 2);
  if (!too_large_to_map(kBytes)) GTEST_SKIP() << "an emulator that keeps to no limit";
  EXPECT_NO_THROW(ZeroedWords(kBytes / 8));
  EXPECT_EQ(kept_array_bytes(), 0);
}
#endif

TEST(AlignedArrayTest, KeepsOneGibibyteAtMost) {
  const std::int64_t before = address_space();
  {
    std::vector<AlignedArray<char>> arrays(5);
    for (auto& array : arrays) array = aligned_array<char>(std::int64_t{300} << 20);
    EXPECT_GT(address_space(), before + (std::int64_t{400} << 20));
  }
  EXPECT_LE(address_space(), before + (std::int64_t{1} << 30));
}

}  // namespace
}  // namespace bitvox
