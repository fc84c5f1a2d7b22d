// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/shape.hpp"

namespace bitvox {

// Where an operation reads its binary volume from, slice by slice: a BitVolume, or the slices of a
// Java image that are packed on the way. An operation can so overlap packing with what it does
// next, and needs no copy of the whole volume.
class VolumeSource {
 public:
  virtual ~VolumeSource() = default;

  virtual const Shape& shape() const = 0;

  // Writes slices first .. first + count - 1 as bit-packed rows to words (count *
  // words_per_slice() of them; padding bits zero). May be called by several threads at once.
  virtual void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) const = 0;
};

}  // namespace bitvox
