// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/mesh_words.hpp"
#include "ops/ray_hits/ray_hits.hpp"

namespace bitvox::ray_hits {
namespace {

constexpr std::size_t kAxes = 3;

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t") + 1 - first));
}

// The cells of a line, without spaces and quotes around them.
void split(std::string_view line, char separator, std::vector<std::string>& cells) {
  cells.assign(1, "");
  bool is_quoted = false;
  for (const char letter : line) {
    if (letter == '"') {
      is_quoted = !is_quoted;
    } else if (letter == separator && !is_quoted) {
      cells.emplace_back();
    } else {
      cells.back().push_back(letter);
    }
  }
  for (std::string& cell : cells) cell = trimmed(cell);
}

// What is between the cells of the first line: tabs or semicolons where it has no comma.
char separator_of(std::string_view line) {
  std::vector<std::string> cells;
  for (const char separator : {',', '\t', ';'}) {
    split(line, separator, cells);
    if (cells.size() > 1) return separator;
  }
  return ',';
}

// "X (mm)" and "X [mm]" are x, in mm.
struct Heading {
  std::string name;
  std::string unit;
  bool is_closed = true;
};

Heading heading_of(const std::string& cell) {
  const std::size_t open = cell.find_first_of("([");
  Heading heading{meshes::lower(trimmed(std::string_view(cell).substr(0, open))), ""};
  if (open == std::string::npos) return heading;
  const std::size_t close = cell.find(cell[open] == '(' ? ')' : ']', open);
  heading.is_closed = close != std::string::npos;
  heading.unit = trimmed(std::string_view(cell).substr(open + 1, close - open - 1));
  return heading;
}

bool is_number(const std::string& cell) {
  double value = 0;
  const char* const first = cell.data() + (cell.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(first, cell.data() + cell.size(), value);
  return error != std::errc::invalid_argument && end == cell.data() + cell.size();
}

// Which columns have the coordinates.
class Columns {
 public:
  // Of the first line: a heading if it has no number.
  Columns(const meshes::MeshFile& file, const std::vector<std::string>& cells) {
    is_heading_ = std::none_of(cells.begin(), cells.end(), is_number);
    if (!is_heading_) {
      if (cells.size() != kAxes) refuse_count(file);
      return;
    }
    if (cells[0].find('\0') != std::string::npos) file.refuse("is not a text in UTF-8");
    std::vector<Heading> headings(cells.size());
    std::transform(cells.begin(), cells.end(), headings.begin(), heading_of);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      at_[axis] = find(file, headings, std::string(1, "xyz"[axis]));
      const Heading& first = headings[at_[0]];
      const Heading& other = headings[at_[axis]];
      if (!other.is_closed) {
        file.refuse("its heading " + meshes::shown(cells[at_[axis]]) +
                    " has a bracket that does not end");
      }
      if (other.unit != first.unit) {
        file.refuse("its column x is in " + unit_text(first) + ", but " + other.name + " in " +
                    unit_text(other) + "; x, y and z must have the same unit");
      }
    }
    count_ = cells.size();
  }

  bool is_heading() const { return is_heading_; }

  rays::Vector end(const meshes::MeshFile& file, const std::vector<std::string>& cells) const {
    if (cells.size() != count_) {
      if (count_ == kAxes) refuse_count(file);
      file.refuse_line("has " + std::to_string(cells.size()) + " cells, but there are " +
                       std::to_string(count_) + " columns");
    }
    rays::Vector place{};
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      const std::string& cell = cells[at_[axis]];
      std::string_view word = cell;
      place[axis] = meshes::take_number(file, word, "a coordinate");
      if (!word.empty()) {
        file.refuse_line("a coordinate is " + meshes::shown(cell) + ", which is no number");
      }
    }
    return place;
  }

 private:
  static std::string unit_text(const Heading& heading) {
    return heading.unit.empty() ? "no unit" : meshes::shown(heading.unit);
  }

  static std::size_t find(const meshes::MeshFile& file, const std::vector<Heading>& headings,
                          const std::string& name) {
    const auto is_it = [&](const Heading& heading) { return heading.name == name; };
    const auto found = std::find_if(headings.begin(), headings.end(), is_it);
    if (found == headings.end()) {
      file.refuse("has no column '" + name + "'; its columns must be x, y and z");
    }
    if (std::find_if(found + 1, headings.end(), is_it) != headings.end()) {
      file.refuse("has two columns '" + name + "'");
    }
    return static_cast<std::size_t>(found - headings.begin());
  }

  [[noreturn]] static void refuse_count(const meshes::MeshFile& file) {
    file.refuse_line("is not an end of a ray, three numbers with commas between: x,y,z");
  }

  std::array<std::size_t, kAxes> at_{0, 1, 2};
  std::size_t count_ = kAxes;
  bool is_heading_ = false;
};

}  // namespace

std::vector<rays::Vector> read_ends(const std::string& path, Progress& progress) {
  meshes::MeshFile file(path, progress);
  std::vector<rays::Vector> ends;
  std::vector<std::string> cells;
  std::optional<Columns> columns;
  char separator = ',';
  while (const std::optional<std::string_view> line = file.next_filled_line()) {
    if (!columns) separator = separator_of(*line);
    split(*line, separator, cells);
    if (!columns) {
      columns.emplace(file, cells);
      if (columns->is_heading()) continue;
    }
    ends.push_back(columns->end(file, cells));
  }
  if (ends.empty()) file.refuse("has no ends of rays");
  return ends;
}

}  // namespace bitvox::ray_hits
