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
  Ring(int slots, std::int64_t words_per_slot)
      : words_(allocate_pinned<std::uint64_t>(slots * words_per_slot)),
        copied_(static_cast<std::size_t>(slots)),
        words_per_slot_(words_per_slot) {
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

  std::uint64_t* words(int slot) { return words_.get() + slot * words_per_slot_; }
  Event& copied(int slot) { return copied_[static_cast<std::size_t>(slot)]; }

 private:
  PinnedBuffer<std::uint64_t> words_;
  std::deque<Event> copied_;  // a deque: events do not move
  std::int64_t words_per_slot_;
  std::mutex mutex_;
  std::deque<int> free_;
};

}  // namespace

void upload(const VolumeSource& source, std::uint64_t* device_words, int threads,
            const Stream& stream, Progress& progress) {
  const Shape& shape = source.shape();
  const std::int64_t slice_words = shape.words_per_slice();
  const std::int64_t slice_bytes = slice_words * static_cast<std::int64_t>(sizeof(std::uint64_t));
  const std::int64_t slices = std::clamp<std::int64_t>(kChunkBytes / slice_bytes, 1, shape.depth);
  const std::int64_t chunks = (shape.depth + slices - 1) / slices;
  const auto workers = static_cast<int>(std::min<std::int64_t>(threads, chunks));
  Ring ring(static_cast<int>(std::min<std::int64_t>(workers + 4, chunks)), slices * slice_words);
  const Drain drain(stream);

  parallel_for(chunks, workers, progress, [&](std::int64_t chunk) {
    choose_device();  // the pool's threads have not met this GPU
    const std::int64_t first = chunk * slices;
    const std::int64_t count = std::min(slices, shape.depth - first);
    const int slot = ring.take();
    ring.copied(slot).wait();
    source.read_slices(first, count, ring.words(slot));
    check(cudaMemcpyAsync(device_words + first * slice_words, ring.words(slot),
                          static_cast<std::size_t>(count * slice_bytes), cudaMemcpyHostToDevice,
                          stream.get()),
          "copying the image to the GPU");
    ring.copied(slot).record(stream);
    ring.give_back(slot);
  });
}

}  // namespace bitvox::cuda
