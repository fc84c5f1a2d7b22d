// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"

namespace bitvox::test {

// Collects a result, and checks that it is what was announced and that the slices come in order.
class CollectSlices final : public SliceSink {
 public:
  CollectSlices(const Shape& shape, PixelType type) : volume(shape, type) {}
  void begin(const SliceFormat& format) override {
    EXPECT_EQ(format.shape, volume.shape());
    EXPECT_EQ(format.type, volume.type());
    EXPECT_EQ(format.channels, 1);
    EXPECT_EQ(next_, 0);
  }
  void write_slice(std::int64_t z, const void* pixels) override {
    EXPECT_EQ(z, next_++);
    const std::int64_t bytes = volume.slice_pixels() * bytes_per_pixel(volume.type());
    std::memcpy(volume.data<std::uint8_t>() + z * bytes, pixels, static_cast<std::size_t>(bytes));
  }
  GreyVolume volume;

 private:
  std::int64_t next_ = 0;
};

}  // namespace bitvox::test
