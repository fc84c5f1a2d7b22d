// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bits.hpp"
#include "collect_slices.hpp"
#include "core/backends/built_with_cuda.hpp"
#include "core/backends/dispatch.hpp"
#include "core/blocks/plan_blocks.hpp"
#include "core/blocks/run_blocks.hpp"
#include "test_volumes.hpp"

// What every operation over blocks owes its callers: for any grid of blocks along all axes, the
// results of the blocks add up to those of the whole, bit for bit, and each core has the whole's
// voxels; with a mask what is counted is what the whole's map has in it. An operation says
//
//     struct Blocks {
//       using CpuTwin = ...; using GpuTwin = ...;
//       static Job job(const BitVolume& in, const BitVolume* mask, Random& random);
//       static Bits bits(const Partial&);                  // all of a result
//       // Where it has slices:
//       static constexpr PixelType kPixels = ...;
//       // The same of what a map has in a mask (null: everywhere), by an obvious loop; nothing
//       // where it does not follow from the map.
//       static std::optional<Bits> counted(const Job&, const GreyVolume& map, const BitVolume*);
//       // Where it has several passes, what they give: all of a result, and the slices of the map.
//       static Bits run_passes(const Job&, const Twin&, const std::vector<Block>&, SliceSink& map);
//     };
//
// Where blocks write the bits of their cores instead, its job names the BitVolume `out`.
//
//     INSTANTIATE_TYPED_TEST_SUITE_P(Name, BlockContract, Blocks);
namespace bitvox::test {

// Noise, solids with few holes, a rod and a plate through all faces, one corner alone, a full
// volume, a comb whose teeth meet at one end.
inline BitVolume block_picture(const Shape& s, int kind, std::uint64_t seed) {
  Random random(seed);
  return make_volume(s, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    switch (kind) {
      case 0:
        return random.chance(0.5);
      case 1:
        return !random.chance(0.003);
      case 2:
        return y == s.height / 2 || (x / 3 == s.width / 6 && z % 2 == 0);
      case 3:
        return x < 5 && y < 4 && z < 3;
      case 4:
        return true;
      default:
        return z == s.depth - 1 || (x / 2 + y) % 2 == 0;
    }
  });
}

template <class Blocks>
class BlockContract : public testing::Test {
 protected:
  static constexpr int kPictures = 6;
#ifdef BITVOX_SANITIZED  // every picture once is long enough
  static constexpr int kRounds = kPictures + 1;
#else
  static constexpr int kRounds = 20;
#endif
  static constexpr int kGrids = 4;

  // body(twin) with the twin of this backend.
  template <class Job, class Body>
  static auto with_twin(const std::string& backend, const Job& job, const Block& largest,
                        const Body& body) {
    const Backend chosen = choose_backend(backend);
    if constexpr (kBuiltWithCuda && requires { typename Blocks::GpuTwin; }) {
      if (!chosen.instructions) {
        typename Blocks::GpuTwin twin(job, Gpu{}, largest);
        return body(twin);
      }
    }
    typename Blocks::CpuTwin twin(job, chosen.instructions.value_or(best_cpu()), largest);
    return body(twin);
  }

  struct Outcome {
    Bits partial;
    Bits voxels;
    std::unique_ptr<CollectSlices> map;  // where there are slices
  };

  static constexpr bool kHasSlices = requires { Blocks::kPixels; };
  static constexpr bool kHasPasses = requires {
    &Blocks::template run_passes<typename Blocks::CpuTwin>;
  };

  template <class Job>
  static Bits run_to(SliceSink* map, const std::string& backend, const Job& job,
                     const std::vector<Block>& blocks) {
    return with_twin(backend, job, largest_of(blocks), [&](auto& twin) {
      if constexpr (kHasPasses) {
        return Blocks::run_passes(job, twin, blocks, *map);
      } else {
        std::optional<CoreSink> cores;
        if constexpr (kHasSlices) {
          cores.emplace(*map, SliceFormat{blocks.front().whole, Blocks::kPixels});
        }
        NoProgress quiet;
        return Blocks::bits(run_blocks(blocks, twin, cores ? &*cores : nullptr, quiet));
      }
    });
  }

  template <class Job>
  static Outcome run(const std::string& backend, const Job& job, const std::vector<Block>& blocks) {
    Outcome outcome;
    if constexpr (kHasSlices) {
      outcome.map = std::make_unique<CollectSlices>(blocks.front().whole, Blocks::kPixels);
      outcome.partial = run_to(outcome.map.get(), backend, job, blocks);
      outcome.voxels.add(outcome.map->volume);
    } else if constexpr (requires { job.out; }) {
      // What no block writes stays wrong.
      std::fill_n(job.out->words(), job.out->shape().word_count(), ~std::uint64_t{0});
      outcome.partial = run_to(nullptr, backend, job, blocks);
      outcome.voxels.add(*job.out);
    } else {
      outcome.partial = run_to(nullptr, backend, job, blocks);
    }
    return outcome;
  }

  static std::int64_t side(Random& random, std::int64_t most) { return 1 + random.below(most); }
};

TYPED_TEST_SUITE_P(BlockContract);

TYPED_TEST_P(BlockContract, PartsAddUpToTheWhole) {
  using Blocks = TypeParam;
  for (const std::string& backend : available_backends()) {
    for (int round = 0; round < TestFixture::kRounds; ++round) {
      SCOPED_TRACE(backend + ", round " + std::to_string(round));
      Random random(static_cast<std::uint64_t>(round) + 1);
      const Shape shape{TestFixture::side(random, 150), TestFixture::side(random, 30),
                        TestFixture::side(random, 24)};
      const BitVolume in = block_picture(shape, round % TestFixture::kPictures, random.next());
      const BitVolume half = random_volume(shape, 0.6, random.next());
      const BitVolume* const mask = round % 2 == 0 ? &half : nullptr;
      const auto job = Blocks::job(in, mask, random);
      const auto whole = TestFixture::run(backend, job, cut_blocks(shape, sides_of(shape), {}));
      if constexpr (TestFixture::kHasSlices) {
        if (const std::optional<Bits> counted = Blocks::counted(job, whole.map->volume, mask)) {
          EXPECT_TRUE(*counted == whole.partial);
        }
      }
      for (int grid = 0; grid < TestFixture::kGrids; ++grid) {
        // Slabs are one of four; sides of less than a tenth would be many blocks.
        Index sides = sides_of(shape);
        for (std::size_t axis = grid == 0 ? 2 : 0; axis < 3; ++axis) {
          sides[axis] = std::max((sides[axis] + 9) / 10, TestFixture::side(random, sides[axis]));
        }
        const auto parts = TestFixture::run(backend, job, cut_blocks(shape, sides, reach_of(job)));
        const std::string cut = "sides " + std::to_string(sides[0]) + " " +
                                std::to_string(sides[1]) + " " + std::to_string(sides[2]);
        EXPECT_TRUE(parts.partial == whole.partial) << cut;
        EXPECT_TRUE(parts.voxels == whole.voxels) << cut;
      }
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(BlockContract, PartsAddUpToTheWhole);

}  // namespace bitvox::test
