// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/threads/stop_request.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/label/label_runs.hpp"

// Where runs of voxels and their labels are read from, slice by slice: begin(z) is a place at the
// first row of a slice, each(place, z, y0, y1, body) calls body(label, y, first x, last x) for the
// runs of rows y0 to y1 - 1 and moves the place behind them. Label 0 is none.
namespace bitvox::label {

// A label for each voxel, 0 for none; x fastest, without padding. Unlike components, objects may
// touch one another.
struct LabelVolume {
  Shape shape;
  const std::uint32_t* labels = nullptr;
};

// Runs of a binary volume, whose labels are given by their ranks.
class RankedRuns {
 public:
  RankedRuns(const BitVolume& volume, const std::vector<std::uint32_t>& labels,
             std::vector<std::uint32_t> ranks_of_slices)
      : volume_(volume), labels_(labels), ranks_(std::move(ranks_of_slices)) {}

  const Shape& shape() const { return volume_.shape(); }
  std::uint32_t begin(std::int64_t z) const { return ranks_[static_cast<std::size_t>(z)]; }

  template <class Body>
  void each(std::uint32_t& rank, std::int64_t z, std::int64_t y0, std::int64_t y1,
            const Body& body) const {
    const Shape& s = volume_.shape();
    for (std::int64_t y = y0; y < y1 && !stop_requested(); ++y) {
      for_each_run(volume_.slice(z) + y * s.words_per_row(), s.words_per_row(), rank,
                   [&](std::uint32_t run, std::int64_t first, std::int64_t last) {
                     body(labels_[run], y, first, last);
                     rank = run + 1;
                   });
    }
  }

  static constexpr bool kTouch = false;

 private:
  const BitVolume& volume_;
  const std::vector<std::uint32_t>& labels_;
  std::vector<std::uint32_t> ranks_;
};

// Runs of one label each.
class RunsOfLabels {
 public:
  struct Nowhere {};

  explicit RunsOfLabels(const LabelVolume& volume) : volume_(volume) {}

  const Shape& shape() const { return volume_.shape; }
  Nowhere begin(std::int64_t) const { return {}; }

  template <class Body>
  void each(Nowhere, std::int64_t z, std::int64_t y0, std::int64_t y1, const Body& body) const {
    const Shape& s = volume_.shape;
    for (std::int64_t y = y0; y < y1 && !stop_requested(); ++y) {
      const std::uint32_t* const row = volume_.labels + (z * s.height + y) * s.width;
      for (std::int64_t x = 0; x < s.width;) {
        const std::int64_t first = x;
        while (++x < s.width && row[x] == row[first]) {
        }
        if (row[first] != 0) body(row[first], y, first, x - 1);
      }
    }
  }

  static constexpr bool kTouch = true;

 private:
  LabelVolume volume_;
};

}  // namespace bitvox::label
