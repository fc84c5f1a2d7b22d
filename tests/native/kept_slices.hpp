// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/volumes/shape.hpp"
#include "core/volumes/slice_sink.hpp"

namespace bitvox::test {

// Keeps all slices of 32-bit floats, with all channels, and checks that they come in order.
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

}  // namespace bitvox::test
