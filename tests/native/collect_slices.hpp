// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"

namespace bitvox::test {

// Collects a result, and checks that it is what was announced and that the slices come in order.
class CollectSlices final : public SliceSink {
 public:
  // Of any shape, with any number of channels.
  explicit CollectSlices(PixelType type = PixelType::kFloat32) : volume({1, 1, 1}, type) {}
  // Of this shape, with one channel.
  CollectSlices(const Shape& shape, PixelType type)
      : volume(shape, type), format_{shape, type, 1}, any_shape_(false) {}

  void begin(const SliceFormat& format) override {
    EXPECT_EQ(format.type, volume.type());
    EXPECT_EQ(slices_, 0);
    if (any_shape_) {
      const Shape& s = format.shape;
      volume = GreyVolume({s.width, s.height, s.depth * format.channels}, format.type);
      format_ = format;
    } else {
      EXPECT_EQ(format.shape, format_.shape);
      EXPECT_EQ(format.channels, 1);
    }
  }
  void write_slice(std::int64_t slice, const void* pixels) override {
    EXPECT_EQ(slice, slices_++);
    ASSERT_LT(slice, volume.shape().depth);
    const std::int64_t bytes = volume.slice_pixels() * bytes_per_pixel(volume.type());
    std::memcpy(volume.data<std::uint8_t>() + slice * bytes, pixels,
                static_cast<std::size_t>(bytes));
  }

  const Shape& shape() const { return format_.shape; }
  std::int64_t slices() const { return slices_; }
  float at(std::int64_t x, std::int64_t y, std::int64_t z, std::int64_t channel = 0) const {
    const std::int64_t slice = z * format_.channels + channel;
    return value((slice * format_.shape.height + y) * format_.shape.width + x);
  }
  // Of all slices that have come, in their order.
  std::vector<float> values() const {
    std::vector<float> all;
    for (std::int64_t i = 0; i < slices_ * volume.slice_pixels(); ++i) all.push_back(value(i));
    return all;
  }

  GreyVolume volume;  // of all channels, z by z

 private:
  float value(std::int64_t i) const {
    return with_pixel_type(volume.type(), [&](auto pixel) {
      return static_cast<float>(volume.data<decltype(pixel)>()[i]);
    });
  }

  SliceFormat format_;
  bool any_shape_ = true;
  std::int64_t slices_ = 0;
};

}  // namespace bitvox::test
