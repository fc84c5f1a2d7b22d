// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <thread>

#include "ops/graph_distance/graph_reader.hpp"
#include "platform/platform.hpp"
#include "refusal.hpp"
#include "text_file.hpp"

namespace bitvox::graph_distance {
namespace {

// With the ending that its readers expect.
class File : public bitvox::test::TextFile {
 public:
  explicit File(const std::string& text) : TextFile("g.csv", text) {}
};

Graph graph_in(const std::string& text, Direction direction = Direction::kDirected) {
  NoProgress quiet;
  return read_graph(File(text).path(), direction, quiet);
}

// Without the name of the file.
std::string refusal(const std::string& text) {
  const File file(text);
  NoProgress quiet;
  std::string words =
      bitvox::test::refusal([&] { read_graph(file.path(), Direction::kDirected, quiet); });
  if (words == "accepted") return words;
  EXPECT_EQ(words.rfind(file.name() + ": ", 0), 0U) << words;
  return words.substr(file.name().size() + 2);
}

// "1>2:5 ..." by names and units.
std::string arcs_of(const Graph& graph) {
  std::ostringstream text;
  for (std::int64_t u = 0; u < graph.vertices(); ++u) {
    const auto at = static_cast<std::size_t>(u);
    for (std::int64_t arc = graph.starts[at]; arc < graph.starts[at + 1]; ++arc) {
      const auto k = static_cast<std::size_t>(arc);
      const std::int32_t to = graph.is_narrow() ? graph.narrow[k].to : graph.wide[k].to;
      const std::uint64_t weight =
          graph.is_narrow() ? graph.narrow[k].weight : graph.wide[k].weight;
      text << (text.tellp() == 0 ? "" : " ") << graph.name(u) << ">" << graph.name(to) << ":";
      graph.units.kind == Kind::kFloats ? text << std::bit_cast<double>(weight) : text << weight;
    }
  }
  return text.str();
}

TEST(GraphFiles, ReadsATableOfEdges) {
  const Graph graph = graph_in("from,to,weight\n10,20,5\n\n# a comment\n20,7,0\n10,20,3\n");
  EXPECT_EQ("10>20:5 10>20:3 20>7:0", arcs_of(graph));
  EXPECT_EQ(3, graph.vertices());
  EXPECT_EQ(3, graph.edges);
  EXPECT_EQ(2, graph.vertex_of(20));
  EXPECT_EQ(-1, graph.vertex_of(8));
}

TEST(GraphFiles, AnEdgeMayLeadBothWaysALoopIsOneArc) {
  EXPECT_EQ("1>2:5 1>1:9 2>1:5",
            arcs_of(graph_in("from,to,weight\n1,2,5\n1,1,9\n", Direction::kUndirected)));
}

TEST(GraphFiles, ColumnsMayBeInAnyOrderAndSeparatedOtherwise) {
  EXPECT_EQ("1>2:5", arcs_of(graph_in("\xef\xbb\xbfName;Weight;TO;From\r\n\"a;b\";5;2;1\r\n")));
  EXPECT_EQ("1>2:1", arcs_of(graph_in("\xef\xbb\xbf# roads\nfrom,to\n1,2\n")));
  EXPECT_EQ("1>2:5", arcs_of(graph_in("to\tfrom\tweight\n\"2\"\t 1 \t5")));
  EXPECT_EQ("1>2:1 2>3:1", arcs_of(graph_in("from,to\n1,2\n2,3\n")));
  EXPECT_EQ("1>2:5", arcs_of(graph_in("from,to,Weight (km)\n1,2,5\n")));
  EXPECT_EQ("1>2:5", arcs_of(graph_in("from;to;weight [km]\n1;2;5;\n")));
  EXPECT_EQ(arcs_of(graph_in("from,to,weight\n1,2,7\n")),
            arcs_of(graph_in("Source;Target;Type;Weight\n1;2;Directed;7\n")));
}

TEST(GraphFiles, VerticesMayHaveLargeNumbers) {
  const Graph graph = graph_in("from,to\n9223372036854775807,4\n4,123456789012\n");
  EXPECT_EQ("4>123456789012:1 9223372036854775807>4:1", arcs_of(graph));
}

TEST(GraphFiles, ReadsMatrices) {
  EXPECT_EQ("1>2:5 3>1:0",
            arcs_of(graph_in("%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 5.0\n3 1 "
                             "0\n")));
  EXPECT_EQ("1>1:4 1>3:1 3>1:1",
            arcs_of(graph_in("%%MatrixMarket matrix coordinate integer symmetric\n% c\n3 3 2\n1 1 "
                             "4\n3 1 1\n")));
  EXPECT_EQ("2>1:1",
            arcs_of(graph_in("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n")));
  EXPECT_EQ("1>2:3 2>1:2",
            arcs_of(graph_in("%%MatrixMarket matrix array real general\n2 2\n0\n2\n3\n0.0\n")));
  EXPECT_EQ("1>2:2 2>1:2 2>2:7",
            arcs_of(graph_in("%%MatrixMarket matrix array real symmetric\n2 2\n0\n2\n7\n")));
}

TEST(GraphFiles, ReadsAPipe) {
  if (!bitvox::test::has_pipes()) GTEST_SKIP() << "no pipes with names of files here";
  const std::string path = testing::TempDir() + "g" + std::to_string(getpid()) + ".pipe";
  for (const std::string& text :
       {std::string("from,to\n1,2\n"),
        std::string("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n")}) {
    ASSERT_TRUE(bitvox::test::make_pipe(path));
    std::thread writer([&] { std::ofstream(path) << text; });
    NoProgress quiet;
    EXPECT_EQ("1>2:1", arcs_of(read_graph(path, Direction::kDirected, quiet)));
    writer.join();
    std::remove(path.c_str());
  }
}

TEST(GraphWeights, DecimalsAreCountedInUnits) {
  const Graph graph =
      graph_in("from,to,weight\n1,2,0.5\n1,2,3\n1,2,1.25e1\n1,2,+0.070\n1,2,1e-2\n");
  EXPECT_EQ("1>2:50 1>2:300 1>2:1250 1>2:7 1>2:1", arcs_of(graph));
  EXPECT_EQ(2, graph.units.decimals);
  EXPECT_EQ(Kind::kWhole, graph.units.kind);
  EXPECT_TRUE(graph.is_narrow());
  // Zeros at the end are no decimals.
  EXPECT_EQ("1>2:1 1>2:100 1>2:0",
            arcs_of(graph_in("from,to,weight\n1,2,1.0000000000000000e+00\n1,2,1e2\n1,2,-0.0\n")));
}

TEST(GraphWeights, ManyDecimalsAreFloats) {
  for (const char* const last : {"0.1234567891", "1e-10", "1e300", "12345678901.123456789"}) {
    const Graph graph = graph_in(std::string("from,to,weight\n1,2,0.3\n1,2,7\n1,2,") + last + "\n");
    EXPECT_EQ(Kind::kFloats, graph.units.kind) << last;
    // As if they had been floats from the beginning.
    EXPECT_EQ(std::bit_cast<std::uint64_t>(0.3), graph.wide[0].weight);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(7.0), graph.wide[1].weight);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(std::stod(last)), graph.wide[2].weight);
  }
  // Nine decimals, as long as all together are less than 2^63 units.
  EXPECT_EQ("1>2:1 1>2:4611686018427387903",
            arcs_of(graph_in("from,to,weight\n1,2,0.000000001\n1,2,4611686018.427387903\n")));
  EXPECT_EQ(Kind::kFloats,
            graph_in("from,to,weight\n1,2,0.000000001\n1,2,4611686018.427387903\n1,2,"
                     "4611686018.427387904\n")
                .units.kind);
}

