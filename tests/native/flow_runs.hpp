// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "core/grey_volume.hpp"
#include "ops/flow/flow.hpp"
#include "test_volumes.hpp"

// What the tests of flow share.
namespace bitvox::test {

// Keeps all slices, and checks that they come in order.
class KeptSlices final : public SliceSink {
 public:
  void begin(const SliceFormat& format) override {
    EXPECT_EQ(format.type, PixelType::kFloat32);
    format_ = format;
  }
  void write_slice(std::int64_t slice, const void* pixels) override {
    EXPECT_EQ(slice, next_++);
    const auto* const values = static_cast<const float*>(pixels);
    all.insert(all.end(), values, values + format_.slice_pixels());
  }
  float at(std::int64_t x, std::int64_t y, std::int64_t z, int channel = 0) const {
    const Shape& s = format_.shape;
    return all[static_cast<std::size_t>(
        ((z * format_.channels + channel) * s.height + y) * s.width + x)];
  }
  const Shape& shape() const { return format_.shape; }
  std::int64_t slices() const { return next_; }
  std::vector<float> all;

 private:
  SliceFormat format_;
  std::int64_t next_ = 0;
};

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

}  // namespace bitvox::test
