// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <unordered_map>

#include "ops/local_thickness/local_thickness.hpp"

namespace bitvox::local_thickness {

// The pixel that stands for T: the thickness, or how many limits T exceeds.
inline float pixel_of(const Job& job, double thickest) {
  if (job.limits.empty()) return static_cast<float>(2 * job.field.scale * std::sqrt(thickest));
  const auto first = job.limits.begin();
  return static_cast<float>(std::lower_bound(first, job.limits.end(), thickest) - first);
}

// Counts pixels on the way to a sink, if there is one.
class CountingSink final : public SliceSink {
 public:
  CountingSink(const Job& job, SliceSink* to) : to_(to), pixels_(job.pixels()) {
    const Shape& shape = job.field.in.shape();
    voxels_ = shape.width * shape.height;
  }

  void write_slice(std::int64_t z, const void* pixels) override {
    if (pixels_ == PixelType::kFloat32) {
      count(static_cast<const float*>(pixels));
    } else {
      count(static_cast<const std::uint16_t*>(pixels));
    }
    if (to_ != nullptr) to_->write_slice(z, pixels);
  }

  Counts counts() const { return {counts_.begin(), counts_.end()}; }

 private:
  template <class T>
  void count(const T* values) {
    // Neighbours are often as thick.
    for (std::int64_t i = 0; i < voxels_;) {
      const std::int64_t first = i;
      while (i < voxels_ && values[i] == values[first]) ++i;
      counts_[static_cast<float>(values[first])] += i - first;
    }
  }

  SliceSink* to_;
  PixelType pixels_;
  std::int64_t voxels_ = 0;
  std::unordered_map<float, std::int64_t> counts_;
};

}  // namespace bitvox::local_thickness
