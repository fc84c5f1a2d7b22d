// SPDX-License-Identifier: BSD-2-Clause
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "meshes/table_file.hpp"
#include "ops/ray_hits/ray_hits.hpp"

namespace bitvox::ray_hits {
namespace {

using Columns = std::array<std::size_t, 3>;

// Which columns have the coordinates: the only three, if there are no headings.
Columns columns_of(const meshes::TableFile& table) {
  Columns columns{0, 1, 2};
  if (!table.has_headings()) {
    if (table.columns() != 0 && table.columns() != columns.size()) {
      table.file().refuse_line("is not an end of a ray, three numbers with commas between: x,y,z");
    }
    return columns;
  }
  for (std::size_t axis = 0; axis < columns.size(); ++axis) {
    const std::string name(1, "xyz"[axis]);
    const std::optional<std::size_t> found = table.find({name});
    if (!found) {
      table.file().refuse("has no column '" + name + "'; its columns must be x, y and z");
    }
    columns[axis] = *found;
  }
  table.require_one_unit(columns);
  return columns;
}

}  // namespace

std::vector<rays::Vector> read_ends(const std::string& path, Progress& progress) {
  meshes::TableFile table(path, progress);
  const Columns columns = columns_of(table);
  std::vector<rays::Vector> ends;
  while (table.next()) {
    rays::Vector& end = ends.emplace_back();
    for (std::size_t axis = 0; axis < columns.size(); ++axis) {
      end[axis] = table.number(columns[axis], "a coordinate");
    }
  }
  if (ends.empty()) table.file().refuse("has no ends of rays");
  return ends;
}

}  // namespace bitvox::ray_hits
