// SPDX-License-Identifier: BSD-2-Clause
#include "ops/graph_distance/graph_table.hpp"

#include <cstddef>
#include <string_view>

#include "core/error.hpp"
#include "linear_systems/text_output.hpp"
#include "ops/graph_distance/graph_distance.hpp"
#include "ops/graph_distance/path_sums.hpp"

namespace bitvox::graph_distance {
namespace {

// "12.5" of 12500 thousandths.
void append_units(std::string& text, std::int64_t value, int decimals) {
  const std::size_t begin = text.size();
  sparse::append_number(text, value);
  if (decimals == 0) return;
  const auto places = static_cast<std::size_t>(decimals);
  const std::size_t digits = text.size() - begin;
  if (digits <= places) text.insert(begin, places + 1 - digits, '0');
  text.insert(text.size() - places, 1, '.');
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
}

void append_distance(std::string& text, std::int64_t distance, const Units& units) {
  if (distance == kUnreached) return;
  if (units.kind == Kind::kFloats) {
    sparse::append_number(text, FloatSum::number(static_cast<std::uint64_t>(distance)));
  } else {
    append_units(text, distance, units.decimals);
  }
}

}  // namespace

void write_table(const std::string& path, const Graph& graph,
                 const std::vector<std::int64_t>& distances,
                 const std::vector<std::int32_t>& predecessors, Progress& progress) {
  const std::int64_t vertices = graph.vertices();
  if (static_cast<std::int64_t>(distances.size()) != vertices ||
      static_cast<std::int64_t>(predecessors.size()) != vertices) {
    throw InvalidInput("the graph has " + std::to_string(vertices) +
                       " vertices, but the result is of another one");
  }
  sparse::TextOutput out(path);
  std::string text = "Vertex,Distance,Predecessor\n";
  constexpr std::int64_t kAtOnce = 1 << 14;
  for (std::int64_t v = 0; v < vertices; ++v) {
    const auto at = static_cast<std::size_t>(v);
    sparse::append_number(text, graph.name(v));
    text.push_back(',');
    append_distance(text, distances[at], graph.units);
    text.push_back(',');
    if (predecessors[at] != kNoPredecessor)
      sparse::append_number(text, graph.name(predecessors[at]));
    text.push_back('\n');
    if (v % kAtOnce == kAtOnce - 1) {
      out.write(text);
      text.clear();
      progress.report(v, vertices);
    }
  }
  out.write(text);
  out.close();
  progress.report(1, 1);
}

}  // namespace bitvox::graph_distance
