// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "bits.hpp"
#include "collect_slices.hpp"
#include "grey_test_volumes.hpp"
#include "ops/random_walker/random_walker.hpp"

// What the tests of the random walker share.
namespace bitvox::test {

struct Computed {
  explicit Computed(const GreyVolume& seeds)
      : labels(seeds.type() == PixelType::kFloat32 ? PixelType::kFloat32 : PixelType::kUint16) {}

  float label(std::int64_t voxel) const { return at(labels, voxel, 0); }
  float probability(std::int64_t of_label, std::int64_t voxel) const {
    return at(probabilities, voxel, of_label);
  }

  random_walker::Result result;
  CollectSlices labels;
  CollectSlices probabilities;

 private:
  static float at(const CollectSlices& slices, std::int64_t voxel, std::int64_t channel) {
    const std::int64_t row = voxel / slices.shape().width;
    return slices.at(voxel % slices.shape().width, row % slices.shape().height,
                     row / slices.shape().height, channel);
  }
};

inline Computed compute(const GreyVolume& image, const GreyVolume& seeds,
                        const random_walker::Options& options) {
  NoProgress progress;
  Computed computed(seeds);
  computed.result = random_walker::segment(image, seeds, options,
                                           {&computed.labels, &computed.probabilities}, progress);
  return computed;
}

inline double range_of(const GreyVolume& image) {
  double least = 1e300, most = -1e300;
  for (std::int64_t i = 0; i < image.shape().voxel_count(); ++i) {
    const auto value = static_cast<double>(grey_value(image, i));
    if (!std::isfinite(value)) continue;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  return most < least ? 0 : most - least;
}

// Values 0 to 1, with steps and noise.
inline GreyVolume noisy_blocks(const Shape& shape, double noise, std::uint64_t seed) {
  Random random(seed);
  return make_grey(shape, PixelType::kFloat32, [&](std::int64_t i) {
    const std::int64_t x = i % shape.width, y = i / shape.width % shape.height;
    const double block = static_cast<double>((x / 5 + y / 4) % 3) / 3;
    double sum = 0;  // about normal
    for (int k = 0; k < 12; ++k) sum += static_cast<double>(random.below(1 << 20)) / (1 << 20);
    return block + noise * (sum - 6);
  });
}

// Labels 3, 7, 20 at a few voxels each.
inline GreyVolume scattered_seeds(const Shape& shape, std::int64_t each, std::uint64_t seed) {
  GreyVolume seeds(shape, PixelType::kUint8);
  Random random(seed);
  for (int k = 0; k < 3 * each; ++k) {
    seeds.data<std::uint8_t>()[random.below(shape.voxel_count())] =
        std::array<std::uint8_t, 3>{3, 7, 20}[static_cast<std::size_t>(k % 3)];
  }
  return seeds;
}

inline Bits bits_of(const Computed& computed) {
  return Bits()
      .add(computed.labels.values())
      .add(computed.probabilities.values())
      .add(computed.result.error);
}

}  // namespace bitvox::test
