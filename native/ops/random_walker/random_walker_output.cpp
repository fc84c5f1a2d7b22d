// SPDX-License-Identifier: BSD-2-Clause
#include "ops/random_walker/random_walker_output.hpp"

#include <algorithm>
#include <cmath>

#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"

namespace bitvox::random_walker {
namespace {

constexpr MemoryUser kUser{"Random Walker with probabilities",
                           "Leave the probabilities out or crop the image."};
constexpr int kMostIn16Bits = 65535;
constexpr std::int64_t kPixelsAtOnce = std::int64_t{1} << 22;

}  // namespace

Probabilities::Probabilities(const Grid& grid, std::int64_t labels) : grid_(grid) {
  require_memory(kUser, host_memory(),
                 labels * grid.cells() * static_cast<std::int64_t>(sizeof(float)));
  for (std::int64_t i = 0; i < labels; ++i) {
    of_labels_.push_back(aligned_array<float>(grid.cells()));
  }
}

void Probabilities::keep(std::int64_t label, Walks& walks, int threads, Progress& progress) {
  if (of_labels_.empty()) return;
  const GridField<float>& from = walks.probabilities();
  float* const to = of_labels_[static_cast<std::size_t>(label)].get();
  const RowLoop loop(threads, progress);
  loop(grid_, [&](std::int64_t y, std::int64_t z) {
    std::copy_n(from.row(y, z), grid_.width, to + (z * grid_.height + y) * grid_.width);
  });
}

const float* Probabilities::row(std::int64_t label, std::int64_t y, std::int64_t z) const {
  return of_labels_[static_cast<std::size_t>(label)].get() + (z * grid_.height + y) * grid_.width;
}

void hand_out(const Input& input, const Seeds& seeds, const GridField<State>& winners,
              const Probabilities& probabilities, const Outputs& outputs, int threads,
              std::vector<std::int64_t>& voxels, Progress& progress) {
  const Grid& grid = winners.grid();
  const Shape shape{grid.width, grid.height, grid.depth};
  const bool narrow = seeds.labels.back() <= kMostIn16Bits;
  const auto channels = static_cast<std::int64_t>(voxels.size());
  if (outputs.labels != nullptr) {
    outputs.labels->begin({shape, narrow ? PixelType::kUint16 : PixelType::kFloat32});
  }
  if (outputs.probabilities != nullptr) {
    outputs.probabilities->begin({shape, PixelType::kFloat32, static_cast<int>(channels)});
  }
  const std::int64_t pixels = grid.width * grid.height;
  // The labels of some slices at a time: a single one is soon done.
  const std::int64_t most = std::clamp<std::int64_t>(kPixelsAtOnce / pixels, 1, grid.depth);
  std::vector<std::uint16_t> narrow_slices(static_cast<std::size_t>(narrow ? most * pixels : 0));
  std::vector<float> wide_slices(static_cast<std::size_t>(narrow ? 0 : most * pixels));
  std::vector<float> slice(static_cast<std::size_t>(outputs.probabilities == nullptr ? 0 : pixels));
  std::vector<std::vector<std::int64_t>> counts(static_cast<std::size_t>(grid.height),
                                                std::vector<std::int64_t>(voxels.size()));
  // body(y) for a row of each of so many slices.
  const auto each_y = [&](std::int64_t count, const auto& body) {
    NoProgress quiet;
    const RowLoop loop(threads, quiet);
    loop({count * grid.width, grid.height, 1}, [&](std::int64_t y, std::int64_t) { body(y); });
  };
  const std::int64_t slices = grid.depth * (1 + (outputs.probabilities == nullptr ? 0 : channels));
  std::int64_t handed_out = 0;
  const auto wall = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return is_wall(input.values.row(y, z)[x], input.states.row(y, z)[x]);
  };
  const auto label_row = [&](std::int64_t y, std::int64_t z, std::int64_t first) {
    const State* const winner = winners.row(y, z);
    for (std::int64_t x = 0; x < grid.width; ++x) {
      const auto to = static_cast<std::size_t>(first + x);
      int label = 0;
      if (!wall(x, y, z)) {
        const auto index = static_cast<std::size_t>(winner[x] - kFirstSeed);
        ++counts[static_cast<std::size_t>(y)][index];
        label = seeds.labels[index];
      }
      if (narrow) {
        narrow_slices[to] = static_cast<std::uint16_t>(label);
      } else {
        wide_slices[to] = static_cast<float>(label);
      }
    }
  };
  for (std::int64_t z = 0; z < grid.depth; ++z) {
    progress.report(handed_out++, slices);
    const std::int64_t made = z % most;
    if (made == 0) {
      const std::int64_t count = std::min(most, grid.depth - z);
      each_y(count, [&](std::int64_t y) {
        for (std::int64_t i = 0; i < count; ++i)
          label_row(y, z + i, (i * grid.height + y) * grid.width);
      });
    }
    if (outputs.labels != nullptr) {
      outputs.labels->write_slice(
          z, narrow ? static_cast<const void*>(narrow_slices.data() + made * pixels)
                    : static_cast<const void*>(wide_slices.data() + made * pixels));
    }
    if (outputs.probabilities == nullptr) continue;
    for (std::int64_t c = 0; c < channels; ++c) {
      progress.report(handed_out++, slices);
      each_y(1, [&](std::int64_t y) {
        const float* const row = probabilities.row(c, y, z);
        float* const out = slice.data() + y * grid.width;
        for (std::int64_t x = 0; x < grid.width; ++x) out[x] = wall(x, y, z) ? 0.0F : row[x];
      });
      outputs.probabilities->write_slice(z * channels + c, slice.data());
    }
  }
  for (const std::vector<std::int64_t>& row : counts) {
    for (std::size_t i = 0; i < voxels.size(); ++i) voxels[i] += row[i];
  }
  progress.report(slices, slices);
}

}  // namespace bitvox::random_walker
