// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>

#include "core/grey_volume.hpp"
#include "core/progress.hpp"
#include "cuda/stream.hpp"

namespace bitvox::cuda {

// Enqueues the making of pixels first .. first + count - 1 of a volume in device memory.
using MakePixels = std::function<void(std::int64_t first, std::int64_t count, void* device_pixels)>;

// Hands a volume that is made on the GPU to a sink, slice by slice. Batches pass through pinned
// memory, so that one is made and copied while the one before is handed on. Throws what the sink
// throws, and Cancelled.
void download(const Shape& shape, PixelType type, const MakePixels& make, GreySink& out,
              const Stream& stream, Progress& progress);

}  // namespace bitvox::cuda
