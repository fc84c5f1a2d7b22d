// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/blocks/block.hpp"
#include "core/blocks/core_sink.hpp"

namespace bitvox {

// Hands on the slices of a block's core, from those of all that it reads.
class SlicesOfCore final : public SliceSink {
 public:
  SlicesOfCore(const Block& block, PixelType type, SliceSink& to)
      : core_(block.core_in_read()), cores_(to, {block.core.shape(), type}) {
    to.begin({block.core.shape(), type});
    cores_.begin_block(block, block.read);
  }

  void write_slice(std::int64_t z, const void* pixels) override {
    if (z >= core_.begin[2] && z < core_.end[2]) cores_.write_slice(z - core_.begin[2], pixels);
  }

 private:
  Box core_;
  CoreSink cores_;
};

}  // namespace bitvox
