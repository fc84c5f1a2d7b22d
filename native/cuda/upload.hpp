// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/volume_source.hpp"
#include "cuda/staging.hpp"

namespace bitvox::cuda {

// Copies a whole volume to the GPU, as bit-packed rows or as pixels without padding. The pool's
// threads fill parts of the staging memory, and the copies of finished parts overlap the filling of
// the next ones. Returns when the copies are done. Throws what reading throws,
// Cancelled, DeviceError.
void upload(const VolumeSource& source, std::uint64_t* device_words, int threads, Staging& staging,
            Progress& progress);
void upload(const GreySource& source, void* device_pixels, int threads, Staging& staging,
            Progress& progress);
// So many bytes of an array.
void upload(const void* array, std::int64_t bytes, void* device_array, int threads,
            Staging& staging, Progress& progress);

}  // namespace bitvox::cuda
