// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/download.hpp"

#include <algorithm>

#include "core/memory/aligned_array.hpp"
#include "core/memory/parallel_copy.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"

namespace bitvox::cuda {
namespace {

constexpr int kSlots = 2;
constexpr std::int64_t kBatchBytes = std::int64_t{4} << 20;

// Slices that a sink may take with several threads.
constexpr std::int64_t kSlicesBytes = std::int64_t{8} << 20;

// How many pixels are handed on at a time: whole slices, which the sink can have as they arrive,
// unless they need more page-locked memory than is worth its time.
std::int64_t batch_pixels(const MadeSlices& slices) {
  constexpr std::int64_t kMostBytes = std::int64_t{32} << 20;
  const std::int64_t slice = slices.slice_bytes();
  const std::int64_t bytes =
      slice > kMostBytes
          ? kBatchBytes
          : slice * std::clamp<std::int64_t>(kSlicesBytes / slice, 1, slices.shape.depth);
  return bytes / bytes_per_pixel(slices.type);
}

// How many are made at a time: some batches, as a launch for each would take longer than its work.
std::int64_t made_pixels(const MadeSlices& slices) {
  constexpr std::int64_t kMadeBytes = std::int64_t{32} << 20;
  const std::int64_t batch = batch_pixels(slices);
  const std::int64_t most = kMadeBytes / bytes_per_pixel(slices.type);
  const std::int64_t batches = (slices.shape.voxel_count() + batch - 1) / batch;
  return batch * std::clamp<std::int64_t>(most / batch, 1, batches);
}

}  // namespace

std::int64_t download_bytes(const MadeSlices& slices) {
  return made_pixels(slices) * bytes_per_pixel(slices.type);
}

void download(const MadeSlices& slices, const MakePixels& make, SliceSink& out, int threads,
              Staging& staging, Progress& progress) {
  const std::int64_t size = bytes_per_pixel(slices.type);
  const std::int64_t plane = slices.shape.width * slices.shape.height;
  const std::int64_t pixels = slices.shape.voxel_count();
  const std::int64_t batch = batch_pixels(slices);
  const std::int64_t at_once = made_pixels(slices);
  const auto* const there = static_cast<const std::uint8_t*>(slices.pixels);
  DeviceBuffer<std::uint8_t> made;
  if (there == nullptr) made = allocate<std::uint8_t>(at_once * size);
  staging.reserve(kSlots, batch * size, Staging::Sides::kHost);
  AlignedArray<std::uint8_t> in_parts;  // a slice that comes in several batches
  if (batch % plane != 0) in_parts = aligned_array<std::uint8_t>(slices.slice_bytes());
  const Drain drain(staging.stream());

  const auto slot_of = [&](std::int64_t first) { return static_cast<int>(first / batch % kSlots); };
  const auto begin = [&](std::int64_t first) {
    const int slot = slot_of(first);
    const std::int64_t count = std::min(batch, pixels - first);
    const std::uint8_t* from = made.get() + first % at_once * size;
    if (there != nullptr) {
      from = there + first * size;
    } else if (first % at_once == 0) {
      make(first, std::min(at_once, pixels - first), made.get());
    }
    copy(staging.host(slot), from, count * size, staging.stream());
    staging.done(slot).record(staging.stream());
  };
  // Pixels of large slices, of which those that are complete go on.
  const auto gather = [&](std::int64_t first, std::int64_t end, const std::uint8_t* from) {
    for (std::int64_t pixel = first; pixel < end;) {
      const std::int64_t z = pixel / plane;
      const std::int64_t count = std::min(end, (z + 1) * plane) - pixel;
      parallel_copy(in_parts.get() + pixel % plane * size, from, count * size, threads);
      from += count * size;
      pixel += count;
      if (pixel == (z + 1) * plane) out.write_slice(slices.first + z, in_parts.get());
    }
  };
  progress.report(0, pixels);
  begin(0);
  for (std::int64_t first = 0; first < pixels; first += batch) {
    if (first + batch < pixels) {
      begin(first + batch);
    }
    staging.done(slot_of(first)).wait();
    const std::int64_t end = std::min(pixels, first + batch);
    const std::uint8_t* from = staging.host(slot_of(first));
    if (in_parts == nullptr) {
      out.write_slices({slices.first + first / plane, (end - first) / plane, from, plane * size},
                       threads);
    } else {
      gather(first, end, from);
    }
    progress.report(end, pixels);
  }
}

void download(const std::uint64_t* device_words, std::int64_t count, std::uint64_t* words,
              int threads, Staging& staging, Progress& progress) {
  constexpr std::int64_t kWordBytes = sizeof(std::uint64_t);
  constexpr std::int64_t kBatch = kBatchBytes / kWordBytes;
  staging.reserve(kSlots, std::min(count, kBatch) * kWordBytes, Staging::Sides::kHost);
  const Drain drain(staging.stream());
  const auto slot_of = [](std::int64_t first) { return static_cast<int>(first / kBatch % kSlots); };
  const auto host = [&](std::int64_t first) {
    return reinterpret_cast<std::uint64_t*>(staging.host(slot_of(first)));
  };
  const auto begin = [&](std::int64_t first) {
    if (first >= count) return;
    copy(host(first), device_words + first, std::min(kBatch, count - first), staging.stream());
    staging.done(slot_of(first)).record(staging.stream());
  };
  progress.report(0, count);
  begin(0);
  for (std::int64_t first = 0; first < count; first += kBatch) {
    begin(first + kBatch);
    staging.done(slot_of(first)).wait();
    const std::int64_t here = std::min(kBatch, count - first);
    parallel_copy(words + first, host(first), here * kWordBytes, threads);
    progress.report(first + here, count);
  }
}

}  // namespace bitvox::cuda
