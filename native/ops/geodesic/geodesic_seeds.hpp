// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "core/threads/parallel.hpp"
#include "core/volumes/read_rows.hpp"
#include "core/volumes/seed_labels.hpp"

namespace bitvox::geodesic {

// The seeds of an image of labels, or, without one, all voxels at the faces of the volume, or given
// ones.
class Seeds {
 public:
  Seeds(const Shape& shape, const GreySource* image, int threads, Progress& progress)
      : shape_(shape),
        image_(image),
        labels_(image == nullptr ? std::vector<int>{1} : seed_labels(*image, threads, progress)) {}

  // Voxels, counted in raster order, of the labels 1, 2, ...
  Seeds(const Shape& shape, std::vector<std::int64_t> voxels)
      : shape_(shape), image_(nullptr), labels_(voxels.size()), voxels_(std::move(voxels)) {
    std::iota(labels_.begin(), labels_.end(), 1);
    given_ = true;
  }

  // In ascending order.
  const std::vector<int>& labels() const { return labels_; }

  // take(y, z, body), where body(seed) calls seed(x, i) for each seed of this row, with the place
  // of its label among all; on several threads.
  template <class Take>
  void each_row(int threads, Progress& progress, const Take& take) const {
    if (given_) {
      given(threads, progress, take);
      return;
    }
    if (image_ == nullptr) {
      parallel_for(shape_.depth, threads, progress, [&](std::int64_t z) {
        for (std::int64_t y = 0; y < shape_.height; ++y) {
          take(y, z, [&](const auto& seed) { border_row(y, z, seed); });
        }
      });
      return;
    }
    read_rows(*image_, threads, progress, [&](std::int64_t y, std::int64_t z, const auto* row) {
      take(y, z, [&](const auto& seed) {
        for (std::int64_t x = 0; x < shape_.width; ++x) {
          if (row[x] == 0) continue;
          const auto at =
              std::lower_bound(labels_.begin(), labels_.end(), static_cast<int>(row[x]));
          seed(x, static_cast<std::uint64_t>(at - labels_.begin()));
        }
      });
    });
  }

 private:
  template <class Take>
  void given(int threads, Progress& progress, const Take& take) const {
    constexpr std::size_t kPart = 4096;
    const std::size_t parts = (voxels_.size() + kPart - 1) / kPart;
    parallel_for(static_cast<std::int64_t>(parts), threads, progress, [&](std::int64_t part) {
      const std::size_t first = static_cast<std::size_t>(part) * kPart;
      for (std::size_t i = first; i < std::min(first + kPart, voxels_.size()); ++i) {
        const std::int64_t row = voxels_[i] / shape_.width;
        take(row % shape_.height, row / shape_.height,
             [&](const auto& seed) { seed(voxels_[i] % shape_.width, std::uint64_t{i}); });
      }
    });
  }

  template <class Seed>
  void border_row(std::int64_t y, std::int64_t z, const Seed& seed) const {
    const bool whole =
        y == 0 || y == shape_.height - 1 || (shape_.depth > 1 && (z == 0 || z == shape_.depth - 1));
    const std::int64_t last = shape_.width - 1;
    const std::int64_t step = whole || last == 0 ? 1 : last;
    for (std::int64_t x = 0; x <= last; x += step) seed(x, std::uint64_t{0});
  }

  Shape shape_;
  const GreySource* image_;
  std::vector<int> labels_;
  bool given_ = false;
  std::vector<std::int64_t> voxels_;
};

}  // namespace bitvox::geodesic
