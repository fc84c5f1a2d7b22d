// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "core/volumes/slice_sink.hpp"
#include "grey_test_volumes.hpp"
#include "ops/random_walker/random_walker.hpp"

// What the tests of the random walker share.
namespace bitvox::test {

// Keeps what it is handed, as floats.
class Collect final : public SliceSink {
 public:
  void begin(const SliceFormat& with) override { format = with; }
  void write_slice(std::int64_t slice, const void* pixels) override {
    EXPECT_EQ(slice * format.slice_pixels(), static_cast<std::int64_t>(values.size()));
    for (std::int64_t i = 0; i < format.slice_pixels(); ++i) {
      values.push_back(format.type == PixelType::kUint16
                           ? static_cast<float>(static_cast<const std::uint16_t*>(pixels)[i])
                           : static_cast<const float*>(pixels)[i]);
    }
  }
  // Of channel c at voxel i.
  float at(std::int64_t c, std::int64_t i) const {
    const std::int64_t pixels = format.slice_pixels();
    return values[static_cast<std::size_t>((i / pixels * format.channels + c) * pixels +
                                           i % pixels)];
  }
  SliceFormat format;
  std::vector<float> values;
};

struct Computed {
  random_walker::Result result;
  Collect labels;
  Collect probabilities;
};

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
      .add(computed.labels.values)
      .add(computed.probabilities.values)
      .add(computed.result.error);
}

}  // namespace bitvox::test
