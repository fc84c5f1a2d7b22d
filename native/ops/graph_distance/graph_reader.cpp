// SPDX-License-Identifier: BSD-2-Clause
#include "ops/graph_distance/graph_reader.hpp"

#include "core/memory/memory.hpp"
#include "core/threads/progress_parts.hpp"
#include "linear_systems/matrix_market_words.hpp"

namespace bitvox::graph_distance {
namespace {

constexpr std::int64_t kEdgeBytes = 24;  // both names and the weight

bool is_matrix_market(sparse::TextLines& lines) {
  const auto line = lines.next();
  if (!line) lines.refuse_file("is empty; a Matrix Market file or a table of edges is needed");
  std::string_view text = *line;
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    lines.refuse_file("is text in UTF-16; save it in UTF-8");
  }
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const bool is_matrix = sparse::lower(sparse::take_word(text)).starts_with("%%matrixmarket");
  lines.put_back();
  return is_matrix;
}

}  // namespace

void add_weight(const sparse::TextLines& lines, ExactWeights& weights, std::string_view text) {
  if (text.empty()) lines.refuse("the weight is missing");
  const std::string wrong = weights.add(text);
  if (!wrong.empty()) lines.refuse("the weight is " + sparse::shown(text) + ", " + wrong);
}

void require_room(const Edges& edges) {
  if (edges.from.size() == edges.from.capacity()) {
    require_memory(kUser, host_memory(), 2 * kEdgeBytes * edges.count());
  }
}

Graph read_graph(const std::string& path, Direction direction, Progress& progress) {
  auto [reading, sorting] = progress_parts(progress, 4, 1);
  sparse::TextLines lines(path, reading);
  const bool is_matrix = is_matrix_market(lines);
  Edges edges = is_matrix ? read_matrix_edges(lines, direction) : read_table_edges(lines, reading);
  if (edges.count() == 0) lines.refuse_file("has no edges");
  StandingProgress standing(sorting);
  Graph graph = to_graph(std::move(edges), direction, standing);
  progress.report(1, 1);
  return graph;
}

}  // namespace bitvox::graph_distance
