// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ops/distance_map/distance_map.hpp"
#include "ops/distance_map/distance_map_rows.hpp"

namespace bitvox::distance_map {

// What a step of k voxels costs along an axis, where the search along lines reads it.
template <class T>
class Weights {
 public:
  Weights(Metric metric, double step, std::int64_t length) {
    const std::int64_t count = length + 1 + kNear + kLines<T>;
    values_.reserve(static_cast<std::size_t>(count));
    for (std::int64_t k = 0; k < count; ++k) {
      const double cost = static_cast<double>(k) * step;
      const double weight = metric == Metric::kEuclidean ? cost * cost : cost;
      values_.push_back(weight < static_cast<double>(kInfinite<T>) ? static_cast<T>(weight)
                                                                   : kInfinite<T>);
    }
  }

  const T* data() const { return values_.data(); }

 private:
  std::vector<T> values_;
};

// The same where distances along rows are written from bits.
template <class T>
class RowWeights {
 public:
  RowWeights(Metric metric, double step, std::int64_t width)
      : rising_(metric, step, width),
        falling_(static_cast<std::size_t>(width + kLines<T>)),
        runs_(static_cast<std::size_t>((kLines<T> + 1) * kLines<T>)),
        width_(width) {
    std::reverse_copy(rising(), rising() + width, falling_.begin());
    const std::int64_t longest = std::min<std::int64_t>(kLines<T>, width);
    for (std::int64_t length = 1; length <= longest; ++length) {
      for (std::int64_t i = 0; i < length; ++i) {
        runs_[static_cast<std::size_t>(length * kLines<T> + i)] =
            rising()[std::min(i, length - 1 - i)];
      }
    }
  }

  BitRow<T> row(const std::uint64_t* bits, std::uint64_t invert, Edges edges, std::int64_t first,
                std::int64_t end, T* to) const {
    return {bits,         invert,
            width_,       first,
            end,          edges == Edges::kBackground ? 1 : 0,
            rising(),     falling_.data() + width_,
            runs_.data(), to};
  }

 private:
  const T* rising() const { return rising_.data() + 1; }

  Weights<T> rising_;
  std::vector<T> falling_;
  std::vector<T> runs_;
  std::int64_t width_;
};

}  // namespace bitvox::distance_map
