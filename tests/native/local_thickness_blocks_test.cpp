// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "bits.hpp"
#include "block_contract.hpp"
#include "collect_slices.hpp"
#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/local_thickness/local_thickness.hpp"
#include "ops/local_thickness/local_thickness_counts.hpp"
#include "ops/local_thickness/local_thickness_object.hpp"
#include "ops/local_thickness/local_thickness_plan.hpp"

namespace bitvox::local_thickness {
namespace {

using test::Bits;

// Whether a ball may be infinite: no background in all of it, or in a slice.
bool may_be_infinite(const BitVolume& in, Phase phase, bool planar) {
  const Shape& s = in.shape();
  const std::int64_t slices = planar ? 1 : s.depth;
  const std::int64_t background = phase == Phase::kForeground ? 0 : 1;
  for (std::int64_t first = 0; first < s.depth; first += slices) {
    bool any = false;
    for (std::int64_t z = first; z < first + slices; ++z)
      for (std::int64_t y = 0; y < s.height; ++y)
        for (std::int64_t x = 0; x < s.width; ++x) {
          any = any || test::voxel(in, x, y, z) == (background == 1);
        }
    if (!any) return true;
  }
  return false;
}

// The thickness, or (kSizes) how many limits it exceeds.
template <bool kSizes>
struct Blocks {
  using CpuTwin = local_thickness::CpuTwin;
  using GpuTwin = local_thickness::GpuTwin;
  static constexpr PixelType kPixels = kSizes ? PixelType::kUint16 : PixelType::kFloat32;

  static Job job(const BitVolume& in, const BitVolume* mask, test::Random& random) {
    Options options;
    options.extent = random.chance(0.3) ? Extent::kPerSlice : Extent::kVolume;
    if (random.chance(0.4)) options.spacing = {0.3, 0.4, 0.7};
    options.threads = static_cast<int>(1 + random.below(3));
    const Phase phase = random.chance(0.5) ? Phase::kForeground : Phase::kBackground;
    const bool planar = options.extent == Extent::kPerSlice || in.shape().depth == 1;
    options.edges = random.chance(0.5) || may_be_infinite(in, phase, planar) ? Edges::kBackground
                                                                             : Edges::kClipped;
    Job job{field_of(in, options), phase};
    job.field.mask = mask;
    if (kSizes) job.limits = {0.1, 1, 2.5, 4, 9};
    job.radius = largest_radius(
        job,
        [](const distance_map::Job& field, Progress& progress) {
          return distance_map::measure_cpu(best_cpu(), field, nullptr, progress);
        },
        quiet());
    // No picture has squares of more than 16 bits.
    job.field.values = random.chance(0.3) ? wide_type(job.field) : first_type(job.field);
    return job;
  }

  static Bits bits(const Counts& counts) {
    Bits bits;
    for (const auto& [pixel, voxels] : counts.voxels) {
      if (pixel > 0) bits.add(pixel).add(voxels);
    }
    return bits;
  }

  static std::optional<Bits> counted(const Job&, const GreyVolume& map, const BitVolume* mask) {
    const Shape& s = map.shape();
    Counts counts;
    std::int64_t i = 0;
    for (std::int64_t z = 0; z < s.depth; ++z)
      for (std::int64_t y = 0; y < s.height; ++y)
        for (std::int64_t x = 0; x < s.width; ++x, ++i) {
          if (mask != nullptr && !test::voxel(*mask, x, y, z)) continue;
          ++counts.voxels[kSizes ? map.data<std::uint16_t>()[i] : map.data<float>()[i]];
        }
    return bits(counts);
  }

