// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "meshes/table_file.hpp"
#include "ops/agents/agents.hpp"

namespace bitvox::agents {

// Which columns of a table have places: POSITION_X, POSITION_Y and, if there is one, POSITION_Z, or
// x, y and z, in one unit. Without z it is 0.
class PlaceColumns {
 public:
  // Throws InvalidInput if there is none, or if units differ.
  explicit PlaceColumns(const meshes::TableFile& table);

  // Of the row that is looked at. Throws InvalidInput unless they are numbers of at most 1e100.
  Place place(const meshes::TableFile& table) const;
  // Whether places are from the middle of the first pixel, as in TrackMate's columns; else they are
  // from the corner of the image.
  bool from_middle() const { return from_middle_; }
  // Throws InvalidInput if there is no column z.
  void require_z(const meshes::TableFile& table) const;
  // Goes to the first row, past TrackMate's further headings (names, short names, units): rows in
  // which neither a place nor the frame is a number. Whether there is one.
  bool go_to_first_row(meshes::TableFile& table, std::optional<std::size_t> frame) const;

 private:
  bool any_number(const meshes::TableFile& table) const;

  bool from_middle_;
  std::size_t x_;
  std::size_t y_;
  std::optional<std::size_t> z_;
};

// Of the row that is looked at. Throws InvalidInput unless it is a whole number, at most 2^53.
std::int64_t frame_of(const meshes::TableFile& table, std::size_t column);

}  // namespace bitvox::agents
