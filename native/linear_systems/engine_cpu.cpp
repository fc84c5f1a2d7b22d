// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/ordered_sum.hpp"
#include "core/threads/parallel.hpp"
#include "linear_systems/aggregation.hpp"
#include "linear_systems/engine.hpp"
#include "linear_systems/set_up_cpu.hpp"

namespace bitvox::sparse {
namespace {

constexpr MemoryUser kUserOfEngine{"Solve Sparse System",
                                   "Use a smaller matrix, or precision=single."};

// Numbers of vectors that are one task of a thread; a multiple of a chunk.
constexpr std::int64_t kTask = 64 * kChunk;
static_assert(kTask % kChunk == 0);

template <class T>
class EngineCpu final : public Engine<T> {
 public:
  EngineCpu(InstructionSet instructions, int threads, Progress& progress)
      : loops_(loops_of<T>(rows_for<Rows>(instructions))), threads_(threads), progress_(progress) {}

  using Engine<T>::vector;
  Vec<T> vector(std::int64_t size) override {
    require_memory(kUserOfEngine, host_memory(), size * static_cast<std::int64_t>(sizeof(T)));
    T* const data = vectors_.emplace_back(aligned_array<T>(std::max<std::int64_t>(size, 1))).get();
    // By many threads: each touches its part of the memory first.
    tasks(size, kTask,
          [&](std::int64_t first, std::int64_t end) { std::fill(data + first, data + end, T{0}); });
    return {data, size};
  }

  MatrixId add(const Csr<T>& matrix) override {
    matrices_.push_back(&matrix);
    return static_cast<MatrixId>(matrices_.size() - 1);
  }
  MatrixId add(Csr<T>&& matrix) override { return add(keep(std::move(matrix))); }

  std::unique_ptr<SetUp<T>> set_up(const Csr<double>& matrix) override {
    return std::make_unique<SetUpCpu<T, EngineCpu>>(*this, matrix, threads_, progress_);
  }
  // A coarse matrix, where it stays.
  const Csr<T>& keep(Csr<T>&& matrix) { return own_.emplace_back(std::move(matrix)); }
  AggregatesId add(Aggregates&& aggregates) {
    aggregates_.push_back(std::move(aggregates));
    return static_cast<AggregatesId>(aggregates_.size() - 1);
  }

  void upload(const std::vector<T>& from, Vec<T> to) override {
    std::copy(from.begin(), from.end(), to.data);
  }
  std::vector<T> download(Vec<T> from) override { return {from.data, from.data + from.size}; }

  double dot(Vec<T> x, Vec<T> y) override {
    sums_.resize(chunks_of(x.size));
    tasks(x.size, kTask, [&](std::int64_t first, std::int64_t end) {
      loops_.dot(first, end, x.data, y.data, sums_.data());
    });
    return sum_of_rows(sums_);
  }

  void smooth(MatrixId a, Vec<T> d, Vec<T> b, double keep, double factor, Vec<T> step, Vec<T> x,
              Vec<T> out) override {
    tasks(out.size, rows_of(a), [&](std::int64_t first, std::int64_t end) {
      loops_.smooth(part(a, first, end), d.data, b.data, static_cast<T>(keep),
                    static_cast<T>(factor), step.data, x.data, out.data);
    });
  }

  void add_up(AggregatesId aggregates, Vec<T> x, Vec<T> out) override {
    const auto& members = aggregates_[static_cast<std::size_t>(aggregates)].rows;
    tasks(out.size, kTask / kMostMembers, [&](std::int64_t first, std::int64_t end) {
      for (std::int64_t i = first; i < end; ++i) {
        T sum = 0;
        for (const std::int32_t row : members[static_cast<std::size_t>(i)]) {
          if (row < 0) break;
          sum += x.data[row];
        }
        out.data[i] = sum;
      }
    });
  }

