// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>

#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "ops/label/label_runs.cuh"

// Starting the kernels of this folder. All throw Cancelled and DeviceError.
namespace bitvox::label {

// launch(range, shape) for all items, some milliseconds of work at a time.
template <class Launch>
void in_pieces(std::int64_t items, std::int64_t items_of_block, const cuda::Stream& stream,
               Progress& progress, const Launch& launch) {
  constexpr std::int64_t kBlocksOfPiece = std::int64_t{1} << 15;
  cuda::Pacer pacer(stream, progress, std::max<std::int64_t>(1, items));
  for (std::int64_t first = 0; first < items; first += kBlocksOfPiece * items_of_block) {
    const ItemRange range{first, std::min(items, first + kBlocksOfPiece * items_of_block)};
    launch(range, cuda::LaunchShape{cuda::blocks_for(range.end - range.first, items_of_block),
                                    kLabelThreads});
    pacer.enqueued(range.end);
  }
  pacer.finish();
}

// A thread for each word.
template <class Kernel, class... Arguments>
void each_word(Kernel kernel, const RunVolume& v, const cuda::Stream& stream, Progress& progress,
               Arguments... arguments) {
  in_pieces(v.words_per_row * v.height * v.depth, kLabelThreads, stream, progress,
            [&](const ItemRange& range, const auto& shape) {
              cuda::launch(kernel, shape, stream, v, range, arguments...);
            });
}

}  // namespace bitvox::label
