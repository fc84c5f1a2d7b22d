// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <new>
#include <utility>

#include "core/memory/aligned_array.hpp"
#include "core/platform/platform.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/shape.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox {

// A binary volume in memory, one bit a voxel (1 = foreground), rows padded to whole 64-bit words:
// voxel (x, y, z) is bit x % 64 of word (z * height + y) * words_per_row + x / 64.
// Invariant: padding bits are zero.
class BitVolume final : public VolumeSource {
 public:
  // All background. Throws InvalidInput for an impossible shape, std::bad_alloc without memory.
  explicit BitVolume(Shape shape) : shape_(shape) {
    check_shape(shape);
    words_.reset(static_cast<std::uint64_t*>(platform::zeroed_memory(
        static_cast<std::size_t>(shape.word_count()) * sizeof(std::uint64_t))));
    if (words_ == nullptr) {
      throw std::bad_alloc();
    }
  }

  // Of any content, for who sets every word before any is read, by clear() for example. Its memory
  // may be that of an earlier one: no page of it needs to be cleared by the system.
  static BitVolume unset(Shape shape) {
    check_shape(shape);
    return {shape, aligned_array<std::uint64_t>(shape.word_count())};
  }

  // All background, by several threads. Throws Cancelled.
  void clear(int threads, Progress& progress);

  const Shape& shape() const override { return shape_; }
  std::unique_ptr<VolumeReader> open() const override;

  std::uint64_t* words() { return words_.get(); }
  const std::uint64_t* words() const { return words_.get(); }
  std::uint64_t* slice(std::int64_t z) { return words_.get() + z * shape_.words_per_slice(); }
  const std::uint64_t* slice(std::int64_t z) const {
    return words_.get() + z * shape_.words_per_slice();
  }

 private:
  BitVolume(Shape shape, AlignedArray<std::uint64_t> words)
      : shape_(shape), words_(std::move(words)) {}

  Shape shape_;
  AlignedArray<std::uint64_t> words_;  // or zeroed memory, which is freed in the same way
};

}  // namespace bitvox
