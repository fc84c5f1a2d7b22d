// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agent_tables.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/options/number.hpp"
#include "meshes/mesh_words.hpp"
#include "ops/agents/agent_outputs.hpp"

namespace bitvox::agents {
namespace {

constexpr double kMostCoordinate = 1e100;
constexpr int kFurtherHeadings = 3;  // of TrackMate

// axis: 'x' or 'y'.
std::size_t need(const meshes::TableFile& table, bool from_middle, char axis) {
  const std::string small(1, axis);
  if (const auto found = table.find({from_middle ? "position_" + small : small})) return *found;
  if (!from_middle) {
    table.file().refuse("has no column '" + small +
                        "'; its columns must be x, y and, for spheres, z");
  }
  table.file().refuse("has POSITION_X, but no column 'POSITION_Y'");
}

double coordinate(const meshes::TableFile& table, std::size_t column) {
  const double value = table.number(column, "a coordinate");
  if (std::abs(value) > kMostCoordinate) {
    table.file().refuse_line("a coordinate is " + short_number(value) +
                             ", which is larger than 1e100");
  }
  return value;
}

}  // namespace

PlaceColumns::PlaceColumns(const meshes::TableFile& table)
    : from_middle_(table.find({"position_x"}).has_value()),
      x_(need(table, from_middle_, 'x')),
      y_(need(table, from_middle_, 'y')),
      z_(table.find({from_middle_ ? "position_z" : "z"})) {
  std::vector<std::size_t> columns{x_, y_};
  if (z_) columns.push_back(*z_);
  table.require_one_unit(columns);
}

Place PlaceColumns::place(const meshes::TableFile& table) const {
  return {coordinate(table, x_), coordinate(table, y_), z_ ? coordinate(table, *z_) : 0};
}

bool PlaceColumns::any_number(const meshes::TableFile& table) const {
  return table.is_number(x_) || table.is_number(y_) || (z_ && table.is_number(*z_));
}

void PlaceColumns::require_z(const meshes::TableFile& table) const {
  if (!z_) table.file().refuse("has no column 'z'; places of spheres need x, y and z");
}

bool PlaceColumns::go_to_first_row(meshes::TableFile& table,
                                   std::optional<std::size_t> frame) const {
  bool is_row = table.next();
  for (int i = 0; from_middle_ && is_row && i < kFurtherHeadings; ++i) {
    if (any_number(table) || (frame && table.is_number(*frame))) break;
    is_row = table.next();
  }
  return is_row;
}

std::int64_t frame_of(const meshes::TableFile& table, std::size_t column) {
  constexpr double kMost = 9007199254740992.0;  // 2^53
  const double frame = table.number(column, "the frame");
  if (frame != std::floor(frame) || std::abs(frame) > kMost) {
    table.file().refuse_line("the frame is " + meshes::shown(table.cell(column)) +
                             ", which is no whole number");
  }
  return static_cast<std::int64_t>(frame);
}

GivenPlaces read_places(const std::string& file, int axes, Progress& progress) {
  meshes::TableFile table(file, progress);
  const PlaceColumns columns(table);
  if (axes == 3) columns.require_z(table);
  const std::optional<std::size_t> frame = table.find({"frame"});
  GivenPlaces given;
  given.from_middle = columns.from_middle();
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  for (bool is_row = columns.go_to_first_row(table, frame); is_row; is_row = table.next()) {
    const std::int64_t number = frame ? frame_of(table, *frame) : 0;
    const Place place = columns.place(table);
    if (number > first) continue;
    if (number < first) given.places.clear();
    first = number;
    given.places.push_back(place);
  }
  if (given.places.empty()) table.file().refuse("has no places");
  return given;
}

}  // namespace bitvox::agents
