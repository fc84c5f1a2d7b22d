// SPDX-License-Identifier: BSD-2-Clause
#include "core/blocks/block.hpp"

#include <algorithm>
#include <stdexcept>

namespace bitvox {

Index sides_of(const Shape& shape) { return {shape.width, shape.height, shape.depth}; }

Shape Box::shape() const { return {end[0] - begin[0], end[1] - begin[1], end[2] - begin[2]}; }

bool Box::empty() const {
  const Shape size = shape();
  return size.width <= 0 || size.height <= 0 || size.depth <= 0;
}

Box box_of(const Shape& whole) { return {{}, sides_of(whole)}; }

Box common(const Box& a, const Box& b) {
  Box both;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    both.begin[axis] = std::max(a.begin[axis], b.begin[axis]);
    both.end[axis] = std::max(both.begin[axis], std::min(a.end[axis], b.end[axis]));
  }
  return both;
}

Box moved(const Box& box, const Index& first) {
  Box inner = box;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    inner.begin[axis] -= first[axis];
    inner.end[axis] -= first[axis];
  }
  return inner;
}

bool Block::has_whole_slices() const {
  const Shape size = core.shape();
  return size.width == whole.width && size.height == whole.height;
}

Box Block::core_in_read() const { return moved(core, read.begin); }

Block block_at(const Shape& whole, const Box& core, const Reach& reach) {
  Box read = core;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    read.begin[axis] -= std::min(reach.low[axis], Reach::kEverything);
    read.end[axis] += std::min(reach.high[axis], Reach::kEverything);
  }
  return {whole, common(read, box_of(whole)), core};
}

std::vector<Block> cut_blocks(const Shape& whole, const Index& sides, const Reach& reach) {
  if (*std::min_element(sides.begin(), sides.end()) < 1) {
    throw std::logic_error("a block needs sides of 1 or more");
  }
  const Index size = sides_of(whole);
  std::vector<Block> blocks;
  for (std::int64_t z = 0; z < size[2]; z += sides[2]) {
    for (std::int64_t y = 0; y < size[1]; y += sides[1]) {
      for (std::int64_t x = 0; x < size[0]; x += sides[0]) {
        const Box wanted{{x, y, z}, {x + sides[0], y + sides[1], z + sides[2]}};
        blocks.push_back(block_at(whole, common(wanted, box_of(whole)), reach));
      }
    }
  }
  return blocks;
}

}  // namespace bitvox
