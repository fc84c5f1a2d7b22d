// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "core/parallel.hpp"
#include "ops/distance_map/distance_map_weights.hpp"

namespace bitvox::distance_map {

// The values of some rows of every slice on the CPU, before roots are taken; also what local
// thickness begins with.

// Memory aligned for the inner loops, not initialised, with kLineBytes to spare behind.
struct FreeAligned {
  void operator()(void* pointer) const noexcept { std::free(pointer); }
};
template <class T>
using AlignedArray = std::unique_ptr<T[], FreeAligned>;
template <class T>
AlignedArray<T> aligned_array(std::int64_t count) {
  const std::int64_t bytes =
      (count * static_cast<std::int64_t>(sizeof(T)) / kLineBytes + 2) * kLineBytes;
  void* const pointer = std::aligned_alloc(kLineBytes, static_cast<std::size_t>(bytes));
  if (pointer == nullptr) throw std::bad_alloc();
  return AlignedArray<T>(static_cast<T*>(pointer));
}

// Of an operation's tables those for values of type T.
template <class T, class Rows>
const auto& rows_of(const Rows& rows) {
  if constexpr (std::is_same_v<T, std::uint16_t>) {
    return rows.of_16;
  } else if constexpr (std::is_same_v<T, std::uint32_t>) {
    return rows.of_32;
  } else {
    return rows.of_double;
  }
}

// Slices that are turned into pixels at a time: enough for all threads to have something to do.
inline std::int64_t batch_slices(const Shape& shape, int threads) {
  constexpr std::int64_t kLeastVoxels = std::int64_t{1} << 18;
  const std::int64_t least = kLeastVoxels / (shape.width * shape.height);
  return std::min(shape.depth, std::max<std::int64_t>(2 * threads, least));
}

inline Cost cost_of(Metric metric) {
  switch (metric) {
    case Metric::kCityBlock:
      return Cost::kSteps;
    case Metric::kChessboard:
      return Cost::kLargest;
    case Metric::kEuclidean:
      break;
  }
  return Cost::kSquares;
}

// Rows first .. end - 1 of every slice.
struct RowRange {
  std::int64_t first = 0;
  std::int64_t end = 0;
  std::int64_t count() const { return end - first; }
};

template <class T>
class FieldMaker {
 public:
  FieldMaker(const Rows& rows, const VolumeSource& in, Metric metric, bool planar,
             const Spacing& steps, int threads)
      : kernels_(rows_of<T>(rows)),
        in_(in),
        shape_(in.shape()),
        planar_(planar),
        cost_(cost_of(metric)),
        threads_(threads),
        x_(metric, steps.x, shape_.width),
        y_(metric, steps.y, shape_.height),
        z_(metric, steps.z, planar ? 1 : shape_.depth) {}

  // Besides the field itself.
  static std::int64_t bytes(const Shape& shape, const RowRange& rows, int threads) {
    const bool shared = shares_slices(shape, rows, threads);
    const std::int64_t plane =
        (shared ? 1 : shape.height) * shape.width * static_cast<std::int64_t>(sizeof(T));
    const std::int64_t workers = shared ? threads : std::min<std::int64_t>(threads, shape.depth);
    return workers * plane + (shared ? 1 : workers) * 8 * shape.words_per_slice() +
           threads * line_scratch_bytes(std::max(shape.height, shape.depth)) +
           static_cast<std::int64_t>(sizeof(T)) * (4 * shape.width + shape.height + shape.depth);
  }

  // Writes the values of those rows, in the order of the voxels; phase is the object's. Returns
  // the largest value; kInfinite<T> stands for all that T cannot tell.
  T make(Phase phase, Edges edges, const RowRange& rows, T* field, Progress& progress) {
    edges_ = edges;
    invert_ = phase == Phase::kForeground ? 0 : ~std::uint64_t{0};
    rows_ = rows;
    field_ = field;
    most_ = T{0};
    const bool in_space = !planar_ && shape_.depth > 1;
    PhaseProgress within(progress, 0, in_space ? 600 : 1000);
    search_within_slices(!in_space, within);
    if (in_space) {
      PhaseProgress across(progress, 600, 1000);
      search_across_slices(across);
    }
    return most_;
  }

 private:
  struct Own {
    std::unique_ptr<VolumeReader> reader;
    std::vector<std::uint64_t> words;
    AlignedArray<T> plane;  // of a slice
    AlignedArray<T> scratch;
  };

  std::size_t slice_words() const { return static_cast<std::size_t>(shape_.words_per_slice()); }
  AlignedArray<T> scratch() const {
    return aligned_array<T>(line_scratch_bytes(std::max(shape_.height, shape_.depth)) /
                            static_cast<std::int64_t>(sizeof(T)));
  }

  // Few slices: all threads work on one. That needs all its rows in the field.
  static bool shares_slices(const Shape& shape, const RowRange& rows, int threads) {
    return rows.count() == shape.height && shape.depth < 8 * threads;
  }

  T* field_slice(std::int64_t z) const { return field_ + z * rows_.count() * shape_.width; }

  void fill_row(const std::uint64_t* words, std::int64_t y, T* to) const {
    kernels_.fill_row(x_.row(words + y * shape_.words_per_row(), invert_, edges_, to));
  }

