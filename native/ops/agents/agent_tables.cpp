// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agent_tables.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "core/options/number.hpp"
#include "ops/agents/agent_outputs.hpp"

namespace bitvox::agents {
namespace {

constexpr double kMostCoordinate = 1e100;

std::size_t need(const meshes::TableFile& table, std::optional<std::size_t> found,
                 const std::string& name) {
  if (found) return *found;
  table.file().refuse("has no column '" + name + "'; its columns must be x, y and, for spheres, z");
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
      x_(need(table, table.find({"position_x", "x"}), "x")),
      y_(need(table, table.find({"position_y", "y"}), "y")),
      z_(table.find({"position_z", "z"})) {
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

std::vector<Place> read_places(const std::string& file, const Spacing& spacing,
                               Progress& progress) {
  meshes::TableFile table(file, progress);
  const PlaceColumns columns(table);
  std::vector<Place> places;
  while (table.next()) {
    Place place = columns.place(table);
    if (columns.from_middle()) {
      place = {place[0] + spacing.x / 2, place[1] + spacing.y / 2, place[2] + spacing.z / 2};
    }
    places.push_back(place);
  }
  if (places.empty()) table.file().refuse("has no places");
  return places;
}

}  // namespace bitvox::agents
