// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "ops/colour_classes/colour_classes.hpp"

// Samples for tests of colour classes.
namespace bitvox::colour_classes {

// A colour with noise of a standard deviation, and how many of it.
struct Blob {
  std::array<int, 3> rgb;
  double deviation;
  std::int64_t count;
};

inline std::vector<std::uint32_t> colours_of(const std::vector<Blob>& blobs, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> colours;
  for (const Blob& blob : blobs) {
    std::normal_distribution<double> noise(0, blob.deviation);
    for (std::int64_t i = 0; i < blob.count; ++i) {
      std::uint32_t rgb = 0;
      for (const int channel : blob.rgb) {
        const double value = std::clamp(channel + noise(random), 0.0, 255.0);
        rgb = rgb << 8 | static_cast<std::uint32_t>(std::lround(value));
      }
      colours.push_back(rgb);
    }
  }
  return colours;
}

inline void add(ColourSamples& samples, const std::vector<std::uint32_t>& colours,
                std::uint8_t label) {
  const std::vector<std::uint8_t> labels(colours.size(), label);
  samples.add(colours.data(), labels.data(), std::ssize(colours));
}

inline ColourCounts::Distinct distinct_of(const std::vector<std::uint32_t>& colours) {
  ColourCounts counts;
  for (const std::uint32_t rgb : colours) counts.add(rgb);
  return counts.distinct();
}

// Grass, and two teams, each in two colours: red across the start of the circle of hue.
inline ColourSamples match(std::int64_t of_class) {
  ColourSamples samples;
  add(samples, colours_of({{{60, 140, 50}, 8, of_class / 2}, {{80, 160, 60}, 8, of_class / 2}}, 1),
      1);
  add(samples,
      colours_of({{{200, 30, 32}, 10, of_class / 2}, {{240, 240, 240}, 4, of_class / 2}}, 2), 2);
  add(samples, colours_of({{{30, 40, 180}, 10, of_class / 2}, {{20, 20, 24}, 4, of_class / 2}}, 3),
      5);
  return samples;
}

}  // namespace bitvox::colour_classes
