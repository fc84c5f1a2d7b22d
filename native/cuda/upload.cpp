// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/upload.hpp"

#include <algorithm>
#include <deque>
#include <mutex>

#include "core/parallel.hpp"
#include "cuda/copy.hpp"

namespace bitvox::cuda {
namespace {

// Smaller ones lose the link's speed between copies, larger ones the overlap.
constexpr std::int64_t kChunkBytes = std::int64_t{1} << 20;
// More do not fill them faster, and the staging memory would be too large to be kept.
constexpr std::int64_t kMostWorkers = 20;

// The slots that no thread is filling, in the order in which their last copies were enqueued.
class FreeSlots {
 public:
  explicit FreeSlots(int slots) {
    for (int slot = 0; slot < slots; ++slot) {
      free_.push_back(slot);
    }
  }

  // Never more takers than slots.
  int take() {
    const std::lock_guard lock(mutex_);
    const int slot = free_.front();
    free_.pop_front();
    return slot;
  }

  void give_back(int slot) {
    const std::lock_guard lock(mutex_);
    free_.push_back(slot);
  }

 private:
  std::mutex mutex_;
  std::deque<int> free_;
};

// fill(reader, first, count, to) writes that part of `total` bytes; parts are whole chunks but for
// the last.
template <class Source, class Fill>
void upload_chunks(const Source& source, std::int64_t total, std::int64_t chunk_bytes,
                   const Fill& fill, std::uint8_t* device, int threads, Staging& staging,
                   Progress& progress) {
  const std::int64_t chunks = (total + chunk_bytes - 1) / chunk_bytes;
  const auto workers = static_cast<int>(std::min({std::int64_t{threads}, chunks, kMostWorkers}));
  const auto slots = static_cast<int>(std::min<std::int64_t>(workers + 4, chunks));
  staging.reserve(slots, chunk_bytes, Staging::Sides::kHost);
  FreeSlots free(slots);
  const Drain drain(staging.stream());

  const auto open = [&] {
    choose_device();  // the pool's threads have not met this GPU
    return source.open();
  };
  parallel_for(chunks, workers, progress, open, [&](const auto& reader, std::int64_t chunk) {
    const std::int64_t first = chunk * chunk_bytes;
    const std::int64_t count = std::min(chunk_bytes, total - first);
    const int slot = free.take();
    staging.done(slot).wait();
    fill(*reader, first, count, staging.host(slot));
    copy(device + first, staging.host(slot), count, staging.stream());
    staging.done(slot).record(staging.stream());
    free.give_back(slot);
  });
}

}  // namespace

void upload(const VolumeSource& source, std::uint64_t* device_words, int threads, Staging& staging,
            Progress& progress) {
  const Shape& shape = source.shape();
  const std::int64_t slice_bytes =
      shape.words_per_slice() * static_cast<std::int64_t>(sizeof(std::uint64_t));
  const std::int64_t slices = std::clamp<std::int64_t>(kChunkBytes / slice_bytes, 1, shape.depth);
  const auto read = [&](VolumeReader& reader, std::int64_t first, std::int64_t count,
                        std::uint8_t* to) {
    reader.read_slices(first / slice_bytes, count / slice_bytes,
                       reinterpret_cast<std::uint64_t*>(to));
  };
  upload_chunks(source, shape.depth * slice_bytes, slices * slice_bytes, read,
                reinterpret_cast<std::uint8_t*>(device_words), threads, staging, progress);
}

void upload(const GreySource& source, void* device_pixels, int threads, Staging& staging,
            Progress& progress) {
  const std::int64_t slice = source.slice_pixels();
  const std::int64_t size = bytes_per_pixel(source.type());
  const auto read = [&](GreyReader& reader, std::int64_t first_byte, std::int64_t bytes,
                        std::uint8_t* to) {
    const std::int64_t end = (first_byte + bytes) / size;
    for (std::int64_t pixel = first_byte / size; pixel < end;) {
      const std::int64_t count = std::min(end, (pixel / slice + 1) * slice) - pixel;
      reader.read(pixel / slice, pixel % slice, count, to);
      to += count * size;
      pixel += count;
    }
  };
  upload_chunks(source, source.shape().voxel_count() * size, kChunkBytes, read,
                static_cast<std::uint8_t*>(device_pixels), threads, staging, progress);
}

}  // namespace bitvox::cuda
