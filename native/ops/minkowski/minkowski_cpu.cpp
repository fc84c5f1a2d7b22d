// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstring>
#include <mutex>
#include <type_traits>
#include <utility>

#include "core/parallel.hpp"
#include "core/stop_request.hpp"
#include "ops/minkowski/minkowski.hpp"
#include "ops/minkowski/minkowski_rows.hpp"

namespace bitvox::minkowski {
namespace {

// A slice with background all around, as Rows wants it. A row has a bit more than voxels at least:
// windows reach over the last column.
class PaddedSlice {
 public:
  explicit PaddedSlice(const Shape& shape)
      : shape_(shape),
        stride_(shape.width / 64 + 1),
        words_(static_cast<std::size_t>(1 + stride_ * (shape.height + 2))) {}

  std::int64_t stride() const { return stride_; }
  std::int64_t rows() const { return shape_.height + 1; }  // of windows
  const std::uint64_t* row(std::int64_t y) const { return words_.data() + 1 + y * stride_; }

  void clear() { std::fill(words_.begin(), words_.end(), 0); }

  void read(VolumeReader& reader, std::int64_t z) {
    std::uint64_t* const first = words_.data() + 1 + stride_;
    const std::int64_t per_row = shape_.words_per_row();
    // The whole of it at its end: where rows are a word longer here, they then move to the front.
    std::uint64_t* const packed = first + shape_.height * (stride_ - per_row);
    reader.read_slices(z, 1, packed);
    if (stride_ == per_row) return;
    for (std::int64_t y = 0; y < shape_.height && !stop_requested(); ++y) {
      std::uint64_t* const row = first + y * stride_;
      std::memmove(row, packed + y * per_row,
                   static_cast<std::size_t>(per_row) * sizeof(std::uint64_t));
      row[per_row] = 0;
    }
  }

 private:
  Shape shape_;
  std::int64_t stride_;
  std::vector<std::uint64_t> words_;
};

// Reads slices, and counts between each and the one before; for one thread.
class SliceCounter {
 public:
  SliceCounter(const Rows& rows, const VolumeSource& in, CountSet set)
      : count_(rows.count[static_cast<int>(set)]),
        depth_(in.shape().depth),
        reader_(in.open()),
        before_(in.shape()),
        slice_(in.shape()) {}

  // The windows below slice z, with background below it where `first` says so.
  void count(std::int64_t z, bool first, Counts& counts) {
    std::swap(before_, slice_);
    if (first) {
      load(before_, z - 1);
    }
    load(slice_, z);
    count_rows(counts);
  }

  void count_alone(std::int64_t z, Counts& counts) {
    load(slice_, z);
    count_rows(counts);
  }

 private:
  // The windows between the two slices, some rows of them at a time: slices may be huge.
  void count_rows(Counts& counts) const {
    constexpr std::int64_t kWordsOfPart = std::int64_t{1} << 16;
    const std::int64_t stride = slice_.stride();
    const std::int64_t rows = std::max<std::int64_t>(1, kWordsOfPart / stride);
    for (std::int64_t y = 0; y < slice_.rows() && !stop_requested(); y += rows) {
      count_(before_.row(y), slice_.row(y), std::min(rows, slice_.rows() - y), stride,
             counts.data());
    }
  }

  void load(PaddedSlice& slice, std::int64_t z) {
    if (z < 0 || z >= depth_) {
      slice.clear();
    } else {
      slice.read(*reader_, z);
    }
  }

  std::remove_extent_t<decltype(Rows::count)> count_;
  std::int64_t depth_;
  std::unique_ptr<VolumeReader> reader_;
  PaddedSlice before_;  // all background for slices that are counted alone
  PaddedSlice slice_;
};

}  // namespace

std::vector<Counts> count_cpu(InstructionSet instructions, const VolumeSource& in, CountSet set,
                              int threads, Progress& progress) {
  const Rows& rows = rows_for<Rows>(instructions);
  const std::int64_t depth = in.shape().depth;
  const auto make = [&] { return SliceCounter(rows, in, set); };
  if (set == CountSet::kPlanar) {
    std::vector<Counts> counts(static_cast<std::size_t>(depth));
    parallel_for(depth, threads, progress, make, [&](SliceCounter& counter, std::int64_t z) {
      counter.count_alone(z, counts[static_cast<std::size_t>(z)]);
    });
    return counts;
  }
  // Each part reads the slice before it again: parts are many slices, but short work.
  constexpr std::int64_t kWordsOfPart = std::int64_t{1} << 20;
  const std::int64_t slices =
      std::clamp<std::int64_t>(kWordsOfPart / in.shape().words_per_slice(), 1, 32);
  const std::int64_t layers = depth + 1;  // of windows
  Counts total{};
  std::mutex mutex;
  parallel_for((layers + slices - 1) / slices, threads, progress, make,
               [&](SliceCounter& counter, std::int64_t part) {
                 Counts counts{};
                 const std::int64_t first = part * slices;
                 for (std::int64_t z = first; z < std::min(layers, first + slices); ++z) {
                   counter.count(z, z == first, counts);
                 }
                 const std::lock_guard lock(mutex);
                 std::transform(counts.begin(), counts.end(), total.begin(), total.begin(),
                                std::plus<>());
               });
  return {total};
}

}  // namespace bitvox::minkowski
