// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/download.hpp"
#include "cuda/launch.hpp"
#include "cuda/ordered_sum.cuh"
#include "cuda/pinned_buffer.hpp"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "linear_systems/device_matrices.cuh"
#include "linear_systems/engine.hpp"
#include "linear_systems/engine_kernels.cuh"
#include "linear_systems/on_gpu.hpp"
#include "linear_systems/set_up_cpu.hpp"
#include "linear_systems/set_up_cuda.cuh"

namespace bitvox::sparse {
namespace {

// Bytes of which copies go through page-locked memory.
constexpr std::int64_t kStaged = 4 << 20;

// Sliced ELL is read faster, unless what fills up short rows is more than this.
constexpr double kMostStored = 1.4;

template <class T>
class EngineCuda final : public Engine<T> {
 public:
  EngineCuda(int threads, Progress& progress, DeviceFormat format,
             std::shared_ptr<const MatrixOnGpu> there)
      : threads_(threads),
        progress_(progress),
        format_(format),
        there_(std::move(there)),
        lanes_(take<double>(kRowLanes)),
        result_(take<double>(1)),
        host_result_(cuda::allocate_pinned<double>(1)) {}

  using Engine<T>::vector;
  Vec<T> vector(std::int64_t size) override {
    vectors_.push_back(take<T>(size));
    cuda::clear(vectors_.back().get(), size, stream_);
    return {vectors_.back().get(), size};
  }

  MatrixId add(const Csr<T>& matrix) override {
    if (sells(stored_in_sell(matrix), matrix.entries())) {
      const Sell<T> sell = to_sell(matrix, threads_, progress_);
      matrices_.push_back({true, copied(sell.starts), copied(sell.column), copied(sell.value)});
    } else {
      matrices_.push_back(
          {false, copied(matrix.starts), copied(matrix.column), copied(matrix.value)});
    }
    return static_cast<MatrixId>(matrices_.size() - 1);
  }

  MatrixId add(Csr<T>&& matrix) override {
    const Csr<T> copied = std::move(matrix);
    return add(copied);
  }

  // Of one that is there already.
  MatrixId add(const DeviceRows& matrix) {
    const std::int64_t slices = (matrix.rows + kSlice - 1) / kSlice;
    auto starts = take<std::int64_t>(slices + 1);
    each(slices + 1, stream_, Widths{matrix, matrix.rows, starts.get()});
    sum_before(starts.get(), slices + 1, scratch_, stream_);
    const std::int64_t stored = cuda::read_back(starts.get() + slices, stream_);
    matrices_.push_back(sells(stored, matrix.entries)
                            ? to_slices<T>(matrix, std::move(starts), slices, stored, stream_)
                            : to_rows<T>(matrix, stream_));
    return static_cast<MatrixId>(matrices_.size() - 1);
  }

  std::unique_ptr<SetUp<T>> set_up(const Csr<double>& matrix) override {
    auto there = there_ != nullptr && there_->of == &matrix
                     ? there_
                     : copy_to_gpu(matrix, threads_, progress_);
    if (there == nullptr) {
      return std::make_unique<SetUpCpu<T, EngineCuda>>(*this, matrix, threads_, progress_);
    }
    return std::make_unique<SetUpCuda<T, EngineCuda>>(*this, std::move(there), stream_);
  }
  AggregatesId add(Aggregates&& aggregates) {
    return add(DeviceAggregates{copied(aggregates.of), copied(aggregates.rows)});
  }
  AggregatesId add(DeviceAggregates&& aggregates) {
    aggregates_.push_back(std::move(aggregates));
    return static_cast<AggregatesId>(aggregates_.size() - 1);
  }

  void upload(const std::vector<T>& from, Vec<T> to) override { copy_to(from, to.data); }

  std::vector<T> download(Vec<T> from) override {
    std::vector<T> to(static_cast<std::size_t>(from.size));
    poll();
    std::int64_t done = 0;
    if (is_large(from.size * static_cast<std::int64_t>(sizeof(T)))) {
      constexpr auto kInWord = static_cast<std::int64_t>(sizeof(std::uint64_t) / sizeof(T));
      const std::int64_t words = from.size / kInWord;
      cuda::download(reinterpret_cast<const std::uint64_t*>(from.data), words,
                     reinterpret_cast<std::uint64_t*>(to.data()), threads_, staging_, progress_);
      done = words * kInWord;
    }
    cuda::read_back(to.data() + done, from.data + done, from.size - done, stream_);
    return to;
  }

  std::size_t mark() const override { return vectors_.size(); }
  void release(std::size_t mark) override {
    stream_.wait();
    while (vectors_.size() > mark) vectors_.pop_back();
  }

  double dot(Vec<T> x, Vec<T> y) override {
    need_sums(x.size);
    cuda::launch(dot_kernel<T>, shape(x.size), stream_, x.size, x.data, y.data, sums_.get());
    return sum(x.size);
  }

  void smooth(MatrixId a, Vec<T> d, Vec<T> b, double keep, double factor, Vec<T> step, Vec<T> x,
              Vec<T> out) override {
    with_matrix(a, [&](auto view) {
      make(Smooth<T, decltype(view)>{view, d.data, b.data, static_cast<T>(keep),
                                     static_cast<T>(factor), step.data, x.data},
           out, {});
    });
  }

