// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

// Shortest paths in a dense graph, where a task is a vertex whose distance has fallen and a block
// of threads does one by going through its row of costs: what a scheduler is worth when tasks make
// tasks. The benchmark of Lastras-Montaño, Michael, Bivens, "Dynamic work scheduling for GPU
// systems", GPUScA 2010.
namespace bitvox::schedulers {

enum class Scheduler {
  kFixed,        // rounds: a block does its own vertices, whichever are wanted
  kQueues,       // a queue for each block, of which idle blocks steal
  kTickets,      // one queue, and a place in it for everyone who waits
  kOwners,       // a block does the nearest of its own vertices
  kOwnersSteal,  // the same, and idle blocks steal the nearest of another
  kWindows       // rounds: the vertices within a window of distances
};

enum class Victims { kRandom, kConsecutive };

struct Setting {
  Scheduler scheduler = Scheduler::kWindows;
  Victims victims = Victims::kRandom;
  int shared = 32;   // places of a block's queue in shared memory; what is more goes behind it
  int attempts = 8;  // to steal, before a block looks at its own queue again
  std::uint32_t window = 0;
};

// Costs are made of the numbers of both vertices.
enum class Costs { kUniform, kGeometric };
inline constexpr int kLargestCost = 1000;        // of uniform ones, from 1
inline constexpr double kGeometricMean = 100.0;  // from 1 to 65535

struct Block {
  double busy_ms = 0;
  std::int64_t rows = 0;
  std::int64_t attempts = 0;  // to steal
  std::int64_t steals = 0;
};

struct Outcome {
  double ms = 0;  // with the distances set, without the costs
  std::vector<Block> blocks;
  std::vector<std::uint32_t> distances;
};

class DenseGraph {
 public:
  DenseGraph(int vertices, Costs costs);
  ~DenseGraph();
  DenseGraph(const DenseGraph&) = delete;
  DenseGraph& operator=(const DenseGraph&) = delete;

  int vertices() const { return vertices_; }
  // From vertex 0.
  Outcome search(const Setting& setting) const;
  // The same by Dijkstra's method, on the host.
  std::vector<std::uint32_t> judge() const;

 private:
  struct Device;
  int vertices_;
  Device* device_;
};

}  // namespace bitvox::schedulers
