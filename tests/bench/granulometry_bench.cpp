// SPDX-License-Identifier: BSD-2-Clause
// Granulometry, 50 openings. Names: granulometry/BACKEND/ELEMENT/OBJECT/SIDE, and for comparison
// granulometry/plain_openings/foam/SIDE: 50 erosions and 1,275 dilations on packed words.
//
// Floor on the CPU: about 9 steps of some 170 vector operations a brick of 512 voxels, two a cycle
// on AVX-512: 19 M brick steps x 30 ns = 0.6 s of one core at 1024^3. On the GPU: see
// docs/notes/benchmarks.md.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "../native/test_volumes.hpp"
#include "core/threads/parallel.hpp"
#include "ops/granulometry/granulometry.hpp"
#include "ops/sample_foam/sample_foam.hpp"
#include "whole_calls.hpp"

namespace bitvox::granulometry {
namespace {

constexpr int kMaxRadius = 50;

BitVolume foam(std::int64_t side, int radius_min, int radius_max) {
  sample_foam::Options options;
  options.radius_min = radius_min;
  options.radius_max = radius_max;
  NoProgress progress;
  return sample_foam::fill({side, side, side}, options, progress);
}

BitVolume noise(std::int64_t side) {
  BitVolume volume({side, side, side});
  test::Random random(1);
  for (std::int64_t i = 0; i < volume.shape().word_count(); ++i) {
    volume.words()[i] = random.next();
  }
  return volume;  // sides here are multiples of 64: no padding
}

// All object but single voxels, one in 20,000: distances are long and everything moves.
BitVolume isolated_holes(std::int64_t side) {
  BitVolume volume({side, side, side});
  std::fill_n(volume.words(), volume.shape().word_count(), ~std::uint64_t{0});
  test::Random random(1);
  for (std::int64_t i = 0; i < volume.shape().voxel_count() / 20000; ++i) {
    const std::int64_t voxel = random.below(volume.shape().voxel_count());
    volume.words()[voxel / 64] &= ~(std::uint64_t{1} << (voxel % 64));
  }
  return volume;
}

struct Object {
  std::string name;
  std::function<BitVolume(std::int64_t side)> make;
  Phase phase = Phase::kForeground;
};

const std::vector<Object>& objects() {
  static const std::vector<Object> all = {
      {"foam", [](std::int64_t side) { return foam(side, 5, 50); }},
      {"pores_of_foam", [](std::int64_t side) { return foam(side, 5, 50); }, Phase::kBackground},
      {"small_balls", [](std::int64_t side) { return foam(side, 2, 12); }},
      {"noise", noise},
      {"isolated_holes", isolated_holes},
  };
  return all;
}

// The last volume made: benchmarks of the same object follow each other.
const BitVolume& volume_of(const Object& object, std::int64_t side) {
  static std::string last;
  static std::unique_ptr<BitVolume> volume;
  const std::string key = object.name + std::to_string(side);
  if (key != last) {
    volume.reset();
    volume = std::make_unique<BitVolume>(object.make(side));
    last = key;
  }
  return *volume;
}

void granulometry_bench(benchmark::State& state, const Object& object, Element element,
                        const std::string& backend) {
  const BitVolume& volume = volume_of(object, state.range(0));
  Options options;
  options.phase = object.phase;
  options.element = element;
  options.max_radius = kMaxRadius;
  options.backend = backend;
  NoProgress progress;
  test::whole_calls(
      state, [&] { benchmark::DoNotOptimize(measure(volume, options, nullptr, progress).counts); });
  state.SetItemsProcessed(state.iterations() * volume.shape().voxel_count());
}

// ---- The plain way ---------------------------------------------------------------------------

enum class Morphology { kErode, kDilate };

// One erosion or dilation by the cross, outside is background.
void morph_cross(Morphology operation, const BitVolume& in, BitVolume& out) {
  const Shape& shape = in.shape();
  const std::int64_t per_row = shape.words_per_row();
  const std::vector<std::uint64_t> outside(static_cast<std::size_t>(per_row));
  const auto row_at = [&](std::int64_t y, std::int64_t z) {
    const bool inside = y >= 0 && y < shape.height && z >= 0 && z < shape.depth;
    return inside ? in.slice(z) + y * per_row : outside.data();
  };
  NoProgress progress;
  parallel_for(shape.depth, core_count(), progress, [&](std::int64_t z) {
    for (std::int64_t y = 0; y < shape.height; ++y) {
      const std::uint64_t* row = row_at(y, z);
      const std::uint64_t* before = row_at(y - 1, z);
      const std::uint64_t* after = row_at(y + 1, z);
      const std::uint64_t* below = row_at(y, z - 1);
      const std::uint64_t* above = row_at(y, z + 1);
      std::uint64_t* to = out.slice(z) + y * per_row;
      for (std::int64_t i = 0; i < per_row; ++i) {
        const std::uint64_t left = row[i] << 1 | (i > 0 ? row[i - 1] >> 63 : 0);
        const std::uint64_t right = row[i] >> 1 | (i + 1 < per_row ? row[i + 1] << 63 : 0);
        to[i] = operation == Morphology::kErode
                    ? row[i] & left & right & before[i] & after[i] & below[i] & above[i]
                    : row[i] | left | right | before[i] | after[i] | below[i] | above[i];
      }
    }
  });
}

void plain_openings_bench(benchmark::State& state) {
  const BitVolume& volume = volume_of(objects().front(), state.range(0));
  BitVolume eroded(volume.shape());
  BitVolume scratch(volume.shape());
  BitVolume opened(volume.shape());
  const auto words = volume.shape().word_count();
  for (auto _ : state) {
    std::copy_n(volume.words(), words, eroded.words());
    for (int n = 1; n <= kMaxRadius; ++n) {
      morph_cross(Morphology::kErode, eroded, scratch);
      std::swap(eroded, scratch);
      std::copy_n(eroded.words(), words, opened.words());
      for (int i = 0; i < n; ++i) {
        morph_cross(Morphology::kDilate, opened, scratch);
        std::swap(opened, scratch);
      }
      std::int64_t count = 0;
      for (std::int64_t i = 0; i < words; ++i) {
        count += std::popcount(opened.words()[i]);
      }
      benchmark::DoNotOptimize(count);
    }
  }
  state.SetItemsProcessed(state.iterations() * volume.shape().voxel_count());
}

const bool registered = [] {
  const auto add = [](const std::string& name, auto&& body, std::int64_t side) {
    benchmark::RegisterBenchmark(name.c_str(), body)
        ->Arg(side)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  };
  const auto add_all = [&](const Object& object, Element element, std::int64_t side) {
    for (const std::string& backend : test::available_backends()) {
      add(
          "granulometry/" + backend + (element == Element::kCross ? "/cross/" : "/cube/") +
              object.name,
          [&object, element, backend](benchmark::State& state) {
            granulometry_bench(state, object, element, backend);
          },
          side);
    }
  };
  add("granulometry/plain_openings/foam", plain_openings_bench, 256);
  for (const std::int64_t side : {256, 512, 1024}) {
    add_all(objects().front(), Element::kCross, side);
    add_all(objects().front(), Element::kCube, side);
  }
  for (const Object& object : objects()) {
    if (object.name != "foam") {
      for (const std::int64_t side : {512, 1024}) {
        add_all(object, Element::kCross, side);
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::granulometry
