// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/threads/progress.hpp"
#include "meshes/mesh_file.hpp"

namespace bitvox::meshes {

// A table in a text file, read row by row: cells with commas, tabs or semicolons between, with or
// without spaces and quotes around them; blank lines do not count. The first line has the headings,
// unless it has a number. "X (mm)" and "X [mm]" are x, in mm.
class TableFile {
 public:
  // Reads the first line. Throws what MeshFile does.
  TableFile(const std::string& path, Progress& progress);

  bool has_headings() const { return !headings_.empty(); }
  // Of the first line.
  std::size_t columns() const { return columns_; }
  // The column with the first of these names, in small letters, that there is. An error if a name
  // is there twice.
  std::optional<std::size_t> find(std::initializer_list<std::string_view> names) const;
  // An error unless these columns have the same unit, or all have none.
  void require_one_unit(std::span<const std::size_t> columns) const;

  // Whether there is a next row; it is the one that is looked at from now on. An error if it has
  // more or fewer cells than the first line.
  bool next();
  std::string_view cell(std::size_t column) const { return cells_[column]; }
  bool is_number(std::size_t column) const;
  // Any finite double; else an error that says `what` it is: "a coordinate".
  double number(std::size_t column, const char* what) const;

  const MeshFile& file() const { return file_; }

 private:
  struct Heading {
    std::string text;
    std::string name;  // in small letters
    std::string unit;
    bool is_closed = true;
  };

  static Heading heading_of(std::string_view cell);
  void choose_separator(std::string_view line);
  void split(std::string_view line);

  MeshFile file_;
  char separator_ = ',';
  std::vector<Heading> headings_;
  std::size_t columns_ = 0;
  bool is_row_read_ = false;  // by the constructor
  std::vector<std::string_view> cells_;
  std::string unquoted_;  // what cells are views of if the line has quotes
};

}  // namespace bitvox::meshes
