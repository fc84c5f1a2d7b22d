// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"

namespace bitvox {

// Of those that options take. Macros hold numbers as doubles, which have all whole ones to here.
inline constexpr std::int64_t kLargestSeed = std::int64_t{1} << 53;

// Random numbers that are the same everywhere: splitmix64. Number i follows from the seed and i
// alone, so that the work of many threads depends on none of them.
//
// Literature: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators",
// OOPSLA 2014.
class Random {
 public:
  BITVOX_BOTH explicit Random(std::uint64_t seed) : state_(seed) {}

  // One of many streams of a seed.
  BITVOX_BOTH Random(std::uint64_t seed, std::uint64_t stream)
      : state_(mix(seed + (stream + 1) * kStep)) {}

  BITVOX_BOTH std::uint64_t next() { return mix(state_ += kStep); }

  // What next() would give after so many others.
  BITVOX_BOTH std::uint64_t at(std::uint64_t index) const {
    return mix(state_ + (index + 1) * kStep);
  }

  // Uniform in 0 .. bound - 1, up to a bias of bound / 2^64.
  BITVOX_BOTH std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(bound));
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15U;

  BITVOX_BOTH static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace bitvox
