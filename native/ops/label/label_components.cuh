// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/memory/memory.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/launch.hpp"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "ops/label/components.hpp"
#include "ops/label/label_join.cuh"
#include "ops/label/label_measure.cuh"
#include "ops/label/label_numbers.cuh"
#include "ops/label/label_scan.cuh"
#include "ops/label/label_slices.hpp"
#include "ops/label/label_write.cuh"

namespace bitvox::label {

inline constexpr MemoryUser kGpuUser{"Label Components",
                                     "Choose backend 'auto' or crop the image."};

// Says what does not fit in the words of this operation.
template <class T>
cuda::DeviceBuffer<T> allocate(std::int64_t count) {
  try {
    return cuda::allocate<T>(std::max<std::int64_t>(1, count));
  } catch (const DeviceOutOfMemory&) {
    require_memory(kGpuUser, cuda::device_memory(), count * static_cast<std::int64_t>(sizeof(T)));
    throw;
  }
}

// Of the size of a component.
inline int sum_bytes(const Shape& s) { return s.voxel_count() < std::int64_t{1} << 32 ? 4 : 8; }

// The components of a volume that the GPU has at once.
class ComponentsCuda final : public Components {
 public:
  ComponentsCuda(const VolumeSource& volume, Connectivity connectivity, Extent extent, int threads,
                 Progress& progress)
      : shape_(volume.shape()),
        threads_(threads),
        words_(allocate<std::uint64_t>(shape_.word_count())),
        bases_(allocate<std::uint32_t>(shape_.word_count())) {
    auto [uploading, ranking, joining, numbering] = progress_parts(progress, 3, 1, 4, 2);
    cuda::upload(volume, words_.get(), threads, staging_, uploading);
    rank_runs(ranking);
    join_runs(volume_on_gpu(), connectivity, extent == Extent::kPerSlice, stream_, joining);
    number(numbering);
  }

  std::int64_t count() const override { return count_; }

  std::vector<std::int64_t> sizes(Progress& progress) override {
    return sum_bytes(shape_) == 4 ? sizes_as<unsigned>(progress)
                                  : sizes_as<unsigned long long>(progress);
  }

  std::vector<std::uint8_t> faces(Progress& progress) override {
    const std::int64_t words = (count_ + 3) / 4;
    const auto faces = allocate<std::uint32_t>(words);
    const cuda::Drain drain(stream_);
    cuda::clear(faces.get(), words, stream_);
    each_word(add_faces_kernel, volume_on_gpu(), stream_, progress, faces.get());
    std::vector<std::uint8_t> all(static_cast<std::size_t>(count_));
    cuda::read_back(all.data(), reinterpret_cast<const std::uint8_t*>(faces.get()), count_,
                    stream_);
    return all;
  }

  std::vector<std::uint8_t> marked(const BitVolume& marker, Progress& progress) override {
    const auto words = allocate<std::uint64_t>(shape_.word_count());
    const auto marked = allocate<std::uint8_t>(count_);
    const cuda::Drain drain(stream_);
    auto [uploading, marking] = progress_parts(progress, 7, 3);
    cuda::upload(marker, words.get(), threads_, staging_, uploading);
    cuda::clear(marked.get(), count_, stream_);
    each_word(mark_kernel, volume_on_gpu(), stream_, marking, words.get(), marked.get());
    std::vector<std::uint8_t> all(static_cast<std::size_t>(count_));
    cuda::read_back(all.data(), marked.get(), count_, stream_);
    return all;
  }

  void relabel(const std::vector<std::uint32_t>& labels, Progress& progress) override {
    const auto new_labels = allocate<std::uint32_t>(count_);
    const cuda::Drain drain(stream_);
    cuda::copy(new_labels.get(), labels.data(), std::ssize(labels), stream_);
    each_run(relabel_kernel, progress, labels_.get(), new_labels.get());
  }

  void keep(const std::vector<std::uint8_t>& stay, Progress& progress) override {
    const auto stay_there = allocate<std::uint8_t>(count_);
    const cuda::Drain drain(stream_);
    cuda::copy(stay_there.get(), stay.data(), std::ssize(stay), stream_);
    each_run(keep_kernel, progress, labels_.get(), stay_there.get());
  }

  void write(BitVolume& out, Progress& progress) override {
    const auto kept = allocate<std::uint64_t>(shape_.word_count());
    const cuda::Drain drain(stream_);
    auto [keeping, downloading] = progress_parts(progress, 1, 1);
    each_word(keep_labelled_kernel, volume_on_gpu(), stream_, keeping, kept.get());
    cuda::download(kept.get(), shape_.word_count(), out.words(), threads_, staging_, downloading);
  }

  void write(PixelType type, SliceSink& out, Progress& progress) override {
    const cuda::MadeSlices slices{shape_, type, 0};
    require_memory(kGpuUser, cuda::device_memory(), cuda::download_bytes(slices));
    out.begin({shape_, type});
    const auto make = [&](std::int64_t first, std::int64_t count, void* pixels) {
      with_label_type(type, [&](auto pixel) {
        write_pixels(first, count, static_cast<decltype(pixel)*>(pixels));
      });
    };
    cuda::download(slices, make, out, threads_, staging_, progress);
  }

