// SPDX-License-Identifier: BSD-2-Clause
// Damaged graphs in files.
#include <string>

#include "fuzz_file.hpp"
#include "fuzz_operation.hpp"
#include "fuzz_text.hpp"
#include "ops/graph_distance/graph_reader.hpp"

namespace bitvox::graph_distance {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make_file(FuzzBytes& bytes) {
  const std::string text = fuzz::nearly_right(
      bytes,
      {
          "from,to,weight\n1,2,5\n2,3,0\n3,1,7\n",
          "# roads\nto;weight;name;from\n\"1\";0.25;\"a;b\";900000000000\n1;3;x;2\n",
          "from\tto\r\n0\t1\r\n1\t2\r\n",
          "from,to,weight\n1,2,0.1234567891\n2,1,9223372036854775807\n",
          "%%MatrixMarket matrix coordinate real general\n%\n3 3 3\n1 2 4\n2 3 .5\n3 1 4e0\n",
          "%%MatrixMarket matrix array integer symmetric\n2 2\n0\n1\n2\n",
          "%%MatrixMarket matrix coordinate pattern general\n\n2 2 3\n1 1\n2 2\n2 1\n",
      });
  const Direction direction = bytes.yes() ? Direction::kDirected : Direction::kUndirected;
  return [=](const std::string&, int, Progress& progress) {
    const fuzz::FuzzFile file("fuzz.csv", text);
    const Graph graph = read_graph(file.path(), direction, progress);
    test::Bits bits;
    for (const std::int64_t start : graph.starts) bits.add(start);
    bits.add(graph.names).add(graph.edges).add(graph.units.decimals);
    for (const NarrowArc& arc : graph.narrow) bits.add(arc.to).add(arc.weight);
    for (const WideArc& arc : graph.wide) bits.add(arc.to).add(arc.weight);
    return bits;
  };
}

const fuzz::FuzzOperation file_operation("graph_distance_file", make_file);

}  // namespace
}  // namespace bitvox::graph_distance
