// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/upload.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <vector>

#include "core/error.hpp"
#include "core/memory/aligned_array.hpp"
#include "core/memory/stream_copy.hpp"
#include "core/threads/parallel.hpp"
#include "cuda/copy.hpp"
#include "cuda/cuda_check.hpp"
#include "cuda/use_gpu.hpp"

namespace bitvox::cuda {
namespace {

// Threads fill small parts, so that all of them have some at once and the first copy begins soon;
// copies are of several parts, as each of them costs the link some 9 us besides its bytes.
constexpr std::int64_t kPartBytes = std::int64_t{1} << 19;
constexpr std::int64_t kMostCopied = std::int64_t{4} << 20;
constexpr std::int64_t kFewestCopies = 8;  // of a volume: else filling and copying hardly overlap
// Pinning memory takes 0.3 ms a MiB in the first call, and only so much is kept for the next ones.
constexpr std::int64_t kMostStaged = std::int64_t{24} << 20;
constexpr int kMostWorkers = 20;  // more do not fill it faster

// A volume of so many bytes, cut into parts, and those put together to copies.
struct Cut {
  std::int64_t total;
  std::int64_t part;  // bytes
  std::int64_t parts_per_copy;

  Cut(std::int64_t total_bytes, std::int64_t part_bytes)
      : total(total_bytes),
        part(part_bytes),
        parts_per_copy(std::max<std::int64_t>(
            1, std::min(kMostCopied, total_bytes / kFewestCopies) / part_bytes)) {}

  std::int64_t parts() const { return (total + part - 1) / part; }
  std::int64_t copy_bytes() const { return part * parts_per_copy; }
  std::int64_t copies() const { return (parts() + parts_per_copy - 1) / parts_per_copy; }
};

// The copies go through the slots of the staging memory in turn. Who fills the last part of one
// enqueues it: threads that all enqueue, each its own part, wait for each other within the driver
// ten times as long as the copies take.
class Copies {
 public:
  Copies(const Cut& cut, std::uint8_t* device, Staging& staging)
      : cut_(cut),
        device_(device),
        staging_(staging),
        slots_(std::min(cut.copies(), std::max<std::int64_t>(2, kMostStaged / cut.copy_bytes()))),
        left_(static_cast<std::size_t>(cut.copies()), static_cast<int>(cut.parts_per_copy)) {
    left_.back() -= static_cast<int>(cut.copies() * cut.parts_per_copy - cut.parts());
    staging.reserve(static_cast<int>(slots_), cut.copy_bytes(), Staging::Sides::kHost);
  }

  // Where a part is to be put, when the copy that was there before is done. Parts are begun in
  // their order, so that someone is at work on those that are waited for.
  std::uint8_t* place_of(std::int64_t part, const Team& team) {
    const std::int64_t copy = part / cut_.parts_per_copy;
    if (copy >= slots_) {
      wait_until_enqueued(copy - slots_, team);
      use_gpu(gpu_);  // the pool's threads have not met it
      staging_.done(slot_of(copy)).wait();
    }
    return staging_.host(slot_of(copy)) + part % cut_.parts_per_copy * cut_.part;
  }

  void filled(std::int64_t part) {
    const std::int64_t copy = part / cut_.parts_per_copy;
    {
      const std::lock_guard lock(mutex_);
      if (--left(copy) > 0) return;
    }
    const std::int64_t first = copy * cut_.copy_bytes();
    const std::int64_t bytes = std::min(cut_.copy_bytes(), cut_.total - first);
    use_gpu(gpu_);
    const std::lock_guard lock(mutex_);
    cuda::copy(device_ + first, staging_.host(slot_of(copy)), bytes, staging_.stream());
    staging_.done(slot_of(copy)).record(staging_.stream());
    left(copy) = kEnqueued;
    enqueued_.notify_all();
  }

 private:
  static constexpr int kEnqueued = -1;

