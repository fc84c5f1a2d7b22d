// SPDX-License-Identifier: BSD-2-Clause
// schedulers_bench FOLDER: times every scheduler on dense graphs, and writes
//   schedulers.csv         one row per scheduler, setting, size and kind of costs
//   schedulers_blocks.csv  what each block did, at the largest size
// Every map of distances is compared with Dijkstra's.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>

#include "cuda/use_gpu.hpp"
#include "schedulers.hpp"

namespace bitvox::schedulers {
namespace {

constexpr int kRuns = 5;
constexpr int kLargest = 8192;

struct Named {
  std::string name;
  Setting setting;
};

std::vector<Named> settings() {
  std::vector<Named> all;
  const auto add = [&](const std::string& name, Scheduler scheduler) -> Setting& {
    all.push_back({name, {}});
    all.back().setting.scheduler = scheduler;
    return all.back().setting;
  };
  add("fixed", Scheduler::kFixed);
  add("tickets", Scheduler::kTickets);
  add("owners", Scheduler::kOwners);
  add("owners, stealing", Scheduler::kOwnersSteal);
  for (const std::uint32_t window : {1U, 4U, 16U, 64U}) {
    add("windows of " + std::to_string(window), Scheduler::kWindows).window = window;
  }
  for (const Victims victims : {Victims::kRandom, Victims::kConsecutive}) {
    for (const int shared : {0, 2, 32, 512}) {
      for (const int attempts : {1, 2, 4, 8, 16, 32, 64, 128, 256}) {
        Setting& setting = add(
            victims == Victims::kRandom ? "queues, random victims" : "queues, consecutive victims",
            Scheduler::kQueues);
        setting.victims = victims;
        setting.shared = shared;
        setting.attempts = attempts;
      }
    }
  }
  return all;
}

Outcome median_run(const DenseGraph& graph, const Setting& setting,
                   const std::vector<std::uint32_t>& expected) {
  std::vector<Outcome> runs;
  for (int i = 0; i < kRuns; ++i) {
    runs.push_back(graph.search(setting));
    if (runs.back().distances != expected) throw std::runtime_error("the distances are wrong");
  }
  std::sort(runs.begin(), runs.end(),
            [](const Outcome& a, const Outcome& b) { return a.ms < b.ms; });
  return runs[kRuns / 2];
}

void run(const std::string& folder) {
  cuda::use_gpu(Gpu{});
  std::ofstream table(folder + "/schedulers.csv");
  std::ofstream blocks(folder + "/schedulers_blocks.csv");
  table << "Vertices,Costs,Scheduler,Shared places,Attempts,Milliseconds,Rows per vertex,"
           "Least busy (ms),Mean busy (ms),Most busy (ms),Attempts to steal,Steals\n";
  blocks << "Costs,Scheduler,Shared places,Attempts,Block,Busy (ms),Rows\n";
  for (const int vertices : {1000, 4096, 8191, kLargest}) {
    for (const Costs costs : {Costs::kUniform, Costs::kGeometric}) {
      const char* const kind = costs == Costs::kUniform ? "uniform" : "geometric";
      const DenseGraph graph(vertices, costs);
      const std::vector<std::uint32_t> expected = graph.judge();
      for (const Named& named : settings()) {
        const Setting& setting = named.setting;
        const Outcome outcome = median_run(graph, setting, expected);
        double least = 1e9, sum = 0, most = 0;
        std::int64_t rows = 0, attempts = 0, steals = 0;
        for (std::size_t i = 0; i < outcome.blocks.size(); ++i) {
          const Block& block = outcome.blocks[i];
          least = std::min(least, block.busy_ms);
          most = std::max(most, block.busy_ms);
          sum += block.busy_ms;
          rows += block.rows;
          attempts += block.attempts;
          steals += block.steals;
          if (vertices == kLargest) {
            blocks << kind << ",\"" << named.name << "\"," << setting.shared << ","
                   << setting.attempts << "," << i << "," << block.busy_ms << "," << block.rows
                   << "\n";
          }
        }
        table << vertices << "," << kind << ",\"" << named.name << "\"," << setting.shared << ","
              << setting.attempts << "," << outcome.ms << ","
              << static_cast<double>(rows) / vertices << "," << least << ","
              << sum / static_cast<double>(outcome.blocks.size()) << "," << most << "," << attempts
              << "," << steals << std::endl;
      }
    }
  }
}

}  // namespace
}  // namespace bitvox::schedulers

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "use: schedulers_bench FOLDER\n";
    return 2;
  }
  try {
    bitvox::schedulers::run(arguments[1]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
