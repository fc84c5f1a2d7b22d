// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/blocks/block.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"

namespace bitvox::label {

// The labels of all runs of a volume, by their ranks, put together from those of blocks. Blocks
// come in the order of cut_blocks(): along each row from left to right.
class LabelsOfRuns {
 public:
  // Throws InvalidInput where there are more runs than ranks.
  LabelsOfRuns(const BitVolume& volume, int threads, Progress& progress);

  // From the bits of what the block reads, and the labels of their runs.
  void put(const Block& block, const BitVolume& bits, const std::vector<std::uint32_t>& labels,
           Progress& progress);

  std::vector<std::uint32_t> take() { return std::move(labels_); }

 private:
  const BitVolume& volume_;
  int threads_;
  std::vector<std::uint32_t> next_;  // of each row, the rank of the first run without a label yet
  std::vector<std::uint32_t> labels_;
};

}  // namespace bitvox::label
