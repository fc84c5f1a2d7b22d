// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/blocks/block_views.hpp"
#include "core/volumes/bit_runs.hpp"
#include "ops/local_thickness/local_thickness.hpp"

namespace bitvox::local_thickness {

// The pixel that stands for T: the thickness, or how many limits T exceeds.
inline float pixel_of(const Job& job, double thickest) {
  if (job.limits.empty()) return static_cast<float>(2 * job.field.scale * std::sqrt(thickest));
  const auto first = job.limits.begin();
  return static_cast<float>(std::lower_bound(first, job.limits.end(), thickest) - first);
}

// Counts pixels of the voxels that count, in slices of a block's core that are as wide and high as
// what the block reads, on the way to a sink, if there is one.
class CountingSink final : public SliceSink {
 public:
  CountingSink(const Job& job, const Block& block, SliceSink* to)
      : to_(to),
        pixels_(job.pixels()),
        shape_(block.read.shape()),
        first_(block.core_in_read().begin[2]),
        counted_(block, job.field.mask) {
    if (job.field.mask == nullptr && block.has_whole_slices()) return;
    reader_ = counted_.open();
    words_.resize(static_cast<std::size_t>(shape_.words_per_slice()));
  }

  void write_slice(std::int64_t z, const void* pixels) override {
    count_slice(z, pixels);
    if (to_ != nullptr) to_->write_slice(z, pixels);
  }
  void write_slices(const SliceBatch& batch, int threads) override {
    for (std::int64_t i = 0; i < batch.count; ++i) count_slice(batch.first + i, batch.slice(i));
    if (to_ != nullptr) to_->write_slices(batch, threads);
  }

  Counts counts() const { return {{counts_.begin(), counts_.end()}}; }

 private:
  void count_slice(std::int64_t z, const void* pixels) {
    if (reader_ != nullptr) reader_->read_slices(first_ + z, 1, words_.data());
    if (pixels_ == PixelType::kFloat32) {
      count_values(static_cast<const float*>(pixels));
    } else {
      count_values(static_cast<const std::uint16_t*>(pixels));
    }
  }

  template <class T>
  void count_values(const T* values) {
    if (reader_ == nullptr) {
      count(values, shape_.width * shape_.height);
      return;
    }
    const std::uint64_t* row = words_.data();
    for (std::int64_t y = 0; y < shape_.height; ++y, row += shape_.words_per_row()) {
      for_each_run(row, shape_.width, [&](std::int64_t x, std::int64_t voxels) {
        count(values + y * shape_.width + x, voxels);
      });
    }
  }

  template <class T>
  void count(const T* values, std::int64_t voxels) {
    // Neighbours are often as thick.
    for (std::int64_t i = 0; i < voxels;) {
      const std::int64_t first = i;
      while (i < voxels && values[i] == values[first]) ++i;
      counts_[static_cast<float>(values[first])] += i - first;
    }
  }

  SliceSink* to_;
  PixelType pixels_;
  Shape shape_;
  std::int64_t first_;  // slice of the core in what is read
  CountedVoxels counted_;
  std::unique_ptr<VolumeReader> reader_;  // null: all voxels count
  std::vector<std::uint64_t> words_;      // of a slice of these
  std::unordered_map<float, std::int64_t> counts_;
};

}  // namespace bitvox::local_thickness
