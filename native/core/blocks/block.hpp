// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/volumes/shape.hpp"

namespace bitvox {

// One of x, y, z each.
using Index = std::array<std::int64_t, 3>;

Index sides_of(const Shape& shape);

// The voxels from begin to before end, along each axis.
struct Box {
  Index begin{};
  Index end{};

  Shape shape() const;
  bool empty() const;
  bool operator==(const Box&) const = default;
};

Box box_of(const Shape& whole);
Box common(const Box& a, const Box& b);         // of size 0 where there is none
Box moved(const Box& box, const Index& first);  // its voxels, counted from this one

// How many voxels besides its own a result depends on, towards lower and towards higher numbers.
struct Reach {
  static constexpr std::int64_t kEverything = std::int64_t{1} << 40;  // more than any side

  Index low{};
  Index high{};
};

// A part of a volume: what is computed (core), and what has to be read for it. Cores are apart and
// fill the volume; what is read overlaps. Plain numbers, so that a block can be sent elsewhere.
struct Block {
  Shape whole;
  Box read;
  Box core;

  // Whether what is read ends at a face of the volume, where border rules hold; elsewhere it ends
  // within the volume.
  bool low_is_real(int axis) const { return read.begin[static_cast<std::size_t>(axis)] == 0; }
  bool high_is_real(int axis) const {
    const auto a = static_cast<std::size_t>(axis);
    return read.end[a] == sides_of(whole)[a];
  }

  bool is_whole() const { return core == box_of(whole); }
  // Whether the core is all of the slices that it has voxels in.
  bool has_whole_slices() const;
  // Whether these slices are all that is read.
  bool reads_core_slices() const { return has_whole_slices() && read == core; }

  // The core, counted from the first voxel read.
  Box core_in_read() const;

  bool operator==(const Block&) const = default;
};

// The block with this core: as much is read as is within reach and in the volume.
Block block_at(const Shape& whole, const Box& core, const Reach& reach);

// The blocks of a volume whose cores have these sides, but for the last ones along each axis: x
// fastest, then y, then z. Sides are 1 or more.
std::vector<Block> cut_blocks(const Shape& whole, const Index& sides, const Reach& reach);

}  // namespace bitvox
