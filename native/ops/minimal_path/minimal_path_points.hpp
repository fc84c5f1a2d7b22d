// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/shape.hpp"

namespace bitvox::minimal_path {

// The points that paths join, in the image.
class Points {
 public:
  // places: x, y and z of each.
  Points(const Shape& shape, const std::vector<std::int64_t>& places) : shape_(shape) {
    if (places.size() % 3 != 0) throw InvalidInput("a point has three coordinates: x, y and z");
    if (places.size() < 6) {
      throw InvalidInput((places.empty() ? "there is no point" : "there is one point only") +
                         std::string("; a path needs two"));
    }
    const auto outside = [](std::int64_t i, std::int64_t size) { return i < 0 || i >= size; };
    for (std::size_t i = 0; i < places.size(); i += 3) {
      const std::int64_t x = places[i], y = places[i + 1], z = places[i + 2];
      if (outside(x, shape.width) || outside(y, shape.height) || outside(z, shape.depth)) {
        throw InvalidInput("point " + std::to_string(i / 3 + 1) +
                           " lies outside of the image: x=" + std::to_string(x) +
                           ", y=" + std::to_string(y) + ", z=" + std::to_string(z) +
                           " in an image of " + size_text(shape) + "; coordinates begin at 0");
      }
      voxels_.push_back(x + shape.width * (y + shape.height * z));
    }
  }

  std::int64_t count() const { return static_cast<std::int64_t>(voxels_.size()); }
  std::int64_t voxel(std::int64_t point) const { return voxels_[static_cast<std::size_t>(point)]; }

  // As the seeds of geodesic distances have it.
  template <class Take>
  void each_row(int /*threads*/, Progress& progress, const Take& take) const {
    progress.report(0, 1);
    for (const std::int64_t voxel : voxels_) {
      take(voxel / shape_.width % shape_.height, voxel / shape_.width / shape_.height,
           [&](const auto& seed) { seed(voxel % shape_.width, std::uint64_t{0}); });
    }
    progress.report(1, 1);
  }

 private:
  Shape shape_;
  std::vector<std::int64_t> voxels_;
};

}  // namespace bitvox::minimal_path
