// SPDX-License-Identifier: BSD-2-Clause
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "core/backends/dispatch.hpp"
#include "ops/sample_foam/sample_foam.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"
#include "whole_calls.hpp"

namespace bitvox::skeleton2d {
namespace {

template <class Rule>
BitVolume picture(Shape shape, Rule&& rule) {
  BitVolume volume(shape);
  for (std::int64_t z = 0; z < shape.depth; ++z)
    for (std::int64_t y = 0; y < shape.height; ++y)
      for (std::int64_t x = 0; x < shape.width; ++x)
        if (rule(x, y, z)) {
          volume.slice(z)[y * shape.words_per_row() + x / 64] |= std::uint64_t{1} << (x % 64);
        }
  return volume;
}

BitVolume full(std::int64_t side) {
  return picture({side, side, 1}, [](auto, auto, auto) { return true; });
}

// Circles and spokes, 5 pixels wide.
BitVolume line_drawing(std::int64_t side) {
  const double middle = 0.5 * static_cast<double>(side);
  return picture({side, side, 1}, [&](auto x, auto y, auto) {
    const double dx = static_cast<double>(x) - middle;
    const double dy = static_cast<double>(y) - middle;
    const double radius = std::hypot(dx, dy);
    return std::fmod(radius, 97) < 5 ||
           std::abs(std::fmod(std::abs(dx) + 0.7 * dy + 4000, 128)) < 4;
  });
}

// Round patches about `thickness` across, another phase in every slice.
BitVolume patches(std::int64_t side, std::int64_t depth, double thickness) {
  const double k = 3.141592653589793 / thickness;
  return picture({side, side, depth}, [=](auto x, auto y, auto z) {
    const double u = k * static_cast<double>(x) + 0.1 * static_cast<double>(z);
    const double v = k * static_cast<double>(y);
    return std::sin(u + std::sin(0.31 * v)) + std::sin(v + 1.3 * std::sin(0.27 * u)) > 0;
  });
}

// A comb of strips `thickness` pixels thick: the border is as long for every thickness.
BitVolume strips(std::int64_t side, std::int64_t thickness) {
  return picture({side, side, 1}, [=](auto x, auto y, auto) {
    return y % 128 < thickness && x > 8 && x < side - 8;
  });
}

// Slices of balls, `percent` of the pixels in all.
BitVolume foam(std::int64_t side, std::int64_t depth, int percent) {
  sample_foam::Options options;
  options.radius_max = 50;
  options.fraction = percent / 100.0;
  NoProgress progress;
  return sample_foam::fill({side, side, depth}, options, progress);
}

void thin_bench(benchmark::State& state, const BitVolume& volume, Rule rule,
                const std::string& backend) {
  NoProgress progress;
  std::int64_t iterations = 0;
  std::int64_t before = 0;
  test::whole_calls(state, [&] {
    const Result result = thin(volume, {{backend, 0}, rule}, progress);
    iterations = result.iterations;
    before = result.pixels_before;
  });
  state.counters["iterations"] = static_cast<double>(iterations);
  state.counters["foreground"] =
      static_cast<double>(before) / static_cast<double>(volume.shape().voxel_count());
  state.SetItemsProcessed(state.iterations() * volume.shape().voxel_count());
}

template <class Make>
void add(const std::string& name, const std::string& backend, Rule rule, Make make) {
  benchmark::RegisterBenchmark(
      ("skeleton2d/" + name + "/" + backend).c_str(),
      [=](benchmark::State& state) { thin_bench(state, make(), rule, backend); })
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

const bool registered = [] {
  for (const Backend& backend : backends()) {
    if (!backend.available) {
      continue;
    }
    const std::string& name = backend.name;
    add("full_8000/hilditch", name, Rule::kHilditch, [] { return full(8000); });
    add("line_drawing_1024/hilditch", name, Rule::kHilditch, [] { return line_drawing(1024); });
    add("patches_1024x100/guo-hall", name, Rule::kGuoHall, [] { return patches(1024, 100, 30); });
    add("patches_1024x100/imagej", name, Rule::kImagej, [] { return patches(1024, 100, 30); });
    for (const int percent : {5, 20, 50, 80}) {
      add("foam_1024x100/percent_" + std::to_string(percent), name, Rule::kGuoHall,
          [=] { return foam(1024, 100, percent); });
    }
    for (const int thickness : {4, 16, 64}) {
      add("strips_4096/thickness_" + std::to_string(thickness), name, Rule::kGuoHall,
          [=] { return strips(4096, thickness); });
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::skeleton2d
