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

// Windows over the last column included.
std::int64_t window_words(const Shape& shape) { return shape.width / 64 + 1; }

// Reads slices, and counts between each and the one before; for one thread.
class SliceCounter {
 public:
  SliceCounter(const Rows& rows, const VolumeSource& in, CountSet set)
      : count_(rows.count[static_cast<int>(set)]),
        shape_(in.shape()),
        stride_((window_words(shape_) + kPadding - 1) / kPadding * kPadding + 2 * kPadding),
        reader_(in.open()),
        words_(static_cast<std::size_t>(shape_.words_per_slice())),
        before_(static_cast<std::size_t>(stride_ * (shape_.height + 2))),
        slice_(before_.size()) {}

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
    load(before_, -1);
    load(slice_, z);
    count_rows(counts);
  }

 private:
  // The windows between the two slices, some rows of them at a time: slices may be huge.
  void count_rows(Counts& counts) const {
    constexpr std::int64_t kWordsOfPart = std::int64_t{1} << 16;
    const std::int64_t rows = std::max<std::int64_t>(1, kWordsOfPart / stride_);
    const std::int64_t all = shape_.height + 1;
    for (std::int64_t y = 0; y < all && !stop_requested(); y += rows) {
      count_({before_.data() + y * stride_, stride_}, {slice_.data() + y * stride_, stride_},
             std::min(rows, all - y) - 1, window_words(shape_), counts.data());
    }
  }

  void load(std::vector<std::uint64_t>& padded, std::int64_t z) {
    if (z < 0 || z >= shape_.depth) {
      std::fill(padded.begin(), padded.end(), 0);
      return;
    }
    reader_->read_slices(z, 1, words_.data());
    const std::int64_t per_row = shape_.words_per_row();
    for (std::int64_t y = 0; y < shape_.height && !stop_requested(); ++y) {
      std::memcpy(padded.data() + (y + 1) * stride_ + kPadding, words_.data() + y * per_row,
                  static_cast<std::size_t>(per_row) * sizeof(std::uint64_t));
    }
  }

  std::remove_extent_t<decltype(Rows::count)> count_;
  Shape shape_;
  std::int64_t stride_;
  std::unique_ptr<VolumeReader> reader_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> before_;
  std::vector<std::uint64_t> slice_;
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
