// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

// Work for the ways of native/cuda/ to share it out: distances in a graph, each vertex a task that
// wakes others.
namespace bitvox::test {

struct TaskGraph {
  std::vector<int> starts;  // of each vertex's edges, and the end
  std::vector<int> ends;    // of each edge
  std::vector<std::uint32_t> lengths;
  int vertices() const { return static_cast<int>(starts.size()) - 1; }
};

struct TaskLaunch {
  int blocks = 1;  // fewer where the GPU does not hold so many
  int threads = 32;
  std::uint64_t nanoseconds = 1'000'000;  // of a launch
};

struct TaskRun {
  std::vector<std::uint32_t> distances;  // from vertex 0
  std::uint64_t open = 0;                // tasks in the end
  std::uint64_t taken = 0;
  int launches = 0;
};

// 64-bit keys too.
enum class Keys { kShort, kLong };
TaskRun run_waiting(const TaskGraph& graph, const TaskLaunch& launch, Keys keys);
TaskRun run_stealing(const TaskGraph& graph, const TaskLaunch& launch, Keys keys);
TaskRun run_with_tickets(const TaskGraph& graph, const TaskLaunch& launch);
TaskRun run_in_rounds(const TaskGraph& graph, const TaskLaunch& launch);

}  // namespace bitvox::test
