// SPDX-License-Identifier: BSD-2-Clause
// Distance maps. Names: distance_map/BACKEND/OBJECT/NUMBERS/SIDE, whole calls into a sink that
// forgets, and distance_map/copy/SIDE: a plain copy of as many 16-bit values by all threads, the
// floor of each of the passes along y and z. The 16-bit values of 512^3 voxels are 256 MiB.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "../native/test_volumes.hpp"
#include "core/threads/parallel.hpp"
#include "ops/distance_map/distance_map.hpp"
#include "ops/sample_foam/sample_foam.hpp"
#include "whole_calls.hpp"

namespace bitvox::distance_map {
namespace {

BitVolume make(const std::string& object, std::int64_t side) {
  const Shape shape{side, side, side};
  if (object == "foam") {
    sample_foam::Options options;
    options.radius_min = 5;
    options.radius_max = 50;
    NoProgress progress;
    return sample_foam::fill(shape, options, progress);
  }
  BitVolume volume(shape);  // sides here are multiples of 64: no padding
  test::Random random(1);
  if (object == "noise") {
    for (std::int64_t i = 0; i < shape.word_count(); ++i) volume.words()[i] = random.next();
    return volume;
  }
  // All object but single voxels: one in 20,000, or one alone.
  std::fill_n(volume.words(), shape.word_count(), ~std::uint64_t{0});
  const std::int64_t holes = object == "hole" ? 1 : shape.voxel_count() / 20000;
  for (std::int64_t i = 0; i < holes; ++i) {
    const std::int64_t voxel = random.below(shape.voxel_count());
    volume.words()[voxel / 64] &= ~(std::uint64_t{1} << (voxel % 64));
  }
  return volume;
}

class Forget final : public SliceSink {
 public:
  void write_slice(std::int64_t, const void* pixels) override { benchmark::DoNotOptimize(pixels); }
};

void distance_map_bench(benchmark::State& state, const std::string& object, Options options) {
  const BitVolume volume = make(object, state.range(0));
  NoProgress progress;
  Forget sink;
  test::whole_calls(state, [&] {
    benchmark::DoNotOptimize(measure(volume, options, sink, progress).largest_inside);
  });
  state.SetItemsProcessed(state.iterations() * volume.shape().voxel_count());
}

void copy_bench(benchmark::State& state) {
  const std::int64_t side = state.range(0);
  const std::int64_t count = side * side * side;
  const auto from = std::make_unique<std::uint16_t[]>(static_cast<std::size_t>(count));
  const auto to = std::make_unique<std::uint16_t[]>(static_cast<std::size_t>(count));
  NoProgress progress;
  for (auto _ : state) {
    parallel_for(side, core_count(), progress, [&](std::int64_t z) {
      std::memcpy(to.get() + z * side * side, from.get() + z * side * side,
                  static_cast<std::size_t>(2 * side * side));
    });
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * count);
}

const bool registered = [] {
  const auto add = [](const std::string& name, auto&& body, std::int64_t side) {
    benchmark::RegisterBenchmark(name.c_str(), body)
        ->Arg(side)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  };
  const auto add_object = [&](const std::string& object, std::int64_t side) {
    for (const std::string& backend : test::available_backends()) {
      const auto add_options = [&](const std::string& numbers, Options options) {
        options.backend = backend;
        add(
            "distance_map/" + backend + "/" + object + "/" + numbers,
            [object, options](benchmark::State& state) {
              distance_map_bench(state, object, options);
            },
            side);
      };
      Options options;
      add_options("float", options);
      options.result = Numbers::kIntegers;
      add_options("integers", options);
      if (side > 512) continue;
      options = {};
      options.spacing.z = 2;
      add_options("flat_voxels", options);
    }
  };
  for (const std::int64_t side : {256, 512}) {
    add("distance_map/copy", copy_bench, side);
    for (const char* object : {"foam", "noise", "holes", "hole"}) add_object(object, side);
  }
  add_object("foam", 1024);
  return true;
}();

}  // namespace
}  // namespace bitvox::distance_map
