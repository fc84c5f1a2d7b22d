// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "ops/permeability/permeability.hpp"
#include "test_volumes.hpp"

// What the tests of permeability share. permeability_test.cpp names the backends.

namespace bitvox::permeability {

inline Result compute(const BitVolume& volume, const Options& options,
                      SliceSink* velocity = nullptr) {
  NoProgress progress;
  return measure(volume, options, velocity, progress);
}

// The same with velocities along x, y and z.
inline Result compute_vectors(const BitVolume& volume, Options options, SliceSink& velocity) {
  options.velocity = VelocityImage::kVector;
  return compute(volume, options, &velocity);
}

class PermeabilityTest : public testing::TestWithParam<std::string> {
 protected:
  // So strict that little is left to change.
  Options options(Direction direction = Direction::kZ, Sides sides = Sides::kPeriodic) const {
    Options result;
    result.direction = direction;
    result.sides = sides;
    result.ends = Ends::kPeriodic;
    result.spread = 1e-4;
    result.change = 1e-5;
    result.backend = GetParam();
    return result;
  }

  double k_along(int axis, const BitVolume& volume, Options rule) const {
    rule.direction = static_cast<Direction>(axis);
    return compute(volume, rule).flows.at(0).permeability[static_cast<std::size_t>(axis)];
  }
};

class PermeabilityThorough : public PermeabilityTest {};

}  // namespace bitvox::permeability
