// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "core/threads/progress.hpp"
#include "linear_systems/text_lines.hpp"
#include "ops/graph_distance/weighted_graph.hpp"

// Graphs in files.
//
// A Matrix Market file (linear_systems/matrix_market.hpp) that begins with %%MatrixMarket: the
// entry in row i and column j is an edge from vertex i to vertex j, which count from 1. Of a
// symmetric matrix all edges lead both ways. An entry of a coordinate file may be 0, which is an
// edge of weight 0; in an array a 0 is no edge. Pattern: all weights are 1.
//
// Any other file is a table of edges, an edge a line. Its first line has the names of the columns,
// in any order: from, to, and weight, which may be missing: then all weights are 1. Other columns
// are ignored, and so is a unit in brackets behind a name. No row has more cells than there are
// columns. Columns are separated by commas, semicolons or tabs, whichever the first line has;
// words may be in double quotes, in capital letters or not. Vertices are whole numbers from 0 to
// 2^63 - 1; those that occur are the graph's. Blank lines, and those that begin with #, are left
// out.
namespace bitvox::graph_distance {

// Throws InvalidInput with the file, the line and what is wrong there, Cancelled, and
// HostOutOfMemory before it allocates what does not fit.
Graph read_graph(const std::string& path, Direction direction, Progress& progress);

// Its parts. Of a matrix `direction` becomes what the file says.
Edges read_matrix_edges(sparse::TextLines& lines, Direction& direction);
Edges read_table_edges(sparse::TextLines& lines, Progress& progress);

// Adds a weight, or says what is wrong with it.
void add_weight(const sparse::TextLines& lines, ExactWeights& weights, std::string_view text);
// Throws unless the lists of edges can grow. Lists double.
void require_room(const Edges& edges);

}  // namespace bitvox::graph_distance
