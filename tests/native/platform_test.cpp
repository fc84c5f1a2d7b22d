// SPDX-License-Identifier: BSD-2-Clause
#include "core/platform/platform.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace bitvox::platform {
namespace {

namespace fs = std::filesystem;
using Bytes = std::unique_ptr<unsigned char, FreeMemory>;

constexpr std::size_t kMebi = std::size_t{1} << 20;

TEST(PlatformMemory, BeginsAtAMultiple) {
  for (const std::size_t alignment : {std::size_t{64}, std::size_t{4096}, 2 * kMebi}) {
    const Bytes bytes(static_cast<unsigned char*>(aligned_memory(alignment, 3 * alignment)));
    ASSERT_NE(bytes, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.get()) % alignment, 0U);
    std::memset(bytes.get(), 7, 3 * alignment);
  }
}

TEST(PlatformMemory, IsZeroAlsoWhereOtherMemoryWasFreed) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{1000}, 3 * kMebi, 64 * kMebi}) {
    for (int again = 0; again < 3; ++again) {
      const Bytes bytes(static_cast<unsigned char*>(zeroed_memory(count)));
      ASSERT_NE(bytes, nullptr);
      EXPECT_EQ(std::count(bytes.get(), bytes.get() + count, 0), static_cast<std::int64_t>(count));
      std::memset(bytes.get(), 0xff, count);
    }
  }
  auto* const mapped = static_cast<unsigned char*>(map_zeroed_memory(5 * kMebi));
  ASSERT_NE(mapped, nullptr);
  EXPECT_EQ(std::count(mapped, mapped + 5 * kMebi, 0), static_cast<std::int64_t>(5 * kMebi));
  unmap_memory(mapped, 5 * kMebi);
}

// Not by sanitizers, which take such a request for an error.
TEST(PlatformMemoryThorough, IsNullIfThereIsNone) {
  constexpr std::size_t kTooMuch = std::size_t{1} << 62;
  EXPECT_EQ(aligned_memory(64, kTooMuch), nullptr);
  EXPECT_EQ(zeroed_memory(kTooMuch), nullptr);
  EXPECT_EQ(map_zeroed_memory(kTooMuch), nullptr);
}

TEST(PlatformMemory, ThatWasLentIsUsable) {
  const Bytes bytes(static_cast<unsigned char*>(aligned_memory(2 * kMebi, 32 * kMebi)));
  ASSERT_NE(bytes, nullptr);
  prefer_huge_pages(bytes.get(), 32 * kMebi);
  std::memset(bytes.get(), 1, 32 * kMebi);
  EXPECT_TRUE(lend_pages(bytes.get(), 32 * kMebi));
  std::memset(bytes.get(), 2, 32 * kMebi);
  EXPECT_EQ(std::count(bytes.get(), bytes.get() + 32 * kMebi, 2), 32 * std::int64_t{kMebi});
}

TEST(PlatformMemory, AndCoresAreWithinReason) {
  EXPECT_GT(available_memory(), 64 * std::int64_t{kMebi});
  EXPECT_LT(available_memory(), std::int64_t{1} << 50);
  EXPECT_GE(allowed_cores(), 1);
  EXPECT_LE(allowed_cores(), 4096);
  EXPECT_GE(quota_of_cores().value_or(1), 1);
}

// A folder of its own, with letters that no code page has all of.
class PlatformFiles : public testing::Test {
 protected:
  PlatformFiles() { fs::create_directories(folder_); }
  ~PlatformFiles() override { fs::remove_all(folder_); }

  std::string in_folder(const std::u8string& name) const {
    const std::u8string path = (folder_ / name).u8string();
    return {path.begin(), path.end()};
  }

  fs::path folder_ = fs::path(testing::TempDir()) / fs::path(u8"bitvox Ω 骨 é");
};

TEST_F(PlatformFiles, HaveNamesInAnyScript) {
  const std::string path = in_folder(u8"Kieferknochen ß Ωμέγα 骨格 🦴.txt");
  {
    const File out = open_to_write(path);
    ASSERT_NE(out, nullptr);
    ASSERT_EQ(std::fwrite("bones\n", 1, 6, out.get()), 6U);
  }
  EXPECT_TRUE(fs::exists(folder_ / u8"Kieferknochen ß Ωμέγα 骨格 🦴.txt"));
  const OpenedFile opened = open_to_read(path);
  ASSERT_NE(opened.file, nullptr);
  EXPECT_FALSE(opened.is_folder);
  EXPECT_EQ(opened.bytes, 6);  // a line feed is written as it is
  EXPECT_EQ(name_of(path), path.substr(path.find("Kiefer")));
}

TEST_F(PlatformFiles, MayBeLargerThanFourGibibytes) {
  constexpr std::int64_t kBytes = (std::int64_t{5} << 30) + 3;
  const std::string path = in_folder(u8"large");
  {
    std::ofstream out(folder_ / u8"large", std::ios::binary);  // with a hole
    out.seekp(kBytes - 1);
    out.put('x');
  }
  EXPECT_EQ(open_to_read(path).bytes, kBytes);
}

TEST_F(PlatformFiles, MayHaveLongNames) {
  std::u8string name;
  for (int i = 0; i < 8; ++i) name += std::u8string(40, u8'n') + u8"/";
  name.pop_back();
  const std::string path = in_folder(name);
  std::error_code failed;
  fs::create_directories((folder_ / name).parent_path(), failed);
  if (failed) GTEST_SKIP() << "no such long names here: " << failed.message();
  ASSERT_NE(open_to_write(path), nullptr);
  EXPECT_EQ(open_to_read(path).bytes, 0);
}

TEST_F(PlatformFiles, ThatCannotBeReadHaveAReason) {
  const OpenedFile folder = open_to_read(in_folder(u8""));
  EXPECT_TRUE(folder.is_folder);
  EXPECT_EQ(folder.file, nullptr);
  errno = 0;
  const OpenedFile none = open_to_read(in_folder(u8"none"));
  EXPECT_EQ(errno, ENOENT);
  EXPECT_FALSE(none.is_folder);
  EXPECT_EQ(none.file, nullptr);
  errno = 0;
  EXPECT_EQ(open_to_write(in_folder(u8"none/at all")), nullptr);
  EXPECT_EQ(errno, ENOENT);
}

}  // namespace
}  // namespace bitvox::platform
