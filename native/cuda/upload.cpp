// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/upload.hpp"

#include <algorithm>
#include <deque>
#include <mutex>

#include "core/parallel.hpp"
#include "cuda/pinned_buffer.hpp"

namespace bitvox::cuda {
namespace {

constexpr std::int64_t kChunkBytes = std::int64_t{256} << 10;

// Chunks of pinned memory, handed out in the order in which their last copies were enqueued.
class Ring {
 public:
  Ring(int slots, std::int64_t bytes_per_slot)
      : bytes_(allocate_pinned<std::uint8_t>(slots * bytes_per_slot)),
        copied_(static_cast<std::size_t>(slots)),
        bytes_per_slot_(bytes_per_slot) {
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

  std::uint8_t* bytes(int slot) { return bytes_.get() + slot * bytes_per_slot_; }
  Event& copied(int slot) { return copied_[static_cast<std::size_t>(slot)]; }

 private:
  PinnedBuffer<std::uint8_t> bytes_;
  std::deque<Event> copied_;  // a deque: events do not move
  std::int64_t bytes_per_slot_;
  std::mutex mutex_;
  std::deque<int> free_;
};

// fill(first, count, to) writes that part of `total` bytes; parts are whole chunks but for the
// last.
template <class Fill>
void upload_chunks(std::int64_t total, std::int64_t chunk_bytes, const Fill& fill, void* device,
                   int threads, const Stream& stream, Progress& progress) {
  const std::int64_t chunks = (total + chunk_bytes - 1) / chunk_bytes;
  const auto workers = static_cast<int>(std::min<std::int64_t>(threads, chunks));
  Ring ring(static_cast<int>(std::min<std::int64_t>(workers + 4, chunks)), chunk_bytes);
  const Drain drain(stream);

  parallel_for(chunks, workers, progress, [&](std::int64_t chunk) {
    choose_device();  // the pool's threads have not met this GPU
    const std::int64_t first = chunk * chunk_bytes;
    const std::int64_t count = std::min(chunk_bytes, total - first);
    const int slot = ring.take();
    ring.copied(slot).wait();
    fill(first, count, ring.bytes(slot));
    check(cudaMemcpyAsync(static_cast<std::uint8_t*>(device) + first, ring.bytes(slot),
                          static_cast<std::size_t>(count), cudaMemcpyHostToDevice, stream.get()),
          "copying the image to the GPU");
    ring.copied(slot).record(stream);
    ring.give_back(slot);
  });
}

}  // namespace

void upload(const VolumeSource& source, std::uint64_t* device_words, int threads,
            const Stream& stream, Progress& progress) {
  const Shape& shape = source.shape();
  const std::int64_t slice_bytes =
      shape.words_per_slice() * static_cast<std::int64_t>(sizeof(std::uint64_t));
  const std::int64_t slices = std::clamp<std::int64_t>(kChunkBytes / slice_bytes, 1, shape.depth);
  const auto read = [&](std::int64_t first, std::int64_t count, std::uint8_t* to) {
    source.read_slices(first / slice_bytes, count / slice_bytes,
                       reinterpret_cast<std::uint64_t*>(to));
  };
  upload_chunks(shape.depth * slice_bytes, slices * slice_bytes, read, device_words, threads,
                stream, progress);
}

void upload(const GreySource& source, void* device_pixels, int threads, const Stream& stream,
            Progress& progress) {
  const std::int64_t slice = source.slice_pixels();
  const std::int64_t size = bytes_per_pixel(source.type());
  const auto read = [&](std::int64_t first_byte, std::int64_t bytes, std::uint8_t* to) {
    const auto reader = source.open();
    const std::int64_t end = (first_byte + bytes) / size;
    for (std::int64_t pixel = first_byte / size; pixel < end;) {
      const std::int64_t count = std::min(end, (pixel / slice + 1) * slice) - pixel;
      reader->read(pixel / slice, pixel % slice, count, to);
      to += count * size;
      pixel += count;
    }
  };
  upload_chunks(source.shape().voxel_count() * size, kChunkBytes, read, device_pixels, threads,
                stream, progress);
}

}  // namespace bitvox::cuda
