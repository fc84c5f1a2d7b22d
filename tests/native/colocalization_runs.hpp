// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "bits.hpp"
#include "grey_test_volumes.hpp"
#include "ops/joint_histogram/joint_histogram_colocalization.hpp"

// What the tests of colocalization share.
namespace bitvox::test {

inline joint_histogram::Counting options_for(const GreyVolume& first, const GreyVolume& second) {
  NoProgress quiet;
  joint_histogram::Counting options;
  options.first_range = joint_histogram::full_range(first, 1, quiet);
  options.second_range = joint_histogram::full_range(second, 1, quiet);
  return options;
}

inline Bits bits_of(const joint_histogram::Colocalization& c) {
  Bits bits;
  bits.add(c.spearman).add(c.kendall).add(c.icq).add(c.slope).add(c.intercept).add(c.costes);
  bits.add(c.first_threshold).add(c.second_threshold).add(c.above).add(c.pearson_above);
  bits.add(c.pearson_below).add(c.manders_first).add(c.manders_second).add(c.blocks);
  bits.add(c.blocks_pearson).add(c.shuffled_mean).add(c.shuffled_sd).add(c.shuffled_below);
  return bits;
}

// Like another volume, with noise of so many values.
inline GreyVolume like(const GreyVolume& other, PixelType type, double factor, std::int64_t noise,
                       std::uint64_t seed) {
  Random random(seed);
  return make_grey(other.shape(), type, [&](std::int64_t i) {
    return factor * grey_value(other, i) + static_cast<double>(random.below(noise));
  });
}

}  // namespace bitvox::test
