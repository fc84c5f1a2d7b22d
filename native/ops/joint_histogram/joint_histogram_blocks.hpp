// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/options/terms.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/grey_volume.hpp"
#include "ops/joint_histogram/joint_histogram.hpp"
#include "ops/joint_histogram/joint_histogram_rows.hpp"
#include "ops/joint_histogram/joint_histogram_sums.hpp"

// What the two twins of the joint histogram share.
namespace bitvox::joint_histogram {

// How the pixels of one volume become bins.
struct Binning {
  PixelType type = PixelType::kUint8;
  int bins = 0;
  BinRange range;
  std::vector<std::uint16_t> table;  // the bin of every value; empty for 32 bits
  IntegerBins integer{};             // how the CPU finds them; its table is not set
  FloatBins floats{};                // the same for 32 bits
};
Binning make_binning(PixelType type, int bins, const BinRange& range);

// The input, checked.
struct Task {
  const GreySource& first;
  const GreySource& second;
  const BitVolume* mask = nullptr;
  Binning a;
  Binning b;
  double a_threshold = 0;
  double b_threshold = 0;
  Extent extent = Extent::kVolume;  // per slice: a histogram for each
  // If every value has a bin of its own, the sums follow from the counts.
  enum class Sums { kFromCounts, kFromPixels } sums = Sums::kFromPixels;
};

struct Counts {
  std::vector<std::int64_t> counts;
  std::int64_t outside = 0;
  std::int64_t not_finite = 0;
  std::vector<BlockSums> sums;  // of each block of pixels, in order; for Sums::kFromPixels
};

// Whether sums are of integers, and so in any order.
bool are_integers(const Task& task);

// The sums over these blocks, in order.
PairSums total(const Task& task, std::span<const BlockSums> blocks);

// Those of some histogram's blocks, where they come from pixels.
std::vector<BlockSums> sums_of(const Task& task, std::span<const BlockSums> all, std::size_t first,
                               std::size_t count);

// The volume cut into pieces of up to kPixels consecutive pixels of a slice. Sums are taken block
// by block and the blocks added up in order, whoever computed them.
class PixelBlocks {
 public:
  static constexpr std::int64_t kPixels = 65536;
  struct Block {
    std::int64_t z;
    std::int64_t first;
    std::int64_t count;
  };

  explicit PixelBlocks(const Shape& shape)
      : slice_pixels_(shape.width * shape.height),
        per_slice_((slice_pixels_ + kPixels - 1) / kPixels),
        count_(per_slice_ * shape.depth) {}

  std::int64_t count() const { return count_; }
  std::int64_t per_slice() const { return per_slice_; }
  Block operator[](std::int64_t index) const {
    const std::int64_t first = index % per_slice_ * kPixels;
    return {index / per_slice_, first, std::min(kPixels, slice_pixels_ - first)};
  }

 private:
  std::int64_t slice_pixels_;
  std::int64_t per_slice_;
  std::int64_t count_;
};

// The blocks of histogram i are blocks_of_one() * i and so on.
inline std::int64_t blocks_of_one(const PixelBlocks& blocks, Extent extent) {
  return extent == Extent::kPerSlice ? blocks.per_slice() : blocks.count();
}

// Turns runs of up to kPixels pixel pairs into bins, and blocks of them into sums: the working
// memory of one thread.
class PairTile {
 public:
  static constexpr std::int64_t kPixels = 1024;

  PairTile(const Rows& rows, const Task& task);

  // Both as read from the sources; mask_bytes is null or has a byte a pixel, 0 for background.
  void load(const void* first, const void* second, const std::uint8_t* mask_bytes,
            std::int64_t count);

  const std::uint16_t* first_bins() const { return first_bins_.data(); }
  const std::uint16_t* second_bins() const { return second_bins_.data(); }

  // Sums of a block: start_block(), add_sums() after each load(), block_sums(). The same for every
  // instruction set.
  void start_block();
  void add_sums();
  BlockSums block_sums() const;

 private:
  bool find_reference();

  const Rows& rows_;
  const Task& task_;
  const void* first_ = nullptr;
  const void* second_ = nullptr;
  const std::uint8_t* mask_bytes_ = nullptr;
  std::int64_t count_ = 0;
  std::vector<std::uint16_t> first_bins_;
  std::vector<std::uint16_t> second_bins_;
  PairRule rule_;
  bool has_reference_ = false;
  double lanes_[kPairSums * kSumLanes] = {};
};

// A byte for each of the pixels first .. first + count - 1 of slice z: 1 for foreground.
void expand_mask(const BitVolume& mask, const PixelBlocks::Block& block, std::uint8_t* bytes);

// The twins. One element for each histogram that task.extent asks for. On the GPU the instructions
// are for what the CPU adds while it copies.
std::vector<Counts> count_cpu(InstructionSet instructions, const Task& task, int threads,
                              Progress& progress);
std::vector<Counts> count_cuda(InstructionSet instructions, const Task& task, int threads,
                               Progress& progress);

}  // namespace bitvox::joint_histogram
