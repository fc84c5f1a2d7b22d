// SPDX-License-Identifier: BSD-2-Clause
#include "ops/label/label_block_runs.hpp"

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/threads/stop_request.hpp"
#include "ops/label/components.hpp"
#include "ops/label/label_objects.hpp"
#include "ops/label/label_runs.hpp"

namespace bitvox::label {

LabelsOfRuns::LabelsOfRuns(const BitVolume& volume, int threads, Progress& progress)
    : volume_(volume),
      threads_(threads),
      next_(static_cast<std::size_t>(volume.shape().height * volume.shape().depth)) {
  const Shape& s = volume.shape();
  std::vector<std::int64_t> runs(next_.size() + 1);
  parallel_for(s.depth, threads, progress, [&](std::int64_t z) {
    for (std::int64_t row = z * s.height; row < (z + 1) * s.height && !stop_requested(); ++row) {
      for_each_run(volume.words() + row * s.words_per_row(), s.words_per_row(), 0,
                   [&](auto, auto, auto) { ++runs[static_cast<std::size_t>(row) + 1]; });
    }
  });
  for (std::size_t row = 0; row < next_.size(); ++row) {
    runs[row + 1] += runs[row];
    next_[row] = static_cast<std::uint32_t>(runs[row]);
  }
  require_runs(runs.back());
  labels_.resize(static_cast<std::size_t>(runs.back()));
}

void LabelsOfRuns::put(const Block& block, const BitVolume& bits,
                       const std::vector<std::uint32_t>& labels, Progress& progress) {
  const Shape& s = bits.shape();
  const Shape core = block.core.shape();
  auto [ranking, placing] = progress_parts(progress, 2, 3);
  const std::vector<std::uint32_t> ranks = ranks_of_slices(bits, threads_, ranking);
  // Whether the voxel before the core is in the object, so that a run may go on from there.
  const auto goes_on = [&](std::int64_t row) {
    const std::int64_t x = block.core.begin[0] - 1;
    return x >= 0 &&
           (volume_.words()[row * volume_.shape().words_per_row() + x / 64] >> (x % 64) & 1) != 0;
  };
  parallel_for(core.depth, threads_, placing, [&](std::int64_t z) {
    std::uint32_t rank = ranks[static_cast<std::size_t>(z)];
    for (std::int64_t y = 0; y < core.height && !stop_requested(); ++y) {
      const std::int64_t row =
          (block.core.begin[2] + z) * volume_.shape().height + block.core.begin[1] + y;
      std::uint32_t& next = next_[static_cast<std::size_t>(row)];
      const bool has_first = goes_on(row);
      for_each_run(bits.slice(z) + y * s.words_per_row(), s.words_per_row(), rank,
                   [&](std::uint32_t run, std::int64_t begin, auto) {
                     rank = run + 1;
                     const bool is_known = begin == 0 && has_first;
                     if (begin < core.width && !is_known) labels_[next++] = labels[run];
                   });
    }
  });
}

}  // namespace bitvox::label