  // Lines along y, of a slice whose rows are filled: columns first .. end - 1.
  T search_columns(std::int64_t z, const T* plane, std::int64_t first, std::int64_t end, T* scratch,
                   const Team& team) const {
    T most{0};
    for (std::int64_t x = first; x < end && !team.stopped(); x += kLines<T>) {
      most = std::max(
          most, kernels_.nearest(
                    {plane + x, shape_.width, field_slice(z) + x, shape_.width, shape_.height,
                     rows_.first, rows_.end, std::min<std::int64_t>(kLines<T>, end - x), y_.data(),
                     cost_, edges_ == Edges::kBackground ? 1 : 0, scratch, &asked_to_stop, &team}));
    }
    return most;
  }

  void search_within_slices(bool last, Progress& progress) {
    if (shares_slices(shape_, rows_, threads_)) {
      share_slices(last, progress);
      return;
    }
    const auto make_own = [&] {
      return Own{in_.open(), std::vector<std::uint64_t>(slice_words()),
                 aligned_array<T>(shape_.width * shape_.height), scratch()};
    };
    parallel_for(
        shape_.depth, threads_, progress, make_own,
        [&](Own& own, std::int64_t z, const Team& team) {
          own.reader->read_slices(z, 1, own.words.data());
          for (std::int64_t y = 0; y < shape_.height; ++y) {
            fill_row(own.words.data(), y, own.plane.get() + y * shape_.width);
          }
          note(last, search_columns(z, own.plane.get(), 0, shape_.width, own.scratch.get(), team));
        });
  }

  void share_slices(bool last, Progress& progress) {
    const std::unique_ptr<VolumeReader> reader = in_.open();
    std::vector<std::uint64_t> words(slice_words());
    for (std::int64_t z = 0; z < shape_.depth; ++z) {
      const auto at = [&](std::int64_t tenths) { return 100 * (10 * z + tenths) / shape_.depth; };
      PhaseProgress filling(progress, at(0), at(3));
      PhaseProgress searching(progress, at(3), at(10));
      reader->read_slices(z, 1, words.data());
      fill_slice(words.data(), field_slice(z), filling);
      search_slice(last, z, searching);
    }
  }

  // Each row by way of a buffer, as what is behind a row belongs to another thread.
  void fill_slice(const std::uint64_t* words, T* plane, Progress& progress) const {
    constexpr std::int64_t kRows = 64;
    parallel_for((shape_.height + kRows - 1) / kRows, threads_, progress,
                 [&] { return aligned_array<T>(shape_.width); },
                 [&](AlignedArray<T>& row, std::int64_t i) {
                   const std::int64_t end = std::min(shape_.height, (i + 1) * kRows);
                   for (std::int64_t y = i * kRows; y < end; ++y) {
                     fill_row(words, y, row.get());
                     std::copy_n(row.get(), shape_.width, plane + y * shape_.width);
                   }
                 });
  }

  void search_slice(bool last, std::int64_t z, Progress& progress) {
    constexpr std::int64_t kColumns = 8 * kLines<T>;
    parallel_for(
        (shape_.width + kColumns - 1) / kColumns, threads_, progress, [&] { return scratch(); },
        [&](AlignedArray<T>& own, std::int64_t i, const Team& team) {
          note(last, search_columns(z, field_slice(z), i * kColumns,
                                    std::min(shape_.width, (i + 1) * kColumns), own.get(), team));
        });
  }

  void search_across_slices(Progress& progress) {
    constexpr std::int64_t kColumns = 16 * kLines<T>;
    const std::int64_t columns = (shape_.width + kColumns - 1) / kColumns;
    const std::int64_t plane = rows_.count() * shape_.width;
    parallel_for(
        rows_.count() * columns, threads_, progress, [&] { return scratch(); },
        [&](AlignedArray<T>& own, std::int64_t task, const Team& team) {
          const std::int64_t first = task % columns * kColumns;
          const std::int64_t end = std::min(shape_.width, first + kColumns);
          for (std::int64_t x = first; x < end && !team.stopped(); x += kLines<T>) {
            T* const at = field_ + task / columns * shape_.width + x;
            note(true, kernels_.nearest({at, plane, at, plane, shape_.depth, 0, shape_.depth,
                                         std::min<std::int64_t>(kLines<T>, end - x), z_.data(),
                                         cost_, edges_ == Edges::kBackground ? 1 : 0, own.get(),
                                         &asked_to_stop, &team}));
          }
        });
  }

  static int asked_to_stop(const void* team) {
    return static_cast<const Team*>(team)->stopped() ? 1 : 0;
  }

  // Only the last axis tells how far voxels are.
  void note(bool last, T value) {
    if (!last) return;
    T most = most_.load(std::memory_order_relaxed);
    while (most < value && !most_.compare_exchange_weak(most, value, std::memory_order_relaxed)) {
    }
  }

  const RowsOf<T>& kernels_;
  const VolumeSource& in_;
  const Shape shape_;
  const bool planar_;
  const Cost cost_;
  const int threads_;
  const RowWeights<T> x_;
  const Weights<T> y_;
  const Weights<T> z_;
  Edges edges_ = Edges::kClipped;
  std::uint64_t invert_ = 0;
  RowRange rows_;
  T* field_ = nullptr;
  std::atomic<T> most_{T{0}};
};

}  // namespace bitvox::distance_map
