// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <memory>

#include "core/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "ops/label/components.hpp"
#include "ops/label/label_kernels.cuh"
#include "ops/label/label_scan.cuh"

namespace bitvox::label {
namespace {

constexpr MemoryUser kUser{"Label Components", "Choose backend 'auto' or crop the image."};

// Words or runs of one launch: some milliseconds of work.
constexpr std::int64_t kItemsOfLaunch = std::int64_t{1} << 23;

template <class T>
cuda::DeviceBuffer<T> allocate(std::int64_t count) {
  require_memory(kUser, cuda::device_memory(), count * static_cast<std::int64_t>(sizeof(T)));
  return cuda::allocate<T>(std::max<std::int64_t>(1, count));
}

class ComponentsCuda final : public Components {
 public:
  ComponentsCuda(const BitVolume& volume, Connectivity connectivity, Extent extent, int threads,
                 Progress& progress)
      : shape_(volume.shape()),
        threads_(threads),
        words_(allocate<std::uint64_t>(shape_.word_count())),
        bases_(allocate<std::uint32_t>(shape_.word_count())) {
    PhaseProgress uploading(progress, 0, 300);
    PhaseProgress ranking(progress, 300, 400);
    PhaseProgress joining(progress, 400, 800);
    PhaseProgress numbering(progress, 800, 1000);
    cuda::upload(volume, words_.get(), threads, staging_, uploading);
    rank_runs(ranking);
    join(connectivity, extent == Extent::kPerSlice, joining);
    number(numbering);
  }

  std::int64_t count() const override { return count_; }

  std::vector<std::int64_t> sizes(Progress& progress) override {
    const auto sizes = allocate<unsigned long long>(count_);
    const cuda::Drain drain(stream_);
    cuda::clear(sizes.get(), count_, stream_);
    each_word(add_sizes_kernel, progress, sizes.get());
    std::vector<std::int64_t> all(static_cast<std::size_t>(count_));
    cuda::read_back(reinterpret_cast<unsigned long long*>(all.data()), sizes.get(), count_,
                    stream_);
    return all;
  }

  std::vector<std::uint8_t> faces(Progress& progress) override {
    const std::int64_t words = (count_ + 3) / 4;
    const auto faces = allocate<std::uint32_t>(words);
    const cuda::Drain drain(stream_);
    cuda::clear(faces.get(), words, stream_);
    each_word(add_faces_kernel, progress, faces.get());
    std::vector<std::uint8_t> all(static_cast<std::size_t>(count_));
    cuda::read_back(all.data(), reinterpret_cast<const std::uint8_t*>(faces.get()), count_,
                    stream_);
    return all;
  }

  std::vector<std::uint8_t> marked(const BitVolume& marker, Progress& progress) override {
    const auto words = allocate<std::uint64_t>(shape_.word_count());
    const auto marked = allocate<std::uint8_t>(count_);
    const cuda::Drain drain(stream_);
    PhaseProgress uploading(progress, 0, 700);
    PhaseProgress marking(progress, 700, 1000);
    cuda::upload(marker, words.get(), threads_, staging_, uploading);
    cuda::clear(marked.get(), count_, stream_);
    each_word(mark_kernel, marking, words.get(), marked.get());
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
    each_word(keep_labelled_kernel, progress, kept.get());
    cuda::read_back(out.words(), kept.get(), shape_.word_count(), stream_);
  }

  void write(PixelType type, SliceSink& out, Progress& progress) override {
    const cuda::MadeSlices slices{shape_, type, 0};
    require_memory(kUser, cuda::device_memory(), cuda::download_bytes(slices));
    out.begin({shape_, type});
    const auto make = [&](std::int64_t first, std::int64_t count, void* pixels) {
      switch (type) {
        case PixelType::kUint16:
          return write_pixels(first, count, static_cast<std::uint16_t*>(pixels));
        case PixelType::kFloat32:
          return write_pixels(first, count, static_cast<float*>(pixels));
        case PixelType::kUint8:
        case PixelType::kInt32:
          break;
      }
      write_pixels(first, count, static_cast<std::int32_t*>(pixels));
    };
    cuda::download(slices, make, out, staging_, progress);
  }

