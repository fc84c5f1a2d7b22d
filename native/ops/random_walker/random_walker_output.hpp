// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/random_walker/random_walker.hpp"
#include "ops/random_walker/random_walker_input.hpp"
#include "ops/random_walker/random_walker_walks.hpp"

namespace bitvox::random_walker {

// The probabilities of all labels, if they are wanted: an image has them slice by slice, they come
// label by label.
class Probabilities {
 public:
  // 0 labels: nothing is kept. Throws HostOutOfMemory.
  Probabilities(const Grid& grid, std::int64_t labels);

  void keep(std::int64_t label, Walks& walks, int threads, Progress& progress);
  const float* row(std::int64_t label, std::int64_t y, std::int64_t z) const;

 private:
  Grid grid_;
  std::vector<AlignedArray<float>> of_labels_;
};

// Hands out images, and adds the voxels of every label to those.
void hand_out(const Input& input, const Seeds& seeds, const GridField<State>& winners,
              const Probabilities& probabilities, const Outputs& outputs, int threads,
              std::vector<std::int64_t>& voxels, Progress& progress);

}  // namespace bitvox::random_walker
