// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "core/grey_volume.hpp"

namespace bitvox::test {

// Collects a result, and checks that the slices come in order.
class CollectSlices final : public GreySink {
 public:
  CollectSlices(const Shape& shape, PixelType type) : volume(shape, type) {}
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