TEST(GraphWeights, WholeNumbersStayWhole) {
  EXPECT_EQ(
      "1>2:9223372036854775807 1>2:9223372036854775807",
      arcs_of(graph_in("from,to,weight\n1,2,9223372036854775807\n1,2,09223372036854775807\n")));
  for (const char* const before : {"1", "0.12345678901"}) {
    EXPECT_EQ(
        "line 3: the weight is '9223372036854775808', but whole numbers go to "
        "9223372036854775807; divide all weights by 1000, say",
        refusal(std::string("from,to,weight\n1,2,") + before + "\n1,2,9223372036854775808\n"));
  }
}

TEST(GraphFiles, RefusesTablesWithASentence) {
  EXPECT_EQ("is empty; a Matrix Market file or a table of edges is needed", refusal(""));
  EXPECT_EQ("has no lines; a table of edges begins with from,to,weight", refusal("\n\n"));
  EXPECT_EQ("has no edges", refusal("from,to\n"));
  EXPECT_EQ(
      "line 1: no column is called from, but '1,2,3'; a table of edges begins with from,to,weight",
      refusal("1,2,3\n"));
  EXPECT_EQ(
      "line 1: no column is called to, but 'from'; a table of edges begins with "
      "from,to,weight",
      refusal("from\n1\n"));
  EXPECT_EQ("line 1: there are two columns to", refusal("from,to,to\n1,2,2\n"));
  EXPECT_EQ("line 2: the row has 4 cells, but there are 3 columns",
            refusal("from,to,weight\n1,2,3,5\n"));
  EXPECT_EQ("line 2: the vertex under to is missing", refusal("from,to\n1\n"));
  EXPECT_EQ(
      "line 2: the vertex under from is '-1', but vertices are whole numbers from 0 to "
      "9223372036854775807",
      refusal("from,to\n-1,2\n"));
  EXPECT_EQ(
      "line 2: the vertex under to is '1.5', but vertices are whole numbers from 0 to "
      "9223372036854775807",
      refusal("from,to\n1,1.5\n"));
  EXPECT_EQ("line 2: the weight is missing", refusal("from,to,weight\n1,2\n"));
  EXPECT_EQ("line 2: the weight is '-3', but no weight may be negative",
            refusal("from,to,weight\n1,2,-3\n"));
  EXPECT_EQ("line 2: the weight is 'nan', which is not a number",
            refusal("from,to,weight\n1,2,nan\n"));
  EXPECT_EQ("line 2: the weight is 'inf', which is not finite",
            refusal("from,to,weight\n1,2,inf\n"));
  EXPECT_EQ("line 2: the weight is 'x', which is no number", refusal("from,to,weight\n1,2,x\n"));
  EXPECT_EQ("line 2: the weight is '1e999', which is too large or too small for 64 bits",
            refusal("from,to,weight\n1,2,1e999\n"));
}

