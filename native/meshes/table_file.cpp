// SPDX-License-Identifier: BSD-2-Clause
#include "meshes/table_file.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "meshes/mesh_words.hpp"

namespace bitvox::meshes {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

bool is_a_number(std::string_view cell) {
  double value = 0;
  const char* const end = cell.data() + cell.size();
  const char* const begin = cell.data() + (cell.starts_with('+') ? 1 : 0);
  const auto [stop, error] = std::from_chars(begin, end, value);
  return error != std::errc::invalid_argument && stop == end;
}

std::string unit_text(const std::string& unit) { return unit.empty() ? "no unit" : shown(unit); }

}  // namespace

TableFile::Heading TableFile::heading_of(std::string_view cell) {
  const std::size_t open = cell.find_first_of("([");
  Heading heading{std::string(cell), lower(trimmed(cell.substr(0, open))), ""};
  if (open == std::string_view::npos) return heading;
  const std::size_t close = cell.find(cell[open] == '(' ? ')' : ']', open);
  heading.is_closed = close != std::string_view::npos;
  heading.unit = trimmed(cell.substr(open + 1, close - open - 1));
  return heading;
}

TableFile::TableFile(const std::string& path, Progress& progress) : file_(path, progress) {
  const std::optional<std::string_view> line = file_.next_filled_line();
  if (!line) return;
  choose_separator(*line);
  columns_ = cells_.size();
  is_row_read_ = std::any_of(cells_.begin(), cells_.end(), is_a_number);
  if (is_row_read_) return;
  if (line->find('\0') != std::string_view::npos) file_.refuse("is not a text in UTF-8");
  headings_.reserve(columns_);
  for (const std::string_view cell : cells_) headings_.push_back(heading_of(cell));
}

void TableFile::choose_separator(std::string_view line) {
  for (const char separator : {',', '\t', ';'}) {
    separator_ = separator;
    split(line);
    if (cells_.size() > 1) return;
  }
  separator_ = ',';
  split(line);
}

void TableFile::split(std::string_view line) {
  cells_.clear();
  std::string_view text = line;
  const bool has_quotes = line.find('"') != std::string_view::npos;
  if (has_quotes) {
    // Ends of cells become zeros, which no separator is.
    unquoted_.clear();
    bool is_quoted = false;
    for (const char letter : line) {
      if (letter == '"') {
        is_quoted = !is_quoted;
      } else {
        unquoted_.push_back(letter == separator_ && !is_quoted ? '\0' : letter);
      }
    }
    text = unquoted_;
  }
  const char separator = has_quotes ? '\0' : separator_;
  for (;;) {
    const std::size_t end = text.find(separator);
    cells_.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

std::optional<std::size_t> TableFile::find(std::initializer_list<std::string_view> names) const {
  for (const std::string_view name : names) {
    const auto is_it = [&](const Heading& heading) { return heading.name == name; };
    const auto found = std::find_if(headings_.begin(), headings_.end(), is_it);
    if (found == headings_.end()) continue;
    if (std::find_if(found + 1, headings_.end(), is_it) != headings_.end()) {
      file_.refuse("has two columns '" + std::string(name) + "'");
    }
    return static_cast<std::size_t>(found - headings_.begin());
  }
  return std::nullopt;
}

void TableFile::require_one_unit(std::span<const std::size_t> columns) const {
  const Heading& first = headings_[columns.front()];
  std::string all = first.name;
  for (const std::size_t column : columns.subspan(1)) {
    all += (column == columns.back() ? " and " : ", ") + headings_[column].name;
  }
  for (const std::size_t column : columns) {
    const Heading& heading = headings_[column];
    if (!heading.is_closed) {
      file_.refuse("its heading " + shown(heading.text) + " has a bracket that does not end");
    }
    if (heading.unit != first.unit) {
      file_.refuse("its column " + first.name + " is in " + unit_text(first.unit) + ", but " +
                   heading.name + " in " + unit_text(heading.unit) + "; " + all +
                   " must have the same unit");
    }
  }
}

bool TableFile::next() {
  if (is_row_read_) {
    is_row_read_ = false;
    return true;
  }
  const std::optional<std::string_view> line = file_.next_filled_line();
  if (!line) return false;
  split(*line);
  if (cells_.size() != columns_) {
    file_.refuse_line("has " + std::to_string(cells_.size()) + " cells, but there are " +
                      std::to_string(columns_) + " columns");
  }
  return true;
}

bool TableFile::is_number(std::size_t column) const { return is_a_number(cells_[column]); }

double TableFile::number(std::size_t column, const char* what) const {
  std::string_view word = cells_[column];
  const double value = take_number(file_, word, what);
  if (!word.empty()) {
    file_.refuse_line(std::string(what) + " is " + shown(cells_[column]) + ", which is no number");
  }
  return value;
}

}  // namespace bitvox::meshes