  int slot_of(std::int64_t copy) const { return static_cast<int>(copy % slots_); }
  int& left(std::int64_t copy) { return left_[static_cast<std::size_t>(copy)]; }

  void wait_until_enqueued(std::int64_t copy, const Team& team) {
    constexpr std::chrono::milliseconds kBetweenLooks{1};
    std::unique_lock lock(mutex_);
    while (left(copy) != kEnqueued) {
      if (team.stopped()) throw Cancelled();
      enqueued_.wait_for(lock, kBetweenLooks);
    }
  }

  const Cut cut_;
  std::uint8_t* device_;
  Staging& staging_;
  Gpu gpu_ = used_gpu();
  std::int64_t slots_;
  std::mutex mutex_;
  std::condition_variable enqueued_;
  std::vector<int> left_;  // of each copy: parts to be filled
};

// fill(reader, first, count, to) writes that part of `total` bytes; parts are of part_bytes but for
// the last. Each thread fills memory of its own, which stays in its cache, and copies that past the
// cache. Where that would be much memory, it fills the staging memory.
template <class Source, class Fill>
void upload_parts(const Source& source, std::int64_t total, std::int64_t part_bytes,
                  const Fill& fill, std::uint8_t* device, int threads, Staging& staging,
                  Progress& progress) {
  constexpr std::int64_t kMostOwn = std::int64_t{2} << 20;
  const Cut cut(total, part_bytes);
  Copies copies(cut, device, staging);
  const Drain drain(staging.stream());
  struct Own {
    decltype(source.open()) reader;
    AlignedArray<std::uint8_t> part;
  };
  const auto open = [&] {
    return Own{source.open(),
               cut.part > kMostOwn ? nullptr : aligned_array<std::uint8_t>(cut.part)};
  };
  parallel_for(cut.parts(), std::min(threads, kMostWorkers), progress, open,
               [&](Own& own, std::int64_t part, const Team& team) {
                 const std::int64_t first = part * cut.part;
                 const std::int64_t bytes = std::min(cut.part, total - first);
                 if (own.part == nullptr) {
                   fill(*own.reader, first, bytes, copies.place_of(part, team));
                 } else {
                   fill(*own.reader, first, bytes, own.part.get());
                   stream_copy(copies.place_of(part, team), own.part.get(), bytes);
                 }
                 copies.filled(part);
               });
}

}  // namespace

void upload(const VolumeSource& source, std::uint64_t* device_words, int threads, Staging& staging,
            Progress& progress) {
  const Shape& shape = source.shape();
  const std::int64_t slice_bytes =
      shape.words_per_slice() * static_cast<std::int64_t>(sizeof(std::uint64_t));
  const std::int64_t slices = std::clamp<std::int64_t>(kPartBytes / slice_bytes, 1, shape.depth);
  const auto read = [&](VolumeReader& reader, std::int64_t first, std::int64_t count,
                        std::uint8_t* to) {
    reader.read_slices(first / slice_bytes, count / slice_bytes,
                       reinterpret_cast<std::uint64_t*>(to));
  };
  upload_parts(source, shape.depth * slice_bytes, slices * slice_bytes, read,
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
  upload_parts(source, source.shape().voxel_count() * size, kPartBytes, read,
               static_cast<std::uint8_t*>(device_pixels), threads, staging, progress);
}

void upload(const void* array, std::int64_t bytes, void* device_array, int threads,
            Staging& staging, Progress& progress) {
  struct Array {
    const std::uint8_t* first;
    const std::uint8_t* open() const { return first; }
  };
  const auto read = [](const std::uint8_t& first, std::int64_t at, std::int64_t count,
                       std::uint8_t* to) {
    std::memcpy(to, &first + at, static_cast<std::size_t>(count));
  };
  if (bytes == 0) return;
  upload_parts(Array{static_cast<const std::uint8_t*>(array)}, bytes, kPartBytes, read,
               static_cast<std::uint8_t*>(device_array), threads, staging, progress);
}

}  // namespace bitvox::cuda
