// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>

#include "core/volumes/shape.hpp"

namespace bitvox {

struct Box;

// Reads the slices of a binary volume on one thread.
class VolumeReader {
 public:
  virtual ~VolumeReader() = default;

  // Writes slices first .. first + count - 1 as bit-packed rows to words (count *
  // words_per_slice() of them; padding bits zero).
  virtual void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) = 0;
};

// Where an operation reads its binary volume from, slice by slice: a BitVolume, or the slices of a
// Java image that are packed on the way. An operation can so overlap packing with what it does
// next, and needs no copy of the whole volume.
class VolumeSource {
 public:
  virtual ~VolumeSource() = default;

  virtual const Shape& shape() const = 0;

  // A reader for the calling thread, to be used and destroyed by it.
  virtual std::unique_ptr<VolumeReader> open() const = 0;

  // The same of a box of the volume, which it reads as a volume of its own.
  virtual std::unique_ptr<VolumeReader> open_box(const Box& box) const;
};

}  // namespace bitvox
