// SPDX-License-Identifier: BSD-2-Clause
// Kept arrays when the process may take no more memory.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cstdint>

#include "core/memory/aligned_array.hpp"
#include "core/memory/zeroed_words.hpp"
#include "platform/platform.hpp"

namespace bitvox {
namespace {

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
  const AddressSpaceLimit limit(test::memory_taken() + kBytes / 2);
  if (!too_large_to_map(kBytes)) GTEST_SKIP() << "an emulator that keeps to no limit";
  EXPECT_NO_THROW(ZeroedWords(kBytes / 8));
  EXPECT_EQ(kept_array_bytes(), 0);
}
#endif

}  // namespace
}  // namespace bitvox