  void add_up(AggregatesId id, Vec<T> x, Vec<T> out) override {
    make(AddUp<T>{aggregates_[static_cast<std::size_t>(id)].rows.get(), x.data}, out, {});
  }
  void add_spread(AggregatesId id, Vec<T> x, double factor, Vec<T> out) override {
    const std::int32_t* const of = aggregates_[static_cast<std::size_t>(id)].of.get();
    make(AddSpread<T>{of, x.data, static_cast<T>(factor), out.data}, out, {});
  }

  void poll() override { progress_.report(0, 1); }

 protected:
  double combined(Vec<T> out, const Term<T>* terms, int count, Vec<T> with) override {
    if (count == 1) return make(Combine<T, 1>{terms[0], {}, {}}, out, with);
    if (count == 2) return make(Combine<T, 2>{terms[0], terms[1], {}}, out, with);
    return make(Combine<T, 3>{terms[0], terms[1], terms[2]}, out, with);
  }

  double scaled(Vec<T> d, Vec<T> x, Vec<T> out, Vec<T> with) override {
    return make(Scale<T>{d.data, x.data}, out, with);
  }

  double multiplied(MatrixId a, Vec<T> x, Blend<T> blend, Vec<T> out, Vec<T> with) override {
    double product = 0;
    with_matrix(a, [&](auto view) {
      product = make(Multiply<T, decltype(view)>{view, x.data, blend}, out, with);
    });
    return product;
  }

 private:
  bool sells(std::int64_t stored, std::int64_t entries) const {
    return format_ == DeviceFormat::kSell ||
           (format_ == DeviceFormat::kFits &&
            static_cast<double>(stored) <= kMostStored * static_cast<double>(entries));
  }

  // Through page-locked memory where that pays.
  static bool is_large(std::int64_t bytes) { return bytes >= kStaged; }

  template <class U>
  void copy_to(const std::vector<U>& from, U* to) {
    const auto count = static_cast<std::int64_t>(from.size());
    const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(U));
    poll();
    if (is_large(bytes)) {
      cuda::upload(from.data(), bytes, to, threads_, staging_, progress_);
    } else {
      cuda::copy(to, from.data(), count, stream_);
      stream_.wait();
    }
  }

  template <class U>
  cuda::DeviceBuffer<U> copied(const std::vector<U>& from) {
    cuda::DeviceBuffer<U> to = take<U>(static_cast<std::int64_t>(from.size()));
    copy_to(from, to.get());
    return to;
  }

  template <class Body>
  void with_matrix(MatrixId a, const Body& body) {
    const DeviceMatrix<T>& matrix = matrices_[static_cast<std::size_t>(a)];
    if (matrix.is_sell) {
      body(SellView<T>{matrix.starts.get(), matrix.column.get(), matrix.value.get()});
    } else {
      body(CsrView<T>{matrix.starts.get(), matrix.column.get(), matrix.value.get()});
    }
  }

  static cuda::LaunchShape shape(std::int64_t size) {
    return {cuda::blocks_for(size, kThreads), kThreads};
  }

  void need_sums(std::int64_t size) {
    const std::int64_t chunks = (size + kChunk - 1) / kChunk;
    if (chunks <= sums_size_) return;
    stream_.wait();
    sums_ = take<double>(chunks);
    sums_size_ = chunks;
  }

  double sum(std::int64_t size) {
    cuda::sum_rows(sums_.get(), (size + kChunk - 1) / kChunk, lanes_.get(), result_.get(), stream_);
    cuda::copy(host_result_.get(), result_.get(), 1, stream_);
    stream_.wait();
    return host_result_[0];
  }

  template <class Make>
  double make(const Make& one, Vec<T> out, Vec<T> with) {
    if (with.data == nullptr) {
      cuda::launch(make_kernel<T, Make>, shape(out.size), stream_, out.size, one, out.data);
      return 0;
    }
    need_sums(out.size);
    cuda::launch(make_and_sum_kernel<T, Make>, shape(out.size), stream_, out.size, one, out.data,
                 with.data, sums_.get());
    return sum(out.size);
  }

  int threads_;
  Progress& progress_;
  DeviceFormat format_;
  std::shared_ptr<const MatrixOnGpu> there_;
  std::vector<cuda::DeviceBuffer<T>> vectors_;
  std::vector<DeviceMatrix<T>> matrices_;
  std::vector<DeviceAggregates> aggregates_;
  cuda::DeviceBuffer<double> sums_;
  std::int64_t sums_size_ = 0;
  Scratch<std::int64_t> scratch_;
  cuda::DeviceBuffer<double> lanes_;
  cuda::DeviceBuffer<double> result_;
  cuda::PinnedBuffer<double> host_result_;
  cuda::Stream stream_;
  cuda::Staging staging_{stream_};
};

}  // namespace

template <class T>
std::unique_ptr<Engine<T>> engine_cuda(int threads, Progress& progress, DeviceFormat format,
                                       std::shared_ptr<const MatrixOnGpu> there) {
  return std::make_unique<EngineCuda<T>>(threads, progress, format, std::move(there));
}

template std::unique_ptr<Engine<double>> engine_cuda(int, Progress&, DeviceFormat,
                                                     std::shared_ptr<const MatrixOnGpu>);
template std::unique_ptr<Engine<float>> engine_cuda(int, Progress&, DeviceFormat,
                                                    std::shared_ptr<const MatrixOnGpu>);

}  // namespace bitvox::sparse
