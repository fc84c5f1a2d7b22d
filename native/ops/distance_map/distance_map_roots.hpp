// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include "ops/distance_map/distance_map_rows.hpp"

namespace bitvox::distance_map {

// Values to distances, as RowsOf::to_distances has them. Those of 16 bits are so few that each is
// computed once and then looked up.
template <class T>
class Roots {
 public:
  // For values up to `largest`.
  Roots(const RowsOf<T>& kernels, double scale, bool roots, T largest)
      : kernels_(kernels), scale_(scale), roots_(roots ? 1 : 0) {
    if constexpr (kLookedUp) {
      std::vector<T> values(std::size_t{largest} + 1);
      std::iota(values.begin(), values.end(), T{0});
      table_.resize(values.size());
      kernels_.to_distances(values.data(), std::ssize(values), scale_, roots_, table_.data());
    }
  }

  void operator()(const T* values, std::int64_t count, float* to) const {
    if constexpr (kLookedUp) {
      const float* const table = table_.data();
      // (Four at a time: a loop so short is half as fast where its code lies across a cache line.)
      std::int64_t i = 0;
      for (; i + 3 < count; i += 4) {
        to[i] = table[values[i]];
        to[i + 1] = table[values[i + 1]];
        to[i + 2] = table[values[i + 2]];
        to[i + 3] = table[values[i + 3]];
      }
      for (; i < count; ++i) to[i] = table[values[i]];
    } else {
      kernels_.to_distances(values, count, scale_, roots_, to);
    }
  }

 private:
  static constexpr bool kLookedUp = std::is_same_v<T, std::uint16_t>;

  const RowsOf<T>& kernels_;
  const double scale_;
  const int roots_;
  std::vector<float> table_;
};

}  // namespace bitvox::distance_map
