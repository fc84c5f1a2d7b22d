// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <optional>

#include "bits.hpp"
#include "block_contract.hpp"
#include "ops/distance_map/distance_map.hpp"

namespace bitvox::distance_map {
namespace {

using test::Bits;

// Takes the wider type where a block needs it, as who computes blocks elsewhere would.
template <class Twin, class Device>
class WideEnough {
 public:
  using Partial = Found;

  WideEnough(const Job& job, const Device& device, const Block& largest)
      : job_(job), device_(device), largest_(largest), twin_(std::in_place, job, device, largest) {}

  Found compute(const Block& block, CoreSink* map, Progress& progress) {
    try {
      return twin_->compute(block, map, progress);
    } catch (const TooNarrow&) {
      job_.values = wide_type(job_);
      twin_.emplace(job_, device_, largest_);
      return twin_->compute(block, map, progress);
    }
  }

 private:
  Job job_;
  Device device_;
  Block largest_;
  std::optional<Twin> twin_;
};

template <Numbers kNumbers>
struct Blocks {
  using CpuTwin = WideEnough<distance_map::CpuTwin, InstructionSet>;
  using GpuTwin = WideEnough<distance_map::GpuTwin, Gpu>;
  static constexpr PixelType kPixels =
      kNumbers == Numbers::kFloat ? PixelType::kFloat32 : PixelType::kUint16;

  static Job job(const BitVolume& in, const BitVolume* mask, test::Random& random) {
    Options options;
    options.result = kNumbers;
    options.metric = static_cast<Metric>(random.below(3));
    options.region = static_cast<Region>(random.below(kNumbers == Numbers::kFloat ? 3 : 2));
    options.edges = random.chance(0.5) ? Edges::kBackground : Edges::kClipped;
    options.extent = random.chance(0.3) ? Extent::kPerSlice : Extent::kVolume;
    const bool any_spacing = kNumbers == Numbers::kFloat && options.metric == Metric::kEuclidean;
    if (any_spacing && random.chance(0.5)) options.spacing = {0.3, 0.4, 0.7};
    options.threads = static_cast<int>(1 + random.below(3));
    Job job = job_of(in, options);
    job.mask = mask;
    job.values = first_type(job);
    return job;
  }

  static Bits bits(const Found& found) {
    return Bits().add(found.largest_inside).add(found.largest_outside).add(found.voxels);
  }

  static std::optional<Bits> counted(const Job& job, const GreyVolume& map, const BitVolume* mask) {
    const Shape& s = map.shape();
    const bool outside = job.region == Region::kOutside;
    Found found;
    std::int64_t i = 0;
    for (std::int64_t z = 0; z < s.depth; ++z)
      for (std::int64_t y = 0; y < s.height; ++y)
        for (std::int64_t x = 0; x < s.width; ++x, ++i) {
          if (mask != nullptr && !test::voxel(*mask, x, y, z)) continue;
          const double distance = kNumbers == Numbers::kFloat
                                      ? static_cast<double>(map.data<float>()[i])
                                      : map.data<std::uint16_t>()[i];
          double& largest = outside || distance < 0 ? found.largest_outside : found.largest_inside;
          largest = std::max(largest, std::abs(distance));
          found.voxels += outside == (distance == 0) && distance >= 0 ? 1 : 0;
        }
    return bits(found);
  }
};

using InFloats = Blocks<Numbers::kFloat>;
using InIntegers = Blocks<Numbers::kIntegers>;

}  // namespace
}  // namespace bitvox::distance_map

namespace bitvox::test {
INSTANTIATE_TYPED_TEST_SUITE_P(DistanceMap, BlockContract, distance_map::InFloats);
INSTANTIATE_TYPED_TEST_SUITE_P(DistanceMapIntegers, BlockContract, distance_map::InIntegers);
}  // namespace bitvox::test
