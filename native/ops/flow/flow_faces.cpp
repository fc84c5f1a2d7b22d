// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_faces.hpp"

#include <algorithm>
#include <iterator>

namespace bitvox::flow {

const Faces::Member Faces::in_order[kFaces] = {&Faces::left,   &Faces::right, &Faces::top,
                                               &Faces::bottom, &Faces::front, &Faces::back};

bool Faces::any(Face kind) const {
  return std::any_of(std::begin(in_order), std::end(in_order),
                     [&](Member face) { return this->*face == kind; });
}

namespace {

int rank_of(Face face) { return face == Face::kClosed ? 0 : face == Face::kMoving ? 1 : 2; }

// The face that a neighbour lies beyond, of several the one that goes first; periodic where it lies
// beyond none.
Face face_beyond(const Grid& grid, int sides, int slot) {
  Face beyond = Face::kPeriodic;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const int c = direction(slot, static_cast<int>(axis));  // it comes from the other way
    if (c == 0 || grid.periodic(axis)) continue;
    const std::size_t face = 2 * axis + (c > 0 ? 0 : 1);
    if ((sides >> face & 1) == 0) continue;
    if (beyond == Face::kPeriodic || rank_of(grid.faces[face]) < rank_of(beyond)) {
      beyond = grid.faces[face];
    }
  }
  return beyond;
}

}  // namespace

FaceTable make_face_table(const Grid& grid) {
  FaceTable table{};
  for (int slot = 1; slot < kSlots; ++slot) {
    for (int sides = 0; sides < kSides; ++sides) {
      const Face beyond = face_beyond(grid, sides, slot);
      if (beyond != Face::kPeriodic) table.outside[sides] |= link_of(slot);
      if (beyond == Face::kMoving) table.moving[sides] |= link_of(slot);
      if (beyond == Face::kFree) table.free[sides] |= link_of(slot);
    }
  }
  return table;
}

}  // namespace bitvox::flow
