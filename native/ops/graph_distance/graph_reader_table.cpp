// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "core/memory/memory.hpp"
#include "linear_systems/matrix_market_words.hpp"
#include "linear_systems/steady.hpp"
#include "ops/graph_distance/graph_reader.hpp"

namespace bitvox::graph_distance {
namespace {

using sparse::TextLines;

constexpr MemoryUser kTableUser{"Graph Distance", "Use a smaller graph."};

enum Column { kFrom, kTo, kWeight, kColumns };

bool is_space(char c) { return c == ' ' || c == '\t'; }

// Without blanks around it, and without double quotes.
std::string_view bare(std::string_view cell) {
  while (!cell.empty() && is_space(cell.front())) cell.remove_prefix(1);
  while (!cell.empty() && is_space(cell.back())) cell.remove_suffix(1);
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') {
    cell = cell.substr(1, cell.size() - 2);
  }
  return cell;
}

// The next cell of a line, which is cut off. Cells of columns that do not matter may have
// separators in quotes.
std::string_view take_cell(std::string_view& line, char separator) {
  std::size_t end = 0;
  bool is_quoted = false;
  while (end < line.size() && (is_quoted || line[end] != separator)) {
    is_quoted ^= line[end] == '"';
    ++end;
  }
  const std::string_view cell = line.substr(0, end);
  line.remove_prefix(std::min(line.size(), end + 1));
  return bare(cell);
}

// The next line that is neither blank nor a comment, without the mark of UTF-8.
std::optional<std::string_view> next_row(TextLines& lines) {
  while (auto line = lines.next()) {
    if (lines.number() == 1 && line->starts_with("\xef\xbb\xbf")) line->remove_prefix(3);
    const auto* const first = std::find_if_not(line->begin(), line->end(), is_space);
    if (first != line->end() && *first != '#') return line;
  }
  return std::nullopt;
}

struct Layout {
  char separator = ',';
  std::array<int, kColumns> place{-1, -1, -1};
  int cells = 0;    // of a line that matter
  int columns = 0;  // in all
};

// "Weight (km)" and "weight [km]" are weight.
std::string name_of(std::string_view heading) {
  return sparse::lower(bare(heading.substr(0, heading.find_first_of("(["))));
}

Layout read_layout(TextLines& lines) {
  const auto found = next_row(lines);
  if (!found) lines.refuse_file("has no lines; a table of edges begins with from,to,weight");
  std::string_view line = *found;
  Layout layout;
  for (const char separator : {'\t', ';', ','}) {
    if (line.find(separator) != std::string_view::npos) layout.separator = separator;
  }
  constexpr std::array<std::string_view, kColumns> kNames{"from", "to", "weight"};
  constexpr std::array<std::string_view, kColumns> kOthers{"source", "target", "weight"};  // Gephi
  const std::string shown = sparse::shown(line);
  for (int i = 0; !line.empty(); ++i) {
    const std::string cell = name_of(take_cell(line, layout.separator));
    layout.columns = i + 1;
    for (std::size_t c = 0; c < kColumns; ++c) {
      if (cell != kNames[c] && cell != kOthers[c]) continue;
      if (layout.place[c] >= 0) lines.refuse("there are two columns " + cell);
      layout.place[c] = i;
      layout.cells = i + 1;
    }
  }
  for (const Column needed : {kFrom, kTo}) {
    if (layout.place[needed] < 0) {
      lines.refuse("no column is called " + std::string(kNames[needed]) + ", but " + shown +
                   "; a table of edges begins with from,to,weight");
    }
  }
  return layout;
}

std::int64_t vertex_name(const TextLines& lines, std::string_view cell, const char* what) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (cell.empty()) lines.refuse(std::string(what) + " is missing");
  if (error != std::errc{} || end != cell.data() + cell.size() || value < 0) {
    lines.refuse(std::string(what) + " is " + sparse::shown(cell) +
                 ", but vertices are whole numbers from 0 to 9223372036854775807");
  }
  return value;
}

// Numbers the vertices by increasing name.
class Numbering {
 public:
  Numbering(const std::vector<std::int64_t>& from, const std::vector<std::int64_t>& to,
            sparse::Steady& steady) {
    std::int64_t largest = 0;
    for (const auto* list : {&from, &to}) {
      for (const std::int64_t name : *list) largest = std::max(largest, name);
    }
    constexpr std::int64_t kSpread = 8;
    const auto count = static_cast<std::int64_t>(from.size());
    if (largest / kSpread < count && largest < kMostVertices) {
      number_by_table(from, to, largest, steady);
    } else {
      number_by_sorting(from, to, steady);
    }
  }

