// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>

#include "core/threads/progress.hpp"
#include "core/volumes/slice_sink.hpp"
#include "cuda/staging.hpp"

namespace bitvox::cuda {

// Slices that are made on the GPU: shape.depth of them, from slice number `first` on.
struct MadeSlices {
  Shape shape;
  PixelType type = PixelType::kUint8;
  std::int64_t first = 0;
  const void* pixels = nullptr;  // in device memory, where they are made already

  std::int64_t slice_bytes() const { return shape.width * shape.height * bytes_per_pixel(type); }
};

// Enqueues the making of so many pixels, counted from the first one of the slices, in device
// memory. Where slices are not very large, these are whole slices.
using MakePixels = std::function<void(std::int64_t first, std::int64_t count, void* device_pixels)>;

// Bytes on the GPU that download() takes for itself, at most.
std::int64_t download_bytes(const MadeSlices& slices);

// Hands slices to a sink: while one batch of them is handed on, the next one is made and copied.
// Pixels that are there already are copied from where they are, and `make` is not called. Throws
// what the sink throws, Cancelled, DeviceError.
void download(const MadeSlices& slices, const MakePixels& make, SliceSink& out, int threads,
              Staging& staging, Progress& progress);

// Copies so many bit-packed words to memory of the host that need not be page-locked: while threads
// empty one slot of the staging memory, the GPU fills the other. Throws Cancelled, DeviceError.
void download(const std::uint64_t* device_words, std::int64_t count, std::uint64_t* words,
              int threads, Staging& staging, Progress& progress);

}  // namespace bitvox::cuda
