// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>

#include "core/volumes/grey_volume.hpp"

namespace bitvox {

// Pixels that lie in memory which belongs to someone else, as a source. Where other pixels are
// shown, readers that are open read these.
class GreyView final : public GreySource {
 public:
  GreyView(const Shape& shape, PixelType type, const void* pixels = nullptr)
      : shape_(shape), type_(type), pixels_(static_cast<const char*>(pixels)) {}

  void show(const void* pixels) { pixels_ = static_cast<const char*>(pixels); }

  const Shape& shape() const override { return shape_; }
  PixelType type() const override { return type_; }
  std::unique_ptr<GreyReader> open() const override { return std::make_unique<Reader>(*this); }

 private:
  class Reader final : public GreyReader {
   public:
    explicit Reader(const GreyView& view) : view_(view) {}
    void read(std::int64_t z, std::int64_t first, std::int64_t count, void* pixels) override {
      const std::int64_t size = bytes_per_pixel(view_.type_);
      std::memcpy(pixels, view_.pixels_ + (z * view_.slice_pixels() + first) * size,
                  static_cast<std::size_t>(count * size));
    }

   private:
    const GreyView& view_;
  };

  Shape shape_;
  PixelType type_;
  const char* pixels_;
};

}  // namespace bitvox
