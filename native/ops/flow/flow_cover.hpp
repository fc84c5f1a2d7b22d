// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "ops/flow/flow_bodies.hpp"
#include "ops/flow/flow_links.hpp"

namespace bitvox::flow {

// Which cells bodies cover, and what these get. The CPU's.
class Cover {
 public:
  // With the bodies where they are at first. Throws HostOutOfMemory, and Cancelled as what follows.
  Cover(const Grid& grid, const Links& links, const std::vector<Placed>& bodies,
        Progress& progress);

  // Covers cells anew. Of two bodies, and the image, the one that covers more of a cell has it.
  void place(const std::vector<Placed>& bodies, Progress& progress);

  // After a step: what each body got, in an order that is the same everywhere (see the row sums).
  std::vector<Bodies::Momentum> momenta(Progress& progress) const;

  // For the inner loops: B of each cell, the velocity of the solid there, and of which rows any
  // cell has some. After a step the velocity has become the momentum that the solid got.
  const float* share() const { return share_.get(); }
  float* motion(int axis) const { return motion_[static_cast<std::size_t>(axis)].get(); }
  bool partly(std::int64_t row) const { return partly_[static_cast<std::size_t>(row)] != 0; }

 private:
  struct Covered {
    std::int64_t cell, row;
    std::int64_t at_row, at_x;  // in the body's box
    std::array<double, 3> arm;
  };

  void uncover();
  void cover_with(const Placed& body, Progress& progress);

  const Grid& grid_;
  const Links& links_;
  std::vector<Placed> bodies_;
  std::vector<Covered> covered_;
  std::vector<std::size_t> first_;  // of each body, and their end
  AlignedArray<float> share_;
  AlignedArray<std::uint32_t> owner_;  // the entry of covered_ that has a cell, from 1; 0 for none
  std::array<AlignedArray<float>, 3> motion_;
  std::vector<std::uint8_t> partly_;
};

}  // namespace bitvox::flow
