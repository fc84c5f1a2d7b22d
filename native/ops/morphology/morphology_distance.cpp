// SPDX-License-Identifier: BSD-2-Clause
#include "ops/morphology/morphology_distance.hpp"

#include <cmath>
#include <limits>

#include "core/packing.hpp"

namespace bitvox::morphology {
namespace {

constexpr std::int64_t kLargestOf16Bits =
    255;  // whose square is below 65535, which may be anything

// Packs the voxels whose distance lies in a range.
class DistanceRange final : public SliceSink {
 public:
  DistanceRange(PixelType type, const ForegroundRule& rule, BitVolume& to)
      : type_(type), rule_(rule), to_(to) {}

  void write_slice(std::int64_t z, const void* pixels) override {
    pack_slice(pixels, type_, rule_, to_.shape(), to_.slice(z));
  }

 private:
  PixelType type_;
  ForegroundRule rule_;
  BitVolume& to_;
};

}  // namespace

void step_by_distance(const Step& step, const VolumeSource& from, BitVolume& to, int threads,
                      const MeasureDistances& measure) {
  const bool squares = step.radius <= kLargestOf16Bits;
  const bool dilation = step.kind == StepKind::kDilation;
  distance_map::Options options;
  options.region = dilation ? distance_map::Region::kOutside : distance_map::Region::kInside;
  options.edges = dilation ? Edges::kClipped : step.edges;
  options.extent = step.planar ? Extent::kPerSlice : Extent::kVolume;
  options.numbers = squares ? distance_map::Numbers::kIntegers : distance_map::Numbers::kDistances;
  options.threads = threads;
  const distance_map::Job job = distance_map::job_of(from, options);

  // A dilation holds the object, whose distance is 0, and what is near; an erosion what is far.
  const auto radius = static_cast<double>(squares ? step.radius * step.radius : step.radius);
  const double next =
      squares ? radius + 1
              : std::nextafter(static_cast<float>(radius), std::numeric_limits<float>::infinity());
  const double most = squares ? 65535 : std::numeric_limits<double>::infinity();
  DistanceRange range(job.pixels(),
                      {ForegroundRule::Kind::kRange, dilation ? 0 : next, dilation ? radius : most},
                      to);
  measure(job, range);
}

}  // namespace bitvox::morphology
