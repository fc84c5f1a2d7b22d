// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/blocks/block.hpp"
#include "core/blocks/core_sink.hpp"
#include "core/threads/progress.hpp"

namespace bitvox {

// What an operation over blocks has for each device:
//
//     struct Twin {
//       struct Partial { void add(const Partial&); };  // results of a part; by default of nothing
//       static MemoryUser user();                                // or user(const Job&)
//       static std::int64_t bytes(const Job&, const Block&);     // that compute() takes
//       static constexpr std::size_t kAxis;                      // that is cut; 2 if not said
//       static std::int64_t most_side(const Job&);               // of a core along it; optional
//       Twin(const Job&, DEVICE, const Block& largest);          // takes memory once
//       Partial compute(const Block&, CoreSink* out, Progress&);
//     };
//
// A Job is the inputs and the options, checked. compute() has all threads to itself and gets the
// blocks one by one. It writes the slices of the core, as wide and high as what it has read, if
// `out` is not null, or its core to its place where that says so. Nothing that only holds of the
// whole, that it is empty, say, is told by it.

// The partial results of operations that have none besides their voxels.
struct NoNumbers {
  void add(const NoNumbers&) {}

  template <class Each>
  static void fields(Each&&) {}
};

// Computes the blocks one after the other, on the calling thread, and adds their results. Progress
// goes by the voxels that are read.
template <class Twin>
typename Twin::Partial run_blocks(const std::vector<Block>& blocks, Twin& twin, CoreSink* out,
                                  Progress& progress) {
  std::int64_t all = 0;
  for (const Block& block : blocks) all += block.read.shape().voxel_count();
  typename Twin::Partial sum;
  std::int64_t read = 0;
  for (const Block& block : blocks) {
    const std::int64_t begin = read;
    read += block.read.shape().voxel_count();
    PhaseProgress part(progress, begin, read, std::max<std::int64_t>(1, all));
    if (out != nullptr) out->begin_block(block, block.read);
    sum.add(twin.compute(block, out, part));
    if (out != nullptr) out->end_block(part);
  }
  return sum;
}

}  // namespace bitvox
