// SPDX-License-Identifier: BSD-2-Clause
#include "meshes/closedness.hpp"

#include <algorithm>
#include <charconv>

#include "core/memory/memory.hpp"
#include "linear_systems/steady.hpp"

namespace bitvox::meshes {
namespace {

// An end of an edge, at the list of its smaller vertex, and whether the triangle goes there.
struct Way {
  std::uint32_t to_and_back;  // vertex * 2 + 1 if it comes from there

  std::uint32_t vertex() const { return to_and_back / 2; }
  bool is_back() const { return to_and_back % 2 != 0; }
};

bool is_degenerate(const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

template <class Take>
void each_way(const Triangle& t, const Take& take) {
  for (std::size_t k = 0; k < 3; ++k) {
    const std::uint32_t a = t[k];
    const std::uint32_t b = t[(k + 1) % 3];
    take(std::min(a, b), Way{2 * std::max(a, b) + (a > b ? 1U : 0U)});
  }
}

std::string number_text(double number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

std::string point_text(const Point& point) {
  std::string text = "(";
  for (std::size_t k = 0; k < 3; ++k) {
    if (k > 0) text += ", ";
    text += number_text(point[k]);
  }
  return text + ")";
}

void add_edge(const Closedness::Edge& seen, std::size_t most_named, Closedness& found) {
  using Fault = Closedness::Fault;
  ++found.edges;
  const std::int64_t triangles = seen.forth + seen.back;
  if (triangles == 2 && seen.forth == 1) return;
  Closedness::Edge edge = seen;
  edge.fault = triangles == 1            ? Fault::kOpen
               : seen.forth == seen.back ? Fault::kCrowded
                                         : Fault::kUnbalanced;
  ++(edge.fault == Fault::kOpen      ? found.open
     : edge.fault == Fault::kCrowded ? found.crowded
                                     : found.unbalanced);
  if (found.first.size() < most_named) found.first.push_back(edge);
}

}  // namespace

Closedness closedness(const Mesh& mesh, std::size_t most_named, Progress& progress) {
  require_memory({"A mesh", "Use a smaller one."}, host_memory(),
                 static_cast<std::int64_t>(8 * mesh.vertices.size() + 12 * mesh.triangles.size()));
  StandingProgress standing(progress);
  sparse::Steady steady(standing);
  Closedness found;
  // The ways of each vertex, one list behind the other: counted, then filled from their ends.
  std::vector<std::uint64_t> ends(mesh.vertices.size() + 1, 0);
  for (const Triangle& t : mesh.triangles) {
    if (is_degenerate(t)) {
      ++found.degenerate;
      continue;
    }
    each_way(t, [&](std::uint32_t from, Way) { ++ends[from]; });
    steady.worked(3);
  }
  standing.move_to(1, 3);
  std::uint64_t all = 0;
  for (std::uint64_t& end : ends) all = end += all;
  std::vector<Way> ways(all);
  for (const Triangle& t : mesh.triangles) {
    if (is_degenerate(t)) continue;
    each_way(t, [&](std::uint32_t from, Way way) { ways[--ends[from]] = way; });
    steady.worked(3);
  }
  standing.move_to(2, 3);
  for (std::size_t v = 0; v + 1 < ends.size(); ++v) {
    const auto first = ways.begin() + static_cast<std::ptrdiff_t>(ends[v]);
    const auto last = ways.begin() + static_cast<std::ptrdiff_t>(ends[v + 1]);
    std::sort(first, last, [](Way a, Way b) { return a.to_and_back < b.to_and_back; });
    for (auto way = first; way != last;) {
      Closedness::Edge edge{static_cast<std::uint32_t>(v), way->vertex()};
      for (; way != last && way->vertex() == edge.to; ++way)
        ++(way->is_back() ? edge.back : edge.forth);
      add_edge(edge, most_named, found);
    }
    steady.worked(1 + (last - first));
  }
  progress.report(1, 1);
  return found;
}

std::string open_edges_text(const Mesh& mesh, const Closedness& found) {
  if (found.is_closed()) return {};
  const auto edges = [](std::int64_t count) {
    return std::to_string(count) + (count == 1 ? " edge" : " edges");
  };
  std::string text = "is not closed: ";
  if (found.open > 0) {
    text += edges(found.open) + (found.open == 1 ? " belongs" : " belong") + " to one triangle";
  }
  if (found.unbalanced > 0) {
    text += (found.open > 0 ? ", " : "") + edges(found.unbalanced) +
            " to triangles that are turned differently";
  }
  text += ".";
  const auto first = std::find_if(
      found.first.begin(), found.first.end(),
      [](const Closedness::Edge& edge) { return edge.fault != Closedness::Fault::kCrowded; });
  if (first == found.first.end()) return text;
  return text + " The first is from " + point_text(mesh.vertices[first->from]) + " to " +
         point_text(mesh.vertices[first->to]) + ".";
}

}  // namespace bitvox::meshes
