// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/volumes/slice_sink.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "ops/local_thickness/local_thickness.hpp"

namespace bitvox::granulometry {

// The granulometry by balls, from the local thickness. Returns the histogram of F = n + 1 with n
// the largest for which T > r(n)^2, as the twins return that of theirs, and sets the result's step
// and run. Of the voxels of a mask, which may be null, they are counted as the map is made. Throws
// as measure() does.
std::vector<std::int64_t> measure_balls(const VolumeSource& in, const VolumeSource* mask,
                                        const Options& options, SliceSink* map, Result& result,
                                        Progress& progress);

// From one radius to the next, in the unit of the spacing.
double step_of(const distance_map::Job& field, const Options& options);

// Those of local thickness, of which F is the number below T.
std::vector<double> limits_of(const distance_map::Job& field, const Options& options);

// Of F, of the object's voxels that count, and of so many in infinite balls.
std::vector<std::int64_t> histogram_of(const local_thickness::Counts& counts,
                                       std::int64_t in_unbounded, int max_radius);

// The map of widths 2n + 1, made of F = n + 1.
class WidthSink final : public SliceSink {
 public:
  WidthSink(SliceSink& map, const Shape& shape, const std::vector<bool>& unbounded, int max_radius)
      : map_(map),
        unbounded_(unbounded),
        largest_(max_radius + 1),
        widths_(static_cast<std::size_t>(shape.width * shape.height)) {}

  void begin(const SliceFormat& format) override { map_.begin(format); }

  void write_slice(std::int64_t z, const void* pixels) override {
    const auto* const sizes = static_cast<const std::uint16_t*>(pixels);
    const bool unbounded = unbounded_[static_cast<std::size_t>(z)];
    for (std::size_t i = 0; i < widths_.size(); ++i) {
      const int size = unbounded ? largest_ : sizes[i];
      widths_[i] = static_cast<std::uint16_t>(size == 0 ? 0 : 2 * size - 1);
    }
    map_.write_slice(z, widths_.data());
  }

 private:
  SliceSink& map_;
  const std::vector<bool>& unbounded_;
  int largest_;
  std::vector<std::uint16_t> widths_;
};

}  // namespace bitvox::granulometry
