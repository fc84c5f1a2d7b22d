// SPDX-License-Identifier: BSD-2-Clause
// Permeability of packings of spheres, porosity 0.38, with populations in BITS: 32 or 16.
// permeability/BACKEND/BITS/k/SIDE is a whole call from packed bits to the number;
// permeability/BACKEND/BITS/STEPS/SIDE goes on for 400 steps, on the GPU for 1200 too, and its
// items are cell updates: the difference between the two is steps with what is summed up.
// permeability_steps/BACKEND/BITS/PORES/SIDE is 200 steps alone: through the packing, or a
// box without solid between walls; on the CPU
// with how much a step reaches of the passes of in_place_pass.hpp.
//
// Floor: a step reads and writes 19 numbers of 4 or 2 bytes, 152 or 76 bytes a cell, and every
// second one 9 bytes of links and more where cells do not follow each other.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "../native/test_volumes.hpp"
#include "core/backends/run_on.hpp"
#include "core/threads/parallel.hpp"
#include "in_place_pass.hpp"
#include "ops/label/components.hpp"
#include "ops/permeability/permeability_level.hpp"
#include "ops/permeability/permeability_percolation.hpp"
#include "whole_calls.hpp"

namespace bitvox::permeability {
namespace {

// Spheres of one size at random places, periodic, until a part of the volume is solid.
BitVolume make_packing(std::int64_t side, std::int64_t diameter, double solid) {
  BitVolume volume({side, side, side});
  test::Random random(1);
  std::int64_t filled = 0;
  const double radius = static_cast<double>(diameter) / 2;
  const std::int64_t reach = diameter / 2 + 1;
  while (static_cast<double>(filled) < solid * static_cast<double>(side * side * side)) {
    const std::int64_t cx = random.below(side), cy = random.below(side), cz = random.below(side);
    for (std::int64_t z = -reach; z <= reach; ++z)
      for (std::int64_t y = -reach; y <= reach; ++y)
        for (std::int64_t x = -reach; x <= reach; ++x) {
          if (static_cast<double>(x * x + y * y + z * z) >= radius * radius) continue;
          const auto wrap = [&](std::int64_t i) { return (i + side) % side; };
          const std::int64_t px = wrap(cx + x), py = wrap(cy + y), pz = wrap(cz + z);
          filled += test::voxel(volume, px, py, pz) ? 0 : 1;
          test::set_voxel(volume, px, py, pz);
        }
  }
  return volume;
}

const BitVolume& packing(std::int64_t side) {
  static std::map<std::int64_t, BitVolume> made;
  const auto known = made.find(side);
  return known != made.end() ? known->second
                             : made.emplace(side, make_packing(side, 24, 0.62)).first->second;
}

void bench(benchmark::State& state, const std::string& backend, int precision, std::int64_t steps) {
  const BitVolume& volume = packing(state.range(0));
  Options options;
  options.precision = precision;
  options.phase = Phase::kBackground;
  options.sides = Sides::kPeriodic;
  options.backend = backend;
  if (steps > 0) {
    options.max_steps = steps;
    options.change = 1e-6;  // never reached
    options.spread = 1e-6;
  }
  NoProgress progress;
  Result result;
  test::whole_calls(state, [&] { result = measure(volume, options, nullptr, progress); });
  const Flow& flow = result.flows.front();
  state.SetItemsProcessed(state.iterations() * flow.connected * flow.steps);
  state.counters["k"] = flow.permeability[2];
  state.counters["steps"] = static_cast<double>(flow.steps);
  state.counters["tau"] = flow.tau;
  state.counters["spread"] = flow.spread;
}

// The packing, or a box without solid between walls; on the CPU of_pass is how much a step reaches
// of what memory can do (in_place_pass.hpp).
Grid make_pores(bool box, std::int64_t side) {
  NoProgress progress;
  const std::array<Border, 3> borders =
      borders_for(box ? Sides::kWalls : Sides::kPeriodic, EndsUsed::kPeriodic, 2);
  const BitVolume empty({side, side, side});
  const BitVolume pores = label::complement(box ? empty : packing(side), thread_count(0), progress);
  return make_grid(conducting_pores(pores, borders, 2, "auto", thread_count(0), progress), borders,
                   2);
}

void bench_steps(benchmark::State& state, const std::string& backend, bool box, int precision) {
  const Grid grid = make_pores(box, state.range(0));
  NoProgress progress;
  RunReport report;
  const auto flow = run_on(
      backend, GpuUse::kPays, report,
      [&](Gpu) { return make_flow_cuda(grid, precision, progress); },
      [&](InstructionSet instructions) {
        return make_flow_cpu(instructions, grid, precision, thread_count(0), progress);
      });
  const Rates rates = rates_for(0.8, 2);
  constexpr std::int64_t kSteps = 200;
  flow->run(kSteps, rates, progress);
  for (auto _ : state) flow->run(kSteps, rates, progress);
  const auto updates = static_cast<double>(state.iterations() * kSteps * grid.cells()) / 1e6;
  state.counters["MLUPS"] = benchmark::Counter(updates, benchmark::Counter::kIsRate);
  if (backend == "cuda" || precision == 16) return;
  constexpr int kEach = 10;
  const test::StepAndPasses found = test::compare_with_passes(grid.cells(), thread_count(0), [&] {
    return test::seconds_of([&] { flow->run(kEach, rates, progress); }) / kEach;
  });
  state.counters["of_asked_ahead"] = found.of_asked_ahead;
  state.counters["of_plain"] = found.of_plain;
}

const bool registered = [] {
  for (const std::string& backend : test::available_backends()) {
    for (const int precision : {32, 16})
      for (const std::int64_t steps : {0, 400, 1200}) {
        if (steps > 400 && backend != "cuda") continue;
        const std::string what = steps == 0 ? "k" : std::to_string(steps);
        auto* const added = benchmark::RegisterBenchmark(
            ("permeability/" + backend + "/" + std::to_string(precision) + "/" + what).c_str(),
            [=](benchmark::State& state) { bench(state, backend, precision, steps); });
        added->Arg(128)->Unit(benchmark::kMillisecond)->UseRealTime();
        if (backend == "cuda") added->Arg(256)->Arg(512);
      }
    for (const int precision : {32, 16})
      for (const bool box : {false, true}) {
        auto* const added = benchmark::RegisterBenchmark(
            ("permeability_steps/" + backend + "/" + std::to_string(precision) +
             (box ? "/box" : "/packing"))
                .c_str(),
            [=](benchmark::State& state) { bench_steps(state, backend, box, precision); });
        added->Arg(128)->Unit(benchmark::kMillisecond)->UseRealTime();
        if (backend == "cuda") added->Arg(256)->Arg(512);
      }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::permeability