 private:
  static Progress& quiet() {
    static NoProgress progress;
    return progress;
  }
};

using InFloats = Blocks<false>;
using InSizes = Blocks<true>;

// What is computed, and how often the largest ball is looked for first, with so much memory.
struct Computed {
  Bits counts;
  Bits map;
  int looks = 0;
};

Computed compute_in(std::int64_t bytes, const Job& job) {
  Computed computed;
  test::CollectSlices map(job.field.in.shape(), job.pixels());
  WatchedSink watched(map);
  NoProgress quiet;
  const auto memory = [&] {
    Memory all = host_memory();
    all.free = bytes;
    return all;
  };
  const auto measure = [&](const distance_map::Job& field, Progress& progress) {
    ++computed.looks;
    return distance_map::measure_cpu(best_cpu(), field, nullptr, progress);
  };
  const Counts counts = run_wide_enough<CpuTwin>(job, best_cpu(), memory, measure, &watched, quiet);
  computed.counts = Blocks<false>::bits(counts);
  computed.map.add(map.volume);
  return computed;
}

TEST(LocalThicknessInMemory, LooksForTheLargestBallWhereTheWholeDoesNotFit) {
  const Shape shape{90, 80, 300};
  Options options;
  options.threads = 2;
  const BitVolume volume = test::balls(shape, 9, 60, 3);
  Job job{field_of(volume, options), Phase::kForeground};
  job.field.values = first_type(job.field);
  const std::int64_t enough = CpuTwin::bytes(job, block_at(shape, box_of(shape), {}));
  const Computed whole = compute_in(enough, job);
  EXPECT_EQ(whole.looks, 0);
  const Computed parts = compute_in(enough - 1, job);
  EXPECT_EQ(parts.looks, 1);
  EXPECT_TRUE(parts.counts == whole.counts);
  EXPECT_TRUE(parts.map == whole.map);
  EXPECT_THROW(compute_in(1 << 10, job), HostOutOfMemory);
}

TEST(LocalThicknessInMemory, CutsSlicesUnlessBallsReachThroughThem) {
  const auto cut = [](const Shape& whole, std::int64_t x, std::int64_t y, std::int64_t z) {
    return axis_to_cut(whole, {{x, y, z}, {x, y, z}});
  };
  EXPECT_EQ(cut({1000, 1000, 1000}, 41, 41, 41), 2U);
  EXPECT_EQ(cut({1500, 1900, 1000}, 41, 41, 41), 2U);
  EXPECT_EQ(cut({4000, 4000, 100}, 41, 41, 41), 1U);
  EXPECT_EQ(cut({4500, 4000, 100}, 41, 41, 41), 0U);
  EXPECT_EQ(cut({4500, 4000, 100}, 41, 41, 0), 2U);  // slices alone
}

TEST(ClosedObject, HasBackgroundWhereMoreOfTheVolumeBegins) {
  const Shape shape{133, 9, 8};
  const BitVolume in = test::random_volume(shape, 0.5, 3);
  const Reach reaches[] = {{{2, 2, 2}, {2, 2, 2}}, {{65, 1, 0}, {65, 1, 0}}};
  for (const Phase phase : {Phase::kForeground, Phase::kBackground})
    for (const Reach& reach : reaches)
      for (const Block& block : cut_blocks(shape, {67, 4, 3}, reach)) {
        const ClosedObject object(in, phase, block);
        NoProgress quiet;
        const BitVolume closed = read_volume(object, 1, quiet);
        const BitVolume expected = test::make_volume(block.read.shape(), [&](auto... at) {
          const Index local{at...};
          Index voxel;
          for (std::size_t axis = 0; axis < 3; ++axis) {
            voxel[axis] = block.read.begin[axis] + local[axis];
            const bool outermost =
                voxel[axis] == block.read.begin[axis] || voxel[axis] == block.read.end[axis] - 1;
            const bool core =
                voxel[axis] >= block.core.begin[axis] && voxel[axis] < block.core.end[axis];
            const bool face = voxel[axis] == 0 || voxel[axis] == sides_of(shape)[axis] - 1;
            if (outermost && !core && !face) return false;
          }
          return test::voxel(in, voxel[0], voxel[1], voxel[2]) == (phase == Phase::kForeground);
        });
        EXPECT_TRUE(Bits().add(closed) == Bits().add(expected));
      }
}

}  // namespace
}  // namespace bitvox::local_thickness

namespace bitvox::test {
INSTANTIATE_TYPED_TEST_SUITE_P(LocalThickness, BlockContract, local_thickness::InFloats);
INSTANTIATE_TYPED_TEST_SUITE_P(LocalThicknessSizes, BlockContract, local_thickness::InSizes);
}  // namespace bitvox::test
