// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "core/threads/parallel.hpp"
#include "core/volumes/read_rows.hpp"
#include "core/volumes/spacing.hpp"

namespace bitvox::geodesic {

// The lengths of the gradients of an image, computed row by row from a copy of its values.
class Gradient {
 public:
  Gradient(const GreySource& image, const Spacing& spacing, int threads, Progress& progress)
      : shape_(image.shape()),
        spacing_(spacing),
        values_(aligned_array<float>(shape_.voxel_count())) {
    read_rows(image, threads, progress, [&](std::int64_t y, std::int64_t z, const auto* row) {
      float* const to = values_.get() + (z * shape_.height + y) * shape_.width;
      for (std::int64_t x = 0; x < shape_.width; ++x) to[x] = static_cast<float>(row[x]);
    });
  }

  // take(y, z, row), a double each; NaN where it is not known.
  template <class Take>
  void each_row(int threads, Progress& progress, const Take& take) const {
    parallel_for(
        shape_.depth, threads, progress,
        [&] { return std::vector<double>(static_cast<std::size_t>(shape_.width)); },
        [&](std::vector<double>& row, std::int64_t z) {
          for (std::int64_t y = 0; y < shape_.height; ++y) {
            for (std::int64_t x = 0; x < shape_.width; ++x) {
              row[static_cast<std::size_t>(x)] = at(x, y, z);
            }
            take(y, z, static_cast<const double*>(row.data()));
          }
        });
  }

 private:
  double at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const float* const here = values_.get() + (z * shape_.height + y) * shape_.width + x;
    const auto along = [&](std::int64_t i, std::int64_t size, std::int64_t step, double h) {
      if (size == 1) return 0.0;
      const std::int64_t before = i > 0 ? 1 : 0, behind = i < size - 1 ? 1 : 0;
      const double difference =
          static_cast<double>(here[behind * step]) - static_cast<double>(here[-before * step]);
      return difference / (h * static_cast<double>(before + behind));
    };
    if (!std::isfinite(*here)) return std::numeric_limits<double>::quiet_NaN();
    const double gx = along(x, shape_.width, 1, spacing_.x);
    const double gy = along(y, shape_.height, shape_.width, spacing_.y);
    const double gz = along(z, shape_.depth, shape_.width * shape_.height, spacing_.z);
    return std::sqrt(gx * gx + gy * gy + gz * gz);
  }

  Shape shape_;
  Spacing spacing_;
  AlignedArray<float> values_;
};

}  // namespace bitvox::geodesic