  std::vector<std::uint32_t> labels_of_runs(Progress& progress) override {
    const std::int64_t words = shape_.word_count();
    require_memory(kGpuUser, cuda::device_memory(), Scan::bytes(words));
    Scan scan(words);
    const CountStarts starts{volume_on_gpu()};
    progress.report(0, 1);
    scan.sum(starts, words, stream_);
    const auto runs = static_cast<std::int64_t>(cuda::read_back(scan.total(), stream_));
    const auto labels = allocate<std::uint32_t>(runs);
    const cuda::Drain drain(stream_);
    scan.use_sums(starts, CopyLabels{starts, labels.get()}, words, stream_);
    return read_back(labels.get(), runs, progress);
  }

 private:
  template <class Sum>
  std::vector<std::int64_t> sizes_as(Progress& progress) {
    const auto sizes = allocate<Sum>(count_);
    const cuda::Drain drain(stream_);
    cuda::clear(sizes.get(), count_, stream_);
    each_word(add_sizes_kernel<Sum>, volume_on_gpu(), stream_, progress, sizes.get());
    std::vector<Sum> all(static_cast<std::size_t>(count_));
    cuda::read_back(all.data(), sizes.get(), count_, stream_);
    return {all.begin(), all.end()};
  }

  // In parts, as memory that is touched for the first time takes long.
  std::vector<std::uint32_t> read_back(const std::uint32_t* values, std::int64_t count,
                                       Progress& progress) const {
    constexpr std::int64_t kPart = std::int64_t{1} << 22;
    std::vector<std::uint32_t> all;
    all.reserve(static_cast<std::size_t>(count));
    for (std::int64_t first = 0; first < count; first += kPart) {
      progress.report(first, count);
      const std::int64_t end = std::min(count, first + kPart);
      all.resize(static_cast<std::size_t>(end));
      cuda::read_back(all.data() + first, values + first, end - first, stream_);
    }
    return all;
  }

  void rank_runs(Progress& progress) {
    const std::int64_t words = shape_.word_count();
    require_memory(kGpuUser, cuda::device_memory(), Scan::bytes(words));
    Scan scan(words);
    const cuda::Drain drain(stream_);
    progress.report(0, 1);
    const CountRuns counts{words_.get()};
    scan.sum(counts, words, stream_);
    runs_ = static_cast<std::int64_t>(cuda::read_back(scan.total(), stream_));
    require_runs(runs_);
    scan.use_sums(counts, SetBase{bases_.get()}, words, stream_);
    labels_ = allocate<std::uint32_t>(runs_);
    stream_.wait();
    progress.report(1, 1);
  }

  void number(Progress& progress) {
    require_memory(kGpuUser, cuda::device_memory(), Scan::bytes(runs_));
    Scan scan(runs_);
    const cuda::Drain drain(stream_);
    const CountRoots roots{labels_.get()};
    scan.sum(roots, runs_, stream_);
    scan.use_sums(roots, NumberRoots{labels_.get()}, runs_, stream_);
    each_run(follow_kernel, progress, labels_.get());
    count_ = static_cast<std::int64_t>(cuda::read_back(scan.total(), stream_));
  }

  RunVolume volume_on_gpu() const {
    return {words_.get(), shape_.words_per_row(), shape_.height, shape_.depth,
            shape_.width, bases_.get(),           labels_.get()};
  }

  template <class Kernel, class... Arguments>
  void each_run(Kernel kernel, Progress& progress, Arguments... arguments) {
    in_pieces(runs_, kLabelThreads, stream_, progress,
              [&](const ItemRange& range, const auto& launch_shape) {
                cuda::launch(kernel, launch_shape, stream_, range, arguments...);
              });
  }

  template <class Pixel>
  void write_pixels(std::int64_t first, std::int64_t count, Pixel* pixels) {
    const auto write = [&]<int kPixels>(std::integral_constant<int, kPixels>) {
      constexpr std::int64_t kGroupsOfThread = 4;
      const PixelRange range{first / shape_.width, first % shape_.width, count};
      const std::int64_t rows = (range.x + count - 1) / shape_.width + 1;
      const unsigned along_x =
          cuda::blocks_for(std::min(shape_.width, count), cuda::kWarp * kPixels * kGroupsOfThread);
      cuda::launch(write_labels_kernel<Pixel, kPixels>,
                   {{cuda::blocks_for(rows, kLabelThreads / cuda::kWarp), std::min(along_x, 1024U)},
                    kLabelThreads},
                   stream_, volume_on_gpu(), range, pixels);
    };
    if (shape_.width % 4 == 0 && first % 4 == 0) {
      write(std::integral_constant<int, 4>{});
    } else {
      write(std::integral_constant<int, 1>{});
    }
  }

  Shape shape_;
  int threads_;
  std::int64_t runs_ = 0;
  std::int64_t count_ = 0;
  cuda::DeviceBuffer<std::uint64_t> words_;
  cuda::DeviceBuffer<std::uint32_t> bases_;
  cuda::DeviceBuffer<std::uint32_t> labels_;
  cuda::Stream stream_;
  cuda::Staging staging_{stream_};
};

}  // namespace bitvox::label
