// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "bits.hpp"
#include "block_contract.hpp"
#include "core/blocks/run_twins.hpp"
#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "ops/skeleton2d/skeleton2d_twins.hpp"

namespace bitvox::skeleton2d {
namespace {

using test::Bits;

struct Blocks {
  using CpuTwin = skeleton2d::CpuTwin;
  using GpuTwin = skeleton2d::GpuTwin;

  struct Job : skeleton2d::Job {
    std::shared_ptr<BitVolume> result;
  };

  static Job job(const BitVolume& in, const BitVolume*, test::Random& random) {
    constexpr std::array kRules = {Rule::kGuoHall, Rule::kHilditch, Rule::kImagej};
    const auto result = std::make_shared<BitVolume>(in.shape());
    return {{in, kRules[static_cast<std::size_t>(random.below(std::ssize(kRules)))],
             thread_count(2), result.get()},
            result};
  }

  static Bits bits(const Thinned& thinned) {
    Bits bits;
    for (const PixelCount& count : {thinned.before, thinned.after}) {
      bits.add(count.pixels).add(count.objects);
    }
    for (const std::int64_t rounds : thinned.rounds) bits.add(rounds);
    return bits;
  }
};

// Two slices, of which one needs most rounds of the first stage of ImageJ's rule, the other most of
// the second: what is summed is the largest of each.
TEST(Skeleton2dBlocks, RoundsAreSummedAtTheEnd) {
  Thinned one, two;
  one.rounds = {7, 1};
  two.rounds = {2, 3};
  one.add(two);
  EXPECT_EQ(one.iterations(), 10);
}

Result run(const BitVolume& in, const Index& block, const std::string& backend) {
  Options options;
  options.backend = backend;
  options.threads = 2;
  options.rule = Rule::kImagej;
  options.block = block;
  NoProgress quiet;
  return thin(in, options, quiet);
}

TEST(Skeleton2dBlocks, AreAsAskedForOnEveryBackend) {
  const BitVolume in = test::random_volume({130, 40, 7}, 0.8, 3);
  const Result whole = run(in, {}, "scalar");
  for (const std::string& backend : test::available_backends()) {
    for (const Index& block : {Index{0, 0, 2}, Index{50, 0, 3}, Index{70, 9, 0}}) {
      const Result result = run(in, block, backend);
      EXPECT_TRUE(Bits().add(result.skeleton) == Bits().add(whole.skeleton)) << backend;
      EXPECT_EQ(result.iterations, whole.iterations) << backend;
      EXPECT_EQ(result.objects_before, whole.objects_before) << backend;
      EXPECT_EQ(result.objects_after, whole.objects_after) << backend;
    }
  }
  EXPECT_THROW(run(in, {0, 0, -1}, "auto"), InvalidInput);
}

// Crews of threads need most of the memory: fewer slices at a time need fewer of them.
TEST(Skeleton2dBlocks, WhatDoesNotFitIsThinnedInFewerSlices) {
  const BitVolume in = test::random_volume({200, 60, 12}, 0.8, 4);
  BitVolume out(in.shape());
  const Job job{in, Rule::kGuoHall, 4, &out};
  const auto bytes = [&](const Block& block) { return CpuTwin::bytes(job, block); };
  const BlockRules rules{in.shape(), reach_of(job)};
  const Memory two_crews{Memory::Kind::kHost,
                         2 * bytes(block_at(in.shape(), {{}, {200, 60, 1}}, reach_of(job)))};
  EXPECT_EQ(plan_blocks(rules, CpuTwin::user(), two_crews, bytes).size(), 6u);
}

}  // namespace
}  // namespace bitvox::skeleton2d

namespace bitvox::test {
INSTANTIATE_TYPED_TEST_SUITE_P(Skeleton2d, BlockContract, skeleton2d::Blocks);
}