  void add_spread(AggregatesId aggregates, Vec<T> x, double factor, Vec<T> out) override {
    const auto& of = aggregates_[static_cast<std::size_t>(aggregates)].of;
    const T times = static_cast<T>(factor);
    tasks(out.size, kTask, [&](std::int64_t first, std::int64_t end) {
      for (std::int64_t i = first; i < end; ++i) {
        const std::int32_t aggregate = of[static_cast<std::size_t>(i)];
        if (aggregate >= 0) out.data[i] = times * x.data[aggregate] + out.data[i];
      }
    });
  }

  std::size_t mark() const override { return vectors_.size(); }
  void release(std::size_t mark) override { vectors_.resize(mark); }

  void poll() override { progress_.report(0, 1); }

 protected:
  double combined(Vec<T> out, const Term<T>* terms, int count, Vec<T> with) override {
    return summed(out, with, kTask, [&](std::int64_t first, std::int64_t end, double* sums) {
      loops_.combine(first, end, terms, count, out.data, with.data, sums);
    });
  }

  double scaled(Vec<T> d, Vec<T> x, Vec<T> out, Vec<T> with) override {
    return summed(out, with, kTask, [&](std::int64_t first, std::int64_t end, double* sums) {
      loops_.scale(first, end, d.data, x.data, out.data, with.data, sums);
    });
  }

  double multiplied(MatrixId a, Vec<T> x, Blend<T> blend, Vec<T> out, Vec<T> with) override {
    return summed(out, with, rows_of(a), [&](std::int64_t first, std::int64_t end, double* sums) {
      loops_.multiply(part(a, first, end), x.data, blend, out.data, with.data, sums);
    });
  }

 private:
  static std::size_t chunks_of(std::int64_t size) {
    return static_cast<std::size_t>((size + kChunk - 1) / kChunk);
  }

  const Csr<T>& matrix_of(MatrixId a) const { return *matrices_[static_cast<std::size_t>(a)]; }

  CsrPart<T> part(MatrixId a, std::int64_t first, std::int64_t end) const {
    const Csr<T>& matrix = matrix_of(a);
    return {matrix.starts.data(), matrix.column.data(), matrix.value.data(), first, end};
  }

  // Rows of a matrix that are one task: fewer where they are long.
  std::int64_t rows_of(MatrixId a) const {
    const Csr<T>& matrix = matrix_of(a);
    const std::int64_t rows = 4 * rows_a_task(matrix.rows, matrix.entries());
    return std::clamp(rows / kChunk * kChunk, kChunk, kTask);
  }

  // body(first, end), of so many at once.
  template <class Body>
  void tasks(std::int64_t size, std::int64_t at_once, const Body& body) {
    if (size <= at_once) {
      body(0, size);
      return;
    }
    parallel_for((size + at_once - 1) / at_once, threads_, progress_,
                 [&](std::int64_t i) { body(i * at_once, std::min(size, (i + 1) * at_once)); });
  }

  // body(first, end, sums), where sums is null without a vector `with`.
  template <class Body>
  double summed(Vec<T> out, Vec<T> with, std::int64_t at_once, const Body& body) {
    const bool is_summed = with.data != nullptr;
    if (is_summed) sums_.resize(chunks_of(out.size));
    double* const sums = is_summed ? sums_.data() : nullptr;
    tasks(out.size, at_once, [&](std::int64_t first, std::int64_t end) { body(first, end, sums); });
    return is_summed ? sum_of_rows(sums_) : 0;
  }

  const Loops<T>& loops_;
  int threads_;
  Progress& progress_;
  std::deque<AlignedArray<T>> vectors_;
  std::deque<Csr<T>> own_;
  std::vector<Aggregates> aggregates_;
  std::vector<const Csr<T>*> matrices_;
  std::vector<double> sums_;
};

}  // namespace

template <class T>
std::unique_ptr<Engine<T>> engine_cpu(InstructionSet instructions, int threads,
                                      Progress& progress) {
  return std::make_unique<EngineCpu<T>>(instructions, threads, progress);
}

template std::unique_ptr<Engine<double>> engine_cpu(InstructionSet, int, Progress&);
template std::unique_ptr<Engine<float>> engine_cpu(InstructionSet, int, Progress&);

}  // namespace bitvox::sparse
