// SPDX-License-Identifier: BSD-2-Clause
#include "core/backends/dispatch.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <thread>

#include "core/backends/chosen_gpu.hpp"
#include "core/backends/cuda_status.hpp"
#include "core/backends/run_on.hpp"
#include "platform/platform.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox {
namespace {

std::string message_of(const std::string& backend) {
  return test::refusal([&] { choose_backend(backend); });
}

TEST(Backends, AreListedBestFirstWithReasons) {
  const std::vector<Backend> all = backends();
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].name, "cuda");
  EXPECT_EQ(all[1].name, "avx512");
  EXPECT_EQ(all[2].name, "avx2");
  EXPECT_EQ(all[3].name, "scalar");
  EXPECT_TRUE(all[3].available);
  for (const Backend& backend : all) {
    EXPECT_TRUE(backend.available || !backend.detail.empty()) << backend.name;
  }
}

TEST(Backends, CudaIsThereWhenRequired) {
  const Backend cuda = backends().front();
  if (std::getenv("BITVOX_REQUIRE_CUDA") == nullptr && !cuda.available) {
    GTEST_SKIP() << cuda.detail;
  }
  EXPECT_TRUE(cuda.available) << cuda.detail;
}

// Each thread has its own; one that is not there is not available, and says so.
TEST(Backends, AThreadChoosesItsGpu) {
  const int there = gpu_count();
  EXPECT_EQ(chosen_gpu().ordinal, 0);
  std::thread([&] {
    choose_gpu({there});
    EXPECT_EQ(chosen_gpu().ordinal, there);
    const Backend cuda = backends().front();
    EXPECT_EQ(cuda.gpu.ordinal, there);
    EXPECT_FALSE(cuda.available);
    if (there > 0) {
      EXPECT_EQ(cuda.detail.rfind("there is no GPU " + std::to_string(there), 0), 0U)
          << cuda.detail;
    }
    EXPECT_TRUE(choose_backend("auto").instructions);
  }).join();
  EXPECT_EQ(chosen_gpu().ordinal, 0);
}

TEST(Backends, ALostGpuIsLostAlone) {
  std::thread([] {
    choose_gpu({77});
    mark_gpu_lost("the GPU was lost (a test)");
    EXPECT_EQ(backends().front().detail, "the GPU was lost (a test)");
  }).join();
  EXPECT_TRUE(is_gpu_lost({77}));
  EXPECT_FALSE(is_gpu_lost({0}));
  EXPECT_NE(backends().front().detail, "the GPU was lost (a test)");
}

TEST(Backends, AutoIsTheFirstAvailable) {
  for (const Backend& backend : backends()) {
    if (backend.available) {
      EXPECT_EQ(choose_backend("auto").name, backend.name);
      break;
    }
  }
  EXPECT_EQ(choose_backend("auto", GpuUse::kTooSmall).instructions, best_cpu());
}

TEST(Backends, InstructionSetsHaveTheNamesOfTheirBackends) {
  for (const Backend& backend : backends()) {
    if (!backend.instructions) continue;
    EXPECT_EQ(name_of(*backend.instructions), backend.name);
  }
}

TEST(Backends, UnknownAndUnavailableNamesAreErrors) {
  EXPECT_EQ(message_of("sse9"), "unknown backend 'sse9'; use auto, cuda, avx512, avx2 or scalar");
  for (const Backend& backend : backends()) {
    EXPECT_EQ(message_of(backend.name),
              backend.available
                  ? "accepted"
                  : "backend '" + backend.name + "' is not available: " + backend.detail);
  }
}

TEST(Backends, TheEnvironmentReplacesAuto) {
  ASSERT_TRUE(test::set_environment("BITVOX_BACKEND", "scalar"));
  EXPECT_EQ(requested_backend("auto"), "scalar");
  EXPECT_EQ(requested_backend("avx2"), "avx2");
  test::set_environment("BITVOX_BACKEND", nullptr);
  EXPECT_EQ(requested_backend("auto"), "auto");
}

TEST(RunOn, ASmallGpuFallsBackOnlyWhenAuto) {
  RunReport report;
  const auto too_small = [](Gpu) -> int { throw DeviceOutOfMemory("2 MiB needed, 1 MiB is free"); };
  const auto on_cpu = [](InstructionSet) { return 7; };
  if (backends().front().available) {
    EXPECT_EQ(run_on("auto", GpuUse::kPays, report, too_small, on_cpu), 7);
    EXPECT_EQ(report.note, "Ran on the CPU: 2 MiB needed, 1 MiB is free");
    EXPECT_THROW(run_on("cuda", GpuUse::kPays, report, too_small, on_cpu), DeviceOutOfMemory);
  } else {
    EXPECT_EQ(run_on("auto", GpuUse::kPays, report, too_small, on_cpu), 7);
    EXPECT_EQ(report.note, "");
    EXPECT_THROW(run_on("cuda", GpuUse::kPays, report, too_small, on_cpu), InvalidInput);
  }
  EXPECT_EQ(report.backend, name_of(best_cpu()));
}

TEST(RunOn, UsesTheInstructionSetOfTheNamedBackend) {
  for (const std::string& name : test::available_backends()) {
    RunReport report;
    std::optional<InstructionSet> used;
    const auto on_gpu = [](Gpu) { return 1; };
    run_on(name, GpuUse::kPays, report, on_gpu, [&](InstructionSet instructions) {
      used = instructions;
      return 2;
    });
    EXPECT_EQ(report.backend, name);
    EXPECT_EQ(used, choose_backend(name).instructions);
  }
}

class Nowhere final : public SliceSink {
 public:
  void write_slice(std::int64_t, const void*) override {}
};

TEST(RunOn, DoesNotBeginAgainWhenASliceHasLeft) {
  Nowhere nowhere;
  WatchedSink out(nowhere);
  EXPECT_TRUE(may_fall_back("auto", nullptr));
  EXPECT_TRUE(may_fall_back("auto", &out));
  EXPECT_FALSE(may_fall_back("cuda", &out));

  RunReport report;
  const auto fails_later = [&](Gpu) -> int {
    out.write_slice(0, nullptr);
    throw DeviceOutOfMemory("no memory for the second slab");
  };
  const auto on_cpu = [](InstructionSet) { return 7; };
  if (backends().front().available) {
    EXPECT_THROW(run_on("auto", GpuUse::kPays, report, fails_later, on_cpu, &out),
                 DeviceOutOfMemory);
  } else {
    out.write_slice(0, nullptr);
  }
  EXPECT_FALSE(may_fall_back("auto", &out));
}

}  // namespace
}  // namespace bitvox
