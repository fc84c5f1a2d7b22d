// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/blocks/block_views.hpp"
#include "core/threads/parallel.hpp"

namespace bitvox {

// Counts what a block has in the voxels that count: its core, without what is not in the mask,
// which may be null. add_row(counts, y, z, bits) is called for each row of the core, where y and z
// are counted from the first voxel read, and so are the bits, of which those are set that count.
// counts are what make() returned for a slice or some of its rows, and go to add(counts), one after
// the other. On several threads, which stop within a slice.
template <class Make, class AddRow, class Add>
void count_rows(const Block& block, const VolumeSource* mask, int threads, Progress& progress,
                const Make& make, const AddRow& add_row, const Add& add) {
  const CountedVoxels counted(block, mask);
  const Shape& read = counted.shape();
  const Box core = block.core_in_read();
  const Shape size = core.shape();
  // Where slices are few, threads share them; each reads them then.
  const std::int64_t parts =
      size.depth < 8 * threads ? std::min<std::int64_t>(threads, size.height) : 1;
  struct Slice {
    std::unique_ptr<VolumeReader> reader;
    std::vector<std::uint64_t> words;
    std::int64_t z = -1;
  };
  std::mutex mutex;
  parallel_for(
      size.depth * parts, threads, progress,
      [&] {
        return Slice{counted.open(),
                     std::vector<std::uint64_t>(static_cast<std::size_t>(read.words_per_slice()))};
      },
      [&](Slice& slice, std::int64_t task, const Team& team) {
        const std::int64_t z = core.begin[2] + task / parts;
        if (slice.z != z) slice.reader->read_slices(z, 1, slice.words.data());
        slice.z = z;
        const auto row_of = [&](std::int64_t part) {
          return core.begin[1] + part * size.height / parts;
        };
        auto counts = make();
        const std::int64_t end = row_of(task % parts + 1);
        for (std::int64_t y = row_of(task % parts); y < end && !team.stopped(); ++y) {
          add_row(counts, y, z, slice.words.data() + y * read.words_per_row());
        }
        const std::lock_guard lock(mutex);
        add(counts);
      });
}

}  // namespace bitvox
