// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "colour/frame_kernels.hpp"
#include "colour/object_lists.hpp"
#include "cuda/stream.hpp"

namespace bitvox::colour {

// Finds the objects of planes on the GPU, a block for each plane: in shared memory, or, where a
// plane has more than that holds, in memory of the GPU. Does not wait; throws DeviceError.
class ObjectFinder {
 public:
  // Of frames of this shape, for so many planes at a time at most.
  ObjectFinder(const Shape& shape, std::int64_t most_planes);

  // Words of 32 bits on the GPU, for planes that need them.
  std::int64_t scratch_words() const { return slots_ * slot_words_; }

  // Planes first_plane .. first_plane + planes - 1 of `cleaned` and `own`, which are what is left
  // and what was there before; of objects of fewer than min_area pixels nothing is left. list[1 +
  // planes] is for those that need the scratch memory: list[0] is 0.
  void find(const DevicePlanes& cleaned, const std::uint64_t* own, std::int64_t min_area,
            std::int64_t first_plane, std::int64_t planes, const ObjectLists& found,
            std::uint32_t* scratch, std::uint32_t* list, const cuda::Stream& stream) const;

 private:
  std::int64_t groups_;
  std::int64_t slots_;
  std::int64_t slot_words_;
};

}  // namespace bitvox::colour
