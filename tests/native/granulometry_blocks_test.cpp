// SPDX-License-Identifier: BSD-2-Clause
#include "bits.hpp"
#include "block_contract.hpp"
#include "core/threads/parallel.hpp"
#include "ops/granulometry/granulometry.hpp"

namespace bitvox::granulometry {
namespace {

using test::Bits;

struct Blocks {
  using CpuTwin = granulometry::CpuTwin;
  using GpuTwin = granulometry::GpuTwin;
  static constexpr PixelType kPixels = PixelType::kUint16;

  static Job job(const BitVolume& in, const BitVolume* mask, test::Random& random) {
    Job job{in, mask};
    job.phase = random.chance(0.5) ? Phase::kForeground : Phase::kBackground;
    job.element = random.chance(0.5) ? Element::kCross : Element::kCube;
    job.edges = random.chance(0.5) ? Edges::kBackground : Edges::kClipped;
    job.planar = random.chance(0.3) || in.shape().depth == 1;
    job.max_radius = static_cast<int>(1 + random.below(7));
    job.threads = thread_count(2);
    return job;
  }

  static Bits bits(const Sizes& sizes) { return Bits().add(sizes.histogram); }

  static std::optional<Bits> counted(const Job& job, const GreyVolume& map, const BitVolume* mask) {
    const Shape& s = map.shape();
    std::vector<std::int64_t> histogram(static_cast<std::size_t>(job.max_radius) + 2);
    const auto reader = map.open();
    std::vector<std::uint16_t> row(static_cast<std::size_t>(s.width));
    for (std::int64_t i = 0; i < s.height * s.depth; ++i) {
      reader->read(i / s.height, i % s.height * s.width, s.width, row.data());
      for (std::int64_t x = 0; x < s.width; ++x) {
        const bool in = mask == nullptr || test::voxel(*mask, x, i % s.height, i / s.height);
        const std::uint16_t width = row[static_cast<std::size_t>(x)];
        if (in && width > 0) ++histogram[static_cast<std::size_t>(width + 1) / 2];
      }
    }
    return Bits().add(histogram);
  }
};

}  // namespace
}  // namespace bitvox::granulometry

namespace bitvox::test {
INSTANTIATE_TYPED_TEST_SUITE_P(Granulometry, BlockContract, granulometry::Blocks);
}
