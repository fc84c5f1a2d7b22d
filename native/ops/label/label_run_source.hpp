// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/blocks/block.hpp"
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

// Of other runs what is in a box, counted from its first voxel.
template <class Runs>
class RunsInBox {
 public:
  RunsInBox(const Runs& runs, const Box& box) : runs_(runs), box_(box), shape_(box.shape()) {}

  const Shape& shape() const { return shape_; }
  auto begin(std::int64_t z) const {
    auto at = runs_.begin(box_.begin[2] + z);
    runs_.each(at, box_.begin[2] + z, 0, box_.begin[1], [](auto...) {});
    return at;
  }

  template <class Place, class Body>
  void each(Place& at, std::int64_t z, std::int64_t y0, std::int64_t y1, const Body& body) const {
    const Index& low = box_.begin;
    runs_.each(at, low[2] + z, low[1] + y0, low[1] + y1,
               [&](std::uint32_t label, std::int64_t y, std::int64_t first, std::int64_t last) {
                 const std::int64_t begin = std::max(first, low[0]);
                 const std::int64_t end = std::min(last, box_.end[0] - 1);
                 if (begin <= end) body(label, y - low[1], begin - low[0], end - low[0]);
               });
  }

  static constexpr bool kTouch = Runs::kTouch;

 private:
  const Runs& runs_;
  Box box_;
  Shape shape_;
};

}  // namespace bitvox::label
