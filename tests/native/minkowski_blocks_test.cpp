// SPDX-License-Identifier: BSD-2-Clause
#include "bits.hpp"
#include "block_contract.hpp"
#include "core/threads/parallel.hpp"
#include "ops/minkowski/minkowski.hpp"

namespace bitvox::minkowski {
namespace {

using test::Bits;

struct Blocks {
  using CpuTwin = minkowski::CpuTwin;
  using GpuTwin = minkowski::GpuTwin;

  static Job job(const BitVolume& in, const BitVolume* mask, test::Random& random) {
    const bool planar = random.chance(0.3) || in.shape().depth == 1;
    const CountSet of_volume = random.chance(0.3) ? CountSet::kAxes : CountSet::kAll;
    return {in, mask, planar ? CountSet::kPlanar : of_volume,
            random.chance(0.5) ? Edges::kBackground : Edges::kClipped, thread_count(2)};
  }

  static Bits bits(const SliceCounts& sum) {
    Bits all;
    for (const auto& [z, counts] : sum.slices) {
      all.add(z);
      for (const std::int64_t count : counts) all.add(count);
    }
    return all;
  }
};

}  // namespace
}  // namespace bitvox::minkowski

namespace bitvox::test {
INSTANTIATE_TYPED_TEST_SUITE_P(Minkowski, BlockContract, minkowski::Blocks);
}
