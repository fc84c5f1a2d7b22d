// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/distance_map/distance_map_weights.hpp"

namespace bitvox::distance_map {

// The values of some columns of every slice on the CPU, before roots are taken; also what local
// thickness begins with. What the slices of a volume have in those columns depends on nothing but
// their bits and one another, so that a volume can be computed in slabs of columns.

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

// body(a value of this type).
template <class Body>
auto with_type(ValueType type, const Body& body) {
  switch (type) {
    case ValueType::k16:
      return body(std::uint16_t{});
    case ValueType::k32:
      return body(std::uint32_t{});
    case ValueType::kDouble:
      break;
  }
  return body(double{});
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

// Columns first .. end - 1 of every slice.
struct ColumnRange {
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
  static std::int64_t bytes(const Shape& shape, const ColumnRange& columns, int threads) {
    const std::int64_t readers = shares_slices(shape, threads) ? 1 : threads;
    const auto scratch = [&](std::int64_t length) {
      return line_scratch_bytes(length, block_columns(length, columns.count()) * kValueBytes);
    };
    return readers * 8 * shape.words_per_slice() +
           threads * std::max(scratch(shape.height), scratch(shape.depth)) +
           kValueBytes * (4 * shape.width + shape.height + shape.depth);
  }

  // Writes the values of those columns, in the order of the voxels; phase is the object's. Returns
  // the largest value; kInfinite<T> stands for all that T cannot tell.
  T make(Phase phase, Edges edges, const ColumnRange& columns, T* field, Progress& progress) {
    edges_ = edges;
    invert_ = phase == Phase::kForeground ? 0 : ~std::uint64_t{0};
    columns_ = columns;
    field_ = field;
    most_ = T{0};
    const bool in_space = !planar_ && shape_.depth > 1;
    auto [within, across] = progress_parts(progress, 3, in_space ? 2 : 0);
    if (shares_slices(shape_, threads_)) {
      share_slices(!in_space, within);
    } else {
      search_within_slices(!in_space, within);
    }
    if (in_space) search_across_slices(across);
    return most_;
  }

 private:
  static constexpr auto kValueBytes = static_cast<std::int64_t>(sizeof(T));

  // Of one thread.
  struct Own {
    std::unique_ptr<VolumeReader> reader;
    std::vector<std::uint64_t> words;
    AlignedArray<T> scratch;
  };

  // Lines that are worked on together: few enough to stay in a core's cache, so that memory sees
  // every value once a pass.
  static std::int64_t block_columns(std::int64_t length, std::int64_t columns) {
    constexpr std::int64_t kCacheBytes = std::int64_t{128} << 10;
    const std::int64_t registers =
        std::min((columns + kLines<T> - 1) / kLines<T>, kCacheBytes / (length * kLineBytes));
    return kLines<T> * std::clamp<std::int64_t>(registers, 1, kMostStrideBytes / kLineBytes);
  }

  // Few slices: all threads work on one.
  static bool shares_slices(const Shape& shape, int threads) { return shape.depth < 8 * threads; }

  std::size_t slice_words() const { return static_cast<std::size_t>(shape_.words_per_slice()); }
  std::int64_t field_slice() const { return shape_.height * columns_.count(); }

  AlignedArray<T> scratch_for(std::int64_t length) const {
    return aligned_array<T>(
        line_scratch_bytes(length, block_columns(length, columns_.count()) * kValueBytes) /
        kValueBytes);
  }

  // The columns of the field are cut into so many blocks.
  std::int64_t blocks(std::int64_t length) const {
    const std::int64_t block = block_columns(length, columns_.count());
    return (columns_.count() + block - 1) / block;
  }

  // Lines along y: those of a block of slice z, whose bits are given.
  void search_within_slice(bool last, std::int64_t z, std::int64_t block,
                           const std::uint64_t* words, T* scratch, const Team& team) {
    const std::int64_t stride = block_columns(shape_.height, columns_.count());
    const std::int64_t first = block * stride;
    const std::int64_t end = std::min(columns_.count(), first + stride);
    T* const places = first_place(scratch, stride);
    for (std::int64_t y = 0; y < shape_.height; ++y) {
      if (y % kRowsBetweenQuestions == 0 && team.stopped()) return;
      kernels_.fill_row(x_.row(words + y * shape_.words_per_row(), invert_, edges_,
                               columns_.first + first, columns_.first + end, places + y * stride));
    }
    T* const to = field_ + z * field_slice() + first;
    note(last, kernels_.nearest({scratch, stride, end - first, shape_.height, to, columns_.count(),
                                 y_.data(), cost_, outside(), &asked_to_stop, &team}));
  }

  void search_within_slices(bool last, Progress& progress) {
    const auto make_own = [&] {
      return Own{in_.open(), std::vector<std::uint64_t>(slice_words()), scratch_for(shape_.height)};
    };
    parallel_for(shape_.depth, threads_, progress, make_own,
                 [&](Own& own, std::int64_t z, const Team& team) {
                   own.reader->read_slices(z, 1, own.words.data());
                   for (std::int64_t i = 0; i < blocks(shape_.height) && !team.stopped(); ++i) {
                     search_within_slice(last, z, i, own.words.data(), own.scratch.get(), team);
                   }
                 });
  }

  void share_slices(bool last, Progress& progress) {
    const std::unique_ptr<VolumeReader> reader = in_.open();
    std::vector<std::uint64_t> words(slice_words());
    for (std::int64_t z = 0; z < shape_.depth; ++z) {
      PhaseProgress searching(progress, z, z + 1, shape_.depth);
      reader->read_slices(z, 1, words.data());
      parallel_for(
          blocks(shape_.height), threads_, searching, [&] { return scratch_for(shape_.height); },
          [&](AlignedArray<T>& own, std::int64_t block, const Team& team) {
            search_within_slice(last, z, block, words.data(), own.get(), team);
          });
    }
  }

  // Lines along z: those of a block of every row.
  void search_across_slices(Progress& progress) {
    const std::int64_t stride = block_columns(shape_.depth, columns_.count());
    const std::int64_t count = blocks(shape_.depth);
    parallel_for(
        shape_.height * count, threads_, progress, [&] { return scratch_for(shape_.depth); },
        [&](AlignedArray<T>& own, std::int64_t task, const Team& team) {
          const std::int64_t first = task % count * stride;
          const std::int64_t end = std::min(columns_.count(), first + stride);
          T* const at = field_ + task / count * columns_.count() + first;
          T* const places = first_place(own.get(), stride);
          for (std::int64_t z = 0; z < shape_.depth; ++z) {
            if (z % kRowsBetweenQuestions == 0 && team.stopped()) return;
            std::copy_n(at + z * field_slice(), end - first, places + z * stride);
          }
          note(true,
               kernels_.nearest({own.get(), stride, end - first, shape_.depth, at, field_slice(),
                                 z_.data(), cost_, outside(), &asked_to_stop, &team}));
        });
  }

  int outside() const { return edges_ == Edges::kBackground ? 1 : 0; }

  static constexpr std::int64_t kRowsBetweenQuestions = 4096;
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
  ColumnRange columns_;
  T* field_ = nullptr;
  std::atomic<T> most_{T{0}};
};

}  // namespace bitvox::distance_map
