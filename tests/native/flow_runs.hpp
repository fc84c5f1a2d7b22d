// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "collect_slices.hpp"
#include "core/volumes/grey_volume.hpp"
#include "ops/flow/flow.hpp"
#include "test_volumes.hpp"

// What the tests of flow share.
namespace bitvox::test {

// Keeps all bodies, and checks that frames come in order.
class KeptBodies final : public flow::BodySink {
 public:
  void write_frame(std::int64_t frame, flow::BodyStates&& bodies) override {
    EXPECT_EQ(frame, static_cast<std::int64_t>(frames.size()));
    frames.push_back(std::move(bodies));
  }

  flow::Vector centre(std::size_t body, std::size_t frame = 0) const {
    return vector(frames[frame].centres, body);
  }
  flow::Vector velocity(std::size_t body, std::size_t frame = 0) const {
    return vector(frames[frame].velocities, body);
  }
  flow::Vector spin(std::size_t body) const { return vector(frames[0].spins, body); }
  flow::Vector force(std::size_t body) const { return vector(frames[0].forces, body); }
  flow::Vector torque(std::size_t body) const { return vector(frames[0].torques, body); }

  // All numbers.
  std::vector<float> all() const {
    std::vector<float> numbers;
    for (const flow::BodyStates& states : frames)
      for (const auto* const column :
           {&states.centres, &states.velocities, &states.spins, &states.forces, &states.torques,
            &states.radii, &states.halves}) {
        numbers.insert(numbers.end(), column->begin(), column->end());
      }
    return numbers;
  }

  std::vector<flow::BodyStates> frames;

 private:
  static flow::Vector vector(const std::vector<float>& column, std::size_t body) {
    return {column[3 * body], column[3 * body + 1], column[3 * body + 2]};
  }
};

inline BitVolume all_fluid(const Shape& shape) {
  return make_volume(shape, [](auto...) { return true; });
}

inline flow::Result flow_through(const BitVolume& fluid, const flow::Options& options,
                                 SliceSink* velocity = nullptr) {
  NoProgress progress;
  return flow::simulate({&fluid, nullptr}, options, {velocity, nullptr, nullptr, nullptr},
                        progress);
}

inline flow::Result flow_through(const GreyVolume& fractions, const flow::Options& options,
                                 SliceSink* velocity = nullptr) {
  NoProgress progress;
  return flow::simulate({nullptr, &fractions}, options, {velocity, nullptr, nullptr, nullptr},
                        progress);
}

// Frames of bodies: centre 0, velocity 3, spin 6, force 9, torque 12.
inline KeptBodies watch(const BitVolume& fluid, const flow::Options& options) {
  NoProgress progress;
  KeptBodies seen;
  simulate({&fluid, nullptr}, options, {nullptr, nullptr, nullptr, &seen}, progress);
  return seen;
}

inline flow::Options still_fluid(double viscosity, std::int64_t steps, flow::Face face) {
  flow::Options options;
  options.faces() = flow::Faces::all(face);
  options.force = {0, 0, 0};
  options.viscosity = viscosity;
  options.steps = steps;
  options.frames = 1;
  return options;
}

}  // namespace bitvox::test
