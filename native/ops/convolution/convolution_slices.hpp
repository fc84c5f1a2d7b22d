// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>

#include "core/volumes/grey_volume.hpp"
#include "ops/convolution/convolution.hpp"

namespace bitvox::convolution {

// Slices first .. first + depth - 1 of a volume as a volume of its own, continued beyond the ends
// of the volume by the border rule.
class ContinuedSlices final : public GreySource {
 public:
  ContinuedSlices(const GreySource& in, std::int64_t first, std::int64_t depth, Border edges)
      : in_(in), first_(first), shape_(in.shape()), edges_(edges) {
    shape_.depth = depth;
  }

  const Shape& shape() const override { return shape_; }
  PixelType type() const override { return in_.type(); }
  std::unique_ptr<GreyReader> open() const override { return std::make_unique<Reader>(*this); }

 private:
  class Reader final : public GreyReader {
   public:
    explicit Reader(const ContinuedSlices& slices) : slices_(slices), reader_(slices.in_.open()) {}

    void read(std::int64_t z, std::int64_t first, std::int64_t count, void* pixels) override {
      const std::int64_t from =
          border_index(slices_.first_ + z, slices_.in_.shape().depth, slices_.edges_);
      if (from >= 0) {
        reader_->read(from, first, count, pixels);
      } else {
        std::memset(pixels, 0, static_cast<std::size_t>(count * bytes_per_pixel(slices_.type())));
      }
    }

   private:
    const ContinuedSlices& slices_;
    std::unique_ptr<GreyReader> reader_;
  };

  const GreySource& in_;
  std::int64_t first_;
  Shape shape_;
  Border edges_;
};

}  // namespace bitvox::convolution
