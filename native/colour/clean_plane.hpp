// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/volumes/shape.hpp"

namespace bitvox::colour {

// Cleans a plane of bits into another: an opening and then a closing by squares of 2 * radius + 1
// pixels, where radius 0 does nothing. Outside the plane nothing is eroded and nothing grows: the
// part of a square that lies outside is ignored, as by Morphology with edges=clipped.
//
// `scratch` is kept between planes.
struct Cleaning {
  int open = 0;
  int close = 0;

  bool any() const { return open > 0 || close > 0; }
};
void clean_plane(const Cleaning& cleaning, const Shape& shape, const std::uint64_t* from,
                 std::uint64_t* plane, std::vector<std::uint64_t>& scratch);

}  // namespace bitvox::colour