  std::vector<std::uint32_t> labels_of_runs(Progress& progress) override {
    constexpr std::int64_t kRunsOfPart = std::int64_t{1} << 22;
    std::vector<std::uint32_t> labels;
    labels.reserve(static_cast<std::size_t>(runs_));
    for (std::int64_t first = 0; first < runs_; first += kRunsOfPart) {
      progress.report(first, runs_);
      const std::int64_t end = std::min(runs_, first + kRunsOfPart);
      labels.resize(static_cast<std::size_t>(end));
      cuda::read_back(labels.data() + first, labels_.get() + first, end - first, stream_);
      for (std::int64_t i = first; i < end; ++i) labels[static_cast<std::size_t>(i)] &= ~kIsLabel;
    }
    return labels;
  }

 private:
  void rank_runs(Progress& progress) {
    const std::int64_t words = shape_.word_count();
    require_memory(kUser, cuda::device_memory(), Scan::bytes(words));
    Scan scan(words);
    const cuda::Drain drain(stream_);
    progress.report(0, 1);
    const CountStarts starts{volume()};
    scan.sum(starts, words, stream_);
    runs_ = static_cast<std::int64_t>(cuda::read_back(scan.total(), stream_));
    require_runs(runs_);
    scan.use_sums(starts, SetBase{bases_.get()}, words, stream_);
    labels_ = allocate<std::uint32_t>(runs_);
    stream_.wait();
    progress.report(1, 1);
  }

  void join(Connectivity connectivity, bool planar, Progress& progress) {
    PhaseProgress beginning(progress, 0, 100);
    PhaseProgress joining(progress, 100, 1000);
    each_run(begin_runs_kernel, beginning, labels_.get());
    each_word(join_runs_kernel, joining, connectivity, planar);
  }

  void number(Progress& progress) {
    require_memory(kUser, cuda::device_memory(), Scan::bytes(runs_));
    Scan scan(runs_);
    const cuda::Drain drain(stream_);
    const CountRoots roots{labels_.get()};
    scan.sum(roots, runs_, stream_);
    scan.use_sums(roots, NumberRoots{labels_.get()}, runs_, stream_);
    each_run(follow_kernel, progress, labels_.get());
    count_ = static_cast<std::int64_t>(cuda::read_back(scan.total(), stream_));
  }

  RunVolume volume() const {
    return {words_.get(), shape_.words_per_row(), shape_.height, shape_.depth,
            shape_.width, bases_.get(),           labels_.get()};
  }

  // launch(range) for all items, some at a time.
  template <class Launch>
  void in_pieces(std::int64_t items, Progress& progress, const Launch& launch) {
    cuda::Pacer pacer(stream_, progress, std::max<std::int64_t>(1, items));
    for (std::int64_t first = 0; first < items; first += kItemsOfLaunch) {
      const ItemRange range{first, std::min(items, first + kItemsOfLaunch)};
      launch(range, cuda::LaunchShape{cuda::blocks_for(range.end - range.first, kLabelThreads),
                                      kLabelThreads});
      pacer.enqueued(range.end);
    }
    pacer.finish();
  }

  template <class Kernel, class... Arguments>
  void each_word(Kernel kernel, Progress& progress, Arguments... arguments) {
    in_pieces(shape_.word_count(), progress, [&](const ItemRange& range, const auto& launch_shape) {
      cuda::launch(kernel, launch_shape, stream_, volume(), range, arguments...);
    });
  }

  template <class Kernel, class... Arguments>
  void each_run(Kernel kernel, Progress& progress, Arguments... arguments) {
    in_pieces(runs_, progress, [&](const ItemRange& range, const auto& launch_shape) {
      cuda::launch(kernel, launch_shape, stream_, range, arguments...);
    });
  }

  template <class Pixel>
  void write_pixels(std::int64_t first, std::int64_t count, Pixel* pixels) {
    const PixelRange range{first / shape_.width, static_cast<unsigned>(first % shape_.width),
                           static_cast<unsigned>(count)};
    cuda::launch(write_labels_kernel<Pixel>,
                 {cuda::blocks_for(count, kLabelThreads * kPixelsOfThread), kLabelThreads}, stream_,
                 volume(), range, pixels);
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

}  // namespace

std::unique_ptr<Components> components_cuda(const BitVolume& volume, Connectivity connectivity,
                                            Extent extent, int threads, Progress& progress) {
  cuda::choose_device();
  return std::make_unique<ComponentsCuda>(volume, connectivity, extent, threads, progress);
}

}  // namespace bitvox::label
