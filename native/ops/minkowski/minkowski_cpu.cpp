// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <bit>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>

#include "core/blocks/block_views.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/stop_request.hpp"
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

  // All of its voxels.
  void fill() {
    for (std::int64_t y = 0; y < shape_.height && !stop_requested(); ++y) {
      std::uint64_t* const row = words_.data() + 1 + (y + 1) * stride_;
      const std::int64_t per_row = shape_.words_per_row();
      std::fill_n(row, per_row, ~std::uint64_t{0});
      row[per_row - 1] = shape_.last_word_mask();
    }
  }

  void keep_only(const PaddedSlice& mask) {
    for (std::int64_t y = 1; y <= shape_.height && !stop_requested(); ++y) {
      std::uint64_t* const row = words_.data() + 1 + y * stride_;
      const std::uint64_t* const other = mask.row(y);
      for (std::int64_t i = 0; i < stride_; ++i) row[i] &= other[i];
    }
  }

  std::int64_t voxels() const {
    std::int64_t count = 0;
    for (std::int64_t y = 1; y <= shape_.height && !stop_requested(); ++y) {
      for (std::int64_t i = 0; i < stride_; ++i) count += std::popcount(row(y)[i]);
    }
    return count;
  }

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

// A slice of the object, and one of the mask.
struct ReadSlice {
  explicit ReadSlice(const Shape& shape) : object(shape), mask(shape) {}

  PaddedSlice object;
  PaddedSlice mask;
};

// Reads slices, and counts between each and the one before; for one thread.
class SliceCounter {
 public:
  SliceCounter(const Rows& rows, const VolumeSource& in, const VolumeSource* mask, const Job& job)
      : rows_(rows),
        set_(static_cast<std::size_t>(job.set)),
        edges_(job.edges),
        depth_(in.shape().depth),
        reader_(in.open()),
        mask_reader_(mask != nullptr ? mask->open() : nullptr),
        before_(in.shape()),
        slice_(in.shape()) {}

  // The windows below slice z, with background below it where `first` says so.
  void count(std::int64_t z, bool first, Counts& counts) {
    std::swap(before_, slice_);
    if (first) {
      load(before_, z - 1);
    }
    count_alone(z, counts);
  }

  void count_alone(std::int64_t z, Counts& counts) {
    load(slice_, z);
    if (mask_reader_ != nullptr) {
      counts[kMaskVoxels] += slice_.mask.voxels();
    }
    count_rows(counts);
  }

 private:
  // The windows between the two slices, some rows of them at a time: slices may be huge.
  void count_rows(Counts& counts) const {
    constexpr std::int64_t kWordsOfPart = std::int64_t{1} << 16;
    const std::int64_t stride = slice_.object.stride();
    const std::int64_t most = std::max<std::int64_t>(1, kWordsOfPart / stride);
    for (std::int64_t y = 0; y < slice_.object.rows() && !stop_requested(); y += most) {
      const std::int64_t rows = std::min(most, slice_.object.rows() - y);
      const SlicePair object{before_.object.row(y), slice_.object.row(y)};
      if (edges_ == Edges::kClipped) {
        const SlicePair mask{before_.mask.row(y), slice_.mask.row(y)};
        rows_.count_inside[set_](object, mask, rows, stride, counts.data());
      } else {
        rows_.count[set_](object, rows, stride, counts.data());
      }
    }
  }

  void load(ReadSlice& slice, std::int64_t z) {
    if (z < 0 || z >= depth_) {
      slice.object.clear();
      slice.mask.clear();
      return;
    }
    slice.object.read(*reader_, z);
    if (mask_reader_ != nullptr) {
      slice.mask.read(*mask_reader_, z);
      slice.object.keep_only(slice.mask);
    } else if (edges_ == Edges::kClipped) {
      slice.mask.fill();
    }
  }

  const Rows& rows_;
  std::size_t set_;
  Edges edges_;
  std::int64_t depth_;
  std::unique_ptr<VolumeReader> reader_;
  std::unique_ptr<VolumeReader> mask_reader_;
  ReadSlice before_;  // all background for slices that are counted alone
  ReadSlice slice_;
};

SliceCounts count_box(InstructionSet instructions, const Job& job, const Box& box,
                      Progress& progress) {
  const Rows& rows = rows_for<Rows>(instructions);
  const BoxSource in(job.in, box);
  std::optional<BoxSource> mask;
  if (job.mask != nullptr) mask.emplace(*job.mask, box);
  const std::int64_t depth = in.shape().depth;
  const auto make = [&] { return SliceCounter(rows, in, mask ? &*mask : nullptr, job); };
  std::mutex mutex;
  SliceCounts sum;
  if (job.planar()) {
    parallel_for(depth, job.threads, progress, make, [&](SliceCounter& counter, std::int64_t z) {
      Counts counts{};
      counter.count_alone(z, counts);
      const std::lock_guard lock(mutex);
      sum.slices.emplace(box.begin[2] + z, counts);
    });
    return sum;
  }
  // Each part reads the slice before it again: parts are many slices, but short work.
  constexpr std::int64_t kWordsOfPart = std::int64_t{1} << 20;
  const std::int64_t slices =
      std::clamp<std::int64_t>(kWordsOfPart / in.shape().words_per_slice(), 1, 32);
  const std::int64_t layers = depth + 1;  // of windows
  parallel_for((layers + slices - 1) / slices, job.threads, progress, make,
               [&](SliceCounter& counter, std::int64_t part) {
                 Counts counts{};
                 const std::int64_t first = part * slices;
                 for (std::int64_t z = first; z < std::min(layers, first + slices); ++z) {
                   counter.count(z, z == first, counts);
                 }
                 const std::lock_guard lock(mutex);
                 sum.add({{{0, counts}}});
               });
  return sum;
}

}  // namespace

MemoryUser CpuTwin::user() { return {"Shape Numbers", "Crop the image."}; }

// Slices of the object and of the mask, two for each thread.
std::int64_t CpuTwin::bytes(const Job& job, const Block& block) {
  const Shape shape = block.read.shape();
  const std::int64_t threads = std::min<std::int64_t>(job.threads, block.whole.depth);
  return threads * 4 * (shape.width / 64 + 1) * (shape.height + 2) *
         static_cast<std::int64_t>(sizeof(std::uint64_t));
}

CpuTwin::CpuTwin(const Job& job, InstructionSet instructions, const Block&)
    : job_(job), instructions_(instructions) {}

SliceCounts CpuTwin::compute(const Block& block, SliceSink*, Progress& progress) {
  return count_block(block, [&](const Box& box) {
    StandingProgress layer(progress);
    layer.move_to(1, 1);
    return count_box(instructions_, job_, box, box == block.read ? progress : layer);
  });
}

}  // namespace bitvox::minkowski
