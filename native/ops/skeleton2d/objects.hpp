// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"
#include "core/volumes/shape.hpp"

namespace bitvox::skeleton2d {

struct PixelCount {
  std::int64_t pixels = 0;
  std::int64_t objects = 0;  // 8-connected

  void add(const PixelCount& other) {
    pixels += other.pixels;
    objects += other.objects;
  }

  template <class Each>
  static void fields(Each&& field) {
    field("pixels", &PixelCount::pixels);
    field("objects", &PixelCount::objects);
  }
};

// Counts the pixels and the 8-connected objects of one slice, from the runs of its rows. CPU only,
// one thread a slice: linear in the number of runs.
PixelCount count_objects(const std::uint64_t* slice, const Shape& shape);

// The sum over all slices of the shape, which lie one after the other.
PixelCount count_in_slices(const std::uint64_t* slices, const Shape& shape, int threads,
                           Progress& progress);

}  // namespace bitvox::skeleton2d
