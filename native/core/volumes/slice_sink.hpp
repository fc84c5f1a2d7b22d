// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/volumes/pixel_type.hpp"
#include "core/volumes/shape.hpp"

namespace bitvox {

// What an operation hands out: shape.depth * channels slices of width * height pixels (x fastest,
// rows without padding). Slice z * channels + c is channel c at z, as ImageJ orders them.
struct SliceFormat {
  Shape shape;
  PixelType type = PixelType::kUint8;
  int channels = 1;  // more than 1 for vectors

  std::int64_t slice_pixels() const { return shape.width * shape.height; }
};

// Some slices behind one another.
struct SliceBatch {
  std::int64_t first = 0;
  std::int64_t count = 0;
  const void* pixels = nullptr;
  std::int64_t slice_bytes = 0;

  const void* slice(std::int64_t i) const {
    return static_cast<const char*>(pixels) + i * slice_bytes;
  }
};

// Receives an image on the thread that called the operation, in ascending order.
class SliceSink {
 public:
  virtual ~SliceSink() = default;

  // Once, before the first slice.
  virtual void begin(const SliceFormat&) {}

  // The pixels are valid during the call only.
  virtual void write_slice(std::int64_t slice, const void* pixels) = 0;

  // The same of several, for which a sink may take so many threads.
  virtual void write_slices(const SliceBatch& batch, int /*threads*/) {
    for (std::int64_t i = 0; i < batch.count; ++i) write_slice(batch.first + i, batch.slice(i));
  }
};

// Hands on to another sink, and knows whether any slice has left.
class WatchedSink final : public SliceSink {
 public:
  explicit WatchedSink(SliceSink& to) : to_(to) {}

  void begin(const SliceFormat& format) override { to_.begin(format); }
  void write_slice(std::int64_t slice, const void* pixels) override {
    any_left_ = true;
    to_.write_slice(slice, pixels);
  }
  void write_slices(const SliceBatch& batch, int threads) override {
    any_left_ = true;
    to_.write_slices(batch, threads);
  }

  bool any_left() const { return any_left_; }

 private:
  SliceSink& to_;
  bool any_left_ = false;
};

}  // namespace bitvox
