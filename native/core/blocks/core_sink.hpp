// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/blocks/block.hpp"
#include "core/memory/aligned_array.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/slice_sink.hpp"

namespace bitvox {

// Puts the cores of blocks together to the slices of the whole, which it hands on in their order.
// Blocks come in the order of cut_blocks(). Whole slices go on at once; others are gathered, one
// layer of blocks at a time. Where the format is that of the core of one block, which is computed
// alone, the core is all that is handed on.
class CoreSink final : public SliceSink {
 public:
  CoreSink(SliceSink& to, const SliceFormat& whole) : to_(to), whole_(whole) {}

  // What these blocks take in memory: a layer of them; no more than a slice where they are whole.
  static std::int64_t bytes(const std::vector<Block>& blocks, const SliceFormat& whole);

  // From now on slice z * channels + c is channel c of the core's slice z, of what `written` says
  // of x and y: of all that the block has read, say.
  void begin_block(const Block& block, const Box& written);
  void write_slice(std::int64_t slice, const void* pixels) override;
  void write_slices(const SliceBatch& batch, int threads) override;

  // Where a block that is gathered may write its core itself, in any order and on any thread, in
  // place of handing out slices: its first pixel, and how far it is to the next row and slice.
  // Nothing where slices go on at once.
  struct Places {
    char* first;
    std::int64_t row_bytes;
    std::int64_t slice_bytes;
  };
  std::optional<Places> places() const;

  // The progress is asked between slices that go on.
  void end_block(Progress& progress);

 private:
  bool at_once() const;                          // slices need not be gathered
  bool as_they_are() const;                      // and need not be cut either
  void cut(const void* pixels, char* to) const;  // the core's pixels of a slice
  void make_room(std::int64_t bytes);

  SliceSink& to_;
  SliceFormat whole_;
  Box core_;  // as both are numbered in what is handed on
  Box written_;
  AlignedArray<char> layer_;
  std::int64_t layer_bytes_ = 0;
};

}  // namespace bitvox
