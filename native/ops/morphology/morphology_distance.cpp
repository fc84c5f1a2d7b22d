// SPDX-License-Identifier: BSD-2-Clause
#include "ops/morphology/morphology_distance.hpp"

#include <utility>

#include "core/volumes/packing.hpp"

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
  const bool dilation = step.kind == StepKind::kDilation;
  distance_map::Options options;
  options.region = dilation ? distance_map::Region::kOutside : distance_map::Region::kInside;
  options.edges = dilation ? Edges::kClipped : step.edges;
  options.extent = step.planar ? Extent::kPerSlice : Extent::kVolume;
  options.result = distance_map::Numbers::kIntegers;
  options.threads = threads;
  distance_map::Job job = distance_map::job_of(from, options);

  // A dilation holds the object, whose distance is 0, and what is near; an erosion what is far.
  double square = static_cast<double>(step.radius * step.radius);
  if (step.radius > kLargestOf16Bits) {
    job.above = std::exchange(square, 0);
  }
  constexpr double kMost = 65535;
  DistanceRange range(
      job.pixels(),
      {ForegroundRule::Kind::kRange, dilation ? 0 : square + 1, dilation ? square : kMost}, to);
  measure(job, range);
}

}  // namespace bitvox::morphology
