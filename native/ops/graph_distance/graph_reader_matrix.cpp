// SPDX-License-Identifier: BSD-2-Clause
#include <cmath>

#include "core/memory/memory.hpp"
#include "linear_systems/matrix_market_header.hpp"
#include "linear_systems/matrix_market_words.hpp"
#include "ops/graph_distance/graph_reader.hpp"

namespace bitvox::graph_distance {
namespace {

using Header = sparse::MatrixMarketHeader;
using sparse::TextLines;

constexpr MemoryUser kReaderUser{"Graph Distance", "Use a smaller graph."};

std::string_view entry_line(TextLines& lines, const Header& header, std::int64_t read) {
  const auto line = sparse::next_data_line(lines);
  if (!line) {
    lines.refuse_file("ends after " + std::to_string(read) + " of " +
                      std::to_string(header.entries) + " entries");
  }
  return *line;
}

void expect_integer(const TextLines& lines, std::string_view text) {
  std::string_view rest = text;
  const double value = sparse::take_number(lines, rest);
  if (value == std::floor(value)) return;
  lines.refuse("the weight is " + sparse::shown(text) + ", but the first line announces integers");
}

// A symmetric matrix has one half in the file, or each edge would be there twice.
class Halves {
 public:
  void add(const TextLines& lines, std::int64_t row, std::int64_t column) {
    above_ = above_ || column > row;
    below_ = below_ || column < row;
    if (above_ && below_) {
      lines.refuse(
          "there are entries on both sides of the diagonal; a symmetric matrix has its lower "
          "triangle in the file");
    }
  }

 private:
  bool above_ = false, below_ = false;
};

void read_coordinates(TextLines& lines, const Header& header, Edges& edges) {
  const bool is_symmetric = header.symmetry == Header::Symmetry::kSymmetric;
  Halves halves;
  for (std::int64_t k = 0; k < header.entries; ++k) {
    std::string_view line = entry_line(lines, header, k);
    const std::int64_t from = sparse::take_whole_number(lines, line, "the row");
    const std::int64_t to = sparse::take_whole_number(lines, line, "the column");
    for (const std::int64_t vertex : {from, to}) {
      if (vertex < 1 || vertex > edges.vertices) {
        lines.refuse("there is no vertex " + std::to_string(vertex) + "; the file announces 1 to " +
                     std::to_string(edges.vertices));
      }
    }
    if (is_symmetric) halves.add(lines, from, to);
    const bool has_weight = header.field != Header::Field::kPattern;
    const std::string_view weight = has_weight ? sparse::take_word(line) : "1";
    add_weight(lines, edges.weights, weight);
    if (header.field == Header::Field::kInteger) expect_integer(lines, weight);
    sparse::expect_end(lines, line);
    require_room(edges);
    edges.from.push_back(static_cast<std::int32_t>(from - 1));
    edges.to.push_back(static_cast<std::int32_t>(to - 1));
  }
}

bool is_zero(std::string_view text) {
  return text == "0" || text.find_first_not_of("+-0.") == std::string_view::npos;
}

void read_array(TextLines& lines, const Header& header, Edges& edges) {
  const bool is_whole = header.symmetry == Header::Symmetry::kGeneral;
  std::int64_t k = 0;
  for (std::int64_t to = 0; to < edges.vertices; ++to) {
    for (std::int64_t from = is_whole ? 0 : to; from < edges.vertices; ++from) {
      std::string_view line = entry_line(lines, header, k++);
      const std::string_view word = sparse::take_word(line);
      sparse::expect_end(lines, line);
      if (!word.empty() && is_zero(word)) continue;
      add_weight(lines, edges.weights, word);
      if (header.field == Header::Field::kInteger) expect_integer(lines, word);
      require_room(edges);
      edges.from.push_back(static_cast<std::int32_t>(from));
      edges.to.push_back(static_cast<std::int32_t>(to));
    }
  }
}

}  // namespace

Edges read_matrix_edges(TextLines& lines, Direction& direction) {
  const Header header = sparse::read_header(lines);
  if (header.symmetry == Header::Symmetry::kSkewSymmetric) {
    lines.refuse_file("is skew-symmetric: each edge would have a negative weight in one direction");
  }
  if (header.rows != header.columns) {
    lines.refuse_file("has " + std::to_string(header.rows) + " rows and " +
                      std::to_string(header.columns) +
                      " columns; the matrix of a graph has as many rows as columns");
  }
  if (header.symmetry == Header::Symmetry::kSymmetric) direction = Direction::kUndirected;
  Edges edges;
  edges.vertices = header.rows;
  const bool is_array = header.format == Header::Format::kArray;
  if (lines.size() >= 0 && !is_array) {
    constexpr std::int64_t kBytes = 16;
    require_memory(kReaderUser, host_memory(), kBytes * header.entries + 8 * header.rows);
    edges.from.reserve(static_cast<std::size_t>(header.entries));
    edges.to.reserve(static_cast<std::size_t>(header.entries));
    edges.weights.reserve(header.entries);
  }
  is_array ? read_array(lines, header, edges) : read_coordinates(lines, header, edges);
  if (sparse::next_data_line(lines)) {
    lines.refuse("there is more than the " + std::to_string(header.entries) +
                 " entries that are announced");
  }
  return edges;
}

}  // namespace bitvox::graph_distance
