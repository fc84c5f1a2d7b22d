// SPDX-License-Identifier: BSD-2-Clause
// agents_checks_bench FOLDER [MOST]: times all ways to check for collisions with up to so many
// agents, and writes agents_checks.csv. At the end of every run all agents have to be where the
// library's engine for the CPU has them.
#include <algorithm>
#include <cmath>
#include <exception>
#include <fstream>
#include <iostream>
#include <numbers>
#include <stdexcept>
#include <string>
#include <tuple>

#include "agents_checks.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/stopwatch.hpp"
#include "cuda/use_gpu.hpp"
#include "ops/agents/agent_start.hpp"
#include "ops/agents/agents_cuda.hpp"

namespace bitvox::agents::checks {
namespace {

constexpr int kRuns = 5;
constexpr double kMostMove = 0.37;  // of a cell's side, along each axis

using Points = std::vector<Point<2>>;

// All steps by an engine; microseconds for each of the later half, by the clock.
double make_steps(Engine<2>& engine, Family& family, Tally& tally) {
  NoProgress quiet;
  engine.advance(0, kSteps, family, tally, quiet);
  tally = {};
  const Stopwatch watch;
  engine.advance(kSteps, kSteps, family, tally, quiet);
  return watch.seconds() * 1e6 / static_cast<double>(kSteps);
}

Points places_of(const Engine<2>& engine, Family& family) {
  NoProgress quiet;
  Points places(family.ids().size());
  engine.list_places(family.positions(), places, quiet);
  return places;
}

class LibraryCrowd final : public Crowd {
 public:
  LibraryCrowd(const Ground<2>& ground, const Task& task, const CudaTuning& tuning)
      : ground_(ground), task_(task), tuning_(tuning), family_(std::ssize(task.starts)) {}

  double run() override {
    NoProgress quiet;
    engine_ = gpu_engine(ground_, task_.starts, thread_count(0), quiet, tuning_);
    Tally tally;
    return make_steps(*engine_, family_, tally);
  }
  Points places() override { return places_of(*engine_, family_); }

 private:
  const Ground<2>& ground_;
  const Task& task_;
  CudaTuning tuning_;
  Family family_;
  std::unique_ptr<Engine<2>> engine_;
};

struct Case {
  std::int64_t agents;
  int cells_each;
};

struct Arrangement {
  explicit Arrangement(const Case& of) {
    const double cell = 2 * options.radius / std::numbers::sqrt2;
    side =
        static_cast<std::int64_t>(cell * std::sqrt(static_cast<double>(of.agents * of.cells_each)));
    options.agents = of.agents;
    options.step = cell * kMostMove;
  }
  double filled() const {
    const auto length = static_cast<double>(side);
    return static_cast<double>(options.agents) * std::numbers::pi * options.radius *
           options.radius / (length * length);
  }

  Options options;
  std::int64_t side;
};

Points ordered_starts(const Ground<2>& ground, const Options& options) {
  NoProgress quiet;
  Points starts = random_starts(ground, options.agents, static_cast<std::uint64_t>(options.seed),
                                thread_count(0), quiet);
  if (std::ssize(starts) != options.agents) throw std::runtime_error("not all agents have room");
  const auto key = [](const Point<2>& point) {
    return std::tuple(point.at[1] / kSide<2>, point.at[0] / kSide<2>);
  };
  std::sort(starts.begin(), starts.end(),
            [&](const Point<2>& a, const Point<2>& b) { return key(a) < key(b); });
  return starts;
}

void compare(const Case& of, std::ofstream& table) {
  NoProgress quiet;
  const Arrangement arrangement(of);
  const Options& options = arrangement.options;
  const Arena arena{{arrangement.side, arrangement.side, 1}};
  const Ground<2> ground(arena, options, thread_count(0), quiet);
  if (ground.rules().parts != 1) throw std::runtime_error("moves have parts");
  const Task task{ground.rules(), ground.cells(), ordered_starts(ground, options)};

  Family family(std::ssize(task.starts));
  Tally tally;
  const auto judge = whole_engine(ground, task.starts, thread_count(0), quiet);
  make_steps(*judge, family, tally);
  const Points expected = places_of(*judge, family);
  const double refused = static_cast<double>(tally.walls + tally.places + tally.requests) /
                         static_cast<double>(tally.asked);

  const auto add = [&](const std::string& name, std::unique_ptr<Crowd> crowd) {
    double times[kRuns];
    for (double& time : times) {
      time = crowd->run();
      if (crowd->places() != expected) {
        throw std::runtime_error(name + ": " + std::to_string(of.agents) +
                                 " agents are not where they should be");
      }
    }
    std::sort(times, times + kRuns);
    table << of.agents << "," << of.cells_each << "," << arrangement.filled() << "," << refused
          << "," << name << "," << times[kRuns / 2] << "," << times[0] << "," << times[kRuns - 1]
          << std::endl;
  };
  const auto library = [&](const CudaTuning& tuning) {
    return std::make_unique<LibraryCrowd>(ground, task, tuning);
  };
  add("sorted", sorted_crowd(task));
  add("tiled", tiled_crowd(task));
  add("atomics", atomic_crowd(task));
  add("in place", in_place_crowd(task));
  add("library by one lane", library({.lanes = 1}));
  add("library", library({}));
}

void run(const std::string& folder, std::int64_t most) {
  cuda::use_gpu(Gpu{});
  std::ofstream table(folder + "/agents_checks.csv");
  table << "Agents,Cells per agent,Filled,Refused,Method,Microseconds per step,Least,Most\n";
  for (const int cells_each : {4, 9}) {
    for (const std::int64_t agents : {10'000, 100'000, 1'000'000, 10'000'000}) {
      if (agents <= most) compare({agents, cells_each}, table);
    }
  }
  if (!table) throw std::runtime_error("the table cannot be written");
}

}  // namespace
}  // namespace bitvox::agents::checks

int main(int count, char** arguments) {
  if (count != 2 && count != 3) {
    std::cerr << "use: agents_checks_bench FOLDER [MOST]\n";
    return 2;
  }
  try {
    bitvox::agents::checks::run(arguments[1], count == 3 ? std::stoll(arguments[2]) : 10'000'000);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