TEST(GraphFiles, RefusesMatricesWithASentence) {
  EXPECT_EQ("has 2 rows and 3 columns; the matrix of a graph has as many rows as columns",
            refusal("%%MatrixMarket matrix coordinate real general\n2 3 1\n1 2 5\n"));
  EXPECT_EQ("line 3: the weight is '1.5', but the first line announces integers",
            refusal("%%MatrixMarket matrix coordinate integer general\n2 2 1\n2 1 1.5\n"));
  EXPECT_EQ(
      "line 4: there are entries on both sides of the diagonal; a symmetric matrix has its lower "
      "triangle in the file",
      refusal("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n2 1 5\n1 2 5\n"));
  EXPECT_EQ("is text in UTF-16; save it in UTF-8", refusal("\xff\xfe"
                                                           "f"));
  EXPECT_EQ("is skew-symmetric: each edge would have a negative weight in one direction",
            refusal("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 5\n"));
  EXPECT_EQ("line 3: there is no vertex 3; the file announces 1 to 2",
            refusal("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 3 5\n"));
  EXPECT_EQ("ends after 1 of 2 entries",
            refusal("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 5.00000\n"));
  EXPECT_EQ("line 4: there is more than the 1 entries that are announced",
            refusal("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 5\n1 2 5\n"));
  EXPECT_EQ("line 2: announces 999999999999 entries, more than the file can hold",
            refusal("%%MatrixMarket matrix coordinate real general\n2 2 999999999999\n1 2 5\n"));
  EXPECT_EQ("line 3: the weight is '-5', but no weight may be negative",
            refusal("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 -5\n"));
  EXPECT_EQ("has no edges", refusal("%%MatrixMarket matrix coordinate real general\n2 2 0\n"));
}

}  // namespace
}  // namespace bitvox::graph_distance
