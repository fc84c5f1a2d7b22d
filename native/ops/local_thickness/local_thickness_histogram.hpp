// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "core/threads/parallel.hpp"
#include "ops/local_thickness/local_thickness_counts.hpp"

namespace bitvox::local_thickness {

// How often each value occurs. Values of 16 bits have a place each, and four neighbours are counted
// apart: they are often equal, and one sum would wait for the other.
template <class T>
class Histogram {
 public:
  // Of at most 2^32 - 1 values up to `largest`.
  explicit Histogram(T largest) {
    if constexpr (kPlaces) {
      for (auto& places : places_) places.resize(std::size_t{largest} + 1);
    }
  }

  void add(const T* values, std::int64_t count) {
    if constexpr (kPlaces) {
      std::int64_t i = 0;
      for (; i + 3 < count; i += 4) {
        ++places_[0][values[i]];
        ++places_[1][values[i + 1]];
        ++places_[2][values[i + 2]];
        ++places_[3][values[i + 3]];
      }
      for (; i < count; ++i) ++places_[0][values[i]];
    } else {
      for (std::int64_t i = 0; i < count;) {
        const std::int64_t first = i;
        while (i < count && values[i] == values[first]) ++i;
        counts_[values[first]] += i - first;
      }
    }
  }

  // body(value, count) for each value that occurs.
  template <class Body>
  void for_each(const Body& body) const {
    if constexpr (kPlaces) {
      for (std::size_t value = 0; value < places_[0].size(); ++value) {
        std::int64_t count = 0;
        for (const auto& places : places_) count += places[value];
        if (count > 0) body(static_cast<T>(value), count);
      }
    } else {
      for (const auto& [value, count] : counts_) body(value, count);
    }
  }

 private:
  static constexpr bool kPlaces = std::is_same_v<T, std::uint16_t>;

  std::array<std::vector<std::uint32_t>, 4> places_;
  std::unordered_map<T, std::int64_t> counts_;
};

// How many voxels have each pixel, of T(x) as `squares` has it.
template <class T>
Counts count_pixels(const Job& job, const T* squares, T largest, Progress& progress) {
  constexpr std::int64_t kPiece = std::int64_t{1} << 21;
  const std::int64_t voxels = job.field.in.shape().voxel_count();
  std::mutex mutex;
  Counts counts;
  parallel_for((voxels + kPiece - 1) / kPiece, job.field.threads, progress, [&](std::int64_t i) {
    Histogram<T> histogram(largest);
    histogram.add(squares + i * kPiece, std::min(kPiece, voxels - i * kPiece));
    const std::lock_guard lock(mutex);
    histogram.for_each([&](T square, std::int64_t count) {
      counts[pixel_of(job, static_cast<double>(square))] += count;
    });
  });
  return counts;
}

}  // namespace bitvox::local_thickness
