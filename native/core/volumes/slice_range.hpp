// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>

#include "core/volumes/volume_source.hpp"

namespace bitvox {

// Slices first .. first + depth - 1 of a volume, as a volume of its own.
class SliceRange final : public VolumeSource {
 public:
  SliceRange(const VolumeSource& in, std::int64_t first, std::int64_t depth)
      : in_(in), first_(first), shape_(in.shape()) {
    shape_.depth = depth;
  }

  const Shape& shape() const override { return shape_; }

  std::unique_ptr<VolumeReader> open() const override {
    return std::make_unique<Reader>(in_, first_);
  }

 private:
  class Reader final : public VolumeReader {
   public:
    Reader(const VolumeSource& in, std::int64_t first) : reader_(in.open()), first_(first) {}
    void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
      reader_->read_slices(first_ + first, count, words);
    }

   private:
    std::unique_ptr<VolumeReader> reader_;
    std::int64_t first_;
  };

  const VolumeSource& in_;
  std::int64_t first_;
  Shape shape_;
};

}  // namespace bitvox
