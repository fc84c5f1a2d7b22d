// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"
#include "ops/split_objects/split_objects_watershed.hpp"
#include "ops/split_objects/split_objects_words.hpp"

namespace bitvox::split_objects {

// The highest pass of each pair of slopes that many threads put in: a table of places, which a pair
// takes where its hash says or at the next free one. What is in it in the end does not depend on
// who came first, but for where.
struct PassTable {
  std::uint64_t* pairs;    // the smaller name above the larger one; 0: free
  std::uint32_t* heights;  // 0 at first
  std::uint64_t places;    // a power of two
  std::uint32_t* count;    // of pairs
  std::uint32_t* full;     // not 0: some pair has found no place

  BITVOX_BOTH void add(std::uint32_t low, std::uint32_t high, std::uint32_t height) const {
    constexpr int kMostTries = 256;
    if (words::load(*full) != 0) return;
    const std::uint64_t pair = std::uint64_t{low} << 32 | high;
    std::uint64_t place = hash(pair) & (places - 1);
    for (int i = 0; i < kMostTries; ++i) {
      std::uint64_t its = words::load(pairs[place]);
      if (its == 0) {
        its = words::replace(pairs[place], 0, pair);
        if (its == 0) {
          words::count(*count);
          its = pair;
        }
      }
      if (its == pair) {
        // Most come for a pass that is known to be as high.
        if (words::load(heights[place]) < height) words::raise(heights[place], height);
        return;
      }
      place = (place + 1) & (places - 1);
    }
    words::store(*full, 1);
  }

  BITVOX_BOTH bool is_taken(std::uint64_t place) const { return pairs[place] != 0; }
  BITVOX_BOTH Pass pass(std::uint64_t place) const {
    return {static_cast<std::uint32_t>(pairs[place] >> 32),
            static_cast<std::uint32_t>(pairs[place] & 0xffffffffU), heights[place]};
  }

 private:
  // Every bit of the pair changes about half of the lower ones.
  BITVOX_BOTH static std::uint64_t hash(std::uint64_t pair) {
    pair ^= pair >> 33;
    pair *= 0xff51afd7ed558ccdU;
    pair ^= pair >> 33;
    pair *= 0xc4ceb9fe1a85ec53U;
    return pair ^ pair >> 33;
  }
};

}  // namespace bitvox::split_objects
