// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "core/platform/cgroup.hpp"
#include "core/threads/parallel.hpp"

namespace bitvox {
namespace {

namespace fs = std::filesystem;

// A folder that looks like the mounted control groups.
class CpuQuota : public testing::Test {
 protected:
  CpuQuota() {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    root_ = fs::path(testing::TempDir()) / (std::string("bitvox_cgroup_") + test->name());
    fs::remove_all(root_);
  }
  ~CpuQuota() override { fs::remove_all(root_); }

  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text << '\n';
  }

  fs::path root_;
};

TEST_F(CpuQuota, IsNoneWithoutFiles) { EXPECT_EQ(quota_cores(root_, "/"), std::nullopt); }

TEST_F(CpuQuota, IsRoundedUpToWholeCores) {
  write("cpu.max", "max 100000");
  EXPECT_EQ(quota_cores(root_, "/"), std::nullopt);
  write("cpu.max", "150000 100000");
  EXPECT_EQ(quota_cores(root_, "/"), 2);
  write("cpu.max", "200000 100000");
  EXPECT_EQ(quota_cores(root_, "/"), 2);
  write("cpu.max", "10000 100000");
  EXPECT_EQ(quota_cores(root_, "/"), 1);
}

TEST_F(CpuQuota, IsTheSmallestOfTheGroupsAbove) {
  write("cpu.max", "max 100000");
  write("docker/cpu.max", "300000 100000");
  write("docker/abc/cpu.max", "800000 100000");
  EXPECT_EQ(quota_cores(root_, "/docker/abc"), 3);
  EXPECT_EQ(quota_cores(root_, "/docker/missing"), 3);
  EXPECT_EQ(quota_cores(root_, "/"), std::nullopt);
}

TEST_F(CpuQuota, OfVersion1) {
  write("cpu/cpu.cfs_quota_us", "-1");
  write("cpu/cpu.cfs_period_us", "100000");
  EXPECT_EQ(quota_cores(root_, "/"), std::nullopt);
  write("cpu/job/cpu.cfs_quota_us", "250000");
  write("cpu/job/cpu.cfs_period_us", "100000");
  EXPECT_EQ(quota_cores(root_, "/job"), 3);
}

TEST_F(CpuQuota, LimitsTheCoresOfThisProcess) {
  EXPECT_GE(core_count(), 1);
  EXPECT_LE(core_count(), quota_cores().value_or(core_count()));
}

}  // namespace
}  // namespace bitvox
