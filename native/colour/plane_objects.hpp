// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/volumes/shape.hpp"

namespace bitvox::colour {

// An object of a plane of bits: pixels that are joined by edges or corners. Sums are whole numbers
// of pixels from 0, so that they are the same however they are added up.
struct PlaneObject {
  std::int64_t area = 0;
  std::int64_t sum_x = 0;
  std::int64_t sum_y = 0;
  std::int32_t left = 0;
  std::int32_t top = 0;
  std::int32_t right = 0;
  std::int32_t bottom = 0;

  bool operator==(const PlaneObject&) const = default;
};

// Finds the objects of planes that have few of them, one plane after the other: runs of pixels are
// united with those of the row above, the larger number pointing to the smaller, so that objects
// are in raster order of their first pixels, as those of Label Components.
class PlaneObjects {
 public:
  struct Run {
    std::int32_t y;
    std::int32_t first;
    std::int32_t last;
    std::int32_t object;  // from 0, of objects()
  };

  void find(const Shape& shape, const std::uint64_t* plane);
  // Objects of fewer than min_area pixels are dropped: their pixels are cleared in the plane.
  void find(const Shape& shape, std::uint64_t* plane, std::int64_t min_area);

  const std::vector<PlaneObject>& objects() const { return objects_; }
  // The runs of the objects, row by row.
  const std::vector<Run>& runs() const { return runs_; }

 private:
  std::int32_t root(std::int32_t run) const;
  void unite_rows(std::size_t above, std::size_t row, std::size_t end);
  void number_and_measure();
  void drop_small(const Shape& shape, std::uint64_t* plane, std::int64_t min_area);

  std::vector<Run>
      runs_;  // `object` is a run of the same object before it, or itself, until the end
  std::vector<PlaneObject> objects_;
};

}  // namespace bitvox::colour
