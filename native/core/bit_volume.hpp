// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "core/shape.hpp"
#include "core/volume_source.hpp"

namespace bitvox {

// A binary volume in memory, one bit a voxel (1 = foreground), rows padded to whole 64-bit words:
// voxel (x, y, z) is bit x % 64 of word (z * height + y) * words_per_row + x / 64.
// Invariant: padding bits are zero.
class BitVolume final : public VolumeSource {
 public:
  // All background. Throws InvalidInput for an impossible shape, std::bad_alloc without memory.
  explicit BitVolume(Shape shape) : shape_(shape) {
    check_shape(shape);
    // calloc hands out untouched zero pages: the threads that fill them place them.
    words_.reset(static_cast<std::uint64_t*>(
        std::calloc(static_cast<std::size_t>(shape.word_count()), sizeof(std::uint64_t))));
    if (words_ == nullptr) {
      throw std::bad_alloc();
    }
  }

  const Shape& shape() const override { return shape_; }
  std::unique_ptr<VolumeReader> open() const override;

  std::uint64_t* words() { return words_.get(); }
  const std::uint64_t* words() const { return words_.get(); }
  std::uint64_t* slice(std::int64_t z) { return words_.get() + z * shape_.words_per_slice(); }
  const std::uint64_t* slice(std::int64_t z) const {
    return words_.get() + z * shape_.words_per_slice();
  }

 private:
  struct Free {
    void operator()(void* pointer) const noexcept { std::free(pointer); }
  };

  Shape shape_;
  std::unique_ptr<std::uint64_t[], Free> words_;
};

}  // namespace bitvox
