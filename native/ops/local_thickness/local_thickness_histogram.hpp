// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <mutex>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "core/blocks/count_rows.hpp"
#include "core/threads/parallel.hpp"
#include "core/volumes/bit_runs.hpp"
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

  // Those of `count` values whose bit is set.
  void add(const T* values, const std::uint64_t* bits, std::int64_t count) {
    if constexpr (kPlaces) {
      for (std::int64_t first = 0; first < count; first += 64) {
        std::size_t place = 0;
        for (std::uint64_t rest = bits[first / 64]; rest != 0; rest &= rest - 1) {
          ++places_[place++ % 4][values[first + std::countr_zero(rest)]];
        }
      }
    } else {
      for_each_run(bits, count,
                   [&](std::int64_t first, std::int64_t length) { add(values + first, length); });
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

// How many of the voxels that count have each pixel, of T(x) in what a block reads.
template <class T>
Counts count_pixels(const Job& job, const Block& block, const T* squares, T largest,
                    Progress& progress) {
  Counts counts;
  const auto make = [&] { return Histogram<T>(largest); };
  const auto add = [&](const Histogram<T>& histogram) {
    histogram.for_each([&](T square, std::int64_t count) {
      counts.voxels[pixel_of(job, static_cast<double>(square))] += count;
    });
  };
  const Shape read = block.read.shape();
  if (job.field.mask != nullptr || !block.has_whole_slices()) {
    const auto add_row = [&](Histogram<T>& histogram, std::int64_t y, std::int64_t z,
                             const std::uint64_t* bits) {
      histogram.add(squares + (z * read.height + y) * read.width, bits, read.width);
    };
    count_rows(block, job.field.mask, job.field.threads, progress, make, add_row, add);
    return counts;
  }
  constexpr std::int64_t kPiece = std::int64_t{1} << 21;
  const T* const first = squares + block.core_in_read().begin[2] * read.width * read.height;
  const std::int64_t voxels = block.core.shape().voxel_count();
  std::mutex mutex;
  parallel_for((voxels + kPiece - 1) / kPiece, job.field.threads, progress, [&](std::int64_t i) {
    Histogram<T> histogram = make();
    histogram.add(first + i * kPiece, std::min(kPiece, voxels - i * kPiece));
    const std::lock_guard lock(mutex);
    add(histogram);
  });
  return counts;
}

}  // namespace bitvox::local_thickness
