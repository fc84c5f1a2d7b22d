// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/threads/pulse.hpp"
#include "ops/split_objects/split_objects_watershed.hpp"

namespace bitvox::split_objects {

// Sorts passes by key(pass), a number of 32 bits, in ascending order; those of one key stay in
// their order. Noise has millions of passes: digit by digit, which can be stopped.
template <class Key>
void sort_passes(std::vector<Pass>& passes, const Key& key, Progress& progress) {
  constexpr unsigned kBits = 11;
  constexpr std::uint32_t kDigits = 1U << kBits;
  Pulse pulse(progress);
  std::uint32_t largest = 0;
  for (const Pass& pass : passes) {
    pulse.beat();
    largest |= key(pass);
  }
  const std::unique_ptr<Pass[]> others(new Pass[passes.size()]);  // not filled, unlike a vector
  const auto by_digit = [&](unsigned shift, const Pass* from, Pass* to) {
    const auto digit = [&](const Pass& pass) {
      return static_cast<std::size_t>(std::uint64_t{key(pass)} >> shift) & (kDigits - 1);
    };
    std::array<std::size_t, kDigits + 1> places{};
    for (std::size_t i = 0; i < passes.size(); ++i) {
      pulse.beat();
      ++places[digit(from[i]) + 1];
    }
    for (std::size_t i = 0; i < kDigits; ++i) places[i + 1] += places[i];
    for (std::size_t i = 0; i < passes.size(); ++i) {
      pulse.beat();
      to[places[digit(from[i])]++] = from[i];
    }
  };
  // There and back, so that they end where they began.
  for (unsigned shift = 0; shift < 32 && largest >> shift != 0; shift += 2 * kBits) {
    by_digit(shift, passes.data(), others.get());
    by_digit(shift + kBits, others.get(), passes.data());
  }
}

// Leaves of each pair of slopes the highest pass, and sorts them by their slopes.
void keep_highest(std::vector<Pass>& passes, Progress& progress);

}  // namespace bitvox::split_objects
