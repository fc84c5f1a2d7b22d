// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/progress.hpp"
#include "core/volume_source.hpp"
#include "cuda/stream.hpp"

namespace bitvox::cuda {

// Copies a whole volume to the GPU as bit-packed rows. The pool's threads pack slices into a small
// ring of pinned chunks, and the copies of finished chunks overlap the packing of the next ones.
// Returns when the copies are done. Throws what source.read_slices throws, and Cancelled.
void upload(const VolumeSource& source, std::uint64_t* device_words, int threads,
            const Stream& stream, Progress& progress);

}  // namespace bitvox::cuda
