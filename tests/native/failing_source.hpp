// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "core/volumes/volume_source.hpp"

namespace bitvox::test {

// A volume of which one slice cannot be read.
class FailingSource final : public VolumeSource {
 public:
  FailingSource(Shape shape, std::int64_t fail_at) : shape_(shape), fail_at_(fail_at) {}

  const Shape& shape() const override { return shape_; }
  std::unique_ptr<VolumeReader> open() const override { return std::make_unique<Reader>(*this); }

 private:
  class Reader final : public VolumeReader {
   public:
    explicit Reader(const FailingSource& source) : source_(source) {}
    void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
      if (first <= source_.fail_at_ && source_.fail_at_ < first + count) {
        throw std::runtime_error("unreadable slice");
      }
      std::fill_n(words, count * source_.shape_.words_per_slice(), 0xff);
    }

   private:
    const FailingSource& source_;
  };

  Shape shape_;
  std::int64_t fail_at_;
};

}  // namespace bitvox::test
