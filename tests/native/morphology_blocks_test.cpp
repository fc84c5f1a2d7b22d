// SPDX-License-Identifier: BSD-2-Clause
#include <array>
#include <memory>

#include "bits.hpp"
#include "block_contract.hpp"
#include "core/blocks/run_twins.hpp"
#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "ops/morphology/morphology_twins.hpp"

namespace bitvox::morphology {
namespace {

using test::Bits;

// The second volume of operations of two is what the contract calls a mask.
struct Blocks {
  using CpuTwin = morphology::CpuTwin;
  using GpuTwin = morphology::GpuTwin;

  struct Job : morphology::Job {
    std::shared_ptr<BitVolume> result;
  };

  static Job job(const BitVolume& in, const BitVolume* mask, test::Random& random) {
    constexpr std::array kOfOne = {
        Operation::kErode,    Operation::kDilate,      Operation::kOpen,       Operation::kClose,
        Operation::kGradient, Operation::kWhiteTopHat, Operation::kBlackTopHat};
    constexpr std::array kOfTwo = {Operation::kAnd, Operation::kOr, Operation::kXor,
                                   Operation::kMinus};
    constexpr std::array kElements = {Element::kCross, Element::kCube, Element::kBall};
    const auto one_of = [&](const auto& choices) {
      return choices[static_cast<std::size_t>(random.below(std::ssize(choices)))];
    };
    const bool two = mask != nullptr && random.chance(0.3);
    Options options;
    options.operation = two ? one_of(kOfTwo) : one_of(kOfOne);
    options.element = one_of(kElements);
    options.edges = random.chance(0.5) ? Edges::kBackground : Edges::kClipped;
    options.extent = random.chance(0.3) ? Extent::kPerSlice : Extent::kVolume;
    // Balls by rows and by distances, on the CPU and on the GPU.
    constexpr std::array kRadii = {0, 1, 2, 3, 5, 8, 25};
    options.radius = one_of(kRadii);
    const auto result = std::make_shared<BitVolume>(in.shape());
    return {{in, two ? mask : nullptr, plan(options, in.shape()), thread_count(2), result.get()},
            result};
  }

  static Bits bits(const NoNumbers&) { return {}; }
};

// On the CPU too, whose memory is not asked for here.
TEST(MorphologyBlocks, WhatDoesNotFitIsCutIntoSlabs) {
  const BitVolume in = test::random_volume({130, 40, 200}, 0.99, 3);
  const Shape& shape = in.shape();
  Options options;
  options.radius = 2;
  BitVolume whole(shape);
  BitVolume slabs(shape);
  const auto run = [&](BitVolume& out, const auto& memory_of) {
    const Job job{in, nullptr, plan(options, shape), 1, &out};
    const BlockRules rules{shape, reach_of(job)};
    const Memory memory{Memory::Kind::kHost,
                        memory_of(CpuTwin::bytes(job, block_at(shape, box_of(shape), {})))};
    const auto blocks = plan_blocks(rules, CpuTwin::user(), memory,
                                    [&](const Block& b) { return CpuTwin::bytes(job, b); });
    NoProgress quiet;
    run_twin<CpuTwin>(job, rules, InstructionSet::kScalar, memory, {}, quiet);
    return blocks.size();
  };
  EXPECT_EQ(run(whole, [](std::int64_t bytes) { return bytes; }), 1u);
  EXPECT_GE(run(slabs, [](std::int64_t bytes) { return bytes / 2; }), 3u);
  EXPECT_TRUE(Bits().add(slabs) == Bits().add(whole));
  EXPECT_THROW(run(slabs, [](std::int64_t bytes) { return bytes / 8; }), HostOutOfMemory);
}

}  // namespace
}  // namespace bitvox::morphology

namespace bitvox::test {
INSTANTIATE_TYPED_TEST_SUITE_P(Morphology, BlockContract, morphology::Blocks);
}
