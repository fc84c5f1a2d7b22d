// SPDX-License-Identifier: BSD-2-Clause
// Skeleton 3D. Names: skeleton3d/BACKEND/OBJECT/SIZE. The cost follows the surface and how deep it
// moves, not the volume: foam by its foreground in percent, plates by their thickness.
//
// Floor on the CPU: an evaluation of a brick of 512 voxels is some 150 vector operations and 27
// loads, 40 ns on AVX-512. On the GPU: about 10 us for every 8 subiterations, from reading tiles to
// the next synchronisation of the grid, as long as all active tiles fit at once.
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

#include "../native/test_volumes.hpp"
#include "ops/sample_foam/sample_foam.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"
#include "whole_calls.hpp"

namespace bitvox::skeleton3d {
namespace {

constexpr std::int64_t kSide = 512;

BitVolume foam(std::int64_t percent) {
  sample_foam::Options options;
  options.radius_min = 5;
  options.radius_max = 25;
  options.fraction = static_cast<double>(percent) / 100;
  NoProgress progress;
  return sample_foam::fill({kSide, kSide, kSide}, options, progress);
}

// As much surface for every thickness.
BitVolume plate(std::int64_t thickness) {
  return test::make_volume({kSide, kSide, kSide}, [&](auto x, auto y, auto z) {
    return x > 0 && x < kSide - 1 && y > 0 && y < kSide - 1 && z > 0 && z <= thickness;
  });
}

BitVolume ball(std::int64_t side) {
  return test::make_volume({side, side, side}, [&](auto x, auto y, auto z) {
    const std::int64_t r = side / 2, dx = x - r, dy = y - r, dz = z - r;
    return dx * dx + dy * dy + dz * dz < (r - 1) * (r - 1);
  });
}

// A branching tree, like airways: every branch ends in two thinner and shorter ones.
class Tree {
 public:
  explicit Tree(std::int64_t depth) : volume_({kSide, kSide, depth}) {
    grow({kSide / 2.0, kSide / 2.0, 40}, {0, 0, 1}, static_cast<double>(depth) / 4, 17, 8);
  }
  BitVolume take() { return std::move(volume_); }

 private:
  using Point = std::array<double, 3>;

  void grow(const Point& from, const Point& along, double length, double radius, int generations) {
    Point to = from;
    for (std::size_t i = 0; i < 3; ++i) to[i] += along[i] * length;
    const int balls = static_cast<int>(length / (radius / 2)) + 1;
    for (int k = 0; k <= balls; ++k) {
      Point at = from;
      for (std::size_t i = 0; i < 3; ++i) at[i] += (to[i] - from[i]) * k / balls;
      add_ball(at, radius * (1 - 0.2 * k / balls));
    }
    if (generations == 0) return;
    const Point side = across(along);
    for (const double sign : {-0.75, 0.75}) {
      Point next = along;
      double square = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        next[i] += sign * side[i];
        square += next[i] * next[i];
      }
      for (double& x : next) x /= std::sqrt(square);
      grow(to, next, length * 0.78, std::max(1.6, radius * 0.72), generations - 1);
    }
  }

  // A random direction at right angles.
  Point across(const Point& along) {
    const auto number = [&] { return static_cast<double>(random_.below(2001)) / 1000 - 1; };
    const Point r = {number(), number(), number()};
    Point cross = {along[1] * r[2] - along[2] * r[1], along[2] * r[0] - along[0] * r[2],
                   along[0] * r[1] - along[1] * r[0]};
    const double length =
        std::sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]) + 1e-9;
    for (double& x : cross) x /= length;
    return cross;
  }

  void add_ball(const Point& centre, double radius) {
    const auto low = [&](std::size_t i) {
      return std::max<std::int64_t>(0, std::llround(std::ceil(centre[i] - radius)));
    };
    const auto high = [&](std::size_t i, std::int64_t size) {
      return std::min(size - 1, static_cast<std::int64_t>(std::floor(centre[i] + radius)));
    };
    const Shape& shape = volume_.shape();
    for (std::int64_t z = low(2); z <= high(2, shape.depth); ++z)
      for (std::int64_t y = low(1); y <= high(1, shape.height); ++y)
        for (std::int64_t x = low(0); x <= high(0, shape.width); ++x) {
          const double dx = static_cast<double>(x) - centre[0];
          const double dy = static_cast<double>(y) - centre[1];
          const double dz = static_cast<double>(z) - centre[2];
          if (dx * dx + dy * dy + dz * dz <= radius * radius) test::set_voxel(volume_, x, y, z);
        }
  }

  BitVolume volume_;
  test::Random random_{3};
};

BitVolume tree(std::int64_t depth) { return Tree(depth).take(); }

// The file that tests/bench/bunny.sh makes, a byte a voxel; BITVOX_BUNNY names it.
BitVolume bunny(std::int64_t side) {
  std::ifstream file(std::getenv("BITVOX_BUNNY"), std::ios::binary);
  std::string voxels(static_cast<std::size_t>(side * side * side), '\0');
  if (!file.read(voxels.data(), std::ssize(voxels)) ||
      file.get() != std::ifstream::traits_type::eof()) {
    throw std::runtime_error("BITVOX_BUNNY must name a file of 512 x 512 x 512 bytes");
  }
  return test::make_volume({side, side, side}, [&](auto x, auto y, auto z) {
    return voxels[static_cast<std::size_t>((z * side + y) * side + x)] != '\0';
  });
}

using Sizes = std::vector<std::int64_t>;
struct Object {
  std::string name;
  BitVolume (*make)(std::int64_t size);
  Sizes sizes;
};

const std::vector<Object>& objects() {
  static const std::vector<Object> all = {
      {"foam", foam, {5, 20, 50, 80}},
      {"plate", plate, {2, 8, 32, 128}},
      {"ball", ball, {256, 512}},
      {"tree", tree, {767}},
      {"bunny", bunny, std::getenv("BITVOX_BUNNY") != nullptr ? Sizes{kSide} : Sizes{}},
  };
  return all;
}

// The last volume made: benchmarks of the same object follow each other.
const BitVolume& volume_of(const Object& object, std::int64_t size) {
  static std::string last;
  static std::unique_ptr<BitVolume> volume;
  const std::string key = object.name + std::to_string(size);
  if (key != last) {
    volume = std::make_unique<BitVolume>(object.make(size));
    last = key;
  }
  return *volume;
}

void skeleton3d_bench(benchmark::State& state, const Object& object, std::int64_t size,
                      const std::string& backend) {
  const BitVolume& volume = volume_of(object, size);
  Options options;
  options.backend = backend;
  NoProgress progress;
  test::whole_calls(state, [&] {
    const Result result = thin(volume, nullptr, options, progress);
    state.counters["foreground"] = static_cast<double>(result.voxels_before);
    state.counters["rounds"] = static_cast<double>(result.deleted.size());
  });
}

const bool registered = [] {
  for (const Object& object : objects()) {
    for (const std::int64_t size : object.sizes) {
      for (const std::string& backend : test::available_backends()) {
        const std::string name =
            "skeleton3d/" + backend + "/" + object.name + "/" + std::to_string(size);
        benchmark::RegisterBenchmark(name.c_str(),
                                     [&object, size, backend](benchmark::State& state) {
                                       skeleton3d_bench(state, object, size, backend);
                                     })
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::skeleton3d
