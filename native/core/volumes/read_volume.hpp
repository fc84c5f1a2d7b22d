// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"

namespace bitvox {

// All slices, by so many threads, into a volume of the same shape. Throws what reading throws, and
// what progress throws.
void read_volume(const VolumeSource& in, BitVolume& to, int threads, Progress& progress);

// The same into a new one. Throws std::bad_alloc besides.
BitVolume read_volume(const VolumeSource& in, int threads, Progress& progress);

}  // namespace bitvox
