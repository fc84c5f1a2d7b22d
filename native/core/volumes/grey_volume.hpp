// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <new>

#include "core/platform/platform.hpp"
#include "core/volumes/pixel_type.hpp"
#include "core/volumes/shape.hpp"

namespace bitvox {

// Reads the pixels of a grey volume on one thread.
class GreyReader {
 public:
  virtual ~GreyReader() = default;

  // Copies pixels first .. first + count - 1 of slice z (x fastest, rows without padding).
  virtual void read(std::int64_t z, std::int64_t first, std::int64_t count, void* pixels) = 0;
};

// Where an operation reads its grey volume from, piece by piece: a GreyVolume, or the slices of a
// Java image. So no operation needs a copy of the whole stack.
class GreySource {
 public:
  virtual ~GreySource() = default;

  virtual const Shape& shape() const = 0;
  virtual PixelType type() const = 0;

  // A reader for the calling thread, to be used and destroyed by it.
  virtual std::unique_ptr<GreyReader> open() const = 0;

  std::int64_t slice_pixels() const { return shape().width * shape().height; }
};

// A grey volume in memory: x fastest, then y, then z, without padding.
class GreyVolume final : public GreySource {
 public:
  // All zero. Throws InvalidInput for an impossible shape, std::bad_alloc without memory.
  GreyVolume(Shape shape, PixelType type);

  const Shape& shape() const override { return shape_; }
  PixelType type() const override { return type_; }
  std::unique_ptr<GreyReader> open() const override;

  // The pixels; Pixel must be the type's.
  template <class Pixel>
  Pixel* data() {
    return static_cast<Pixel*>(pixels_.get());
  }
  template <class Pixel>
  const Pixel* data() const {
    return static_cast<const Pixel*>(pixels_.get());
  }

 private:
  Shape shape_;
  PixelType type_;
  std::unique_ptr<void, platform::FreeMemory> pixels_;
};

}  // namespace bitvox
