// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/stiffness/stiffness.hpp"
#include "test_volumes.hpp"

namespace bitvox::stiffness::test {

// The voxels where is_solid(x, y, z).
template <class IsSolid>
BitVolume mask_of(const Shape& shape, const IsSolid& is_solid) {
  BitVolume out(shape);
  for (std::int64_t z = 0; z < shape.depth; ++z)
    for (std::int64_t y = 0; y < shape.height; ++y)
      for (std::int64_t x = 0; x < shape.width; ++x) {
        if (is_solid(x, y, z)) {
          out.slice(z)[y * shape.words_per_row() + x / 64] |= std::uint64_t{1} << (x % 64);
        }
      }
  return out;
}

inline BitVolume full(const Shape& shape) {
  return mask_of(shape, [](auto...) { return true; });
}

template <class LabelAt>
GreyVolume labels_of(const Shape& shape, const LabelAt& label_at) {
  GreyVolume out(shape, PixelType::kUint8);
  for (std::int64_t z = 0; z < shape.depth; ++z)
    for (std::int64_t y = 0; y < shape.height; ++y)
      for (std::int64_t x = 0; x < shape.width; ++x) {
        out.data<std::uint8_t>()[(z * shape.height + y) * shape.width + x] =
            static_cast<std::uint8_t>(label_at(x, y, z));
      }
  return out;
}

// The backends of which one does not give the bits of another: the best CPU, and the GPU where
// there is one.
inline std::vector<std::string> kinds_of_backends() {
  const std::vector<std::string> all = bitvox::test::available_backends();
  if (all.front() != "cuda" || all.size() == 1) return {all.front()};
  return {"cuda", all.at(1)};
}

// A test that is run on each of them, by the runs below.
class OnBackends : public testing::TestWithParam<std::string> {
 public:
  static std::string& backend() {
    static std::string name = "auto";
    return name;
  }

 protected:
  void SetUp() override { backend() = GetParam(); }
  void TearDown() override { backend() = "auto"; }
};

inline Result run(const Body& body, Options options, const Maps& maps = {}) {
  NoProgress progress;
  if (options.backend == "auto") options.backend = OnBackends::backend();
  return stiffness(body, options, maps, progress);
}

inline Result run(const BitVolume& mask, const Options& options, const Maps& maps = {}) {
  Body body;
  body.mask = &mask;
  return run(body, options, maps);
}

inline Result run(const GreyVolume& labels, const Materials& materials, const Options& options,
                  const Maps& maps = {}) {
  Body body;
  body.labels = &labels;
  body.materials = &materials;
  return run(body, options, maps);
}

// As exact as floats allow.
inline Options precise() {
  Options options;
  options.tolerance = 1e-8;
  return options;
}

}  // namespace bitvox::stiffness::test
