// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"

namespace bitvox::test {

// All that this machine has; where BITVOX_TEST_BACKEND names one, that one alone: a tool that slows
// programs down need not judge the others.
inline std::vector<std::string> available_backends() {
  if (const char* one = std::getenv("BITVOX_TEST_BACKEND")) return {choose_backend(one).name};
  std::vector<std::string> names;
  for (const Backend& backend : backends()) {
    if (backend.available) {
      names.push_back(backend.name);
    }
  }
  return names;
}

// Names the instances of tests that take one of them.
inline constexpr auto backend_name = [](const auto& tested) { return tested.param; };

// The same numbers on every standard library, unlike std::bernoulli_distribution.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {  // splitmix64 (Steele, Lea, Flood 2014)
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(bound));
  }
  bool chance(double probability) {
    return static_cast<double>(next() >> 11) * 0x1p-53 < probability;
  }

 private:
  std::uint64_t state_;
};

inline bool voxel(const BitVolume& volume, std::int64_t x, std::int64_t y, std::int64_t z) {
  const Shape& s = volume.shape();
  return (volume.words()[(z * s.height + y) * s.words_per_row() + x / 64] >> (x % 64) & 1U) != 0;
}

inline void set_voxel(BitVolume& volume, std::int64_t x, std::int64_t y, std::int64_t z) {
  volume.slice(z)[y * volume.shape().words_per_row() + x / 64] |= std::uint64_t{1} << (x % 64);
}

// Fills voxel by voxel with rule(x, y, z).
template <class Rule>
BitVolume make_volume(Shape shape, Rule&& rule) {
  BitVolume volume(shape);
  for (std::int64_t z = 0; z < shape.depth; ++z)
    for (std::int64_t y = 0; y < shape.height; ++y)
      for (std::int64_t x = 0; x < shape.width; ++x)
        if (rule(x, y, z)) set_voxel(volume, x, y, z);
  return volume;
}

inline BitVolume random_volume(Shape shape, double density, std::uint64_t seed) {
  Random random(seed);
  return make_volume(shape, [&](auto, auto, auto) { return random.chance(density); });
}

// Balls of radius 1 to `largest` anywhere.
inline BitVolume balls(Shape shape, std::int64_t largest, int count, std::uint64_t seed) {
  Random random(seed);
  BitVolume volume(shape);
  for (int i = 0; i < count; ++i) {
    const std::int64_t cx = random.below(shape.width), cy = random.below(shape.height);
    const std::int64_t cz = random.below(shape.depth), r = 1 + random.below(largest);
    for (std::int64_t z = std::max<std::int64_t>(0, cz - r); z <= std::min(shape.depth - 1, cz + r);
         ++z)
      for (std::int64_t y = std::max<std::int64_t>(0, cy - r);
           y <= std::min(shape.height - 1, cy + r); ++y)
        for (std::int64_t x = std::max<std::int64_t>(0, cx - r);
             x <= std::min(shape.width - 1, cx + r); ++x)
          if ((x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz) <= r * r)
            set_voxel(volume, x, y, z);
  }
  return volume;
}

// Cancels at the report number `after`, counted from 1.
class CancelAfter final : public Progress {
 public:
  explicit CancelAfter(int after) : left_(after) {}
  void report(std::int64_t, std::int64_t) override {
    if (--left_ <= 0) {
      throw Cancelled();
    }
  }

 private:
  int left_;
};

// Keeps what is said.
class HeardWords final : public Progress {
 public:
  void report(std::int64_t, std::int64_t) override {}
  void say(const std::string& words) override { all.push_back(words); }
  std::vector<std::string> all;
};

}  // namespace bitvox::test
