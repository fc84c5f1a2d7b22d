// SPDX-License-Identifier: BSD-2-Clause
// Steps of agents that have mixed: 4 cells an agent in 2D (0.39 of the area), 10.8 in 3D (0.25 of
// the volume), each move at most 0.37 or 0.15 of a cell's side along each axis. Names:
// agents/WHAT/AGENTS/THREADS on the CPU, from a frame to the next, and agents/WHAT/AGENTS/cuda, the
// steps alone; items are steps of agents.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>

#include "core/threads/parallel.hpp"
#include "core/threads/stopwatch.hpp"
#include "ops/agents/agent_start.hpp"
#include "ops/agents/agents.hpp"
#include "ops/agents/agents_cuda.hpp"

namespace bitvox::agents {
namespace {

struct Crowded {
  const char* name;
  std::int64_t agents;
  int axes;
  int threads;
  int strips = 1;
};

// The time from one frame to the next one.
class Timed final : public FrameSink {
 public:
  void take(const Frame&) override {
    last = watch.seconds();
    watch = Stopwatch();
  }
  Stopwatch watch;
  double last = 0;
};

constexpr std::int64_t kSteps = 100;  // to mix, and then those that are measured

struct Given {
  Shape shape;
  Options options;
};

Given given(const Crowded& crowd) {
  Options options;
  const bool discs = crowd.axes == 2;
  const double cell = 2 * options.radius / std::sqrt(static_cast<double>(crowd.axes));
  const double cells = static_cast<double>(crowd.agents) * (discs ? 4 : 10.8);
  const auto side = static_cast<std::int64_t>(cell * (discs ? std::sqrt(cells) : std::cbrt(cells)));
  options.agents = crowd.agents;
  options.steps = 2 * kSteps;
  options.every = kSteps;
  options.step = cell * (discs ? 0.37 : 0.15);
  options.threads = crowd.threads;
  options.strips = crowd.strips;
  options.backend = name_of(best_cpu());
  return {{side, side, discs ? 1 : side}, options};
}

void agents_bench(benchmark::State& state, const Crowded& crowd) {
  const auto [shape, options] = given(crowd);
  NoProgress progress;
  double refused = 0;
  double placed = 0;
  for (auto _ : state) {
    Timed timed;
    const Result result = simulate({shape}, options, timed, progress);
    state.SetIterationTime(timed.last);
    const Counts& counts = result.counts;
    refused = static_cast<double>(counts.refused_walls[2] + counts.refused_places[2] +
                                  counts.refused_requests[2]) /
              static_cast<double>(counts.asked[2]);
    placed = static_cast<double>(result.placed);
  }
  state.SetItemsProcessed(state.iterations() * kSteps * crowd.agents);
  state.counters["refused"] = refused;
  state.counters["placed"] = placed;
}

#ifdef BITVOX_WITH_CUDA
template <int kAxes>
void agents_on_gpu(benchmark::State& state, const Crowded& crowd) {
  const auto [shape, options] = given(crowd);
  NoProgress progress;
  const Arena arena{shape};
  const int threads = thread_count(0);
  const Ground<kAxes> ground(arena, options, threads, progress);
  const auto starts = random_starts(ground, options.agents, options.seed, threads, progress);
  const auto engine = gpu_engine(ground, starts, threads, progress);
  Family family(std::ssize(starts));
  std::int64_t step = 0;
  const auto advance = [&] {
    Tally tally;
    engine->advance(step, kSteps, family, tally, progress);
    step += kSteps;
  };
  advance();
  for (auto _ : state) {
    Stopwatch watch;
    advance();
    state.SetIterationTime(watch.seconds());
  }
  state.SetItemsProcessed(state.iterations() * kSteps * crowd.agents);
  state.counters["placed"] = static_cast<double>(starts.size());
}
#endif

const bool registered = [] {
  for (const Crowded& crowd :
       {Crowded{"discs", 10'000, 2, 1}, Crowded{"discs", 10'000, 2, 0},
        Crowded{"discs", 1'000'000, 2, 1}, Crowded{"discs", 1'000'000, 2, 0},
        Crowded{"discs_in_2_strips", 1'000'000, 2, 0, 2}, Crowded{"spheres", 1'000'000, 3, 1},
        Crowded{"spheres", 1'000'000, 3, 0}}) {
    const std::string name = std::string("agents/") + crowd.name + "/" +
                             std::to_string(crowd.agents) + "/" +
                             (crowd.threads == 1 ? "1_thread" : "all_threads");
    benchmark::RegisterBenchmark(name.c_str(),
                                 [crowd](benchmark::State& state) { agents_bench(state, crowd); })
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime();
  }
#ifdef BITVOX_WITH_CUDA
  for (const Crowded& crowd :
       {Crowded{"discs", 10'000, 2, 0}, Crowded{"discs", 100'000, 2, 0},
        Crowded{"discs", 1'000'000, 2, 0}, Crowded{"discs", 10'000'000, 2, 0},
        Crowded{"spheres", 1'000'000, 3, 0}}) {
    const std::string name =
        std::string("agents/") + crowd.name + "/" + std::to_string(crowd.agents) + "/cuda";
    benchmark::RegisterBenchmark(name.c_str(),
                                 [crowd](benchmark::State& state) {
                                   crowd.axes == 2 ? agents_on_gpu<2>(state, crowd)
                                                   : agents_on_gpu<3>(state, crowd);
                                 })
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime();
  }
#endif
  return true;
}();

}  // namespace
}  // namespace bitvox::agents
