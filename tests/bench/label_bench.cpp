// SPDX-License-Identifier: BSD-2-Clause
// Labels, 32-bit, whole calls from packed bits, and what needs no labels. Names:
// label/BACKEND/WHAT/OBJECT/SIDE.
//
// Floor on the GPU: the labels written once, 4 bytes a voxel over 4.27 TB/s, 0.12 ms at 512^3; the
// host link of 55 GB/s needs 9.8 ms for them.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "../native/test_volumes.hpp"
#include "ops/label/components.hpp"
#include "ops/label/label.hpp"
#include "ops/sample_foam/sample_foam.hpp"
#include "whole_calls.hpp"

namespace bitvox::label {
namespace {

BitVolume foam(std::int64_t side) {
  sample_foam::Options options;
  options.radius_max = 50;
  NoProgress progress;
  return sample_foam::fill({side, side, side}, options, progress);
}

struct Object {
  const char* name;
  double density;  // 0: a foam
};
constexpr Object kObjects[] = {
    {"foam", 0}, {"noise_0.0976", 0.0976}, {"noise_0.3116", 0.3116}, {"noise_0.5", 0.5}};

BitVolume volume_of(const Object& object, std::int64_t side) {
  return object.density == 0 ? foam(side)
                             : test::random_volume({side, side, side}, object.density, 1);
}

class Nowhere final : public SliceSink {
 public:
  void write_slice(std::int64_t, const void* pixels) override { benchmark::DoNotOptimize(pixels); }
};

template <class Body>
void add(const std::string& name, const Object& object, Body body) {
  benchmark::RegisterBenchmark(
      (name + "/" + object.name).c_str(),
      [=](benchmark::State& state) {
        const BitVolume volume = volume_of(object, state.range(0));
        test::whole_calls(state, [&] { body(volume); });
        state.SetItemsProcessed(state.iterations() * volume.shape().voxel_count());
      })
      ->Arg(512)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

const bool registered = [] {
  for (const std::string& backend : test::available_backends())
    for (const Object& object : kObjects) {
      for (const Connectivity connectivity : {Connectivity::kFaces, Connectivity::kAll}) {
        const std::string neighbours = connectivity == Connectivity::kFaces ? "6" : "26";
        const auto run = [=](const BitVolume& volume, bool labels) {
          Options options;
          options.connectivity = connectivity;
          options.pixels = Pixels::kInteger;
          options.backend = backend;
          Nowhere sink;
          NoProgress progress;
          benchmark::DoNotOptimize(
              label(volume, options, {labels ? &sink : nullptr, nullptr, false, nullptr}, progress)
                  .found);
        };
        add("label/" + backend + "/count_" + neighbours, object,
            [=](const BitVolume& volume) { run(volume, false); });
        add("label/" + backend + "/labels_" + neighbours, object,
            [=](const BitVolume& volume) { run(volume, true); });
      }
      add("label/" + backend + "/joined_to_faces", object, [=](const BitVolume& volume) {
        RunReport report;
        NoProgress progress;
        benchmark::DoNotOptimize(
            joined_to_faces(volume, kAllFaces, {Connectivity::kFaces, Extent::kVolume, backend, 0},
                            report, progress)
                .words());
      });
    }
  return true;
}();

}  // namespace
}  // namespace bitvox::label
