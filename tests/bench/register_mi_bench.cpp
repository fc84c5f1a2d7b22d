// SPDX-License-Identifier: BSD-2-Clause
// Floor: the pairs of values that the search counts, at the rate at which pairs are counted that
// lie in memory (joint_histogram_bench).
#include <benchmark/benchmark.h>

#include <map>
#include <memory>

#include "../native/head_volume.hpp"
#include "core/threads/parallel.hpp"
#include "ops/register_mi/register_mi_information.hpp"
#include "ops/register_mi/register_mi_matcher.hpp"
#include "whole_calls.hpp"

namespace bitvox::register_mi {
namespace {

class Discard final : public SliceSink {
 public:
  void write_slice(std::int64_t, const void* pixels) override { benchmark::DoNotOptimize(pixels); }
};

constexpr RigidMotion kMotion{12.3, -9.7, 5.4, 4};

// Made once: its formulas take a while.
struct Pair {
  GreyVolume moving;
  GreyVolume fixed;
};
const Pair& heads(std::int64_t side) {
  static std::map<std::int64_t, std::unique_ptr<Pair>> made;
  std::unique_ptr<Pair>& pair = made[side];
  if (pair == nullptr) {
    const Shape shape{side, side, side};
    const auto same = [](double v) { return v; };
    const auto negative = [](double v) { return 250 - v; };
    pair = std::make_unique<Pair>(
        Pair{test::head_volume(shape, {}, kMotion, PixelType::kUint8, negative),
             test::head_volume(shape, {}, {}, PixelType::kUint8, same)});
  }
  return *pair;
}

// Whole calls, the result resampled and read back.
void register_bench(benchmark::State& state, const std::string& backend, std::int64_t side,
                    double max_angle, Axes axes = Axes::kZ) {
  const Pair& pair = heads(side);
  Options options;
  options.backend = backend;
  options.max_angle = max_angle;
  options.axes = axes;
  NoProgress quiet;
  Discard sink;
  test::whole_calls(state, [&] {
    benchmark::DoNotOptimize(align(pair.moving, pair.fixed, options, sink, quiet).motion.dx);
  });
}

// The inner step alone: 2^20 points at full size for the eight neighbours of a motion.
void match_bench(benchmark::State& state, const std::string& backend, std::int64_t side) {
  const Pair& pair = heads(side);
  const Task task{pair.moving, pair.fixed, {{1, 1, 1}}, core_count()};
  NoProgress quiet;
  std::unique_ptr<Matcher> matcher;
#ifdef BITVOX_WITH_CUDA
  if (backend == "cuda") {
    matcher = make_matcher_cuda(task, quiet);
  }
#endif
  if (matcher == nullptr) {
    matcher = make_matcher_cpu(*choose_backend(backend).instructions, task, quiet);
  }
  const Geometry geometry(pair.moving.shape(), pair.fixed.shape(), 1);
  MatchPoints setup;
  setup.grid = point_grid(pair.fixed.shape(), kMostPoints);
  setup.own = bin_scale(matcher->values(Role::kFixed, 0, setup.grid, quiet), 64);
  setup.other = bin_scale(matcher->values(Role::kMoving, 0, setup.grid, quiet), 64);
  const std::int64_t points = matcher->set_points(setup, quiet);
  std::vector<PointMap> maps;
  for (const double step : {-0.5, 0.5}) {
    for (const RigidMotion& by : {RigidMotion{step, 0, 0, 0}, RigidMotion{0, step, 0, 0},
                                  RigidMotion{0, 0, step, 0}, RigidMotion{0, 0, 0, step}}) {
      const RigidMotion motion{kMotion.dx + by.dx, kMotion.dy + by.dy, kMotion.dz + by.dz,
                               kMotion.angle + by.angle};
      maps.push_back(geometry.map(motion, Role::kFixed, {}));
    }
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(matcher->match(maps, quiet).data());
  }
  state.SetItemsProcessed(state.iterations() * points * static_cast<std::int64_t>(maps.size()));
}

const bool registered = [] {
  for (const std::string& backend : test::available_backends()) {
    const auto name = [&](const std::string& what) {
      return "register_mi/" + backend + "/" + what;
    };
    const auto add = [](auto* bench) { bench->Unit(benchmark::kMillisecond)->UseRealTime(); };
    for (const std::int64_t side : {128, 256}) {
      const std::string size = std::to_string(side);
      add(benchmark::RegisterBenchmark(name("shift/" + size).c_str(), register_bench, backend, side,
                                       0, Axes::kZ));
      add(benchmark::RegisterBenchmark(name("turn/" + size).c_str(), register_bench, backend, side,
                                       10, Axes::kZ));
      add(benchmark::RegisterBenchmark(name("xyz/" + size).c_str(), register_bench, backend, side,
                                       10, Axes::kXyz));
    }
    add(benchmark::RegisterBenchmark(name("match/256").c_str(), match_bench, backend, 256));
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::register_mi