  std::int32_t operator()(std::int64_t name) const {
    if (!table_.empty()) return table_[static_cast<std::size_t>(name)];
    return static_cast<std::int32_t>(std::lower_bound(names_.begin(), names_.end(), name) -
                                     names_.begin());
  }
  std::vector<std::int64_t>& names() { return names_; }

 private:
  void number_by_table(const std::vector<std::int64_t>& from, const std::vector<std::int64_t>& to,
                       std::int64_t largest, sparse::Steady& steady) {
    require_memory(kTableUser, host_memory(), 12 * (largest + 1));
    table_.assign(static_cast<std::size_t>(largest + 1), 0);
    for (const auto* list : {&from, &to}) {
      for (const std::int64_t name : *list) {
        table_[static_cast<std::size_t>(name)] = 1;
        steady.worked(1);
      }
    }
    for (std::int64_t name = 0; name <= largest; ++name) {
      std::int32_t& entry = table_[static_cast<std::size_t>(name)];
      if (entry == 0) continue;
      entry = static_cast<std::int32_t>(names_.size());
      names_.push_back(name);
    }
  }

  void number_by_sorting(const std::vector<std::int64_t>& from, const std::vector<std::int64_t>& to,
                         sparse::Steady& steady) {
    require_memory(kTableUser, host_memory(), 16 * static_cast<std::int64_t>(from.size()));
    names_ = from;
    names_.insert(names_.end(), to.begin(), to.end());
    // In runs that can be stopped, then merged.
    constexpr std::size_t kRun = 1 << 18;
    for (std::size_t begin = 0; begin < names_.size(); begin += kRun) {
      const auto first = names_.begin() + static_cast<std::ptrdiff_t>(begin);
      std::sort(first, first + static_cast<std::ptrdiff_t>(std::min(kRun, names_.size() - begin)));
      steady.worked(kRun);
    }
    for (std::size_t run = kRun; run < names_.size(); run *= 2) {
      for (std::size_t begin = 0; begin + run < names_.size(); begin += 2 * run) {
        const auto first = names_.begin() + static_cast<std::ptrdiff_t>(begin);
        const std::size_t end = std::min(names_.size(), begin + 2 * run);
        std::inplace_merge(first, first + static_cast<std::ptrdiff_t>(run),
                           names_.begin() + static_cast<std::ptrdiff_t>(end));
        steady.worked(static_cast<std::int64_t>(2 * run));
      }
    }
    names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
    names_.shrink_to_fit();
  }

  std::vector<std::int64_t> names_;
  std::vector<std::int32_t> table_;  // of a name; empty: it is looked up
};

}  // namespace

Edges read_table_edges(TextLines& lines, Progress& progress) {
  const Layout layout = read_layout(lines);
  Edges edges;
  std::vector<std::int64_t> from, to;
  while (const auto row = next_row(lines)) {
    std::string_view line = *row;
    std::array<std::string_view, kColumns> cells{};
    for (int i = 0; i < layout.cells; ++i) {
      const std::string_view cell = take_cell(line, layout.separator);
      for (std::size_t c = 0; c < kColumns; ++c) {
        if (layout.place[c] == i) cells[c] = cell;
      }
    }
    int count = layout.cells;
    for (; !line.empty(); ++count) take_cell(line, layout.separator);
    if (count > layout.columns) {
      lines.refuse("the row has " + std::to_string(count) + " cells, but there are " +
                   std::to_string(layout.columns) + " columns");
    }
    if (from.size() == from.capacity()) {
      require_memory(kTableUser, host_memory(), 48 * static_cast<std::int64_t>(from.size()));
    }
    from.push_back(vertex_name(lines, cells[kFrom], "the vertex under from"));
    to.push_back(vertex_name(lines, cells[kTo], "the vertex under to"));
    add_weight(lines, edges.weights, layout.place[kWeight] < 0 ? "1" : cells[kWeight]);
  }
  StandingProgress standing(progress);
  standing.move_to(1, 1);
  sparse::Steady steady(standing);
  Numbering number_of(from, to, steady);
  if (static_cast<std::int64_t>(number_of.names().size()) > kMostVertices) {
    lines.refuse_file("has " + std::to_string(number_of.names().size()) +
                      " vertices; use at most " + std::to_string(kMostVertices));
  }
  require_memory(kTableUser, host_memory(), 8 * static_cast<std::int64_t>(from.size()));
  edges.from.reserve(from.size());
  edges.to.reserve(to.size());
  for (std::size_t k = 0; k < from.size(); ++k) {
    edges.from.push_back(number_of(from[k]));
    edges.to.push_back(number_of(to[k]));
    steady.worked(1);
  }
  edges.vertices = static_cast<std::int64_t>(number_of.names().size());
  edges.names = std::move(number_of.names());
  return edges;
}

}  // namespace bitvox::graph_distance
